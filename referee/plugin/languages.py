"""The languages that the referee speaks: the catalogues that stand beside core, doors and games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from gettext import c2py
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO
from typing import TYPE_CHECKING

from referee.plugin.installed import installed
from referee.vocabulary.text import ENGLISH, Language

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

CORE = "referee"


@cache
def language(code: str, doors: tuple[str, ...] = ()) -> Language:
    """The language of this code, loaded once, with what these packages say beside the core and the games.

    A package `name` says it by `name/locale/de.po`. Where two translate the same template, the core goes before
    the doors, and those before the games. What nobody translates stays English.
    """
    if code == ENGLISH.code:
        return ENGLISH
    one: dict[str, str] = {}
    several: dict[str, tuple[str, ...]] = {}
    plural = c2py("n != 1")
    for place, catalogue in enumerate(catalogues(code, doors)):
        if place == 0:
            plural = c2py(catalogue.plural_expr)
        for message in catalogue:
            said = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
            if not message.id or message.fuzzy or not all(said):
                continue
            if isinstance(message.id, str):
                one.setdefault(message.id, said[0])
            else:
                several.setdefault(message.id[0], said)

    def gettext(template: str) -> str:
        return one.get(template, template)

    def ngettext(template: str, many: str, n: int) -> str:
        found = several.get(template)
        if found is None:
            return template if n == 1 else many
        return found[plural(n)]

    return Language(code, gettext, ngettext)


def catalogues(code: str, doors: tuple[str, ...] = ()) -> Iterator[Catalog]:
    """The catalogues of a language: the core's, the doors', the games', as far as they are there."""
    # Imported with the first text that is not English: nothing else needs it.
    from babel.messages.pofile import read_po

    for package in (CORE, *doors, *packages_of_games()):
        found = catalogue_of(package, code)
        if found.is_file():
            yield read_po(BytesIO(found.read_bytes()), locale=code)


def catalogue_of(package: str, code: str) -> Traversable:
    """The file in which a package keeps its texts of a language; it may be missing."""
    return files(package) / "locale" / f"{code}.po"


def packages_of_games() -> tuple[str, ...]:
    """The packages of all installed games and house rules, each once, games first."""
    found = installed()
    modules = [*found.games.values(), *(rule for rules in found.house_rules.values() for rule in rules.values())]
    return tuple(dict.fromkeys(module.__name__.partition(".")[0] for module in modules))
