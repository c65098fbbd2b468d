"""What is put into a sentence keeps its grammar: cards, names, numbers and texts, in
German and Spanish.
"""

import re

import pytest

from referee import card
from referee.hosting.races.buzzers import too_many_slaps
from referee.plugin import languages
from referee.vocabulary.text import Text, Wording, say
from tests.words.gather import Package, known_to, packages


def said(text: Text, code: str) -> str:
    return text.word(Wording(language=languages.language(code)))


@pytest.mark.parametrize(
    ("language", "text", "told"),
    [
        ("es", say("{seats}", seats=("Ana", "Iris")), "Ana e Iris"),
        ("es", say("{seats}", seats=("Ana", "Ben", "Hilda")), "Ana, Ben e Hilda"),
        ("es", say("{seats}", seats=("Iris", "Ana")), "Iris y Ana"),
        ("es", say("{seats}", seats=("Ana", "Ian")), "Ana y Ian"),
        ("es", say("{seats:or}", seats=("Ana", "Olga")), "Ana u Olga"),
        ("es", say("{counts:or}", counts=(6, 7, 8)), "6, 7 u 8"),
        ("de", say("{seats:or}", seats=("Ana", "Olga")), "Ana oder Olga"),
        ("en", say("{seats}", seats=("Ana", "Iris")), "Ana and Iris"),
        ("en", say("{card:The} leads", card=card("JH")), "The jack of hearts leads"),
        ("de", say("{card:The}", card=card("JH")), "Der Herz-Bube"),
        ("de", say("{card:the2}", card=card("JH")), "den Herz-Buben"),
        ("de", say("{card:the3}", card=card("AD")), "dem Karo-Ass"),
        ("de", say("{card:the3}", card=card("XB")), "dem schwarzen Joker"),
        (
            "de",
            say("{cards}", cards=(card("JH"), card("QS"))),
            "Herz-Bube und Pik-Dame",
        ),
        ("es", say("{card:the2}", card=card("JH")), "la jota de corazones"),
    ],
)
def test_names_and_numbers_are_joined_as_they_sound(
    language: str, text: Text, told: str
) -> None:
    assert said(text, language) == told


def test_one_second_is_no_seconds() -> None:
    assert str(too_many_slaps(1).message).endswith("in 1 second.")
    assert said(too_many_slaps(1).message, "de").endswith(
        "In 1 Sekunde zählt dieses Handy wieder."
    )


def in_spanish(package: Package) -> list[str]:
    """Return all Spanish sentences of a package, one for each number."""
    told = [message.string for message in known_to(package, "es") if message.id]
    return [
        one
        for string in told
        for one in ((string,) if isinstance(string, str) else string)
    ]


VOSOTROS = re.compile(
    r"\b(os|sois|vais|dais|vosotr[oa]s|vuestr[oa]s?|\w+([áé]i|í)s|\w+aos"
    r"|\w+[aei]d(l[aeo]s?|nos)?)\b",
    re.IGNORECASE,
)
ALIKE = {"cantidad", "mitad", "normalidad", "oportunidad", "red", "seguridad", "verdad"}
"""Nouns that end as `anotad` does."""

FOREIGN = {"corrected", "invented", "overruled", "uuid"}
"""What programs send, and the title of a page."""


def to_several(sentence: str) -> list[str]:
    """Return the words with which only Spain speaks to several people."""
    told = re.sub(r"\{.*?\}", "", sentence)
    words = [found.group().lower() for found in VOSOTROS.finditer(told)]
    return [word for word in words if word not in ALIKE | FOREIGN]


@pytest.mark.parametrize("package", packages(), ids=lambda package: package.name)
def test_spanish_speaks_to_nobody_as_only_spain_does(package: Package) -> None:
    """Madrid and Mexico read the same sentences, and neither finds them foreign."""
    assert to_several("Anotadlo, ¿podéis? Sentaos") == ["anotadlo", "podéis", "sentaos"]
    assert not [one for one in in_spanish(package) if to_several(one)]


@pytest.mark.parametrize("package", packages(), ids=lambda package: package.name)
def test_spanish_never_leaves_a_preposition_before_an_article(package: Package) -> None:
    """`de el rey` would have to be `del rey`."""
    assert not [
        one
        for one in in_spanish(package)
        if re.search(r"\b(a|de) \{\w+:the\}", one, re.IGNORECASE)
    ]
