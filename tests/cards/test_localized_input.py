"""Cards typed by their names in German and Spanish; English goes first, and what is no
card stays as it was typed.
"""

import pytest

from referee.cards.card import CARDS
from referee.cards.localized_input import LONGEST, in_codes
from referee.cards.naming import (
    JOKER_NAMES,
    JokerWording,
    as_it_is,
    speak_card,
    speak_cards,
    speak_with_article,
)
from referee.plugin.languages import language, list_codes

LANGUAGES = list_codes()[1:]

GERMAN = {
    "Herz 10": "TH",
    "herz zehn": "TH",
    "10 Herz": "TH",
    "Pik Ass": "AS",
    "Pik As": "AS",
    "Koenig Karo": "KD",
    "Karo Kön": "KD",
    "schwarzer Joker": "XB",
    "Joker rot": "XR",
    "Herz D": "QH",
    "D♥": "QH",
    "♥️B": "JH",
    "Kreuz Bube und Karo Dame": "JC QD",
    "den Herz-Buben und der Pik-Dame": "JH QS",
    "mit dem": "mit dem",
    "Kreuz B, Karo K": "JC KD",
    "hD pB": "hD pB",
    "hD sB": "QH JS",
    "dh": "QH",
    "3c Herz 10 ten of spades": "3C TH TS",
    "As Herz 9": "AS 9H",
}
SPANISH = {
    "10 de corazones": "TH",
    "rey de picas": "KS",
    "as de picas": "AS",
    "el as de tréboles y la jota de diamantes": "AC JD",
    "dos trebol": "2C",
    "q de corazones": "QH",
    "comodín negro": "XB",
    "comodin rojo": "XR",
    "as 3c": "as 3c",
    "re de picas": "re de picas",
}
ENGLISH_FIRST = (
    "3c",
    "10h",
    "QD",
    "KD",
    "dk",
    "KS QD JH",
    "as",
    "queen of diamonds",
    "black joker",
    "♦10",
    "XB",
)
NO_CARDS = (
    "",
    "  ",
    "Herz",
    "10",
    "corazones",
    "Herz 1",
    "Herz Zehn Elf",
    "joker",
    "foo",
    "D",
    "10, Herz",
    "de",
    "-",
)


def told(code: str, text: str, jokers: JokerWording = "black-red") -> str:
    return in_codes(text, language(code).gettext, jokers)


@pytest.mark.parametrize(("text", "codes"), GERMAN.items())
def test_german_names_are_read(text: str, codes: str) -> None:
    assert told("de", text) == codes


@pytest.mark.parametrize(("text", "codes"), SPANISH.items())
def test_spanish_names_are_read(text: str, codes: str) -> None:
    assert told("es", text) == codes


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_english_reads_and_what_is_no_card_stay_as_they_are(code: str) -> None:
    for text in (*ENGLISH_FIRST, *NO_CARDS):
        assert told(code, text) == text


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("jokers", JOKER_NAMES)
def test_every_card_is_read_by_the_name_that_the_referee_gives_it(
    code: str, jokers: JokerWording
) -> None:
    for card in CARDS.values():
        for name in (speak_card, speak_with_article):
            assert (
                told(code, name(card, jokers, language(code).gettext), jokers)
                == card.code
            )
    several = tuple(CARDS.values())[7::11]
    listed = speak_cards(several, jokers, language(code).gettext)
    assert told(code, listed, jokers) == " ".join(card.code for card in several)


@pytest.mark.parametrize(
    ("code", "text"), [("de", "Joker Bunt"), ("es", "comodín gris")]
)
def test_a_joker_of_another_deck_is_none(code: str, text: str) -> None:
    assert told(code, text) == text
    assert told(code, text, "colour-grey") in ("XB", "XR")


def test_english_reads_nothing_more() -> None:
    assert in_codes("Herz 10", as_it_is) == "Herz 10"


def test_names_are_not_looked_for_in_what_is_too_long() -> None:
    text = "Herz 10 " * (LONGEST // 8 + 1)
    assert told("de", text) == text
