"""`referee check` of movements: each mistake is told with its line, and what to write."""

import re
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from referee import Meeting, PlayedRound
from referee.commandline import main
from referee.plugin.discovery import MOVEMENTS, beside
from referee.plugin.loose_games import loose_points
from referee.plugin.movements import find_movement
from referee.testing.all_checks import each_once
from referee.testing.checks.check_movement import CheckedMovement
from referee.testing.find_games import find_games
from referee.testing.flaw import Flaw

pytestmark = pytest.mark.usefixtures("imported_for_this_test_only")

GUIDE = Path(__file__).parents[2] / "docs" / "writing-a-movement.md"
TOYS = Path(__file__).parents[1] / "toy_movements"
MITCHELL = (TOYS / "mitchell.py").read_text("utf-8")
OURS = ("individual", "progressive", "round-robin", "series", "swiss")

MISTAKES = {
    "misspelt hook": (
        "def count_rounds(",
        "def count_round(",
        "There is no hook `count_round`.",
        "Call it `count_rounds`.",
    ),
    "argument of its own": (
        "def count_rounds(entrants: int)",
        "def count_rounds(people: int, entrants: int = 0)",
        "takes `people`, which it is not given",
        "def count_rounds(entrants)",
    ),
    "no hook": (
        "@hookimpl\ndef count_rounds(",
        "def count_rounds(",
        "The function `count_rounds` is no hook: it is not marked as one.",
        "Write `@hookimpl` above it",
    ),
    "a table for one": (
        "at_table=(2,)",
        "at_table=(1,)",
        "its at_table is (1,)",
        "(2,)",
    ),
    "a list": (
        "Seating(tuple(seated)",
        "Seating(seated",
        "its tables is a list, not a tuple",
        "Write `tuple(…)` round it.",
    ),
    "somebody left out": (
        "(*waiting, *late)",
        "tuple(waiting)",
        "It gives people no place: ",
        "Give each of `meeting.present` one place",
    ),
    "a size of table that it does not say": (
        "seated.append((north, east))",
        "seated.append((north, east, staying[0]))",
        "It seats 3 at a table instead of 2",
        "The description says `at_table=(2,)`: seat as many at each table",
    ),
    "at two tables": (
        "seated.append((north, east))",
        "seated.append((staying[0], east))",
        "It gives people more than one place: p0",
        "Give each of `meeting.present` one place",
    ),
    "somebody away": (
        "if north in meeting.present and east in meeting.present:",
        "if east is not None:",
        "It seats people who are not here: p",
        "Give each of `meeting.present` one place",
    ),
    "an exception": (
        "everybody = meeting.starters or meeting.present",
        "everybody = meeting.starters",
        "`seat_round`: ZeroDivisionError",
        "",
    ),
    "a misspelt name": (
        "meeting.starters or",
        "meeting.starter or",
        "has no attribute 'starter'",
        "Write `starters`",
    ),
    "too many rounds": (
        "return entrants // 2 if entrants > 1 else 0",
        "return entrants - 2",
        "`count_rounds`: it counts -2 rounds.",
        "Return 0 where the promise holds for no round.",
    ),
    "chance": (
        "turn = len(meeting.rounds) % tables",
        "turn = __import__('random').randrange(tables)",
        "it seats another round the second time",
        "Let a hook go by its arguments alone",
    ),
    "a change of lines": (
        "seated.append((north, east))",
        "seated.append((north, east) if turn % 2 else (east, north))",
        " changes to another line.",
        "Keep everybody at the same part of a table's seats.",
    ),
    "somebody without a table for ever": (
        "turn = len(meeting.rounds) % tables",
        "turn = 0",
        " sits out in each of 4 rounds.",
        "Go by `meeting.byes`",
    ),
    "no word of what is missed": (
        "(*waiting, *late), misses)",
        "(*waiting, *late))",
        " meet again in round ",
        'Return `misses=(say("Some meet again."),)` with this round.',
    ),
    "a sentence of pieces": (
        'say("Who plays has changed, so some have no opponent.")',
        'say(f"{len(late)} have no opponent.")',
        "is built from pieces",
        "Write one plain string",
    ),
}


def flaws_in(path: Path) -> list[str]:
    [checked] = find_games(str(path))
    assert isinstance(checked, CheckedMovement)
    return [str(flaw) for flaw in each_once(checked.find_flaws())]


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_strangers_mistake_is_told_once_in_its_file_with_what_to_write(
    tmp_path: Path, mistake: str
) -> None:
    right, wrong, what, instead = MISTAKES[mistake]
    assert right in MITCHELL
    path = tmp_path / f"mitchell_{mistake.replace(' ', '_')}.py"
    path.write_text(MITCHELL.replace(right, wrong), "utf-8")
    told = [flaw for flaw in flaws_in(path) if "Nobody could" not in flaw]
    told = [flaw for flaw in told if " misses its promise" not in flaw]
    assert len(told) == 1, told
    assert what.lower() in told[0].lower()
    assert re.match(rf".*{path.name}:\d+: ", told[0])
    assert instead in told[0]


@pytest.mark.parametrize(
    ("right", "wrong", "what"),
    [
        ("return rounds + 2 if", "return max(1, rounds) if", "misses nothing, and `"),
        ("return rounds + 2 if", "return rounds + 3 if", "no evening takes as many."),
        ("return rounds + 2 if", "return rounds + 22 if", "no evening takes as many."),
        ("if len(left) < 2:", "if not left:", "has no table, and it is not over."),
    ],
)
def test_a_knockout_that_takes_more_or_fewer_rounds_than_it_counts_is_told(
    tmp_path: Path, right: str, wrong: str, what: str
) -> None:
    text = (TOYS / "double_knockout.py").read_text("utf-8")
    assert right in text
    path = tmp_path / "double_knockout_changed.py"
    path.write_text(text.replace(right, wrong), "utf-8")
    [told] = flaws_in(path)
    assert what in told
    assert "double_knockout_changed.py:" in told


@pytest.mark.parametrize("id", OURS)
def test_nothing_is_gravely_wrong_with_ours(id: str) -> None:
    [checked] = find_games(id)
    assert isinstance(checked, CheckedMovement)
    assert [str(flaw) for flaw in checked.find_flaws() if flaw.grave] == []


@pytest.mark.parametrize("name", ["mitchell", "double_knockout"])
def test_a_strangers_movement_passes(name: str) -> None:
    [checked] = find_games(str(TOYS / f"{name}.py"))
    assert isinstance(checked, CheckedMovement)
    assert [str(flaw) for flaw in checked.find_flaws() if flaw.grave] == []


def check(*words: str) -> Result:
    return CliRunner().invoke(main, ["check", *words])


def save_from_guide(folder: Path, name: str) -> Path:
    text = GUIDE.read_text("utf-8")
    [code] = re.findall(rf"`{name}\.py`:\n\n```python\n(.*?)```", text, re.DOTALL)
    path = folder / f"{name}.py"
    path.write_text(code, "utf-8")
    return path


def test_the_movement_of_the_guide_knocks_out_and_passes(tmp_path: Path) -> None:
    path = save_from_guide(tmp_path, "knockout")
    ran = check(str(path))
    assert ran.exit_code == 0, ran.output
    assert ran.output.startswith("Nothing is wrong with Knockout: ")
    with beside(*loose_points(path)):
        four = ("a", "b", "c", "d")
        rules = find_movement("knockout")
        first = rules.seat_round(Meeting(four))
        assert first.tables == (("a", "b"), ("c", "d"))
        played = PlayedRound(first.tables, (), ("a", "d"))
        final = rules.seat_round(Meeting(four, (played,), starters=four))
        assert (final.tables, final.out) == ((("a", "d"),), ("b", "c"))


@pytest.mark.slow
def test_the_guides_mitchell_and_its_tests_pass_as_they_are_saved(
    tmp_path: Path,
) -> None:
    text = GUIDE.read_text("utf-8")
    for name, code in re.findall(
        r"`(\w+\.py)`:\n\n```python\n(.*?)```", text, re.DOTALL
    ):
        (tmp_path / name).write_text(code, "utf-8")
    assert (tmp_path / "mitchell.py").read_text("utf-8") == MITCHELL
    by_hand = text.split("from dataclasses import replace")[1].partition("```")[0]
    code = f"from dataclasses import replace{by_hand}".replace("\n", "\n    ")
    (tmp_path / "test_by_hand.py").write_text(f"def test_it():\n    {code}\n", "utf-8")
    points = text.rpartition("```toml\n")[2].partition("```")[0]
    (tmp_path / "pyproject.toml").write_text(
        f'[project]\nname = "x"\n{points}', "utf-8"
    )
    tested = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "4 passed" in tested.stdout, tested.stdout


def test_in_the_guides_whist_drive_ladies_move_up_and_gentlemen_down(
    tmp_path: Path,
) -> None:
    path = save_from_guide(tmp_path, "whist_drive")
    ran = check(str(path))
    assert ran.exit_code == 0, ran.output
    assert ran.output.startswith("Nothing is wrong with Whist drive: ")
    with beside(*loose_points(path)):
        rules = find_movement("whist-drive")
        people = tuple("abcdefghijkl")
        first = rules.seat_round(Meeting(people))
        assert first.tables[0] == ("a", "c", "b", "d")
        # At each table the first lady has won, with the gentleman opposite her.
        winners = [each for table in first.tables for each in table[::2]]
        played = PlayedRound(first.tables, (), tuple(winners))
        second = rules.seat_round(Meeting(people, (played,), starters=people))
        assert second.tables[0] == ("c", "e", "j", "d")
        assert not second.misses


def test_a_hook_that_hangs_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = MITCHELL.replace(
        "    tables = -(-len(everybody) // 2)",
        "    while everybody:\n        tables = -(-len(everybody) // 2)",
    )
    path = tmp_path / "hanging_mitchell.py"
    path.write_text(text, "utf-8")
    ran = check(str(path))
    assert ran.exit_code == 1
    assert "`seat_round` hangs" in ran.output
    assert "Let each loop here come to an end" in ran.output
    assert re.search(r"hanging_mitchell\.py:3\d: ", ran.output)


@pytest.mark.slow
def test_a_new_movement_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = CliRunner().invoke(main, ["new", "--movement", "club-knockout"])
    assert ran.exit_code == 0, ran.output
    assert "The movement is in club-knockout/club_knockout." in ran.output
    checked = check("club-knockout")
    assert checked.output.startswith("Nothing is wrong with Club Knockout: ")
    made = (tmp_path / "club-knockout").rglob("*")
    texts = [path for path in made if path.is_file() and path.suffix != ".pyc"]
    assert not [path for path in texts if "new_movement" in path.read_text("utf-8")]
    words = CliRunner().invoke(main, ["words", "club-knockout"])
    assert words.exit_code == 0, words.output
    assert "nothing to translate" in words.output
    tested = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path / "club-knockout",
        capture_output=True,
        text=True,
        check=False,
    )
    assert tested.returncode == 0, tested.stdout
    assert "3 passed" in tested.stdout


def test_two_movements_of_one_name_are_not_offered() -> None:
    points = [
        EntryPoint("mitchell", "tests.toy_movements.mitchell", MOVEMENTS),
        EntryPoint("mitchell", "tests.toy_movements.mitchell:describe", MOVEMENTS),
    ]
    with beside(*points):
        with pytest.raises(Exception, match="mitchell"):
            find_movement("mitchell")
        first = next(iter(find_games("mitchell")))
        assert isinstance(first, Flaw)
        assert first.what.startswith("Several that are installed are called 'mitchell'")


def test_a_folder_here_goes_before_an_installed_game_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spades").mkdir()
    (tmp_path / "spades" / "__init__.py").write_text("1 +", "utf-8")
    ran = check("spades")
    assert ran.exit_code == 1
    assert "This is the folder spades here, not the installed game" in ran.stderr
    assert "It cannot be imported: SyntaxError" in ran.stdout


def test_another_id_than_that_of_its_entry_point_is_told(tmp_path: Path) -> None:
    (tmp_path / "a_mitchell.py").write_text(MITCHELL, "utf-8")
    (tmp_path / "pyproject.toml").write_text(
        '[project.entry-points."referee.movements"]\nmitchel = "a_mitchell"\n', "utf-8"
    )
    [movement] = find_games(str(tmp_path))
    assert isinstance(movement, CheckedMovement)
    [flaw] = movement.find_flaws()
    assert (
        flaw.what == "The movement calls itself 'mitchell', its entry point 'mitchel'."
    )
    assert 'Write `mitchell = "a_mitchell"` in pyproject.toml' in flaw.instead
