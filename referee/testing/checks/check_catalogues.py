"""The check of catalogues: readable, complete, and with the same values."""

import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po

from referee.plugin.languages import fits, language, locale_of, plural_form
from referee.testing.catalogues import forms, singular, template_of, translated
from referee.testing.checks.game_under_check import CheckedPlugin
from referee.testing.flaw import Flaw, Flaws
from referee.testing.sources import folders_of, package_of

NAMED = 3
"""How many missing or obsolete sentences are named."""

LINE = re.compile(
    rb"""(#.*)?|((msgctxt|msgid|msgid_plural|msgstr(\[\d+\])?)\s*)?"([^"\\]|\\.)*\""""
)
"""A line of a catalogue."""

UNUSED = (
    "A translation that could not be worded is not used: the table reads English there."
)
UNREAD = "Nobody reads it: the game stays English."


def flaws(game: CheckedPlugin) -> Flaws:
    """Yield the flaws of each file in `locale`."""
    paths: list[Path] = []
    for folder in folders_of(game.sources):
        paths += folder.glob("locale/*")
    for path in sorted(paths):
        if path.is_file():
            yield from _file_flaws(game, path)
        elif path.suffix == ".po":
            where = game.locate(f"{path}:1")
            instead = "Write a catalogue there, as gettext does."
            yield Flaw(where, f"{path.name} is no file.", UNREAD, instead)


def _file_flaws(game: CheckedPlugin, path: Path) -> Flaws:
    where = game.locate(f"{path}:1")
    if path.suffix in (".pot", ".mo"):
        return
    if path.suffix != ".po" or locale_of(path.stem) is None:
        instead = "Name it after a language as browsers do: `de.po`, `pt-BR.po`."
        yield Flaw(where, f"{path.name} names no language.", UNREAD, instead)
        return
    catalogue = _read_catalogue(path)
    if not isinstance(catalogue, Catalog):
        line, why = catalogue
        where = game.locate(f"{path}:{line}")
        instead = "Write it as gettext does, in UTF-8."
        yield Flaw(where, f"It cannot be read: {why}.", UNREAD, instead)
        return

    for message in catalogue:
        yield from _message_flaws(game, path, catalogue, message)
    folder = path.parents[1]
    if folder in map(package_of, game.modules):
        package = game.package_at(folder)
        texts = [singular(template) for template in package.wanted(catalogue)]
        yield from _untranslated(game, path, catalogue, texts)
        yield from _stale(game, path, catalogue, texts)


def _read_catalogue(path: Path) -> Catalog | tuple[int, str]:
    """Return a catalogue, or the line and reason why it is unreadable."""
    lines = []
    try:
        content = path.read_bytes()
        lines = content.splitlines()
        catalogue = read_po(BytesIO(content), abort_invalid=True)
        plural_form(catalogue)
    except PoFileError as error:
        return error.lineno + 1, str(error)
    except UnicodeDecodeError as error:
        for number, line in enumerate(lines, 1):
            if error.object.strip() in line:
                return number, str(error)
        return 1, str(error)
    except (OSError, ValueError, LookupError) as error:
        return 1, str(error)

    # Babel accepts a text without quotes, and drops its last letter.
    for number, line in enumerate(lines, 1):
        if not LINE.fullmatch(line.strip()):
            return number, "here is neither a comment nor a text in quotes"
    return catalogue


def _message_flaws(
    game: CheckedPlugin, path: Path, catalogue: Catalog, message: Message
) -> Flaws:
    words = forms(message.string)
    if not message.id or message.fuzzy or not any(words):
        return
    where = game.locate(f"{path}:{message.lineno}")
    template = singular(template_of(message))
    if not all(words):
        what = (
            f"Of {template!r} some of the {catalogue.num_plurals} plural forms are "
            "missing."
        )
        instead = "Write one for each number of things that the language tells apart."
        yield Flaw(where, what, UNUSED, instead)
    for form in words:
        if form and not fits(form, message.id):
            what = (
                f"The translation {form!r} has other names in its braces than "
                f"{template!r}."
            )
            instead = "Write the names in braces as they stand in the template."
            yield Flaw(where, what, UNUSED, instead)


def _untranslated(
    game: CheckedPlugin, path: Path, catalogue: Catalog, texts: Sequence[str]
) -> Flaws:
    """Yield sentences that neither this catalogue nor Referee translates."""
    known = language(path.stem)
    there = set()
    for message in catalogue:
        if translated(message):
            there.update(forms(message.id))
    missing = []
    for text in texts:
        if text not in there and known.gettext(text) == text:
            missing.append(text)
    if missing:
        what = f"Not translated: {_first(missing)}."
        why = "The table reads English there."
        instead = "Translate each there; `referee words` writes into it what it lacks."
        yield Flaw(game.locate(f"{path}:1"), what, why, instead, grave=False)


def _stale(
    game: CheckedPlugin, path: Path, catalogue: Catalog, texts: Sequence[str]
) -> Flaws:
    """Yield this catalogue's sentences that the game no longer says."""
    messages = [singular(template_of(message)) for message in catalogue if message.id]
    stale = [template for template in messages if template not in texts]
    if stale:
        what = f"No longer said: {_first(stale)}."
        instead = (
            "Write it as the game says it now, or have `referee words` mark it as "
            "obsolete."
        )
        where = game.locate(f"{path}:1")
        yield Flaw(where, what, "Nobody reads it.", instead, grave=False)


def _first(sentences: Sequence[str]) -> str:
    named = ", ".join(map(repr, sentences[:NAMED]))
    others = len(sentences) - NAMED
    return f"{named} and {others} more" if others > 0 else named
