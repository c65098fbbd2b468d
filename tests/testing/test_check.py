"""`referee check`: each of these broken games is found out, with file and line; a sound
one is not.
"""

import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from referee.commandline import main
from referee.testing.all_checks import CHECKS, each_once, find_flaws, flaws_in
from referee.testing.checks.check_declarations import HOOKS
from referee.testing.checks.check_play import LONG
from referee.testing.checks.game_under_check import CheckedGame
from referee.testing.find_games import find_games
from referee.testing.flaw import Flaw

pytestmark = pytest.mark.slow

BROKEN = Path(__file__).parent / "broken"
SOUND = Path(__file__).parents[1] / "toy_games/highest_card.py"
GAMES = sorted(path for path in BROKEN.iterdir() if path.name != "__pycache__")
MARK = re.compile(r"# (?P<how>wrong|worth a look): (?P<what>.+)")
HERE = tuple(name for name in CHECKS if name != "processes")
"""Processes for each of these games would take long: some of them are looked at so."""
ELSEWHERE = ("by_chance", "goes_by_a_hash", "goes_through_a_set")
FEW = 40
MORE = 150
"""So many entries show everything that is wrong with these; more of them, that a game
grows slower with each.
"""


@dataclass(frozen=True)
class Marked:
    """A line that is marked as wrong, gravely or not, with what is said of it; in a
    catalogue that below the mark.
    """

    path: Path
    line: int
    what: str
    grave: bool


def marked(game: Path) -> list[Marked]:
    files = (
        [game]
        if game.is_file()
        else [path for path in game.rglob("*.*") if path.suffix in (".py", ".po")]
    )
    return [
        Marked(
            path,
            number + (path.suffix == ".po"),
            found["what"],
            found["how"] == "wrong",
        )
        for path in files
        for number, text in enumerate(path.read_text("utf-8").splitlines(), 1)
        if (found := MARK.search(text)) is not None
    ]


@pytest.fixture(scope="module", autouse=True)
def imported_for_these_tests_only() -> Iterator[None]:
    modules = dict(sys.modules)
    path = [*sys.path]
    yield
    for name in set(sys.modules) - set(modules):
        del sys.modules[name]
    sys.path[:] = path


@cache
def flaws(game: Path) -> list[Flaw]:
    # Another test may have imported a game of that name.
    for name in [name for name in sys.modules if name.partition(".")[0] == game.stem]:
        del sys.modules[name]
    entries = MORE if game.stem == "goes_through_all" else FEW
    return [flaw for found in find_games(str(game), entries) for flaw in told(found)]


def told(found: CheckedGame | Flaw) -> list[Flaw]:
    if isinstance(found, Flaw):
        return [found]
    checks = CHECKS if found.game.__name__ in ELSEWHERE else HERE
    return each_once(find_flaws(found, checks))


@pytest.mark.parametrize("game", GAMES, ids=lambda path: path.stem)
def test_what_is_wrong_with_a_game_is_found_where_it_stands_with_why_and_what_to_write_instead(
    game: Path,
) -> None:
    [wrong] = marked(game)
    there = [
        flaw
        for flaw in flaws(game)
        if (Path.cwd() / flaw.where) == Path(f"{wrong.path}:{wrong.line}")
    ]
    told = [flaw for flaw in there if flaw.grave is wrong.grave]
    assert any(wrong.what in flaw.what for flaw in told), [
        str(flaw) for flaw in flaws(game)
    ]
    for flaw in flaws(game):
        assert flaw.check in {*CHECKS, "import"}
        assert re.fullmatch(r".+:\d+", flaw.where), flaw
        assert flaw.what, flaw
        assert flaw.why.endswith("."), flaw
        assert flaw.instead.endswith((".", "?")), flaw


def test_what_can_be_shown_and_not_be_meant_is_told() -> None:
    told = " ".join(flaw.what for flaw in flaws(BROKEN / "cannot_be_meant.py"))
    for wrong in (
        "'mood' has no `choices`",
        "'rounds' is in `named_by`",
        "'resolve_trick' rules on more than one",
    ):
        assert wrong in told


@pytest.mark.parametrize(
    "name",
    [
        "winner_from_elsewhere",
        "unmarked_reveal",
        "changes_its_state",
        "played_by_nobody",
    ],
)
def test_what_happens_to_many_names_or_in_many_checks_is_told_once(name: str) -> None:
    assert len(flaws(BROKEN / f"{name}.py")) == 1


def test_two_flaws_of_one_line_are_both_told_though_they_are_put_right_alike(
    tmp_path: Path,
) -> None:
    pieces = (
        '\n\ndef _told(seat):\n    return say(f"{seat} wins."), say(f"{seat} plays '
        'on.")\n'
    )
    game = tmp_path / "in_pieces.py"
    game.write_text(SOUND.read_text("utf-8") + pieces, "utf-8")
    assert [flaw.what for flaw in flaws(game)] == [
        f"The template f'{{seat}} {does}.' is built from pieces."
        for does in ("wins", "plays on")
    ]


def test_a_sound_game_has_no_flaw() -> None:
    assert flaws(SOUND) == []


@pytest.mark.parametrize(
    "name", ["called_off", "first_slap", "heads_or_tails", "kitchen_hearts"]
)
def test_nothing_is_wrong_with_strangers_small_games(name: str) -> None:
    assert [flaw for flaw in flaws(SOUND.with_name(f"{name}.py")) if flaw.grave] == []


EXAMPLE = """

@hookimpl
def example(prompt, random):
    ours = random.randint(0, 26)
    return {"ours": ours, "theirs": 26 - ours}
"""


def test_a_game_whose_fields_depend_on_each_other_is_played_by_its_own_examples(
    tmp_path: Path,
) -> None:
    """The same game that nobody can play at random, and what it says could be entered."""
    game = tmp_path / "can_be_met.py"
    game.write_text((BROKEN / "cannot_be_met.py").read_text("utf-8") + EXAMPLE, "utf-8")
    assert [flaw for flaw in flaws(game) if flaw.grave] == []


def test_what_fails_by_mistake_is_put_right_in_its_line_and_what_is_refused_where_it_may_be(
    tmp_path: Path,
) -> None:
    raises = "\n\n@hookimpl\ndef begin(setting):\n    raise {}\n"
    sound = SOUND.read_text("utf-8").replace(
        "Values,", "Values, WrongFieldsError, FieldError,", 1
    )
    said = {}
    mistakes = {
        "mistake": "TypeError('max')",
        "slip": "Values({'target': 2}).number('taget')",
        "type": "Values({'n': 2}, types={'n': 'number'}).seat('n')",
        "lookup": "{}['target']",
        "case": "ValueError('x')",
        "accessor": "Values({'target': 2}).nubmer('target')",
    }
    for name, raised in {
        **mistakes,
        "refusal": "WrongFieldsError(FieldError('a', say('b')))",
    }.items():
        game = tmp_path / f"raises_a_{name}.py"
        game.write_text(sound + raises.format(raised), "utf-8")
        said[name] = {flaw.instead for flaw in flaws(game)}
    assert said["mistake"] == {
        "Put this line right; `referee docs names` lists all names."
    }
    [case] = said["case"]
    assert case.startswith("This line fails with what the hook was given.")
    assert said["accessor"] == {
        "Write `number`: a value of the type `Values` has no `nubmer`."
    }
    assert said["slip"] == {"Write `target`."}
    assert said["type"] == {'Write `number("n")`.'}
    [lookup] = said["lookup"]
    assert lookup.startswith("Look up in this line only what is there;")
    assert all(
        "only accept, answer, resolve_trick, score_round may raise" in one
        for one in said["refusal"]
    )


REMEMBERS = """
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *

LAID, STATES = {}, []


@hookimpl
def clashes(state, entries, ask):
    STATES.append(state)  # no other has its id from now on
    for entry in entries:
        if LAID.setdefault((KEY, entry.given.card("card")), entry.seat) != entry.seat:
            return (Ruling({"legal": False, "clash": (), "seats": (entry.seat,)}, say("Taken."), (ONCE,)),)
    return highest_card.clashes(state, entries, ask)
"""


def test_a_clash_with_what_lies_sealed_elsewhere_is_found(tmp_path: Path) -> None:
    (game := tmp_path / "clashes_with_others.py").write_text(
        REMEMBERS.replace("KEY", "id(state)"), "utf-8"
    )
    [found] = find_games(str(game), FEW)
    assert isinstance(found, CheckedGame)
    [flaw] = flaws_in(found, "secrets")
    assert flaw.what == "What was taken before is not taken any more: Taken."


def test_what_a_module_remembers_of_other_matches_is_found_in_another_process(
    tmp_path: Path,
) -> None:
    (game := tmp_path / "clashes_with_others_for_ever.py").write_text(
        REMEMBERS.replace("KEY", "None"), "utf-8"
    )
    [found] = find_games(str(game), FEW)
    assert isinstance(found, CheckedGame)
    [flaw] = flaws_in(found, "processes")
    assert flaw.what.endswith("answers something else in another process.")


def check(*words: str) -> Result:
    return CliRunner().invoke(main, ["check", *words, "--entries", "30"])


def test_the_command_says_all_that_is_wrong_and_exits_with_one() -> None:
    said = check(str(BROKEN / "no_such_value.py"))
    assert said.exit_code == 1
    assert re.search(
        r"no_such_value\.py:\d+: The template '{seta} wins.' has no value for seta\.\n "
        r"   Why: ",
        said.stdout,
    )
    assert said.stdout.endswith("\n1 flaw.\n")


def test_where_nothing_is_wrong_it_says_what_was_tried_and_exits_with_zero() -> None:
    said = check(str(SOUND))
    assert said.exit_code == 0
    assert re.match(
        r"Nothing is wrong with Highest Card: \d+ entries were made at random, in \d+ "
        r"matches\.",
        said.stdout,
    )


def test_an_installed_game_is_called_by_its_id() -> None:
    assert check("score-pad").stdout.startswith("Nothing is wrong with Score Pad")


def test_as_json_each_flaw_has_its_parts() -> None:
    [flaw] = json.loads(check(str(BROKEN / "no_scene.py"), "--json").stdout)
    assert flaw.keys() == {
        "check",
        "where",
        "what",
        "why",
        "instead",
        "grave",
        "when",
        "seats",
        "times",
    }
    assert flaw["check"] == "hooks"


def test_what_a_game_prints_is_no_part_of_what_is_told(tmp_path: Path) -> None:
    game = tmp_path / "prints.py"
    text = SOUND.read_text("utf-8").replace(
        "    plays = Field(", "    print('Asked.')\n    plays = Field("
    )
    game.write_text(f"{text}\nprint('Imported.')\n", "utf-8")
    said = run("check", str(game), "--json", "--entries", "30")
    flaws = json.loads(said.stdout)
    assert {flaw["what"] for flaw in flaws} == {"It uses `print`."}
    assert said.stderr.startswith("Imported.\nAsked.\n")
    assert said.stderr.count("Asked.") == 1


def test_a_game_that_prints_as_its_process_ends_is_not_blamed(tmp_path: Path) -> None:
    game = tmp_path / "says_goodbye.py"
    text = SOUND.read_text("utf-8")
    game.write_text(
        f"{text}\nimport atexit, os\n\natexit.register(lambda: os.write(1, b'Bye.'))\n",
        "utf-8",
    )
    assert json.loads(check(str(game), "--json").stdout) == []


def test_what_is_no_game_is_told_with_where_to_look() -> None:
    said = check("no-such-game")
    assert said.exit_code == 2
    assert "No installed game is called 'no-such-game'" in said.stderr
    assert "`referee games` lists" in said.stderr


def test_a_project_is_checked_as_it_stands_where_an_older_one_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = SOUND.read_text("utf-8")
    for folder, title in (("installed", "As It Was"), ("own", "As It Is")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a_checked_game.py").write_text(
            game.replace('"Highest Card"', f'"{title}"'), "utf-8"
        )
    monkeypatch.syspath_prepend(tmp_path / "installed")
    (tmp_path / "own" / "pyproject.toml").write_text(
        '[project.entry-points.referee]\nhighest-card = "a_checked_game"\n'
    )
    [found] = find_games(str(tmp_path / "own"))
    assert isinstance(found, CheckedGame)
    assert found.rulebook.game.title == "As It Is"


COMMAND = "from referee.commandline import main; main()"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", COMMAND, *words], capture_output=True, text=True
    )


HANGS = (
    "setattr(__import__('referee.time_limit', fromlist=['']), 'SECONDS', 0.1); "
    "__import__('threading').Event().wait()"
)
"""The time limit becomes short only where nothing else is to come: a busy machine may
take its time until then.
"""

LOOPS = HANGS.replace(
    "__import__('threading').Event().wait()", "[None for _ in iter(int, 1)]"
)

HOOK = """

@hookimpl
def {hook}({takes}):
    {line}
"""


@pytest.mark.parametrize("line", [HANGS, LOOPS], ids=["waits", "loops"])
@pytest.mark.parametrize("hook", ["", "describe_game", "reveal"])
def test_a_game_that_hangs_is_told_with_its_line_by_a_command_that_ends(
    tmp_path: Path, hook: str, line: str
) -> None:
    takes = ", ".join(inspect.signature(HOOKS[hook]).parameters) if hook else ""
    text = SOUND.read_text("utf-8") + (
        HOOK.format(hook=hook, takes=takes, line=line) if hook else f"\n{line}\n"
    )
    (game := tmp_path / "hangs.py").write_text(text, "utf-8")
    said = check(str(game))
    begin = f"`{hook}` hangs" if hook else "It cannot be imported"
    place = text.splitlines().index(f"    {line}" if hook else line) + 1
    assert (
        f"{game}:{place}: {begin}: it was still at it after 0.1 seconds." in said.stdout
    )
    assert (said.exit_code, said.stdout.count(str(game))) == (1, 1)


ENDLESS_RULE = f"""
from referee import HouseRule, hookimpl

@hookimpl
def describe_house_rule():
    return HouseRule("endless", "highest-card", "Endless", "It goes on and on.")

@hookimpl(wrapper=True)
def resolve_trick(given):
    ruling = yield
    {HANGS}
"""


@pytest.mark.parametrize(
    ("rule", "place"),
    [
        (ENDLESS_RULE, 11),
        (ENDLESS_RULE.replace("return HouseRule", f"{HANGS}\n    return HouseRule"), 6),
    ],
    ids=["in a match", "describing itself"],
)
def test_a_house_rule_with_an_endless_loop_is_told_with_its_line(
    tmp_path: Path, rule: str, place: int
) -> None:
    project_with(tmp_path, "highest-card")
    (file := tmp_path / "a_rule_beside_it.py").write_text(rule, "utf-8")
    said = check(str(tmp_path))
    assert f"{file}:{place}: " in said.stdout
    assert "hangs: it was still at it after 0.1 seconds." in said.stdout


OVER = "    over: bool = False\n"


@pytest.mark.parametrize(
    ("method", "others"), [("__repr__", ""), ("__eq__", ", other")]
)
def test_a_state_that_cannot_be_looked_at_to_the_end_is_told_with_its_line(
    tmp_path: Path, method: str, others: str
) -> None:
    text = SOUND.with_name("called_off.py").read_text("utf-8")
    endless = text.replace(
        OVER, f"{OVER}\n    def {method}(self{others}):\n        {HANGS}\n"
    )
    (game := tmp_path / f"endless{method}.py").write_text(endless, "utf-8")
    line = endless.splitlines().index(f"        {HANGS}") + 1
    assert (
        f"{game}:{line}: `{method}` hangs: it was still at it after 0.1 seconds."
        in check(str(game)).stdout
    )


@pytest.mark.parametrize("line", ["raise KeyboardInterrupt", "import os; os._exit(0)"])
def test_a_game_that_ends_the_program_is_told_from_one_that_has_no_flaw(
    tmp_path: Path, line: str
) -> None:
    (game := tmp_path / "ends_it.py").write_text(f"{line}\n", "utf-8")
    said = check(str(game))
    assert said.exit_code == 1
    assert f"{game}:1: It ended the process that checked it" in said.stdout


MILLION = """

@hookimpl
def scene(state):
    return replace(highest_card.scene(state), facts={facts})


@hookimpl
def begin(setting):
    return {state}
"""


@pytest.mark.parametrize(
    ("hook", "facts", "state"),
    [
        (
            "scene",
            '(Fact(say("All"), say("{n}", n=tuple(range(400_000)))),)',
            "highest_card.begin(setting)",
        ),
        (
            "begin",
            "()",
            (
                "replace(highest_card.begin(setting), points=dict.fromkeys(map(str, "
                "range(300_000)), 0))"
            ),
        ),
    ],
)
def test_what_is_too_large_to_be_played_with_is_told_once_and_nothing_else_is_looked_at(
    tmp_path: Path, hook: str, facts: str, state: str
) -> None:
    begins = (
        "from dataclasses import replace\nfrom referee import Fact\n"
        "from tests.toy_games import highest_card\n"
    )
    text = (
        f"{begins}from tests.toy_games.highest_card import "
        f"*\n{MILLION.format(facts=facts, state=state)}"
    )
    (game := tmp_path / f"large_in_{hook}.py").write_text(text, "utf-8")
    [flaw] = flaws(game)
    assert re.fullmatch(
        rf"`{hook}`: written out, its answer has [\d,]+ characters\.", flaw.what
    )
    assert (
        f"def {hook}(" in text.splitlines()[int(flaw.where.rpartition(":")[2])]
    )  # below the mark


CALLS_ITSELF = """

@hookimpl
def reveal(state, entries, ask):
    ask("trick", plays={one.seat: one.given.card("card") for one in entries})
    return reveal(state, entries, ask)
"""


def test_a_hook_that_calls_itself_without_end_is_told_in_its_file(
    tmp_path: Path,
) -> None:
    """How deep it got, and so in which of its lines it failed, depends on who called
    it.
    """
    (game := tmp_path / "calls_itself.py").write_text(
        SOUND.read_text("utf-8") + CALLS_ITSELF, "utf-8"
    )
    told = flaws(game)
    assert any("RecursionError" in flaw.what for flaw in told)
    assert all(flaw.where.startswith(f"{game}:") for flaw in told)


def test_a_sentence_that_is_formatted_is_built_from_pieces_too(tmp_path: Path) -> None:
    game = tmp_path / "formatted.py"
    sound = SOUND.read_text("utf-8")
    game.write_text(
        sound.replace('say("{seat} wins."', 'say("{} wins.".format("{seat}")'), "utf-8"
    )
    [flaw] = flaws(game)
    assert not flaw.grave
    assert "The template '{} wins.'.format('{seat}') is built from pieces" in flaw.what


@pytest.mark.parametrize("hook", ["clashes", "prepare_table"])
def test_a_hook_that_may_be_missing_and_is_not_marked_is_worth_a_look(
    tmp_path: Path, hook: str
) -> None:
    game = tmp_path / f"unmarked_{hook}.py"
    game.write_text(
        f"from tests.toy_games.highest_card import *\n\n\ndef {hook}():\n    return ()\n",
        "utf-8",
    )
    [flaw] = flaws(game)
    assert not flaw.grave
    assert flaw.what == f"The function `{hook}` is no hook: it is not marked as one."
    assert flaw.where.endswith(f"unmarked_{hook}.py:4")


def test_a_hook_that_is_marked_and_no_function_is_told_in_its_line(
    tmp_path: Path,
) -> None:
    game = tmp_path / "remembers_its_scenes.py"
    text = SOUND.read_text("utf-8").replace(
        "@hookimpl\ndef scene(", "@hookimpl\n@cache\ndef scene("
    )
    game.write_text(
        text.replace(
            "from dataclasses", "from functools import cache\nfrom dataclasses", 1
        ),
        "utf-8",
    )
    [flaw] = flaws(game)
    assert flaw.what == "`scene` is no function, but one of `_lru_cache_wrapper`."
    assert text.splitlines()[int(flaw.where.rpartition(":")[2]) - 2] == "@hookimpl"


@pytest.mark.parametrize(
    ("mark", "encoding"), [("# coding: latin-1\n", "latin-1"), ("", "utf-8-sig")]
)
def test_a_game_is_read_in_the_encoding_that_it_has(
    tmp_path: Path, mark: str, encoding: str
) -> None:
    game = tmp_path / f"in_{encoding.replace('-', '_')}.py"
    broken = (
        (BROKEN / "no_such_value.py")
        .read_text("utf-8")
        .replace("Nobody", "Niemand, außer")
    )
    game.write_text(mark + broken, encoding)
    assert any("has no value for seta" in flaw.what for flaw in flaws(game))


# Projects

PROJECT = """
[project.entry-points.referee]
highest-card = "a_game_of_a_project"

[project.entry-points."referee.house_rules"]
highest-card-low = "a_rule_beside_it"
"""
RULE = """
from referee import HouseRule, hookimpl

@hookimpl
def describe_house_rule():
    return HouseRule("low", "GAME", "Low", "Low wins.")
"""


def project_with(tmp_path: Path, game: str) -> Path:
    (tmp_path / "pyproject.toml").write_text(PROJECT, "utf-8")
    (tmp_path / "a_game_of_a_project.py").write_text(
        "from tests.toy_games.highest_card import *\n", "utf-8"
    )
    (tmp_path / "a_rule_beside_it.py").write_text(RULE.replace("GAME", game), "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("game", "what"),
    [
        ("highest-card", "It changes nothing."),
        ("whist", "It is a house rule for 'whist', not for"),
    ],
)
def test_a_house_rule_in_a_module_beside_its_game_is_checked_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, what: str
) -> None:
    for name in ("a_game_of_a_project", "a_rule_beside_it"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    [found] = find_games(str(project_with(tmp_path, game)), FEW)
    assert isinstance(found, CheckedGame)
    assert any(flaw.what.startswith(what) for flaw in flaws_in(found, "house rules"))


def test_a_house_rule_for_another_installed_game_is_checked_with_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a_game_of_a_project", "a_rule_beside_it"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    found = list(find_games(str(project_with(tmp_path, "score-pad")), FEW))
    assert [
        (one.id, [*one.house_rules]) for one in found if isinstance(one, CheckedGame)
    ] == [
        ("highest-card", []),
        ("score-pad", ["highest-card-low"]),
    ]


def test_a_house_rule_in_the_package_of_its_game_is_checked_with_it(
    tmp_path: Path,
) -> None:
    package = tmp_path / "a_package_with_a_rule"
    (package / "house_rules").mkdir(parents=True)
    (package / "__init__.py").write_text(
        "from tests.toy_games.highest_card import *\n", "utf-8"
    )
    rule = RULE.replace("GAME", "highest-card")
    (package / "house_rules" / "low.py").write_text(rule, "utf-8")
    [found] = find_games(str(package), FEW)
    assert isinstance(found, CheckedGame)
    [flaw] = flaws_in(found, "house rules")
    assert flaw.what.startswith("It changes nothing.")
    assert flaw.where.endswith("low.py:1")


def test_a_house_rule_alone_is_no_game(tmp_path: Path) -> None:
    (file := tmp_path / "a_rule_alone.py").write_text(
        RULE.replace("GAME", "highest-card"), "utf-8"
    )
    [flaw] = flaws(file)
    assert flaw.what == "This is a house rule: check the project."
    assert flaw.where.endswith("a_rule_alone.py:4")


SWAPS = """
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *


@hookimpl
def prompts(state):
    parts = tuple(Field(name, "number", say("Part"), min=0, max=999) for name in ("one", "other"))
    swap = Prompt("swap", state.seats, say("Swap"), fields=parts, optional=True)
    return () if state.over else (*highest_card.prompts(state), swap)


@hookimpl
def accept(state, entry, ask):
    if entry.kind == "gather":
        return highest_card.accept(state, entry, ask)
    if entry.given.number("one") + entry.given.number("other") == 1234:
        return Accepted(state)
    return Refused(Ruling({"legal": False}, say("That is no swap."), (ONCE,)))
"""
HOW_TO_SWAP = """

@hookimpl
def example(prompt, random):
    return {"one": 500, "other": 734} if prompt.kind == "swap" else None
"""


def test_what_was_never_entered_at_random_is_worth_a_look_until_the_game_says_how(
    tmp_path: Path,
) -> None:
    said = {}
    for name, text in (("left_out", SWAPS), ("entered", SWAPS + HOW_TO_SWAP)):
        (game := tmp_path / f"{name}.py").write_text(text, "utf-8")
        [found] = find_games(str(game), LONG)
        assert isinstance(found, CheckedGame)
        said[name] = flaws_in(found, "play")
    assert said["entered"] == []
    [flaw] = said["left_out"]
    assert not flaw.grave
    assert re.fullmatch(
        r"Nobody ever entered 'swap': it was asked for [\d,]+ times, and refused: "
        r"That is no swap\.",
        flaw.what,
    )
    assert flaw.where.endswith(
        f"left_out.py:{line_of(tmp_path / 'left_out.py', 'swap')}"
    )


def line_of(file: Path, word: str) -> int:
    """The first line with this word in quotes."""
    return next(
        number
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if f'"{word}"' in line
    )


AGAIN = """

@hookimpl
def reveal(state, entries, ask):
    return Accepted(state)
"""


def test_where_no_match_comes_to_its_end_that_is_worth_a_look(tmp_path: Path) -> None:
    game = tmp_path / "goes_on_and_on.py"
    game.write_text(SOUND.read_text("utf-8") + AGAIN, "utf-8")
    [found] = find_games(str(game), LONG)
    assert isinstance(found, CheckedGame)
    assert [flaw.what for flaw in flaws_in(found, "play") if "over" in flaw.what] == [
        f"No match is over: {sum(match.entries_taken for match in found.matches):,} entries "
        "were made at random, "
        f"in {len(found.matches)} matches."
    ]


def test_a_fault_in_what_describes_the_game_is_placed_in_the_game(
    tmp_path: Path,
) -> None:
    game = tmp_path / "misdescribed.py"
    text = SOUND.read_text("utf-8").replace("players=(2, 3, 4)", "players=4")
    game.write_text(text, "utf-8")
    told = check(str(game)).stdout
    assert told.startswith(f"{game}:")
    assert "what stands for its players is an int, not a tuple" in told
