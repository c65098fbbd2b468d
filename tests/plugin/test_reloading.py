"""Loose games that are worked on: why one cannot be loaded is told with its line, and a
save is seen.
"""

import os
from pathlib import Path

import pytest

from referee import time_limit
from referee.plugin.discovery import beside, installed, rulebook
from referee.plugin.reloading import hash_files, load_games, when_saved

pytestmark = pytest.mark.usefixtures("imported_for_this_test_only")

HIGHEST_CARD = (Path(__file__).parents[1] / "toy_games/highest_card.py").read_text(
    "utf-8"
)
PYPROJECT = '[project.entry-points.referee]\nhighest-card = "a_saved_project.game"\n'


def save(place: Path, text: str = HIGHEST_CARD) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, "utf-8")
    return place


@pytest.mark.parametrize(
    ("text", "what", "line"),
    [
        ("x = 1\ndef broken(:\n", "SyntaxError: invalid syntax", 2),
        ("x = 1\n\nx / 0\n", "ZeroDivisionError: division by zero", 3),
        ("import sys\nsys.exit(3)\n", "SystemExit: 3", 2),
        (
            "from referee import no_such_thing\n",
            "ImportError: cannot import name 'no_such_thing'",
            1,
        ),
        (
            "from referee import hookimpl\n@hookimpl\ndef describe_game():\n    return "
            "1 / 0\n",
            "ZeroDivisionError",
            4,
        ),
    ],
)
def test_what_cannot_be_loaded_says_where_and_the_others_are_loaded(
    tmp_path: Path, text: str, what: str, line: int
) -> None:
    file = save(tmp_path / "a_broken_game.py", text)
    [point], [failure] = load_games([file, save(tmp_path / "a_saved_game.py")])
    assert what in failure.what
    assert failure.where == f"{file}:{line}"
    assert failure.steps.splitlines()[-1].startswith(what.partition(":")[0])
    assert "/referee/plugin/" not in failure.steps
    assert point.name == "highest-card"


@pytest.mark.parametrize(
    ("right", "wrong", "what", "instead"),
    [
        (
            "rule_sections = sections_of",
            "rule_section = sections_of",
            "rule_section: There is no hook `rule_section`.",
            "Call it `rule_sections`.",
        ),
        (
            "def scene(state: State)",
            "def scene(state: State, seat: str)",
            "scene: `scene` takes `seat`, which it is not given.",
            "Write `def scene(state)`, or leave some out.",
        ),
    ],
)
def test_a_hook_that_nobody_would_call_is_told_in_its_line(
    tmp_path: Path, right: str, wrong: str, what: str, instead: str
) -> None:
    assert right in HIGHEST_CARD
    text = HIGHEST_CARD.replace(right, wrong)
    line = text[: text.index(wrong)].count("\n") + 1
    file = save(tmp_path / "a_game_with_a_hook_of_none.py", text)
    points, [failure] = load_games([file])
    assert points == []
    assert (failure.what, failure.instead) == (what, instead)
    # A function begins with what marks it.
    place, _, told = failure.where.rpartition(":")
    assert (place, int(told)) in ((str(file), line), (str(file), line - 1))


def test_a_misspelt_key_of_the_rules_is_told_with_its_file_and_section(
    tmp_path: Path,
) -> None:
    package = tmp_path / "a_game_of_rules"
    text = (
        'from referee import read_sections\nRULES = read_sections("x", __package__)\n'
    )
    save(package / "__init__.py", text)
    save(
        package / "rules.toml", '[[section]]\nid = "trick"\ntilte = "T"\ntext = "T."\n'
    )
    _, [failure] = load_games([package])
    assert "'tilte'" in failure.what
    assert failure.instead.startswith("In `rules.toml`, write `id`, `title`, ")
    assert "section 'trick'" in failure.instead


def test_a_game_that_hangs_is_left_and_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time_limit, "SECONDS", 1)
    file = save(
        tmp_path / "a_hanging_game.py", "import threading\n\nthreading.Event().wait()\n"
    )
    points, [failure] = load_games([file])
    assert points == []
    assert (failure.where, failure.what) == (
        f"{file}:3",
        "TimeLimitError: it was still at it after 1 seconds",
    )


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (
            PYPROJECT.replace("highest-card", "lowest-card"),
            "calls itself 'highest-card', its entry point 'lowest-card'",
        ),
        (
            PYPROJECT.replace('"a_saved_project', '"a_savd_project'),
            "is in 'a_savd_project', and nothing here is called so; 'a_saved_project'",
        ),
        ("[project", "cannot be read"),
        ("[project.entry-points]\nreferee = 5\n", "names no game"),
    ],
)
def test_a_project_that_names_no_game_as_it_is_says_so(
    tmp_path: Path, text: str, what: str
) -> None:
    save(tmp_path / "a_saved_project" / "__init__.py", "")
    save(tmp_path / "a_saved_project" / "game.py")
    save(tmp_path / "pyproject.toml", text)
    points, [failure] = load_games([tmp_path])
    assert points == []
    assert what in failure.what


def test_a_project_is_loaded_from_its_folder_where_an_older_one_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place, title in (("installed", "As It Was"), ("own", "As It Is")):
        save(tmp_path / place / "a_saved_project" / "__init__.py", "")
        save(
            tmp_path / place / "a_saved_project" / "game.py",
            HIGHEST_CARD.replace('"Highest Card"', f'"{title}"'),
        )
    monkeypatch.syspath_prepend(tmp_path / "installed")
    save(tmp_path / "own" / "pyproject.toml", PYPROJECT)
    points, _ = load_games([tmp_path / "own"])
    with beside(*points):
        assert rulebook("highest-card").game.title == "As It Is"


def test_a_game_stands_in_the_place_of_an_installed_one_with_its_id(
    tmp_path: Path,
) -> None:
    text = HIGHEST_CARD.replace('"highest-card"', '"faj"').replace(
        "highest-card#", "faj#"
    )
    points, _ = load_games([save(tmp_path / "a_saved_game.py", text)])
    with beside(*points):
        assert rulebook("faj").game.title == "Highest Card"
        assert "faj" not in installed().broken
    assert rulebook("faj").game.title != "Highest Card"


@pytest.mark.parametrize("place", ["a_saved_project/game.py", "a_saved_project", "."])
@pytest.mark.parametrize(
    "changed", ["a_saved_project/game.py", "a_saved_project/beside_it.py"]
)
def test_a_save_is_seen_in_the_file_and_in_those_beside_it(
    tmp_path: Path, place: str, changed: str
) -> None:
    save(tmp_path / "pyproject.toml", PYPROJECT)
    save(tmp_path / "a_saved_project" / "__init__.py", "")
    save(tmp_path / "a_saved_project" / "game.py")
    file = save(tmp_path / changed, "# One\n")
    before = when_saved([tmp_path / place])
    status = file.stat()
    save(file, "# Two\n")
    # Within one second, and of the same length.
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns + 1))
    assert when_saved([tmp_path / place]) != before


def test_catalogues_are_watched_and_what_an_editor_puts_beside_a_file_is_not(
    tmp_path: Path,
) -> None:
    package = save(tmp_path / "a_saved_package" / "__init__.py").parent
    before = when_saved([package])
    (package / ".#game.py").symlink_to("somebody@somewhere.4711")
    assert when_saved([package]) == before
    save(package / "locale" / "de.po", "")
    assert when_saved([package]) != before
    (package / "__init__.py").unlink()
    assert when_saved([package]) != before


def test_beside_a_file_only_what_it_imports_is_of_its_game(tmp_path: Path) -> None:
    game, imported, other = (
        save(tmp_path / f"{name}.py") for name in ("a_saved_game", "imported", "other")
    )
    rules = save(tmp_path / "rules.toml", "")
    assert set(hash_files([game], {str(imported)})) == {game, imported, rules}
    assert set(hash_files([tmp_path], ())) == {game, imported, other, rules}


def test_what_was_saved_as_it_was_is_the_same(tmp_path: Path) -> None:
    game = save(tmp_path / "a_saved_game.py")
    before = hash_files([game], ())
    save(game)
    assert hash_files([game], ()) == before
    save(game, "# Another\n")
    assert hash_files([game], ()) != before
