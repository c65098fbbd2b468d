"""Every text has its words in every language, with the same values in them."""

import re
from collections.abc import Iterator
from string import Formatter

import pytest
from babel.messages.catalog import Message

from referee.testing.catalogues import translated
from tests.words import gather
from tests.words.gather import Package, known_to, packages, texts_of, wanted

PAIRS = [(package, language) for package in packages() for language in gather.LANGUAGES]


def values_in(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def wrong_values(message: Message) -> Iterator[str]:
    """Translations that speak of other values than their template."""
    if isinstance(message.id, str):
        if values_in(message.id) != values_in(str(message.string)):
            yield str(message.string)
        return
    # One thing need not be counted: "one card".
    one, many = map(values_in, message.id)
    for said in message.string:
        if values_in(said) - {"n"} != many - {"n"} or not values_in(said) <= one | many:
            yield said


@pytest.mark.parametrize("package", packages(), ids=lambda package: package.name)
def test_every_text_can_be_found(package: Package) -> None:
    assert not texts_of(package).templates.hidden, "Nobody could translate these."


@pytest.mark.parametrize(
    ("package", "language"), PAIRS, ids=lambda one: getattr(one, "name", one)
)
def test_every_text_is_translated(package: Package, language: str) -> None:
    known = known_to(package, language)
    missing = [
        template
        for template in wanted(package, language)
        if (found := known.get(template if isinstance(template, str) else template[0]))
        is None
        or found.id != template
        or not translated(found)
    ]
    assert not missing, "Run `python -m tests.words.gather`, then translate these."


@pytest.mark.parametrize(
    ("package", "language"), PAIRS, ids=lambda one: getattr(one, "name", one)
)
def test_translations_speak_of_the_same_values(package: Package, language: str) -> None:
    told = [
        message
        for message in known_to(package, language)
        if message.id and translated(message)
    ]
    wrong = [said for message in told for said in wrong_values(message)]
    assert not wrong


@pytest.mark.parametrize(
    ("package", "language"), PAIRS, ids=lambda one: getattr(one, "name", one)
)
def test_no_translation_says_a_sentence_twice(package: Package, language: str) -> None:
    twice = []
    for message in known_to(package, language):
        sentences = re.split(r"(?<=[.!?)]) ", str(message.string))
        long = [sentence for sentence in sentences if len(sentence) > 14]
        if len(set(long)) < len(long):
            twice.append(message.string)
    assert not twice
