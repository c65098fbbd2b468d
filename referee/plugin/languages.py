"""The languages that the referee speaks: the catalogues that stand beside core, doors and games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from gettext import c2py
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from io import BytesIO
from types import ModuleType

from referee.plugin.discovery import installed
from referee.vocabulary.text import ENGLISH, Language, names_in

CORE = "referee"


def _one_or_other(n: int) -> int:
    return int(n != 1)


@dataclass(frozen=True, slots=True)
class Words:
    """What one package says in a language: sentences, and those about a number of things, by their template."""

    one: Mapping[str, str] = field(default_factory=dict)
    several: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    plural: Callable[[int], int] = _one_or_other


@cache
def language(code: str, doors: tuple[str, ...] = (), game: str = "") -> Language:
    """The language of this code, with what these packages say beside the core and the games.

    A package `name` says it by `name/locale/de.po`. Where two translate the same template, the core goes before
    the doors, and those before the games; where a game is named, at its tables, its own words go before all. What
    nobody translates stays English.
    """
    if code == ENGLISH.code:
        return ENGLISH
    module = installed().games.get(game)
    own = (_package_of(module),) if module is not None else ()
    told = [words(package, code) for package in dict.fromkeys((*own, CORE, *doors, *packages_of_games()))]
    one = {template: said for each in reversed(told) for template, said in each.one.items()}
    several = {template: (said, each.plural) for each in reversed(told) for template, said in each.several.items()}

    def gettext(template: str) -> str:
        return one.get(template, template)

    def ngettext(template: str, many: str, n: int) -> str:
        if template not in several:
            return template if n == 1 else many
        said, plural = several[template]
        return said[plural(n)]

    return Language(code, gettext, ngettext)


@cache
def words(package: str, code: str) -> Words:
    """What a package says in a language; nothing where it has no catalogue. Read once."""
    # Imported with the first text that is not English: nothing else needs it.
    from babel.messages.pofile import read_po

    found = catalogue_of(package, code)
    if found is None or not found.is_file():
        return Words()
    catalogue = read_po(BytesIO(found.read_bytes()), locale=code)
    one: dict[str, str] = {}
    several: dict[str, tuple[str, ...]] = {}
    for message in catalogue:
        said = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if not message.id or message.fuzzy or not all(said) or not all(_fits(form, message.id) for form in said):
            continue
        if isinstance(message.id, str):
            one[message.id] = said[0]
        else:
            several[message.id[0]] = said
    return Words(one, several, c2py(catalogue.plural_expr))


def _fits(form: str, template: str | Sequence[str]) -> bool:
    """Whether a translation has the names in braces that its template has: with others it could not be worded.

    Where it is about a number of things, a form may leave the number out.
    """
    templates = (template,) if isinstance(template, str) else template
    try:
        names = frozenset().union(*map(names_in, templates))
        beside = names ^ names_in(form)
    except ValueError:
        return form == template
    return not beside or (len(templates) > 1 and beside == {"n"} & names)


def catalogue_of(package: str, code: str) -> Traversable | None:
    """The file in which a package keeps its words of a language; it may be missing. None: a module has no folder."""
    spec = find_spec(package)
    if spec is None or spec.submodule_search_locations is None:
        return None
    return files(package) / "locale" / f"{code}.po"


def packages_of_games() -> tuple[str, ...]:
    """The packages of all installed games and house rules, each once, games first."""
    found = installed()
    modules = [*found.games.values(), *(rule for rules in found.house_rules.values() for rule in rules.values())]
    return tuple(dict.fromkeys(map(_package_of, modules)))


def _package_of(module: ModuleType) -> str:
    return module.__name__.partition(".")[0]
