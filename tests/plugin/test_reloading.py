"""Loose games that are saved while they run: what was saved rules, and what cannot be loaded changes nothing."""

import os
import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest

from referee import time_limit
from referee.plugin.discovery import beside_found, installed, loading, rulebook
from referee.plugin.languages import language
from referee.plugin.reloading import LooseGames

pytestmark = pytest.mark.slow

HIGHEST_CARD = (Path(__file__).parents[1] / "highest_card.py").read_text("utf-8")
STRANGE = "[project.entry-points]\nreferee = 5\n"
PYPROJECT = '[project.entry-points.referee]\nhighest-card = "a_saved_project.game"\n'
CATALOGUE = (
    'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\nmsgid "Highest Card"\nmsgstr "{}"\n'
)
SECONDS = count(1_700_000_000)


@pytest.fixture(autouse=True)
def imported_for_this_test_only() -> Iterator[None]:
    modules, path = dict(sys.modules), [*sys.path]
    yield
    for name in set(sys.modules) - set(modules):
        del sys.modules[name]
    sys.path[:] = path


def save(place: Path, title: str = "Highest Card", text: str = "") -> Path:
    """Save a file, a second after the one before, so that no clock decides what is seen."""
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text or HIGHEST_CARD.replace('"Highest Card"', f'"{title}"'), "utf-8")
    os.utime(place, (second := next(SECONDS), second))
    return place


def titles(games: LooseGames) -> list[str]:
    with beside_found(lambda: games.points):
        return [rulebook(point.name).game.title for point in games.points]


def test_a_file_that_is_saved_rules_from_then_on(tmp_path: Path) -> None:
    games = LooseGames([file := save(tmp_path / "a_saved_game.py")])
    with beside_found(lambda: games.points):
        assert (games.look(), rulebook("highest-card").game.title) == (False, "Highest Card")
        save(file, "Highest Sword")
        assert (games.look(), rulebook("highest-card").game.title) == (True, "Highest Sword")
        assert games.failures == ()


def test_two_saves_of_one_second_and_one_length_are_two(tmp_path: Path) -> None:
    games = LooseGames([file := save(tmp_path / "a_saved_game.py", "Highest Card")])
    told = file.stat()
    save(file, "Longest Card"[:12])
    os.utime(file, ns=(told.st_atime_ns, told.st_mtime_ns + 1))
    assert games.look()
    assert titles(games) == ["Longest Card"]


def test_what_an_editor_puts_beside_a_file_is_no_hindrance(tmp_path: Path) -> None:
    games = LooseGames([file := save(tmp_path / "a_saved_game.py", "One")])
    (tmp_path / ".#a_saved_game.py").symlink_to("somebody@somewhere.4711")
    save(file, "Two")
    assert games.look()
    assert titles(games) == ["Two"]


def test_what_a_file_imports_from_beside_it_is_loaded_again_with_it(tmp_path: Path) -> None:
    save(tmp_path / "what_it_is_called.py", text='TITLE = "One"\n')
    text = HIGHEST_CARD.replace('"Highest Card"', "TITLE")
    file = save(
        tmp_path / "a_saved_game.py",
        text=text.replace("from referee", "from what_it_is_called import TITLE\nfrom referee", 1),
    )
    games = LooseGames([file])
    assert titles(games) == ["One"]
    save(tmp_path / "what_it_is_called.py", text='TITLE = "Two"\n')
    assert games.look()
    assert titles(games) == ["Two"]


@pytest.mark.parametrize("project", [True, False])
def test_a_package_is_loaded_again_with_all_its_modules(tmp_path: Path, project: bool) -> None:
    package = tmp_path / "src" / "a_saved_project"
    save(tmp_path / "pyproject.toml", text=PYPROJECT)
    save(package / "__init__.py", text="from a_saved_project.game import *\n")
    save(package / "game.py", "One")
    games = LooseGames([tmp_path if project else package])
    assert titles(games) == ["One"]
    save(package / "game.py", "Two")
    assert games.look()
    assert titles(games) == ["Two"]


def test_an_entry_point_that_is_added_to_a_project_is_found(tmp_path: Path) -> None:
    save(tmp_path / "pyproject.toml", text=PYPROJECT)
    save(tmp_path / "a_saved_project" / "__init__.py", text="\n")
    save(tmp_path / "a_saved_project" / "game.py", "One")
    save(tmp_path / "a_saved_project" / "other.py", text=HIGHEST_CARD.replace("highest-card", "other-card"))
    games = LooseGames([tmp_path])
    save(tmp_path / "pyproject.toml", text=PYPROJECT + 'other-card = "a_saved_project.other"\n')
    assert games.look()
    assert titles(games) == ["One", "Highest Card"]


def test_words_that_are_translated_meanwhile_are_spoken(tmp_path: Path) -> None:
    package = tmp_path / "a_saved_package"
    save(package / "__init__.py", text=HIGHEST_CARD)
    games = LooseGames([package])
    with beside_found(lambda: games.points):
        assert language("de").gettext("Highest Card") == "Highest Card"
        save(package / "locale" / "de.po", text=CATALOGUE.format("Höchste Karte"))
        assert games.look()
        assert language("de").gettext("Highest Card") == "Höchste Karte"


@pytest.mark.parametrize(
    ("text", "what", "line"),
    [
        ("x = 1\ndef broken(:\n", "SyntaxError: invalid syntax", 2),
        ("x = 1\n\nx / 0\n", "ZeroDivisionError: division by zero", 3),
        ("import sys\nsys.exit(3)\n", "SystemExit: 3", 2),
        ("from referee import no_such_thing\n", "ImportError: cannot import name 'no_such_thing'", 1),
        (
            "from referee import hookimpl\n@hookimpl\ndef describe_game():\n    return 1 / 0\n",
            "ZeroDivisionError",
            4,
        ),
    ],
)
def test_what_cannot_be_loaded_says_where_and_what_ran_before_runs_on(
    tmp_path: Path, text: str, what: str, line: int
) -> None:
    games = LooseGames([file := save(tmp_path / "a_saved_game.py")])
    with beside_found(lambda: games.points):
        before = rulebook("highest-card")
        module = sys.modules["a_saved_game"]
        save(file, text=text)
        assert games.look()
        [failure] = games.failures
        assert what in failure.what
        assert failure.where == f"{file}:{line}"
        assert failure.steps.splitlines()[-1].startswith(what.partition(":")[0])
        assert "/referee/plugin/" not in failure.steps
        assert rulebook("highest-card").game == before.game
        assert sys.modules["a_saved_game"] is module

        save(file, "Mended")
        assert games.look()
        assert games.failures == ()
        assert rulebook("highest-card").game.title == "Mended"


@pytest.mark.parametrize("text", ["[project", "project = 3", STRANGE, ""])
def test_a_project_that_cannot_be_read_for_a_moment_runs_on(tmp_path: Path, text: str) -> None:
    save(tmp_path / "pyproject.toml", text=PYPROJECT)
    save(tmp_path / "a_saved_project" / "__init__.py", text="\n")
    save(tmp_path / "a_saved_project" / "game.py", "One")
    games = LooseGames([tmp_path])
    save(tmp_path / "pyproject.toml", text=text or "\n")
    assert games.look()
    assert (len(games.failures), titles(games)) == (1, ["One"])
    (tmp_path / "pyproject.toml").write_bytes(b"\xff\xfe")
    assert games.look()
    assert (len(games.failures), titles(games)) == (1, ["One"])
    save(tmp_path / "pyproject.toml", text=PYPROJECT)
    assert games.look()
    assert (games.failures, titles(games)) == ((), ["One"])


def test_a_game_that_is_taken_away_runs_on(tmp_path: Path) -> None:
    package = tmp_path / "a_saved_package"
    save(package / "__init__.py", text=HIGHEST_CARD)
    games = LooseGames([package])
    (package / "__init__.py").unlink()
    package.rmdir()
    assert games.look()
    assert (len(games.failures), titles(games)) == (1, ["Highest Card"])


def test_modules_of_a_package_that_was_never_whole_are_not_kept(tmp_path: Path) -> None:
    package = tmp_path / "a_saved_package"
    save(package / "names.py", text='TITLE = "One"\n')
    save(package / "__init__.py", text="from a_saved_package import names\n1 / 0\n")
    games = LooseGames([package])
    assert (games.points, len(games.failures)) == ((), 1)
    assert not any(name.startswith("a_saved_package") for name in sys.modules)
    save(package / "names.py", text='TITLE = "Two"\n')
    game = HIGHEST_CARD.replace('"Highest Card"', "names.TITLE")
    save(
        package / "__init__.py", text=game.replace("from referee", "from a_saved_package import names\nfrom referee", 1)
    )
    assert games.look()
    assert titles(games) == ["Two"]


def test_a_game_whose_entry_point_has_another_name_is_refused_as_an_installed_one_is(tmp_path: Path) -> None:
    save(tmp_path / "pyproject.toml", text=PYPROJECT.replace("highest-card", "lowest-card"))
    save(tmp_path / "a_saved_project" / "__init__.py", text="\n")
    save(tmp_path / "a_saved_project" / "game.py")
    [failure] = LooseGames([tmp_path]).failures
    assert "the game calls itself 'highest-card', its entry point 'lowest-card'" in failure.what


HANGS = (
    "setattr(__import__('referee.time_limit', fromlist=['']), 'SECONDS', 0.2); __import__('threading').Event().wait()"
)
"""From here on nobody is waited for much longer, and this never ends."""


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(time_limit, "SECONDS", time_limit.SECONDS)
    with loading(time_limit.with_time_limit):
        yield


@pytest.mark.usefixtures("impatient")
def test_a_file_with_an_endless_loop_is_called_off_and_the_next_save_is_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    patient = time_limit.SECONDS
    games = LooseGames([file := save(tmp_path / "a_saved_game.py", "One")])
    save(file, text=f"{HIGHEST_CARD}\n{HANGS}\n")
    assert games.look()
    [failure] = games.failures
    assert failure.where == f"{file}:{HIGHEST_CARD.count(chr(10)) + 2}"
    assert failure.what == "TimeLimitError: it was still at it after 0.2 seconds"
    assert titles(games) == ["One"]
    monkeypatch.setattr(time_limit, "SECONDS", patient)
    save(file, "Two")
    assert games.look()
    assert (titles(games), games.failures) == (["Two"], ())


@pytest.mark.usefixtures("impatient")
def test_an_endless_loop_is_called_off_when_the_game_is_first_loaded_too(tmp_path: Path) -> None:
    games = LooseGames([save(tmp_path / "a_saved_game.py", text=f"{HANGS}\n")])
    assert [failure.what for failure in games.failures] == ["TimeLimitError: it was still at it after 0.2 seconds"]
    assert games.points == ()


def test_a_project_is_loaded_from_its_folder_where_an_older_one_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(tmp_path / "installed" / "a_saved_project" / "game.py", "As It Was")
    save(tmp_path / "installed" / "a_saved_project" / "__init__.py", text="\n")
    monkeypatch.syspath_prepend(tmp_path / "installed")
    import_module("a_saved_project.game")
    save(tmp_path / "own" / "pyproject.toml", text=PYPROJECT)
    save(tmp_path / "own" / "a_saved_project" / "__init__.py", text="\n")
    file = save(tmp_path / "own" / "a_saved_project" / "game.py", "As It Is")
    games = LooseGames([tmp_path / "own"])
    assert titles(games) == ["As It Is"]
    save(file, "As It Will Be")
    assert games.look()
    assert titles(games) == ["As It Will Be"]


def test_a_game_stands_in_the_place_of_an_installed_one_with_its_id(tmp_path: Path) -> None:
    text = HIGHEST_CARD.replace('"highest-card"', '"faj"').replace("highest-card#", "faj#")
    games = LooseGames([save(tmp_path / "a_saved_game.py", text=text)])
    with beside_found(lambda: games.points):
        assert rulebook("faj").game.title == "Highest Card"
        assert "faj" not in installed().broken
    assert rulebook("faj").game.title != "Highest Card"


def test_referee_itself_is_never_loaded_again(tmp_path: Path) -> None:
    import referee

    before = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "referee"}
    games = LooseGames([Path(referee.__file__).parent])
    assert len(games.failures) == 1
    assert {name: sys.modules[name] for name in before} == before
