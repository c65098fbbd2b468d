"""Texts as a store keeps them."""

import json

import pytest

from referee.cards.card import card
from referee.vocabulary.text import (
    Language,
    Text,
    Wording,
    decoded,
    encoded,
    say,
    say_count,
)

GERMAN = {
    "{n} card": "{n} Karte",
    "{winner} wins": "{winner} gewinnt",
    "trump": "Trumpf",
}
LANGUAGE = Language("de", lambda template: GERMAN.get(template, template))


@pytest.mark.parametrize(
    "text",
    [
        say("{winner} wins", winner="Ana"),
        say(
            "The {card} beats {others}: {why}.",
            card=card("TH"),
            others=(card("2C"), card("XR")),
            why=say("trump"),
        ),
        say_count(
            "{n} card of {seats}", "{n} cards of {seats}", 3, seats=("Ana", "Ben")
        ),
        say(
            "Level at {total}, {what}.", total=12, what=(say("trump"), say("no trump"))
        ),
    ],
)
def test_a_stored_text_says_the_same(text: Text) -> None:
    again = decoded(json.loads(json.dumps(encoded(text))))
    assert again == text
    assert str(again) == str(text)


def test_a_stored_text_is_worded_by_who_reads_it() -> None:
    again = decoded(
        encoded(say("{winner} wins: {why}", winner="Ana", why=say("trump")))
    )
    assert again.word(Wording(language=LANGUAGE)) == "Ana wins: Trumpf"
