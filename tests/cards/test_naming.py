"""How cards are written and spoken."""

import pytest

from referee.cards.card import card
from referee.cards.decks import ONLY_JOKER
from referee.cards.naming import (
    JOKER_NAMES,
    JokerWording,
    speak_card,
    speak_cards,
    speak_with_article,
    write_card,
    write_cards,
)


@pytest.mark.parametrize(
    ("code", "sign", "words"),
    [
        ("TH", "10♥", "ten of hearts"),
        ("AS", "A♠", "ace of spades"),
        ("2C", "2♣", "two of clubs"),
        ("KD", "K♦", "king of diamonds"),
        ("QS", "Q♠", "queen of spades"),
        ("JH", "J♥", "jack of hearts"),
    ],
)
def test_a_card_is_written_with_its_sign_and_spoken_in_words(
    code: str, sign: str, words: str
) -> None:
    assert write_card(card(code)) == sign
    assert speak_card(card(code)) == words


@pytest.mark.parametrize(
    ("jokers", "code", "sign", "words"),
    [
        ("black-red", "XB", "★Black", "black joker"),
        ("black-red", "XR", "★Red", "red joker"),
        ("colour-grey", "XB", "★Colour", "colour joker"),
        ("colour-grey", "XR", "★Grey", "grey joker"),
    ],
)
def test_jokers_go_by_the_names_of_the_table(
    jokers: JokerWording, code: str, sign: str, words: str
) -> None:
    assert write_card(card(code), jokers) == sign
    assert speak_card(card(code), jokers) == words


def test_the_only_joker_of_a_deck_is_called_just_that() -> None:
    for jokers in JOKER_NAMES:
        assert write_card(ONLY_JOKER, jokers) == "★Joker"
        assert speak_card(ONLY_JOKER, jokers) == "joker"
        assert speak_with_article(ONLY_JOKER, jokers) == "the joker"


def test_written_cards_are_parted_by_spaces_and_hold_none() -> None:
    assert (
        write_cards([card("3C"), card("4S"), card("XR")], "colour-grey")
        == "3♣ 4♠ ★Grey"
    )
    assert write_cards([]) == ""


def test_spoken_cards_stand_in_a_sentence_each_with_its_article() -> None:
    three = card("3C")
    four = card("4S")
    joker = card("XR")
    assert speak_cards([three]) == "the three of clubs"
    assert speak_cards([three, four]) == "the three of clubs and the four of spades"
    assert (
        speak_cards([three, four, joker])
        == "the three of clubs, the four of spades and the red joker"
    )
    assert speak_cards([joker], "colour-grey") == "the grey joker"
    assert speak_cards([]) == "no cards"
