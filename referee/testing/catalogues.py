"""What a game says, gathered into its catalogues: a file for each language, in which
translators write.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from string import Formatter
from types import ModuleType

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from referee.cards.naming import names_of
from referee.plugin.discovery import installed
from referee.plugin.languages import CORE, locale_of, words
from referee.plugin.rulebook import Rulebook
from referee.testing.sources import Source
from referee.testing.templates import Template, Templates
from referee.vocabulary.game import ENDED_EARLY, PARTS_OF_VERDICTS

PAGES = "referee_web"
"""The package of the pages."""

Said = tuple[Path, Template]
"""A template, and a file that says it."""

_HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"""

_HEADER_OF_FILE = re.compile(r"""(?:(?:#.*)?\n)*msgid ""\nmsgstr .*\n(?:".*\n)*""")

_NO_WORDS = " \u00a0.,:;–—()·±+"
"""Characters that stay as they are in every language."""


def said_in(
    package: Path,
    templates: Templates,
    games: Sequence[ModuleType],
    house_rules: Sequence[ModuleType],
) -> Iterator[Said]:
    """All that a package says: the templates in its code, what its games and house
    rules are called, and its guide.

    GameFaultError, and whatever else a stranger's game raises.
    """
    described_games = [(Rulebook(game), Path(game.__file__ or "")) for game in games]
    yield from said_in_code(
        templates,
        [name for rulebook, _ in described_games for name in rulebook.game.verdicts],
    )
    for rulebook, path in described_games:
        yield from _said_of_game(rulebook, path, package)
    yield from _said_in_guide(package)
    for house_rule in house_rules:
        rule = house_rule.describe_house_rule()
        yield from (
            (Path(house_rule.__file__ or ""), text) for text in (rule.title, rule.text)
        )


def said_in_code(templates: Templates, titled: Iterable[str] = ()) -> Iterator[Said]:
    """These templates, and the parts of verdicts that go by their names.

    `titled` are the parts that its games give a title.
    """
    yield from templates.found
    with_title = {*titled, *PARTS_OF_VERDICTS}
    for path, name in templates.verdicts:
        if name not in with_title:
            yield path, name.replace("_", " ").capitalize()


def _said_of_game(rulebook: Rulebook, module: Path, package: Path) -> Iterator[Said]:
    """What a game says of itself, the names of its cards, and the sections of its
    rules.
    """
    game, rules = rulebook.game, package / "rules.toml"
    yield from (
        (module, text)
        for text in (game.title, game.summary, game.source, *names_of(game.deck))
    )
    where = rules if rules.is_file() else module
    own = [
        section for section in rulebook.sections.values() if section is not ENDED_EARLY
    ]
    yield from (
        (where, text) for section in own for text in (section.title, section.text)
    )


def _said_in_guide(package: Path) -> Iterator[Said]:
    """The steps of the guide in this package; nothing where there is none."""
    guide = package / "guide.toml"
    steps = (
        tomllib.loads(guide.read_text("utf-8")).get("step", ())
        if guide.is_file()
        else ()
    )
    yield from ((guide, step[name]) for step in steps for name in ("title", "text"))


def once(said: Iterable[Said]) -> dict[Template, Path]:
    """Each template that has words beside its values, with the first file that says it,
    in the order they came.
    """
    found: dict[Template, Path] = {}
    for path, template in said:
        if _has_words(template):
            found.setdefault(template, path)
    counted = {template[0] for template in found if isinstance(template, tuple)}
    return {
        template: path for template, path in found.items() if template not in counted
    }


def missing_in(catalogue: Catalog) -> list[str]:
    """What a catalogue has no words for yet."""
    return [
        _first(message)
        for message in catalogue
        if message.id and not translated(message)
    ]


def said_by_referee(package: str = CORE) -> frozenset[str]:
    """What the core says, or the pages: so much is translated with each language, and
    no game need do it.
    """
    told = [words(package, code) for code in installed().languages]
    return frozenset(
        template for each in told for template in (*each.one, *each.several)
    )


def wanted_of_game(
    said: Mapping[Template, Path],
    package: Path,
    catalogue: Catalog,
    sources: Sequence[Source],
) -> dict[Template, str]:
    """What the catalogue of a game's package holds, each with the file that says it:
    what it says and the core does not.

    What the core or the pages say stays there too, where the game translates it in
    words of its own; and so does what stands in a file of the package, since it may be
    said by ways that the code does not show.
    """
    core = said_by_referee()
    own = {_first(message): _id(message) for message in catalogue if message.id}
    found = {
        template: path
        for template, path in said.items()
        if _singular(template) not in core - own.keys()
    }
    firsts = {_singular(template) for template in found}
    written = {
        **dict.fromkeys(core | said_by_referee(PAGES), None),
        **_written_in(package, sources),
    }
    kept = {
        whole: written[first]
        for first, whole in own.items()
        if first in written and first not in firsts
    }
    return {
        template: _named(path, package) for template, path in {**found, **kept}.items()
    }


def _named(path: Path | None, package: Path) -> str:
    """A file, as catalogues name it; empty for one of Referee's own."""
    if path is None:
        return ""
    return (
        path.relative_to(package.parent).as_posix()
        if path.is_relative_to(package.parent)
        else path.name
    )


def _written_in(package: Path, sources: Sequence[Source]) -> dict[str, Path]:
    """Each plain string in the files of a package, with the first of them that has it."""
    documents = [
        (word, path)
        for path in sorted(package.rglob("*.toml"))
        for word in _strings_in(path)
    ]
    found = [(word, source.path) for source in sources for word, _ in source.words]
    return dict(reversed([*found, *documents]))


def _strings_in(document: Path) -> Iterator[str]:
    try:
        parts: list[object] = [tomllib.loads(document.read_text("utf-8"))]
    except (OSError, ValueError):  # no game reads it: it could not be imported
        return
    while parts:
        match parts.pop():
            case str() as word:
                yield word
            case list() as several:
                parts += several
            case dict() as table:
                parts += table.values()


def _has_words(template: Template) -> bool:
    """Whether there is anything to translate beside what stands in the braces."""
    text = _singular(template)
    try:
        return any(before.strip(_NO_WORDS) for before, *_ in Formatter().parse(text))
    except ValueError:  # a brace by itself, in a text without values
        return True


def read_catalogue(path: Path, language: str) -> Catalog:
    """The catalogue in this file; an empty one where there is none. PoFileError, or
    ValueError, for one that cannot be read whole.
    """
    content = path.read_bytes() if path.is_file() else b""
    return read_po(BytesIO(content), locale=locale_of(language), abort_invalid=True)


def update(catalogue: Catalog, wanted: Mapping[Template, str]) -> None:
    """Have a catalogue hold these templates, each with the file that says it, and keep
    all translations.

    What is not among them any more is marked as obsolete, and loses that mark when it
    comes back. Where a sentence about one thing now has another one about several, its
    translation is marked as fuzzy, and is not used.
    """
    for key, message in [*catalogue.obsolete.items()]:
        if _id(message) in wanted:
            catalogue[message.id] = catalogue.obsolete.pop(key)
    template = Catalog()
    for said, path in wanted.items():
        before = catalogue.get(_singular(said))
        if before is not None and before.string and _id(before) != said:
            before.flags.add("fuzzy")
        template.add(said, locations=[(path, 0)] if path else [])
    catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)


def write(path: Path, language: str, catalogue: Catalog) -> None:
    """Write a catalogue; a header that the file has stays as it is."""
    charset = catalogue.charset
    there = _HEADER_OF_FILE.match(path.read_text(charset)) if path.is_file() else None
    header = (
        there[0]
        if there
        else _HEADER.format(language=language, plural=catalogue.plural_forms)
    )
    # Not the library's header, which has the time in it and would change with every
    # run.
    messages = BytesIO()
    write_po(messages, catalogue, width=120, include_lineno=False, omit_header=True)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(f"{header}\n".encode(charset) + messages.getvalue())


def translated(message: Message) -> bool:
    """Whether a message has all the words it needs."""
    said = (
        (message.string,)
        if isinstance(message.string, str)
        else tuple(message.string or ())
    )
    return bool(said) and all(said) and not message.fuzzy


def _singular(template: Template) -> str:
    return template if isinstance(template, str) else template[0]


def _first(message: Message) -> str:
    return _singular(_id(message))


def _id(message: Message) -> Template:
    return message.id if isinstance(message.id, str) else (message.id[0], message.id[1])
