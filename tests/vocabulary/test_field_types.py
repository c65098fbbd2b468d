"""The types of field: whatever is filled in at random can be sent."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from referee.cards.card import card
from referee.cards.decks import FIFTY_TWO, two_of
from referee.plugin.field_values import read_fields, require_bounds
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.fields import FIELD_TYPES, type_of
from referee.vocabulary.fields.examples import Chance, Samples
from referee.vocabulary.fields.reading import ANY_NAME, Misread, ReadingContext
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import say


def field(type: str, **more: Any) -> Field:
    return Field("it", type, say("It"), **more)


def test_choices_are_had_as_cards_or_as_words_which_types_can_tell() -> None:
    of_cards = field("card", choices=FIFTY_TWO)
    of_words = field("choice", choices=("high", "low"))
    assert {card.rank for card in of_cards.cards} == {card.rank for card in FIFTY_TWO}
    assert [word.upper() for word in of_words.words] == ["HIGH", "LOW"]
    assert (of_cards.words, of_words.cards) == ((), ())


@pytest.mark.parametrize("type", FIELD_TYPES)
def test_what_is_filled_in_at_random_is_as_the_schema_says_and_can_be_read(
    type: str,
) -> None:
    one = field(type, choices=("Ana", "Ben") if type in ("choice", "toss") else ())
    schema = Draft202012Validator(FIELD_TYPES[type].schema)
    for seed in range(20):
        value = FIELD_TYPES[type].random(
            one, Chance(Random(seed), ("Ana", "Ben"), ("Ana", "Ben"), Counter())
        )
        if not FIELD_TYPES[type].tossed:
            schema.validate(value)
            assert FIELD_TYPES[type].read(one, value, ANY_NAME) is not None


@pytest.mark.parametrize(
    "one",
    [
        field("numbers_by_seat", total=26, min=0, max=26),
        field("numbers_by_seat", total=13, min=2, max=6),
        field("numbers_by_seat", total=-5, min=-4, max=0),
        field("card_groups", min=3, max=4),
        field("cards_by_seat", total=8, min=1, max=5),
        field("seats", min=1, max=2),
        field("order", min=2, max=2),
    ],
    ids=lambda one: f"{one.type}-{one.total}",
)
def test_what_is_filled_in_at_random_keeps_to_bounds_and_total(one: Field) -> None:
    seats = ("Ana", "Ben", "Cy")
    for seed in range(50):
        value = type_of(one).random(one, Chance(Random(seed), seats, seats, Counter()))
        given = read_fields((one,), {one.name: value}, ReadingContext(seats))
        require_bounds((one,), given, seats)


@pytest.mark.parametrize(
    ("one", "value"),
    [
        (field("cards"), ["7S"] * 2_001),
        (field("cards"), ["7S 8S 9S"] * 700),
        (field("card_groups"), [["7S"] * 1_000] * 3),
        (field("card_groups"), ["7S 8S 9S 10S"] * 501),
        (field("cards_by_seat"), {"Ana": ["7S"] * 2_001}),
        (field("cards_by_seat", partners=True), {"Ana": [["7S"] * 1_001] * 2}),
    ],
    ids=lambda one: one.type if isinstance(one, Field) else "",
)
def test_more_cards_than_are_read_at_once_are_refused_and_none_is_left_out(
    one: Field, value: object
) -> None:
    """No choices bound these fields: whoever sends thousands is told so, and no part of
    it is recorded.
    """
    context = ReadingContext(("Ana", "Ben"))
    with pytest.raises(WrongFieldsError, match="cards at a time"):
        read_fields((one,), {"it": value}, context)


def test_as_many_cards_as_are_read_at_once_are_all_there() -> None:
    given = read_fields(
        (field("card_groups"),), {"it": " / ".join(["7S8S"] * 1_000)}, ReadingContext()
    )
    assert [len(group) for group in given.card_groups("it")] == [2] * 1_000


@pytest.mark.parametrize("seed", range(5))
def test_of_two_copies_of_a_card_each_is_named_once_at_random(seed: int) -> None:
    """As at the end of a deal with two decks, when two cards are left twice."""
    left = two_of((card("9H"), card("KC")))
    seats = ("Ana", "Ben", "Cy", "Dee")
    plays = Field("plays", "card_by_seat", say("Plays"), choices=left)
    value = type_of(plays).random(plays, Chance(Random(seed), seats, seats, Counter()))
    assert sorted(value.values()) == ["9H", "9H", "KC", "KC"]


def test_a_text_is_filled_in_by_its_examples() -> None:
    text = field("text", choices=("all pass",), suggests=True)
    chance = Chance(Random(7), ("Ana",), ("Ana",), Counter())
    assert (
        type_of(text).example(text, Samples(iter(()), ()))
        == type_of(text).random(text, chance)
        == "all pass"
    )
    require_bounds((text,), read_fields((text,), {"it": "something else"}))


def test_spaces_cut_no_words_off() -> None:
    text = field("text")
    assert type_of(text).read(text, "1S" + " " * 300 + "P  P", ANY_NAME) == "1S P P"
    with pytest.raises(Misread, match="at most 200 letters"):
        type_of(text).read(text, "P " * 101, ANY_NAME)


@pytest.mark.parametrize(
    ("filled_in", "halves", "read"),
    [("−4", False, -4), ("-4", False, -4), ("−2.5", True, -2.5), ("−½", True, -0.5)],
)
def test_a_minus_is_read_as_it_is_printed(
    filled_in: str, halves: bool, read: float
) -> None:
    number = field("number", halves=halves)
    assert (
        read_fields((number,), {"it": filled_in}, ReadingContext()).number("it") == read
    )
