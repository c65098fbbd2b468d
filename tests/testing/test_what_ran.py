"""`referee check` tries what fields allow and no example shows, and says what in a game
never ran.
"""

import re
from collections import Counter
from dataclasses import field, make_dataclass
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from referee import Card, Field, Prompt, card, say
from referee.commandline import main
from referee.testing.isolated_checks import describe_slow
from referee.testing.random_match import SHOWN_AT_EACH_END, _list_fields
from referee.testing.random_player import RandomPlayer

GAME = Path(__file__).parents[1] / "toy_games/careful_examples.py"


def check(*words: str) -> str:
    return CliRunner().invoke(main, ["check", *words]).stdout


@pytest.fixture(scope="module")
def mended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same game, where all points have a name."""
    game = tmp_path_factory.mktemp("mended") / "mended_examples.py"
    text = GAME.read_text("utf-8").replace("range(1, 11)", "range(1, 21)")
    game.write_text(text, "utf-8")
    return game


def line_of(word: str) -> int:
    return GAME.read_text("utf-8").partition(word)[0].count("\n") + 1


def test_what_fields_allow_and_fails_is_shown_with_entry_state_and_seed() -> None:
    said = check(str(GAME), "--entries", "60")
    failed = re.search(
        r"careful_examples\.py:(\d+): `accept`: KeyError: \d+\.\n    Why: .+\n    "
        r"Instead: .+\n    When: Player \d entered 'count' \{\"points\": \d+\}, with the options "
        r"\{'loud': \w+\}\. `--seed (\d)` plays it again\. The state was\n"
        r"        state\.seats = \('Player 1', .+\)\n(        state\.\w+ = .+\n)*",
        said,
    )
    assert failed is not None, said
    assert int(failed[1]) == line_of("SIZES[n]")
    again = check(str(GAME), "--entries", "60", "--seed", failed[2])
    assert failed[0] in again


def test_a_state_is_shown_with_both_ends_of_its_fields_and_never_all_of_them() -> None:
    count = SHOWN_AT_EACH_END
    long = make_dataclass("Long", [("letters", str)])("a" * count + "b" + "c" * count)
    [line] = _list_fields("state", long)
    assert line == f"state.letters = '{'a' * (count - 1)} … {'c' * (count - 1)}'"
    inside = make_dataclass(
        "Inside", [("first", Card), ("last", int, field(default=3))]
    )
    assert [*_list_fields("state", inside(card("AS")))] == ["state.first = <AS>"]


def test_lines_and_options_that_never_ran_are_told(mended: Path) -> None:
    said = check(str(mended), "--entries", "600")
    assert "Nothing is wrong with Careful Examples" in said
    line = line_of("n = 1\n")
    assert f"Lines of {mended} that never ran: {line}." in said
    assert "Worth a look:" in said
    assert "In no match the option 'loud' was read." in said


@pytest.mark.slow
def test_a_line_that_raises_and_never_ran_is_told(mended: Path, tmp_path: Path) -> None:
    raising = "    if n > 20:\n        raise LookupError(n)\n    if n < 1:"
    text = mended.read_text("utf-8").replace("    if n < 1:", raising)
    (game := tmp_path / "raising.py").write_text(text, "utf-8")
    line = text.partition("raise LookupError")[0].count("\n") + 1
    said = check(str(game), "--entries", "60")
    assert f"never ran: {line}, {line + 2}." in said, said


@pytest.mark.slow
def test_a_value_of_an_option_that_no_match_had_is_told(mended: Path) -> None:
    said = check(str(mended), "--entries", "30", "--seed", "1")
    assert "No match was played with 'loud': True." in said


def test_after_a_long_check_it_is_told_which_hook_took_most_of_it() -> None:
    looks = Counter({"`accept` (game.py:9)": 150, "`scene` (game.py:30)": 50})
    [told] = describe_slow(looks)
    assert told == "The game took 100 s; in 75% of them `accept` (game.py:9) ran."
    assert not [*describe_slow(Counter({"`accept` (game.py:9)": 100}))]


def test_a_choice_that_nobody_took_is_told(mended: Path, tmp_path: Path) -> None:
    text = mended.read_text("utf-8")
    asked = '    return (Prompt("count", state.seats, say("Count"), fields=(points,)),)'
    tone = 'Field("tone", "choice", say("Tone"), choices=("soft", "loud", "shrill"))'
    assert asked in text
    text = text.replace(asked, f"    tone = {tone}\n{asked}")
    text = text.replace("fields=(points,)", "fields=(points, tone)")
    first, then = text.split("-> Accepted:\n")
    refusal = "Refused(Ruling({'legal': False}, say('Too loud'), (RULES.cite('score', 'It is.'),)))"
    refuses = (
        f"    if entry.given.choice('tone') == 'shrill':\n        return {refusal}\n"
    )
    text = f"{first}-> Accepted | Refused:\n{refuses}{then}"
    game = tmp_path / "never_shrill.py"
    game.write_text(
        text.replace("    Question,", "    Question,\n    Refused,"), "utf-8"
    )
    said = check(str(game), "--entries", "60")
    assert "In no match 'count' was entered with: shrill." in said


def test_each_choice_is_taken_about_as_often() -> None:
    words = tuple("abcdefgh")
    asked = Field("contract", "choice", say("Contract"), choices=words)
    prompt = Prompt("deal", ("Ana",), say("The deal"), fields=(asked,))
    player = RandomPlayer(Random(1), ("Ana",))
    times = Counter[str]()
    for _ in range(80):
        kind, seat, data = player.choose([prompt], ["Ana"])
        player.note(kind, seat, data, ())
        times[data["contract"]] += 1
    assert max(times.values()) - min(times.values()) <= 3
