"""Updates the catalogues from all texts: `python -m tests.words.gather`.

What core and pages say stands with each language (`languages/referee_german/locale/referee.po`), what a game says in
its package (`locale/de.po`); a language from outside this tree has all its catalogues with it. What is new stands there
untranslated, what nobody says any more is dropped, and all translations stay.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po
from referee_web import script_catalogues

from referee.cards import naming
from referee.hosting.network import addresses
from referee.plugin.discovery import installed, rulebook
from referee.plugin.languages import CORE, packages_of_games
from referee.vocabulary.game import PARTS_OF_VERDICTS
from tests.words.templates import Template, templates_in, verdict_names_in

ROOT = Path(__file__).parents[2]
LANGUAGES = tuple(installed().languages)
WEB = "referee_web"

_HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural}\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""


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
    """The core, the web, and the games of this project, in the order in which their catalogues are read."""
    games = (Package(name, ROOT / "plugins" / name) for name in packages_of_games())
    web = Package(WEB, ROOT / "web" / WEB)
    return [Package(CORE, ROOT / CORE), web, *(game for game in games if game.folder.is_dir())]


@cache
def texts(package: Package) -> dict[Template, str]:
    """All that a package says, each with the first file where it says that, in reading order."""
    found: dict[Template, str] = {}
    for path, template in _texts(package):
        if _has_words(template):
            found.setdefault(template, str(Path(path).relative_to(ROOT)))
    plurals = {template[0] for template in found if isinstance(template, tuple)}
    return {template: path for template, path in found.items() if template not in plurals}


def wanted(package: Package) -> dict[Template, str]:
    """What the catalogues of a package hold: all that it says and the core does not say already."""
    said = texts(package)
    known = texts(packages()[0]) if package.name != CORE else {}
    return {template: path for template, path in said.items() if template not in known}


def _texts(package: Package) -> Iterator[tuple[str, Template]]:
    yield from templates_in(package.folder)
    yield from _names_of_verdicts(package)
    if package.name == CORE:
        yield from ((naming.__file__, name) for name in naming.NAMES)
        yield from ((addresses.__file__, note) for note in addresses.NOTES)
    if package.name == WEB:
        yield from _of_pages(package.folder / "templates")
        yield from _of_scripts()
    yield from _of_games(package)


def _names_of_verdicts(package: Package) -> Iterator[tuple[str, Template]]:
    """The parts of verdicts that go by their names, since nobody has given them a title."""
    titled = {name for game in _games_of(package) for name in rulebook(game).game.verdicts} | PARTS_OF_VERDICTS.keys()
    for path, name in verdict_names_in(package.folder):
        if name not in titled:
            yield path, name.replace("_", " ").capitalize()


def _games_of(package: Package) -> list[str]:
    return [id for id, module in installed().games.items() if module.__name__.partition(".")[0] == package.name]


def _of_pages(folder: Path) -> Iterator[tuple[str, Template]]:
    keywords: dict[str, Any] = {"_": None, "_n": (1, 2)}
    for path in sorted(folder.rglob("*.html")):
        with path.open("rb") as page:
            for _line, message, _comments, _context in extract("jinja2.ext:babel_extract", page, keywords):
                yield str(path), tuple(message) if isinstance(message, tuple) else message


def _of_scripts() -> Iterator[tuple[str, Template]]:
    path = str(script_catalogues.STATIC / "messages.js")
    for how, one, many in script_catalogues.templates():
        yield path, (one, many) if how == "count" else one


def _of_games(package: Package) -> Iterator[tuple[str, Template]]:
    """What the games and house rules of a package say of themselves, the sections of their rules, and their guides."""
    rules, guide = (package.folder / name for name in ("rules.toml", "guide.toml"))
    for id, module in installed().games.items():
        if module.__name__.partition(".")[0] == package.name:
            game = rulebook(id).game
            names = naming.names_of(game.deck)
            yield from ((module.__file__, text) for text in (game.title, game.summary, game.source, *names))
            for section in rulebook(id).sections.values():
                yield from ((str(rules), text) for text in (section.title, section.text))
            steps = tomllib.loads(guide.read_text("utf-8"))["step"] if guide.is_file() else ()
            yield from ((str(guide), step[name]) for step in steps for name in ("title", "text"))
        for house_rule in installed().house_rules.get(id, {}).values():
            if house_rule.__name__.partition(".")[0] == package.name:
                rule = house_rule.describe_house_rule()
                yield from ((house_rule.__file__, text) for text in (rule.title, rule.text))


def _has_words(template: Template) -> bool:
    """Whether there is anything to translate beside what stands in the braces."""
    text = template if isinstance(template, str) else template[0]
    return any(before.strip(" \u00a0.,:;–—()·±+") for before, *_ in Formatter().parse(text))


def gathered(package: Package, language: str) -> Catalog:
    """The catalogue of a package as it should be: all its texts, with the translations that are there."""
    known = known_to(package, language)
    catalogue = Catalog(language, fuzzy=False)
    for template, path in wanted(package).items():
        message = known.get(template if isinstance(template, str) else template[0])
        said = message.string if message is not None and message.id == template else None
        catalogue.add(template, said, locations=[(path, 0)])
    return catalogue


def known_to(package: Package, language: str) -> Catalog:
    """The catalogue of a package as it is; an empty one where there is none."""
    path = package.catalogue(language)
    if not path.is_file():
        return Catalog(language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def write(package: Package, language: str) -> int:
    """Write one catalogue again; how many of its texts are not translated."""
    catalogue = gathered(package, language)
    path = package.catalogue(language)
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as file:
        # A header of our own: the library's has the time in it, which would change with every run.
        file.write(_HEADER.format(language=language, plural=catalogue.plural_forms).encode())
        write_po(file, catalogue, width=120, include_lineno=False, omit_header=True)
    return sum(not translated(message) for message in catalogue if message.id)


def translated(message: Message) -> bool:
    """Whether a message has all the words it needs."""
    said = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return bool(said) and all(said)


def main(languages: Sequence[str]) -> None:
    for package in packages():
        for language in languages or LANGUAGES:
            missing = write(package, language)
            print(f"{os.path.relpath(package.catalogue(language), ROOT)}: {missing or 'nothing'} to translate")


if __name__ == "__main__":
    main(sys.argv[1:])
