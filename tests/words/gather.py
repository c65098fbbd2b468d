"""Brings all catalogues of this tree up to date: `python -m tests.words.gather`, as
`referee words` does it for one game.

What core and pages say stands with each language
(`plugins/referee_german/locale/referee.po`), what a game says in its package
(`locale/de.po`); a language from outside this tree has all its catalogues with it.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from referee_web import script_catalogues

from referee.cards import naming
from referee.commandline.words import write_catalogues
from referee.hosting.network import addresses
from referee.plugin.discovery import installed, installed_languages
from referee.plugin.languages import CORE, packages_of_games
from referee.testing import texts
from referee.testing.catalogues import read_catalogue
from referee.testing.sources import package_of
from referee.testing.templates import Template
from referee.testing.texts import PAGES, Saying

ROOT = Path(__file__).parents[2]
LANGUAGES = tuple(installed_languages())


@dataclass(frozen=True)
class Package:
    """A package that has texts: its name and its folder."""

    name: str
    folder: Path

    def catalogue(self, language: str) -> Path:
        of_language = Path(*installed_languages()[language].__path__)
        is_here = of_language.is_relative_to(ROOT)
        if self.name in (CORE, PAGES) or not is_here:
            return of_language / "locale" / f"{self.name}.po"
        return self.folder / "locale" / f"{language}.po"


def packages() -> list[Package]:
    """The core, the web, and the games of this project, in the order in which their
    catalogues are read.
    """
    core_and_pages = [Package(CORE, ROOT / CORE), Package(PAGES, ROOT / "web" / PAGES)]
    games = [Package(name, ROOT / "plugins" / name) for name in packages_of_games()]
    return [*core_and_pages, *(game for game in games if game.folder.is_dir())]


@cache
def texts_of(package: Package) -> texts.Package:
    """A package with all that it says beside its own code."""
    further: list[Saying] = []
    if package.name == CORE:
        further += [(Path(naming.__file__), name) for name in naming.NAMES]
        further += [(Path(addresses.__file__), note) for note in addresses.NOTES]
    elif package.name == PAGES:
        further += _of_pages(package.folder / "templates")
        further += _of_scripts()

    folder = package.folder
    games = [game for game in installed().games.values() if package_of(game) == folder]
    rules = []
    for of_game in installed().house_rules.values():
        rules += [rule for rule in of_game.values() if package_of(rule) == folder]
    return texts.Package(folder, games, rules, further)


def known_to(package: Package, language: str) -> Catalog:
    """The catalogue of a package as it is; an empty one where there is none."""
    return read_catalogue(package.catalogue(language), language)


def wanted(package: Package, language: str) -> dict[Template, str]:
    """What a catalogue of a package holds, each with the file that says it."""
    return texts_of(package).wanted(known_to(package, language))


def _of_pages(folder: Path) -> Iterator[Saying]:
    keywords: dict[str, Any] = {"_": None, "_n": (1, 2)}
    for path in sorted(folder.rglob("*.html")):
        with path.open("rb") as page:
            for _, message, _, _ in extract("jinja2.ext:babel_extract", page, keywords):
                yield path, tuple(message) if isinstance(message, tuple) else message


def _of_scripts() -> Iterator[Saying]:
    path = script_catalogues.STATIC / "messages.js"
    for how, one, many in script_catalogues.templates():
        yield path, (one, many) if how == "count" else one


def main(languages: Sequence[str]) -> None:
    for package in packages():
        paths = {code: package.catalogue(code) for code in languages or LANGUAGES}
        for line in write_catalogues(texts_of(package), paths):
            print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
