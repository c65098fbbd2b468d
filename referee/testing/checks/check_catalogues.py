"""The game's catalogues: each can be read, is that of a language, and has its templates, with their values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po

from referee.plugin.languages import fits, language, locale_of
from referee.testing.checks.check_texts import sentences_in
from referee.testing.checks.checked_game import CheckedGame
from referee.testing.flaw import Flaw
from referee.testing.sources import folders_of

NAME = "catalogues"

NAMED = 3
"""So many of the sentences that are not translated are named."""

BRACES, WORD = re.compile(r"{[^}]*}"), re.compile(r"[^\W\d_]")
"""A value in a template, and what makes it one that has words of its own."""

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
    yield from _of_missing(game, path, catalogue)


def _of_message(game: CheckedGame, path: Path, catalogue: Catalog, message: Message) -> Iterator[Flaw]:
    said = _forms(message.string)
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


def _of_missing(game: CheckedGame, path: Path, catalogue: Catalog) -> Iterator[Flaw]:
    """What the game says and this catalogue has no word for, nor Referee's own."""
    known = language(path.stem)
    there = {form for message in catalogue if _is_whole(message) for form in _forms(message.id)}
    missing = [said for said in _said_by(game) if said not in there and known.gettext(said) == said]
    if missing:
        others = f" and {len(missing) - NAMED} more" if len(missing) > NAMED else ""
        what = f"Not translated: {', '.join(map(repr, missing[:NAMED]))}{others}."
        instead = "Write each as a `msgid`, as it stands in the game, with its translation as the `msgstr`."
        yield Flaw(NAME, game.place(f"{path}:1"), what, "The table reads English there.", instead, grave=False)


def _said_by(game: CheckedGame) -> Iterable[str]:
    """All that stands as plain strings: the summary, the sections, and what the code says; each once."""
    rulebook = game.rulebook
    sections = [text for section in rulebook.sections.values() for text in (section.title, section.text)]
    sentences = [one.template for source in game.sources for one in sentences_in(source)]
    said = (rulebook.game.summary, *sections, *sentences)
    return dict.fromkeys(one for one in said if WORD.search(BRACES.sub("", one)))


def _is_whole(message: Message) -> bool:
    return bool(message.id) and not message.fuzzy and all(_forms(message.string))


def _forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())
