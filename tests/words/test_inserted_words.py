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


@pytest.mark.parametrize("package", packages(), ids=lambda package: package.name)
def test_spanish_never_leaves_a_preposition_before_an_article(package: Package) -> None:
    """`de el rey` would have to be `del rey`."""
    told = [message.string for message in known_to(package, "es")]
    said = [
        one
        for string in told
        for one in ((string,) if isinstance(string, str) else string)
    ]
    assert not [
        one for one in said if re.search(r"\b(a|de) \{\w+:the\}", one, re.IGNORECASE)
    ]
