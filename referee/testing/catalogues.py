"""The catalogues of a package: a file a language, updated from its sentences."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from io import BytesIO, StringIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import normalize, read_po, write_po

from referee.plugin.languages import locale_of
from referee.testing.templates import Template

WIDTH = 120
"""The columns of a catalogue."""

LITTLE = 0.6
"""How alike, up to 1, an old and a new sentence must be to count as changed."""

_HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"""

_HEADER_OF_FILE = re.compile(r"""(?:(?:#.*)?\n)*msgid ""\nmsgstr .*\n(?:".*\n)*""")

_WORD = re.compile(r"\{.*?\}|\w+")
_KEYWORDS = "msgid", "msgid_plural"


def read_catalogue(path: Path, language: str) -> Catalog:
    """Return the catalogue in this file, or an empty one.

    Raise PoFileError or ValueError if it is unreadable.
    """
    content = path.read_bytes() if path.is_file() else b""
    catalogue = read_po(
        BytesIO(content), locale=locale_of(language), abort_invalid=True
    )
    for message in catalogue:
        _read_previous(message)
    return catalogue


def _read_previous(message: Message) -> None:
    """Read `#| msgid "…"`, which the library treats as a comment."""
    lines = []
    comments = []
    for comment in message.user_comments:
        if comment.startswith("| "):
            lines.append(comment[2:])
        else:
            comments.append(comment)
    if not lines:
        return

    plural = any(line.startswith("msgid_plural") for line in lines)
    lines.append('msgstr[0] ""' if plural else 'msgstr ""')
    for previous in read_po(StringIO("\n".join(lines)), abort_invalid=True):
        message.previous_id = forms(previous.id)
    message.user_comments = comments


def update(catalogue: Catalog, wanted: Mapping[Template, str]) -> None:
    """Update a catalogue to these templates and keep all translations.

    Each template comes with its file. A changed sentence keeps its translation, marked
    as fuzzy with the old sentence, unused until checked. Sentences no longer said are
    marked as obsolete, until they come back.
    """
    for message in list(catalogue):
        if message.fuzzy and message.previous_id and template_of(message) not in wanted:
            _take_back(catalogue, message)
    for key, message in [*catalogue.obsolete.items()]:
        if template_of(message) in wanted:
            catalogue[message.id] = catalogue.obsolete.pop(key)
    _keep_changed(catalogue, wanted)

    template = Catalog()
    for text, path in wanted.items():
        before = catalogue.get(singular(text))
        previous = []
        if before is not None and before.string and template_of(before) != text:
            before.flags.add("fuzzy")
            previous = before.previous_id or forms(before.id)
        elif before is not None and before.fuzzy:
            previous = before.previous_id
        locations = [(path, 0)] if path else []
        template.add(text, locations=locations, previous_id=previous)
    catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)


def _take_back(catalogue: Catalog, message: Message) -> None:
    """Restore the translation of a sentence that came back."""
    previous = message.previous_id
    template = previous[0] if len(previous) == 1 else tuple(previous)
    _move(catalogue, message, Message(template, message.string))


def _keep_changed(catalogue: Catalog, wanted: Mapping[Template, str]) -> None:
    """Give changed sentences their former translations."""
    unsaid = _unused_translations(catalogue, wanted)
    pairs = []
    for template in wanted:
        if catalogue.get(singular(template)) is not None:
            continue
        for message in unsaid:
            other = template_of(message)
            if type(other) is type(template):
                words = _WORD.findall(singular(template))
                others = _WORD.findall(singular(other))
                likeness = SequenceMatcher(None, words, others, autojunk=False).ratio()
                pairs.append((likeness, template, message))

    pairs.sort(key=lambda pair: pair[0], reverse=True)
    for likeness, template, message in pairs:
        is_free = message in unsaid and catalogue.get(singular(template)) is None
        if likeness < LITTLE or not is_free:
            continue
        unsaid.remove(message)
        changed = Message(
            template, message.string, flags=["fuzzy"], previous_id=message.id
        )
        _move(catalogue, message, changed)


def _unused_translations(
    catalogue: Catalog, wanted: Iterable[Template]
) -> list[Message]:
    """Return the translations of sentences that are no longer said."""
    keys = {singular(template) for template in wanted}
    unsaid = []
    for message in (*catalogue, *catalogue.obsolete.values()):
        is_used = singular(template_of(message)) in keys
        if message.id and any(forms(message.string)) and not is_used:
            unsaid.append(message)
    return unsaid


def _move(catalogue: Catalog, message: Message, changed: Message) -> None:
    """Replace a message by another, with its translation and comments."""
    changed.user_comments = message.user_comments
    catalogue.delete(message.id)
    catalogue.obsolete.pop(singular(template_of(message)), None)
    catalogue[changed.id] = changed


def write(path: Path, language: str, catalogue: Catalog) -> None:
    """Write a catalogue; keep the file's header."""
    charset = catalogue.charset
    header = _HEADER.format(language=language, plural=catalogue.plural_forms)
    if path.is_file():
        written = _HEADER_OF_FILE.match(path.read_text(charset))
        if written:
            header = written[0]

    # The library's header has the time in it, and would change with every run.
    content = BytesIO()
    write_po(content, catalogue, width=WIDTH, include_lineno=False, omit_header=True)
    blocks = content.getvalue().decode(charset).split("\n\n")
    messages = [message for message in catalogue if message.id]
    for number, message in enumerate(messages):
        if message.previous_id:
            comments, keyword, rest = blocks[number].partition("\nmsgid")
            for word, text in zip(_KEYWORDS, message.previous_id, strict=False):
                # The library would break the old sentence within words.
                comments += f"\n#| {word} {normalize(text, prefix='#| ', width=WIDTH)}"
            blocks[number] = comments + keyword + rest
    path.parent.mkdir(exist_ok=True)
    path.write_bytes("\n".join([header, "\n\n".join(blocks)]).encode(charset))


def translated(message: Message) -> bool:
    """Return whether a message is fully translated."""
    words = forms(message.string)
    return bool(words) and all(words) and not message.fuzzy


def missing_in(catalogue: Catalog) -> list[str]:
    """Return the untranslated messages of a catalogue."""
    missing = []
    for message in catalogue:
        if message.id and not translated(message):
            missing.append(singular(template_of(message)))
    return missing


def forms(text: str | Sequence[str] | None) -> list[str]:
    """Return the forms of a template or translation: singular and plurals."""
    return [text] if isinstance(text, str) else list(text or ())


def singular(template: Template) -> str:
    """Return the singular of a template."""
    return template if isinstance(template, str) else template[0]


def template_of(message: Message) -> Template:
    """Return a message's template."""
    if isinstance(message.id, str):
        return message.id
    return message.id[0], message.id[1]
