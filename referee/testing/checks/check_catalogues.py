"""The game's catalogues: each can be read, is that of a language, and speaks of the values of its templates."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po

from referee.plugin.languages import fits, locale_of
from referee.testing.checks.checked_game import CheckedGame
from referee.testing.flaw import Flaw
from referee.testing.sources import folders_of

NAME = "catalogues"

UNUSED = "A translation that could not be worded is not used: the table reads English there."
UNREAD = "Nobody reads it: the game stays English."


def flaws(game: CheckedGame) -> Iterator[Flaw]:
    """What is wrong with each file in `locale`."""
    for path in sorted(path for folder in folders_of(game.sources) for path in folder.glob("locale/*")):
        if path.is_file():
            yield from _of_file(game, path)


def _of_file(game: CheckedGame, path: Path) -> Iterator[Flaw]:
    where = game.place(f"{path}:1")
    if path.suffix != ".po" or locale_of(path.stem) is None:
        if path.suffix in (".pot", ".mo"):
            return
        instead = "Name it after a language as browsers do: `de.po`, `pt-BR.po`."
        yield Flaw(NAME, where, f"{path.name} names no language.", UNREAD, instead)
        return
    try:
        catalogue = read_po(BytesIO(path.read_bytes()), abort_invalid=True)
    except (PoFileError, UnicodeDecodeError) as error:
        line = error.lineno + 1 if isinstance(error, PoFileError) else 1
        what = f"It cannot be read: {error}."
        yield Flaw(NAME, game.place(f"{path}:{line}"), what, UNREAD, "Write it as gettext does, in UTF-8.")
        return
    for message in catalogue:
        yield from _of_message(game, path, catalogue, message)


def _of_message(game: CheckedGame, path: Path, catalogue: Catalog, message: Message) -> Iterator[Flaw]:
    said = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    if not message.id or message.fuzzy or not any(said):
        return
    where = game.place(f"{path}:{message.lineno}")
    template = message.id if isinstance(message.id, str) else message.id[0]
    if not all(said):
        what = f"Of {template!r} some of the {catalogue.num_plurals} plural forms are missing."
        yield Flaw(NAME, where, what, UNUSED, "Write one for each number of things that the language tells apart.")
    for form in filter(None, said):
        if not fits(form, message.id):
            what = f"The translation {form!r} has other names in its braces than {template!r}."
            yield Flaw(NAME, where, what, UNUSED, "Write the names in braces as they stand in the template.")
