"""The game's catalogues: each can be read, is that of a language, and has its
templates, with their values.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po

from referee.plugin.languages import fits, language, locale_of, plural_form
from referee.testing.catalogues import once, said_in, translated, wanted_of_game
from referee.testing.checks.checked_game import CheckedGame
from referee.testing.flaw import Flaw
from referee.testing.sources import folders_of, package_of, sources_in
from referee.testing.templates import Template, templates_in

NAMED = 3
"""So many of the sentences that are not translated, or no longer said, are named."""

LINE = re.compile(
    rb"""(#.*)?|((msgctxt|msgid|msgid_plural|msgstr(\[\d+\])?)\s*)?"([^"\\]|\\.)*\""""
)
"""A line of a catalogue."""

UNUSED = (
    "A translation that could not be worded is not used: the table reads English there."
)
UNREAD = "Nobody reads it: the game stays English."


def flaws(game: CheckedGame) -> Iterator[Flaw]:
    """What is wrong with each file in `locale`."""
    for path in sorted(
        path for folder in folders_of(game.sources) for path in folder.glob("locale/*")
    ):
        if path.is_file():
            yield from _of_file(game, path)
        elif path.suffix == ".po":
            what = f"{path.name} is no file."
            yield Flaw(
                game.place(f"{path}:1"),
                what,
                UNREAD,
                "Write a catalogue there, as gettext does.",
            )


def _of_file(game: CheckedGame, path: Path) -> Iterator[Flaw]:
    where = game.place(f"{path}:1")
    if path.suffix != ".po" or locale_of(path.stem) is None:
        if path.suffix in (".pot", ".mo"):
            return
        instead = "Name it after a language as browsers do: `de.po`, `pt-BR.po`."
        yield Flaw(where, f"{path.name} names no language.", UNREAD, instead)
        return
    read = _read(path)
    if not isinstance(read, Catalog):
        line, why = read
        what = f"It cannot be read: {why}."
        yield Flaw(
            game.place(f"{path}:{line}"),
            what,
            UNREAD,
            "Write it as gettext does, in UTF-8.",
        )
        return
    catalogue = read
    for message in catalogue:
        yield from _of_message(game, path, catalogue, message)
    if path.parents[1] == package_of(game.game):
        sources = sources_in(path.parents[1])
        said = said_in(
            path.parents[1],
            templates_in(sources),
            (game.game,),
            tuple(game.house_rules.values()),
        )
        wanted = wanted_of_game(once(said), path.parents[1], catalogue, sources)
        yield from _of_missing(game, path, catalogue, wanted)
        yield from _of_stale(game, path, catalogue, wanted)


def _read(path: Path) -> Catalog | tuple[int, str]:
    """Return a catalogue; the line and the reason where it cannot be read."""
    lines: list[bytes] = []
    try:
        content = path.read_bytes()
        lines = content.splitlines()
        catalogue = read_po(BytesIO(content), abort_invalid=True)
        plural_form(catalogue)
    except PoFileError as error:
        return error.lineno + 1, str(error)
    except UnicodeDecodeError as error:
        broken = (
            number
            for number, line in enumerate(lines, 1)
            if error.object.strip() in line
        )
        return next(broken, 1), str(error)
    except (OSError, ValueError, LookupError) as error:
        return 1, str(error)
    # Babel takes a text without its quotes for one, and drops its last letter.
    unquoted = (
        number
        for number, line in enumerate(lines, 1)
        if not LINE.fullmatch(line.strip())
    )
    number = next(unquoted, None)
    return (
        catalogue
        if number is None
        else (number, "here is neither a comment nor a text in quotes")
    )


def _of_message(
    game: CheckedGame, path: Path, catalogue: Catalog, message: Message
) -> Iterator[Flaw]:
    said = _forms(message.string)
    if not message.id or message.fuzzy or not any(said):
        return
    where = game.place(f"{path}:{message.lineno}")
    template = message.id if isinstance(message.id, str) else message.id[0]
    if not all(said):
        what = (
            f"Of {template!r} some of the {catalogue.num_plurals} plural forms are "
            "missing."
        )
        yield Flaw(
            where,
            what,
            UNUSED,
            "Write one for each number of things that the language tells apart.",
        )
    for form in filter(None, said):
        if not fits(form, message.id):
            what = (
                f"The translation {form!r} has other names in its braces than "
                f"{template!r}."
            )
            yield Flaw(
                where,
                what,
                UNUSED,
                "Write the names in braces as they stand in the template.",
            )


def _of_missing(
    game: CheckedGame, path: Path, catalogue: Catalog, wanted: Mapping[Template, str]
) -> Iterator[Flaw]:
    """What the game says and this catalogue has no word for, nor Referee's own."""
    known = language(path.stem)
    there = {
        form
        for message in catalogue
        if translated(message)
        for form in _forms(message.id)
    }
    said = [
        template if isinstance(template, str) else template[0] for template in wanted
    ]
    if missing := [
        one for one in said if one not in there and known.gettext(one) == one
    ]:
        instead = "Translate each there; `referee words` writes into it what it lacks."
        yield _note(
            game,
            path,
            "Not translated",
            missing,
            "The table reads English there.",
            instead,
        )


def _of_stale(
    game: CheckedGame, path: Path, catalogue: Catalog, wanted: Mapping[Template, str]
) -> Iterator[Flaw]:
    """What stands in this catalogue and nobody says any more."""
    said = {_forms(template)[0] for template in wanted}
    messages = [_forms(message.id)[0] for message in catalogue if message.id]
    if stale := [one for one in messages if one not in said]:
        instead = (
            "Write it as the game says it now, or have `referee words` mark it as "
            "obsolete."
        )
        yield _note(game, path, "No longer said", stale, "Nobody reads it.", instead)


def _note(
    game: CheckedGame,
    path: Path,
    what: str,
    sentences: Sequence[str],
    why: str,
    instead: str,
) -> Flaw:
    others = f" and {len(sentences) - NAMED} more" if len(sentences) > NAMED else ""
    told = f"{what}: {', '.join(map(repr, sentences[:NAMED]))}{others}."
    return Flaw(game.place(f"{path}:1"), told, why, instead, grave=False)


def _forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())
