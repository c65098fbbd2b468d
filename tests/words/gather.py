"""Updates the catalogues from all texts: `python -m tests.words.gather`.

What core and pages say stands with each language
(`plugins/referee_german/locale/referee.po`), what a game says in its package
(`locale/de.po`); a language from outside this tree has all its catalogues with it. What
is new stands there untranslated, what nobody says any more is dropped, and all
translations stay.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from referee_web import script_catalogues

from referee.cards import naming
from referee.hosting.network import addresses
from referee.plugin.discovery import installed
from referee.plugin.languages import CORE, packages_of_games
from referee.testing import catalogues
from referee.testing.catalogues import PAGES as WEB
from referee.testing.catalogues import Said, translated
from referee.testing.sources import sources_in
from referee.testing.templates import Template, templates_in

ROOT = Path(__file__).parents[2]
LANGUAGES = tuple(installed().languages)


@dataclass(frozen=True)
class Package:
    """A package that has texts: its name and its folder."""

    name: str
    folder: Path

    def catalogue(self, language: str) -> Path:
        of_language = Path(*installed().languages[language].__path__)
        if self.name in (CORE, WEB) or not of_language.is_relative_to(ROOT):
            return of_language / "locale" / f"{self.name}.po"
        return self.folder / "locale" / f"{language}.po"


def packages() -> list[Package]:
    """The core, the web, and the games of this project, in the order in which their
    catalogues are read.
    """
    games = (Package(name, ROOT / "plugins" / name) for name in packages_of_games())
    web = Package(WEB, ROOT / "web" / WEB)
    return [
        Package(CORE, ROOT / CORE),
        web,
        *(game for game in games if game.folder.is_dir()),
    ]


@cache
def texts(package: Package) -> dict[Template, str]:
    """All that a package says, each with the first file where it says that, in reading
    order.
    """
    return {
        template: str(path.relative_to(ROOT))
        for template, path in catalogues.once(_texts(package)).items()
    }


def wanted(package: Package) -> dict[Template, str]:
    """What the catalogues of a package hold: all that it says and the core does not say
    already.
    """
    said = texts(package)
    known = texts(packages()[0]) if package.name != CORE else {}
    return {template: path for template, path in said.items() if template not in known}


def _texts(package: Package) -> Iterator[Said]:
    templates = templates_in(sources_in(package.folder))
    assert not templates.hidden, "Nobody could translate these."
    if package.name in (CORE, WEB):
        yield from catalogues.said_in_code(templates)
    if package.name == CORE:
        yield from ((Path(naming.__file__), name) for name in naming.NAMES)
        yield from ((Path(addresses.__file__), note) for note in addresses.NOTES)
    elif package.name == WEB:
        yield from _of_pages(package.folder / "templates")
        yield from _of_scripts()
    else:
        games = [game for game in installed().games.values() if _is_in(game, package)]
        rules = [
            rule
            for of_game in installed().house_rules.values()
            for rule in of_game.values()
        ]
        own = [rule for rule in rules if _is_in(rule, package)]
        yield from catalogues.said_in(package.folder, templates, games, own)


def _is_in(module: ModuleType, package: Package) -> bool:
    return module.__name__.partition(".")[0] == package.name


def _of_pages(folder: Path) -> Iterator[Said]:
    keywords: dict[str, Any] = {"_": None, "_n": (1, 2)}
    for path in sorted(folder.rglob("*.html")):
        with path.open("rb") as page:
            for _line, message, _comments, _context in extract(
                "jinja2.ext:babel_extract", page, keywords
            ):
                yield path, tuple(message) if isinstance(message, tuple) else message


def _of_scripts() -> Iterator[Said]:
    path = script_catalogues.STATIC / "messages.js"
    for how, one, many in script_catalogues.templates():
        yield path, (one, many) if how == "count" else one


def known_to(package: Package, language: str) -> Catalog:
    """The catalogue of a package as it is; an empty one where there is none."""
    return catalogues.read_catalogue(package.catalogue(language), language)


def write(package: Package, language: str) -> int:
    """Write one catalogue again; how many of its texts are not translated."""
    catalogue = known_to(package, language)
    catalogues.update(catalogue, wanted(package))
    # What nobody says any more is kept by the history of this project.
    catalogue.obsolete.clear()
    catalogues.write(package.catalogue(language), language, catalogue)
    return sum(not translated(message) for message in catalogue if message.id)


def main(languages: Sequence[str]) -> None:
    for package in packages():
        for language in languages or LANGUAGES:
            missing = write(package, language)
            print(
                f"{os.path.relpath(package.catalogue(language), ROOT)}: "
                f"{missing or 'nothing'} to translate"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
