"""The trick game that `docs/writing-a-game.md` shows: as short as it says, whole, and right."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from referee import Ruling
from referee.plugin.rulebook import Rulebook
from referee.testing.played_match import PlayedMatch
from referee.testing.random_match import played_at_random

GUIDE = Path(__file__).parents[2] / "docs" / "writing-a-game.md"
SEATS = ("Ana", "Ben", "Cy", "Dee")


def code() -> str:
    found = [block for block in re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.S) if "Spade" in block]
    assert len(found) == 1
    return str(found[0])


@pytest.fixture(scope="module")
def game() -> ModuleType:
    module = ModuleType("spade_whist")
    exec(compile(code(), "spade_whist.py", "exec"), vars(module))
    return module


@pytest.fixture
def match(game: ModuleType) -> PlayedMatch:
    return PlayedMatch.begun(Rulebook(game), SEATS, "Dee")


def plays(cards: str) -> dict[str, str]:
    return dict(zip(SEATS, cards.split(), strict=True))


def trick(match: PlayedMatch, cards: str) -> tuple[Ruling, ...]:
    return tuple(match.enter("trick", plays=plays(cards)).rulings)


def test_it_has_no_more_than_forty_lines_and_every_type_is_right(tmp_path: Path) -> None:
    lines = [line for line in code().splitlines() if line.strip()]
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 120
    path = tmp_path / "spade_whist.py"
    path.write_text(code(), "utf-8")
    checked = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir", str(tmp_path), str(path)]
    ran = subprocess.run(checked, capture_output=True, text=True, check=False, cwd=GUIDE.parents[1])
    assert ran.returncode == 0, ran.stdout


def test_the_highest_spade_wins_else_the_suit_led(match: PlayedMatch) -> None:
    (first,) = trick(match, "9H KC TH 2H")
    assert str(first.summary) == "Cy wins the trick with the ten of hearts"
    (second,) = trick(match, "AD 2S KD QD")
    assert (
        second.verdict["winner"] == "Ben" and str(second.because[0].text) == "The two of spades is the highest trump."
    )


def test_the_winner_leads_the_next(match: PlayedMatch) -> None:
    trick(match, "9H 3H TH 2H")
    # Cy leads clubs, so the higher diamond of Ana does not win.
    (second,) = trick(match, "AD 4C 5C 6C")
    assert (second.verdict["suit_led"], second.verdict["winner"]) == ("C", "Dee")


def test_a_card_that_was_played_is_refused_with_the_trick(match: PlayedMatch) -> None:
    trick(match, "9H 3H TH 2H")
    ruling = match.refuses("trick", plays=plays("AD 3H KD QD"))
    assert str(ruling.because[0].text) == "Ben played it in trick 1."
    assert ruling.because[0].rule == "spade-whist#trick"


def test_a_card_named_twice_is_refused(match: PlayedMatch) -> None:
    refused = match.refuses("trick", plays=plays("AD AD KD QD"))
    assert str(refused.because[0].text) == "It is named twice, and there is only one."


def test_a_revoke_is_proven_with_both_tricks_and_costs_three(match: PlayedMatch) -> None:
    trick(match, "9H KC TH 2H")
    _, revoke = trick(match, "4H 3H 5H 6H")
    assert str(revoke.summary) == "Ben has not followed suit in trick 1"
    assert str(revoke.because[0].text) == (
        "In trick 1 Ben played the king of clubs, and had the three of hearts of the suit led,"
        " which is played in trick 2."
    )
    assert revoke.because[0].rule == "spade-whist#follow"


def test_it_is_played_to_the_end_by_its_prompts_alone(game: ModuleType) -> None:
    scene = played_at_random(Rulebook(game), 4, seed=3, most=500).history.scene
    assert scene.finished and scene.winners and scene.round == 4
