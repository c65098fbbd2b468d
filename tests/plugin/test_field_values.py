"""Reading what was filled in: every type of field, in every form it may come in, and
what is said when it is wrong.
"""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from referee import flag_field
from referee.cards.card import CARDS, card
from referee.cards.decks import FIFTY_FOUR
from referee.plugin.field_values import (
    read_fields,
    require_bounds,
    require_copies,
    written_fields,
)
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.fields import FIELD_TYPES
from referee.vocabulary.fields.reading import ReadingContext
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import say

SEATS = ReadingContext(seats=("Ana", "Ben", "Cy"), jokers="black-red")


def field(type: str, **more: Any) -> Field:
    return Field("it", type, say("It"), **more)


def read(one: Field, value: object, reading: ReadingContext = SEATS) -> object:
    return read_fields([one], {"it": value}, reading).values.get("it")


def wrong(one: Field, value: object, reading: ReadingContext = SEATS) -> str:
    with pytest.raises(WrongFieldsError) as refused:
        read(one, value, reading)
    [error] = refused.value.errors
    assert error.field == "it"
    return str(error.message)


@pytest.mark.parametrize(
    ("type", "value", "meant"),
    [
        ("card", "TH", card("TH")),
        ("card", "ten of hearts", card("TH")),
        ("card", ["10h"], card("TH")),
        ("cards", ["3C", "4S"], (card("3C"), card("4S"))),
        ("cards", "3c 4s", (card("3C"), card("4S"))),
        ("cards", [], ()),
        ("cards", "", ()),
        (
            "card_groups",
            [["3C", "4C"], ["KS"]],
            ((card("3C"), card("4C")), (card("KS"),)),
        ),
        ("card_groups", "3c 4c / ks", ((card("3C"), card("4C")), (card("KS"),))),
        ("card_groups", ["3c 4c", "KS"], ((card("3C"), card("4C")), (card("KS"),))),
        (
            "card_by_seat",
            {"Ana": "XB", "Ben": "js"},
            {"Ana": card("XB"), "Ben": card("JS")},
        ),
        (
            "cards_by_seat",
            {"Ana": "2c 3c", "Ben": []},
            {"Ana": (card("2C"), card("3C")), "Ben": ()},
        ),
        ("number", 7, 7),
        ("number", " 7 ", 7),
        ("numbers_by_seat", {"Ana": 7, "Ben": "0"}, {"Ana": 7, "Ben": 0}),
        ("seat", " Ana ", "Ana"),
        ("seats", ["Ben", "Ana"], ("Ben", "Ana")),
        ("order", ["Cy", ["Ana", "Ben"]], (("Cy",), ("Ana", "Ben"))),
        ("flag", True, True),
        ("flag", "on", True),
        ("flag", "no", False),
    ],
)
def test_a_field_is_read_as_its_type_promises(
    type: str, value: object, meant: object
) -> None:
    assert read(field(type), value) == meant


@pytest.mark.parametrize(
    ("type", "value", "said"),
    [
        ("card", "1h", "not a card"),
        ("card", "2h 3h", "Enter one card, not 2"),
        ("card_groups", " / ", "Enter groups of cards, with a / between them."),
        ("card_groups", [], "Enter groups of cards, with a / between them."),
        ("card_groups", 3, "Enter groups of cards, with a / between them."),
        ("card_groups", [["3C"], []], "Enter a card in each group."),
        ("card_groups", [["3C"], [["4C"]]], "Enter cards"),
        ("card_groups", "3c / 1h", "not a card"),
        ("card", 5, "Enter cards, like 3C 4S"),
        ("cards", ["2C", 5], "Enter cards, like 3C 4S"),
        ("cards", {"Ana": "2C"}, "Enter cards, like 3C 4S"),
        ("card_by_seat", "2C", "by seat"),
        (
            "card_by_seat",
            {"Anna": "2C"},
            "Nobody here is called Anna. Did you mean Ana?",
        ),
        ("card_by_seat", {"Zoe": "2C"}, "There are Ana, Ben and Cy"),
        ("card_by_seat", {"Ana": "2C", "Ana ": "3C"}, "each seat once"),
        ("number", "seven", "whole number"),
        ("number", True, "whole number"),
        ("number", 1.5, "whole number"),
        ("number", "9" * 50, "whole number"),
        ("seat", "", "Name a seat"),
        ("seats", "Ana", "list of seats"),
        ("seats", ["Ana", "Ana"], "each seat once"),
        ("order", [["Ana"], ["Ana", "Ben"]], "each seat once"),
        ("flag", "perhaps", "yes or no"),
    ],
)
def test_what_cannot_be_read_is_said_with_what_to_do(
    type: str, value: object, said: str
) -> None:
    assert said in wrong(field(type, max=99), value)


def test_a_number_keeps_to_its_bounds() -> None:
    assert "At least 1." in wrong(field("number", min=1), 0)
    assert "At most 9." in wrong(field("number", max=9), 10)


def test_a_choice_is_one_of_its_words() -> None:
    one = field("choice", choices=("hidden", "exposed"))
    assert read(one, "hidden") == "hidden"
    assert "hidden and exposed" in wrong(one, "open")


def test_a_toss_may_be_left_to_the_referee() -> None:
    assert read(field("toss", choices=("Ana", "Ben")), None) is None
    assert read(field("toss", choices=("Ana", "Ben")), "Ben") == "Ben"


def test_a_table_reads_its_own_words_for_jokers() -> None:
    assert read(field("card"), "black joker") == card("XB")
    assert "black" in wrong(field("card"), "colour joker")


def test_without_a_table_any_name_is_a_seat() -> None:
    assert read(field("card_by_seat"), {"Zoe": "2C"}, ReadingContext()) == {
        "Zoe": card("2C")
    }


def test_every_wrong_field_is_named_and_strange_ones_too() -> None:
    fields = [
        Field("a", "card", say("A")),
        Field("b", "number", say("B")),
        Field("c", "flag", say("C"), optional=True),
    ]
    with pytest.raises(WrongFieldsError) as refused:
        read_fields(fields, {"a": "1h", "d": 1})
    assert {
        error.field: str(error.message)[:20] for error in refused.value.errors
    }.keys() == {"a", "b", "d"}


def test_what_is_optional_may_be_left_out_or_null() -> None:
    one = field("cards", optional=True)
    assert read_fields([one], {}).values == {}
    assert read_fields([one], {"it": None}).values == {}


def test_cards_are_counted_over_all_fields_of_one_deck() -> None:
    fields = [
        Field("board", "cards", say("Board")),
        Field("plays", "card_by_seat", say("Plays")),
    ]
    given_ = read_fields(fields, {"board": "3c", "plays": {"Ana": "3c"}})
    with pytest.raises(WrongFieldsError, match="three of clubs is entered more often"):
        require_copies(fields, given_, FIFTY_FOUR, 1)
    require_copies(fields, given_, FIFTY_FOUR, 2)


def test_bounds_and_choices_of_cards_are_kept_where_there_is_no_game_to_say_more() -> (
    None
):
    one = field("cards", min=1, max=2, choices=(card("2C"), card("3C"), card("4C")))

    def said(value: str) -> str:
        with pytest.raises(WrongFieldsError) as refused:
            require_bounds([one], read_fields([one], {"it": value}))
        return str(refused.value.errors[0].message)

    assert said("") == "Enter at least 1 card for “It”."
    assert said("2c 3c 4c") == "Enter at most 2 cards for “It”."
    assert "king of hearts can’t go here" in said("kh")


codes = st.sampled_from(sorted(CARDS))
seats = st.sampled_from(["Ana", "Ben", "Cy"])


@given(
    st.fixed_dictionaries(
        {
            "card": codes,
            "cards": st.lists(codes, max_size=8),
            "card_groups": st.lists(
                st.lists(codes, min_size=1, max_size=4), min_size=1, max_size=3
            ),
            "card_by_seat": st.dictionaries(seats, codes),
            "cards_by_seat": st.dictionaries(seats, st.lists(codes, max_size=4)),
            "number": st.integers(-99, 99),
            "order": st.permutations(["Ana", "Ben", "Cy"]),
            "flag": st.booleans(),
        }
    )
)
def test_what_was_read_and_written_again_reads_the_same(data: dict[str, Any]) -> None:
    fields = [Field(name, name, say(name)) for name in data]
    once = read_fields(fields, data, SEATS)
    assert written_fields(fields, once) == data
    assert read_fields(fields, written_fields(fields, once), SEATS) == once


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(json_values)
def test_nothing_that_json_can_hold_breaks_a_reader(value: Any) -> None:
    for type in FIELD_TYPES:
        try:
            read(field(type, choices=("a",)), value)
        except WrongFieldsError as refused:
            assert all(str(error.message) for error in refused.errors)


def test_a_side_gives_cards_or_each_partners_or_nothing() -> None:
    one = field("cards_by_seat", partners=True)
    sides = ReadingContext()
    assert read(one, {"A & C": [["2C"], ["3C", "4C"]], "B & D": None}, sides) == {
        "A & C": ((card("2C"),), (card("3C"), card("4C"))),
        "B & D": None,
    }
    assert read(one, {"A": "2c 3c", "B": []}, sides) == {
        "A": ((card("2C"), card("3C")),),
        "B": ((),),
    }


# Fields that go by others


TRICKS = field("numbers_by_seat", min=0, max=5, total=5, unless=("rest",))
REST = Field(
    "rest",
    "seat",
    say("Rest"),
    optional=True,
    choices=("Ana & Cy", "Ben"),
    partners=True,
)


def held(**data: Any) -> dict[str, object]:
    """What is read of these values, once they are held to what their fields state."""
    fields = (TRICKS, REST)
    given = read_fields(fields, data, SEATS)
    require_bounds(fields, given, SEATS.seats)
    return dict(given.values)


@pytest.mark.parametrize("it", [None, {}, {"Ana": 3}, {"Ana": 3, "Ben": 2, "Cy": 0}])
def test_of_a_total_a_part_will_do_where_it_is_said_otherwise(
    it: dict[str, int] | None,
) -> None:
    assert held(it=it, rest="Ben")["rest"] == "Ben"


@pytest.mark.parametrize("it", [{"Ana": 3}, {"Ana": 3, "Ben": 1, "Cy": 0}])
def test_else_all_of_it_is_needed(it: dict[str, int]) -> None:
    for rest in ({}, {"rest": None}):
        with pytest.raises(WrongFieldsError):
            held(it=it, **rest)


def test_more_than_the_total_is_always_too_much() -> None:
    with pytest.raises(WrongFieldsError, match="must total 5; you have 6"):
        held(it={"Ana": 3, "Ben": 3}, rest="Ben")


@pytest.mark.parametrize(
    "rest", ["Ana & Cy", "Ana", "Cy", "Ben", "Cy & Ana", " Ana&Cy "]
)
def test_partners_are_named_as_one_or_by_one_of_them(rest: str) -> None:
    if rest == " Ana&Cy ":
        with pytest.raises(WrongFieldsError, match="Nobody here is called"):
            held(it={}, rest=rest)
    else:
        assert held(it={}, rest=rest)["rest"] == rest


def test_a_side_of_somebody_who_is_not_there_is_none() -> None:
    with pytest.raises(
        WrongFieldsError, match=r"Nobody here is called Cyd. Did you mean Cy\?"
    ):
        held(it={}, rest="Ana & Cyd")
    with pytest.raises(WrongFieldsError, match="Name each seat once"):
        held(it={}, rest="Ana & Ana")
    with pytest.raises(WrongFieldsError, match="Choose one of Ana and Ben"):
        one = Field("it", "seat", say("It"), choices=("Ana", "Ben"), partners=True)
        require_bounds(
            [one], read_fields([one], {"it": "Ana & Cy"}, SEATS), SEATS.seats
        )


def test_a_flag_that_begins_as_no_may_be_left_out() -> None:
    asked = flag_field("honours", say("Honours are scored"))
    given = read_fields([asked], {}, SEATS)
    assert not given.flag("honours")
    assert written_fields([asked], given) == {}
