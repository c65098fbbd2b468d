"""`referee new`: a game or a movement of one's own, to begin with."""

import re
import shutil
from collections.abc import Iterator
from importlib.resources import as_file, files
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

import click

from referee.commandline import Stop, WrongUsage
from referee.plugin.discovery import GAMES, MOVEMENTS, plugins_in

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
"""The form of a plugin's id, used in addresses; its module has underscores instead."""

MOST_LETTERS = 60
"""The most letters of a name: files contain it, and some disks allow only 143."""

NO_MODULE = ".txt"
"""Suffix of the new game's files here, so that tools do not take them for ours."""


@click.command()
@click.argument("name")
@click.option(
    "--movement", is_flag=True, help="Make a movement, by which people meet at events."
)
def new(name: str, movement: bool) -> None:
    """Make a game called NAME in a folder of that name, ready to play.

    It is a package with rules, tests and translations.

    NAME is the game's id, such as `spade-whist`: small letters, digits, and hyphens
    between words. The game that is made is a small one of tricks; its README says how
    to install it, test it, and make it yours.
    """
    kind = "movement" if movement else "game"
    _require_free_name(name)
    folder = Path(name)
    try:
        folder.mkdir()
        _write(folder, kind, name)
    except FileExistsError:
        raise Stop(
            f"{folder} is there already: choose another name, or go to another folder."
        ) from None
    except OSError as error:
        raise Stop(
            f"{folder} cannot be written ({error.strerror}): go to a folder where you "
            "may write."
        ) from None
    click.echo(
        f"{folder / 'README.md'} says what to do next. The {kind} is in "
        f"{folder / module_of(name)}."
    )
    do = "try" if movement else "play"
    click.echo(f"To {do} it at once: referee serve --dev --game {folder}")


def _write(folder: Path, kind: str, name: str) -> None:
    """Write a new plugin into this folder; on failure remove all of it."""
    try:
        for path, text in new_files(kind, name):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, "utf-8")
    except BaseException:  # Ctrl-C too
        shutil.rmtree(folder, ignore_errors=True)
        raise


def new_files(kind: str, name: str) -> Iterator[tuple[str, str]]:
    """Yield each file of a new game or movement: its path and its text."""
    words = {
        f"new-{kind}": name,
        f"new_{kind}": module_of(name),
        f"New {kind.title()}": name.replace("-", " ").title(),
    }
    with as_file(files(__package__) / f"new_{kind}") as model:
        for path in sorted(path for path in model.rglob("*") if path.is_file()):
            relative = path.relative_to(model).as_posix().removesuffix(NO_MODULE)
            yield (
                _fill_in(words, relative),
                _fill_in(words, path.read_text("utf-8")),
            )


def module_of(name: str) -> str:
    """Return the module name of a plugin."""
    return name.replace("-", "_")


def _fill_in(words: dict[str, str], text: str) -> str:
    return re.sub("|".join(words), lambda match: words[match[0]], text)


def _require_free_name(name: str) -> None:
    """Raise WrongUsage if this is no valid name for a game, or is taken."""
    if not NAME.fullmatch(name) or iskeyword(module_of(name)):
        letters = "small letters, digits and hyphens, beginning with a letter"
        raise WrongUsage(
            f"No game can be called {name!r}: take {letters}, such as spade-whist."
        )
    if len(name) > MOST_LETTERS:
        raise WrongUsage(
            f"A name has at most {MOST_LETTERS} letters, and this one has {len(name)}."
        )
    points = (*plugins_in(GAMES), *plugins_in(MOVEMENTS))
    if find_spec(module_of(name)) or name in {point.name for point in points}:
        raise WrongUsage(
            f"Something that is installed is called {name!r} already: choose another "
            "name."
        )
