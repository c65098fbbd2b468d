"""The languages that the referee speaks: English, and installed ones.

A language is a package with an entry point in the group `referee.languages`, named by
the language's code. Its folder `locale` has a catalogue for each package that it
translates: `locale/referee.po` for the core, `locale/referee_web.po` for the pages. A
game has its own translations, as `locale/<code>.po` in its package. A language may
translate games that have none.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from gettext import c2py
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING

from referee.plugin.discovery import (
    GAMES,
    HOUSE_RULES,
    MOVEMENTS,
    find_game,
    installed_languages,
    plugins_in,
)
from referee.plugin.game_faults import describe_error
from referee.vocabulary.text import ENGLISH, Language, names_in

if TYPE_CHECKING:
    from babel import Locale
    from babel.messages.catalog import Catalog

log = logging.getLogger("referee.languages")

CORE = "referee"

_COUNTED = (*range(200), 1_000_000)
"""Numbers that reach all plural forms of a language."""


def _plural_form(n: int) -> int:
    return int(n != 1)


@dataclass(frozen=True, slots=True)
class Words:
    """A package's translations in a language, by template: single, and with plurals."""

    one: Mapping[str, str] = field(default_factory=dict)
    several: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    plural: Callable[[int], int] = _plural_form


def list_codes() -> tuple[str, ...]:
    """Return the codes of all languages, English first."""
    return (ENGLISH.code, *sorted(installed_languages()))


def own_name(code: str) -> str:
    """Return a language's name for itself, as `Polski`; its code if unknown."""
    known = locale_of(code)
    name = known and known.display_name
    if not name:
        return code
    return name[0].upper() + name[1:]


def locale_of(code: str) -> Locale | None:
    """Return a language's plural forms, names and number formats; None if unknown."""
    # Imported with the first translation, since nothing else needs it.
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(code, sep="-")
    except (UnknownLocaleError, ValueError):
        return None


# Uncached, the first page takes 127 ms; cached, 3.5 ms.
@cache
def language(code: str, pages: tuple[str, ...] = (), game: str = "") -> Language:
    """Return the language with this code, as its packages translate.

    `pages` are packages with pages of their own, such as `referee_web`. If several
    packages translate a template, the core goes before `pages`, and `pages` before the
    games. At the tables of `game` the game's own translations come first. Untranslated
    templates stay English.
    """
    if code == ENGLISH.code:
        return ENGLISH
    packages = [CORE, *pages, *packages_of_games()]
    module = find_game(game)
    if module is not None:
        packages.insert(0, _package_of(module.__name__))

    one = dict[str, str]()
    several = dict[str, tuple[tuple[str, ...], Callable[[int], int]]]()
    for package in reversed(dict.fromkeys(packages)):
        own = read_words(package, code)
        one |= own.one
        for template, forms in own.several.items():
            several[template] = forms, own.plural

    def gettext(template: str) -> str:
        return one.get(template, template)

    def ngettext(template: str, many: str, n: int) -> str:
        if template not in several:
            return template if n == 1 else many
        forms, plural = several[template]
        return forms[plural(n)]

    return Language(code, gettext, ngettext)


# Uncached, a page in German takes 33 ms more for each package.
@cache
def read_words(package: str, code: str) -> Words:
    """Return a package's translations, cached; empty without a readable catalogue."""
    for file in _catalogues(package, code):
        if not file.is_file():
            continue
        try:
            return read_catalogue(file.read_bytes())
        # It is a stranger's: the others still work.
        except (OSError, ValueError, LookupError) as error:
            logged = {"where": str(file), "fault": describe_error(error)}
            log.warning("a catalogue cannot be read", extra=logged)
            break
    return Words()


def look_again() -> None:
    """Forget all translations, so that the next use reads the catalogues again."""
    language.cache_clear()
    read_words.cache_clear()


def read_catalogue(content: bytes) -> Words:
    """Return a catalogue's usable translations: none that are fuzzy or empty.

    Raise ValueError or LookupError if it is unreadable, or has wrong plural forms.
    """
    # Imported with the first translation, since nothing else needs it.
    from babel.messages.pofile import read_po

    catalogue = read_po(BytesIO(content))
    one = {}
    several = {}
    for message in catalogue:
        template = message.id
        forms = message.string
        if not template or not forms or message.fuzzy:
            continue
        if isinstance(forms, str):
            forms = (forms,)
        if not all(forms):
            continue
        if not all(fits(form, template) for form in forms):
            continue
        if isinstance(template, str):
            one[template] = forms[0]
        else:
            several[template[0]] = tuple(forms)
    if not several:
        return Words(one)
    return Words(one, several, plural_form(catalogue))


def plural_form(catalogue: Catalog) -> Callable[[int], int]:
    """Return the plural form for a number; raise ValueError if there is none."""
    form = c2py(catalogue.plural_expr)
    try:
        last = max(map(form, _COUNTED))
    except ArithmeticError as error:
        raise ValueError(f"the plural form cannot be worked out: {error}") from error
    n = catalogue.num_plurals
    if last >= n:
        raise ValueError(f"plural form {last} is wanted, and of {n} the first is 0")
    return form


def fits(form: str, template: str | Sequence[str]) -> bool:
    """Return whether a translation has the names in braces of its template.

    A plural form may leave the number out.
    """
    templates = (template,) if isinstance(template, str) else template
    try:
        names = frozenset().union(*map(names_in, templates))
        others = names ^ names_in(form)
    except ValueError:
        return form == template
    return not others or (len(templates) > 1 and others == {"n"} & names)


def _catalogues(package: str, code: str) -> Iterator[Traversable]:
    """Yield the files of a package's translations: its own, then the language's."""
    spec = find_spec(package)
    if spec is not None and spec.submodule_search_locations is not None:
        yield files(package) / "locale" / f"{code}.po"
    languages = installed_languages()
    if code in languages:
        yield files(languages[code]) / "locale" / f"{package}.po"


def packages_of_games() -> tuple[str, ...]:
    """Return the packages of games, house rules and movements, without importing."""
    groups = (GAMES, HOUSE_RULES, MOVEMENTS)
    points = [point for group in groups for point in plugins_in(group)]
    return tuple(dict.fromkeys(_package_of(point.module) for point in points))


def _package_of(module: str) -> str:
    return module.partition(".")[0]
