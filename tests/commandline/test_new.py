"""`referee new`: what it makes is whole, and what it refuses it says in one line."""

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from referee.commandline import main
from referee.plugin.discovery import installed

NAME = "robber-whist"
MODULE = "robber_whist"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the new game; what is imported from it is imported for one test
    only.
    """
    modules = dict(sys.modules)
    path = [*sys.path]
    monkeypatch.chdir(tmp_path)
    yield tmp_path / NAME
    for name in set(sys.modules) - set(modules):
        del sys.modules[name]
    sys.path[:] = path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def made() -> None:
    ran = run("new", NAME)
    assert ran.exit_code == 0, ran.output
    assert f"{Path(NAME, 'README.md')} says what to do next." in ran.output


@pytest.mark.slow
def test_the_check_finds_nothing_wrong_with_a_new_game() -> None:
    made()
    ran = run("check", NAME, "--entries", "100")
    assert ran.exit_code == 0, ran.output
    assert ran.output.startswith("Nothing is wrong with Robber Whist: ")


def test_it_holds_what_a_game_has_and_no_other_name(folder: Path) -> None:
    made()
    files = {
        path.relative_to(folder).as_posix(): path
        for path in folder.rglob("*")
        if path.is_file()
    }
    assert files.keys() == {
        "README.md",
        "pyproject.toml",
        f"{MODULE}/__init__.py",
        f"{MODULE}/rules.toml",
        f"{MODULE}/locale/de.po",
        f"{MODULE}/locale/es.po",
        f"tests/test_{MODULE}.py",
        "tests/playthroughs/a_revoke.toml",
    }
    texts = {name: path.read_text("utf-8") for name, path in files.items()}
    assert not [
        name
        for name, text in texts.items()
        if "new-game" in text or "new_game" in text or "New Game" in text
    ]
    assert "\n# Robber Whist\n" in f"\n{texts['README.md']}"
    assert (
        "The course, all hooks and whole games: `/docs` of every running referee."
        in texts["README.md"]
    )


@pytest.mark.slow
def test_every_type_is_right_and_ruff_finds_nothing(folder: Path) -> None:
    made()
    for tool in (
        ("mypy", "--cache-dir", "cache"),
        ("ruff", "check"),
        ("ruff", "format", "--check", "--line-length=120"),
    ):
        ran = subprocess.run(
            [sys.executable, "-m", *tool],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr


def refused(name: str) -> str:
    """The one line that says why there is no game of this name."""
    there = sorted(Path.cwd().rglob("*"))
    ran = run("new", "--", name)
    assert ran.exit_code in (1, 2)
    assert sorted(Path.cwd().rglob("*")) == there
    [line] = ran.output.splitlines()
    return line


@pytest.mark.parametrize(
    "name", ["", "Hearts", "7up", "two words", "a--b", "-a", "../a", "herz♥", "class"]
)
def test_what_cannot_be_a_name_is_refused(name: str) -> None:
    assert "such as spade-whist" in refused(name)


@pytest.mark.parametrize("name", ["json", "referee", "click", *installed().games])
def test_the_name_of_something_that_is_installed_is_refused(name: str) -> None:
    assert "choose another name" in refused(name)


def test_a_name_that_is_too_long_for_files_is_refused() -> None:
    assert "at most 60 letters, and this one has 300" in refused("a" * 300)


def test_where_the_disk_is_full_no_half_game_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write = Path.write_text

    def written(path: Path, text: str, encoding: str) -> int:
        if path.name == "rules.toml":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(path, text, encoding)

    monkeypatch.setattr(Path, "write_text", written)
    assert os.strerror(errno.ENOSPC) in refused(NAME)


def test_a_folder_that_is_there_is_left_as_it_is(folder: Path) -> None:
    folder.mkdir()
    (folder / "notes.txt").write_text("mine", "utf-8")
    assert "is there already: choose another name" in refused(NAME)
