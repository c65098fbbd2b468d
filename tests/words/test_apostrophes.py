"""Sentences have the apostrophes and quotation marks of their language."""

import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Message

from tests.words.gather import LANGUAGES, Package, known_to, packages, wanted

NAMES = "Ji'zara"
"""Written as its author does."""

STRAIGHT = re.compile("['\"]")
OF_OTHERS = {"de": re.compile("[«»”]"), "es": re.compile("[„“”]")}


def straight(text: str) -> bool:
    """Return whether a mark of a typewriter stands in this text."""
    return STRAIGHT.search(text.replace(NAMES, "")) is not None


def said(message: Message) -> Iterator[str]:
    """Return the translations of a message, one for each number."""
    if isinstance(message.string, str):
        yield message.string
        return
    yield from message.string


@pytest.mark.parametrize("package", packages(), ids=lambda package: package.name)
def test_english_sentences_have_curved_apostrophes_and_quotes(package: Package) -> None:
    templates = wanted(package, LANGUAGES[0])
    forms: list[str] = []
    for template in templates:
        forms += [template] if isinstance(template, str) else template
    assert templates
    assert not [form for form in forms if straight(form)]


@pytest.mark.parametrize("language", sorted(OF_OTHERS))
@pytest.mark.parametrize("package", packages(), ids=lambda package: package.name)
def test_translations_have_the_marks_of_their_language(
    package: Package, language: str
) -> None:
    wrong = []
    for message in known_to(package, language):
        if not message.id:
            continue
        for form in said(message):
            # What the German „…“ ends with begins an English quotation.
            if straight(form) or OF_OTHERS[language].search(form):
                wrong.append(form)
    assert not wrong
