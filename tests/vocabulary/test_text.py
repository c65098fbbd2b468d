"""Sentences are worded late: cards by their names, lists as people say them, in the
reader's words.
"""

import pytest

from referee.cards.card import card
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import Language, Text, Wording, say

GREY = Wording(jokers="colour-grey")


@pytest.mark.parametrize(
    ("text", "worded"),
    [
        (say("Deal."), "Deal."),
        (
            say("{seat} wins with the {card}.", seat="Ana", card=card("JS")),
            "Ana wins with the jack of spades.",
        ),
        (say("{card:short} wins.", card=card("TH")), "10♥ wins."),
        (
            say("{cards:short} are left.", cards=(card("3C"), card("4S"))),
            "3♣ 4♠ are left.",
        ),
        (say("{seats} tie.", seats=("Ana", "Ben", "Cy")), "Ana, Ben and Cy tie."),
        (say("{seats} wins.", seats=("Ana",)), "Ana wins."),
        (say("{n:+d} points", n=3), "+3 points"),
        (say("{n:+d} points", n=-3), "−3 points"),
        (say("{side} score {n}", side="Ben & Dee", n=-20), "Ben & Dee score −20"),
        (
            say("{hand} wins.", hand=say("a pair of {rank}", rank="tens")),
            "a pair of tens wins.",
        ),
        (Text("No values, so {braces} stay."), "No values, so {braces} stay."),
        (say("{name}", name="{seat}"), "{seat}"),
    ],
)
def test_a_text_words_its_values(text: Text, worded: str) -> None:
    assert str(text) == worded


def test_jokers_are_called_what_their_table_calls_them() -> None:
    text = say("The {card} wins over {others}.", card=card("XB"), others=(card("XR"),))
    assert text.word() == "The black joker wins over the red joker."
    assert text.word(GREY) == "The colour joker wins over the grey joker."


def test_for_ears_cards_have_names_where_signs_stand() -> None:
    text = say(
        "{cards:short} on {card:short}", cards=(card("3C"), card("3S")), card=card("XB")
    )
    assert text.word() == "3♣ 3♠ on ★Black"
    said = "the three of clubs and the three of spades on the black joker"
    assert text.word(Wording(aloud=True)) == said


def test_templates_are_translated_values_are_not() -> None:
    german = {"{seat} wins.": "{seat} gewinnt.", "Ana": "falsch"}
    wording = Wording(
        language=Language("de", lambda template: german.get(template, template))
    )
    assert say("{seat} wins.", seat="Ana").word(wording) == "Ana gewinnt."


def test_a_text_within_a_text_is_translated_too() -> None:
    german = {"{hand}!": "{hand}!", "a flush": "ein Flush"}
    wording = Wording(
        language=Language("de", lambda template: german.get(template, template))
    )
    assert say("{hand}!", hand=say("a flush")).word(wording) == "ein Flush!"


def test_plain_values_are_what_json_can_hold() -> None:
    prompt = Prompt("play", ("Ana",), say("Play the {card}", card=card("2C")))
    assert jsonable(prompt) == {
        "kind": "play",
        "seats": ["Ana"],
        "title": "Play the two of clubs",
        "help": "",
        "fields": [],
        "optional": False,
        "secret": False,
        "own": False,
        "race": None,
        "again": False,
        "anew": False,
        "ends": False,
    }
    assert jsonable({"cards": (card("2C"),), "none": None}) == {
        "cards": ["2C"],
        "none": None,
    }


def test_what_has_no_plain_form_is_refused() -> None:
    with pytest.raises(TypeError):
        jsonable(object())
