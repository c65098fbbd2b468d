"""All sentences of a package, each with its file."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from string import Formatter
from types import ModuleType

from babel.messages.catalog import Catalog

from referee.cards.naming import names_of
from referee.plugin.discovery import installed_languages
from referee.plugin.languages import CORE, read_words
from referee.plugin.rulebook import Rulebook
from referee.testing.catalogues import singular, template_of
from referee.testing.sources import Source, sources_in
from referee.testing.templates import Template, Templates
from referee.vocabulary.game import ENDED_EARLY, PARTS_OF_VERDICTS

PAGES = "referee_web"
"""The package of the pages."""

Saying = tuple[Path, Template]
"""A file and a template in it."""

_NO_WORDS = " \u00a0.,:;–—()·±+"
"""Characters that no language changes."""


@dataclass(frozen=True)
class Package:
    """A package with sentences: folder, games, house rules, and texts outside code."""

    folder: Path
    games: Sequence[ModuleType] = ()
    house_rules: Sequence[ModuleType] = ()
    further: Sequence[Saying] = ()

    @cached_property
    def sources(self) -> Sequence[Source]:
        """Return the Python files of the package."""
        return sources_in(self.folder)

    @cached_property
    def templates(self) -> Templates:
        """Return the templates in the package's code."""
        return Templates(self.sources)

    @cached_property
    def texts(self) -> dict[Template, Path]:
        """Return all sentences with words, and their first files.

        Raise GameFaultError, and whatever else a stranger's game raises.
        """
        texts: dict[Template, Path] = {}
        for path, template in self._sayings():
            if _has_words(template):
                texts.setdefault(template, path)
        for template in [*texts]:
            if isinstance(template, tuple):
                texts.pop(template[0], None)
        return texts

    def wanted(self, catalogue: Catalog) -> dict[Template, str]:
        """Return a catalogue's sentences, with files, without the core's.

        A core sentence stays if the package translates it itself, and so does any
        string in a game's files: it may be said in ways that code analysis misses.
        """
        own = [template_of(message) for message in catalogue if message.id]
        by_template = {singular(template): template for template in own}
        core = sentences_of_referee()
        wanted = {}
        for template, path in self.texts.items():
            key = singular(template)
            if key in by_template or key not in core:
                wanted[template] = self._name_of(path)
            by_template.pop(key, None)
        if self.folder.name in (CORE, PAGES):
            return wanted

        written = self._written()
        referees = core | sentences_of_referee(PAGES)
        for key, template in by_template.items():
            if key in written:
                wanted[template] = self._name_of(written[key])
            elif key in referees:
                wanted[template] = ""
        return wanted

    def _sayings(self) -> Iterator[Saying]:
        """Yield the templates in code, in titles, in the guide, and elsewhere."""
        yield from self.templates.visible
        rulebooks = [*map(Rulebook, self.games)]
        with_title = set(PARTS_OF_VERDICTS)
        for rulebook in rulebooks:
            with_title.update(rulebook.game.verdicts)
        for path, name in self.templates.verdicts:
            if name not in with_title:
                yield path, name.replace("_", " ").capitalize()

        for rulebook, game in zip(rulebooks, self.games, strict=True):
            yield from self._sentences_of_game(rulebook, Path(game.__file__ or ""))
        guide = self.folder / "guide.toml"
        if guide.is_file():
            for step in tomllib.loads(guide.read_text("utf-8")).get("step", ()):
                yield guide, step["title"]
                yield guide, step["text"]
        yield from self._sentences_of_irregularities()
        for house_rule in self.house_rules:
            rule = house_rule.describe_house_rule()
            path = Path(house_rule.__file__ or "")
            yield path, rule.title
            yield path, rule.text
        yield from self.further

    def _sentences_of_game(self, rulebook: Rulebook, module: Path) -> Iterator[Saying]:
        """Yield a game's own texts, card names, and rule sections."""
        game = rulebook.game
        for text in (game.title, game.summary, game.source, *names_of(game.deck)):
            yield module, text
        source = self.folder / "rules.toml"
        if not source.is_file():
            source = module
        for section in rulebook.sections.values():
            if section is not ENDED_EARLY:
                yield source, section.title
                yield source, section.text

    def _sentences_of_irregularities(self) -> Iterator[Saying]:
        path = self.folder / "irregularities.toml"
        if not path.is_file():
            return
        document = tomllib.loads(path.read_text("utf-8"))
        for table in ("phases", "who", "noticed", "sources"):
            for label in document[table].values():
                yield path, label
        for situation in document["situation"]:
            yield path, situation["title"]
            for remedy in situation["remedies"]:
                yield path, remedy["what"]
                if "cost" in remedy:
                    yield path, remedy["cost"]

    def _written(self) -> dict[str, Path]:
        """Return each plain string in the package's files, with its first file."""
        written: dict[str, Path] = {}
        for source in self.sources:
            for word, _ in source.words:
                written.setdefault(word, source.path)
        for path in sorted(self.folder.rglob("*.toml")):
            for word in _strings_in(path):
                written.setdefault(word, path)
        return written

    @cached_property
    def _project(self) -> Path:
        """Return the folder from which catalogues name files.

        It is the project's, or the parent.
        """
        for folder in self.folder.parents:
            if (folder / "pyproject.toml").is_file():
                return folder
        return self.folder.parent

    def _name_of(self, path: Path) -> str:
        if path.is_relative_to(self._project):
            return path.relative_to(self._project).as_posix()
        return path.name


def sentences_of_referee(package: str = CORE) -> frozenset[str]:
    """Return the sentences of the core or the pages, which each language translates."""
    templates: set[str] = set()
    for code in installed_languages():
        translated = read_words(package, code)
        templates.update(translated.one, translated.several)
    return frozenset(templates)


def _strings_in(document: Path) -> Iterator[str]:
    try:
        values = [tomllib.loads(document.read_text("utf-8"))]
    except (OSError, ValueError):  # no game has it: it could not be imported
        return
    while values:
        match values.pop():
            case str() as word:
                yield word
            case list() as several:
                values += several
            case dict() as table:
                values += table.values()


def _has_words(template: Template) -> bool:
    """Return whether anything outside braces is translatable."""
    text = singular(template)
    try:
        return any(before.strip(_NO_WORDS) for before, *_ in Formatter().parse(text))
    except ValueError:  # a single brace, in a text without values
        return True
