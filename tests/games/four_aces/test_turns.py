"""Four Aces, "Starting Play" and "How to Play a Joker": what may be done in a turn."""

from itertools import product
from typing import Any

import pytest

from referee import Ruling, WrongFieldsError
from referee.testing import ask

ONE_DRAWN = "A turn begins with drawing one card, and only one."
DISCARDS = "Discard one card, and only one."
WHICH_HAND = (
    "The rules don’t say which hand gives up the card. Here it is the one that just "
    "drew."
)


def turn(**seen: object) -> Ruling:
    return ask("four-aces", "turn", **seen)


def why(ruling: Ruling) -> list[tuple[str, str, str]]:
    return [
        (one.rule.removeprefix("four-aces#"), one.basis, str(one.text))
        for one in ruling.because
    ]


@pytest.mark.parametrize(
    "seen",
    [
        {"drew": "stock", "into": "hidden", "discarded": "hidden"},
        {"drew": "discards", "into": "exposed", "discarded": "exposed"},
        {
            "empty": "discards",
            "drew": "stock",
            "into": "hidden",
            "discarded": "hidden",
            "card": "7C",
        },
        {"drew": "stock", "joker": "hidden", "robbed": "left", "took": "exposed"},
        {
            "drew": "stock",
            "joker": "exposed",
            "robbed": "left",
            "took": "exposed",
            "discarded": "nothing",
        },
        {"drew": "discards", "joker": "hidden", "robbed": "left"},
        {"drew": "stock", "discarded": "hidden", "card": "XB"},
        {"card": "7C"},
        {"into": "hidden", "discarded": "hidden"},
    ],
)
def test_turns_as_the_rules_have_them_are_legal(seen: dict[str, Any]) -> None:
    ruling = turn(**seen)
    assert ruling.verdict == {"legal": True}
    assert str(ruling.summary) == "That turn is allowed"
    assert ruling.because


@pytest.mark.parametrize(
    ("seen", "section", "basis", "text"),
    [
        (
            {"drew": "discards", "into": "hidden", "discarded": "hidden"},
            "turn",
            "rules",
            "A card from the discard pile goes only to the exposed hand.",
        ),
        (
            {"drew": "stock", "into": "exposed"},
            "turn",
            "rules",
            "A card from the stock goes only to the hidden hand.",
        ),
        (
            {"empty": "discards", "drew": "discards", "into": "exposed"},
            "turn",
            "rules",
            "With no discard pile, you can only draw from the stock.",
        ),
        (
            {"drew": "deeper"},
            "turn",
            "rules",
            "Only the top card of the discard pile may be taken.",
        ),
        ({"drew": "several", "discarded": "hidden"}, "turn", "rules", ONE_DRAWN),
        (
            {"drew": "nothing", "joker": "hidden", "robbed": "left"},
            "turn",
            "rules",
            ONE_DRAWN,
        ),
        (
            {"empty": "stock", "drew": "discards", "discarded": "exposed"},
            "end-of-round",
            "rules",
            (
                "Whoever drew the last stock card has the last turn; nobody gets "
                "another."
            ),
        ),
        (
            {"drew": "stock", "into": "hidden", "discarded": "exposed"},
            "discard",
            "reading",
            WHICH_HAND,
        ),
        ({"drew": "discards", "discarded": "hidden"}, "discard", "reading", WHICH_HAND),
        (
            {"drew": "stock", "discarded": "nothing"},
            "turn",
            "rules",
            "After drawing, discard one card or play a joker instead.",
        ),
        ({"discarded": "several"}, "turn", "rules", DISCARDS),
        (
            {
                "drew": "stock",
                "discarded": "hidden",
                "joker": "hidden",
                "robbed": "left",
                "took": "exposed",
            },
            "joker",
            "rules",
            "A joker is played instead of a discard: nothing is discarded with it.",
        ),
        (
            {"took": "exposed", "card": "7C"},
            "joker",
            "rules",
            "A joker is played instead of a discard: nothing is discarded with it.",
        ),
        (
            {"joker": "hidden", "robbed": "another", "took": "exposed"},
            "joker",
            "rules",
            "A joker takes a card from the left neighbour, nobody else.",
        ),
        (
            {"joker": "hidden", "robbed": "left", "took": "hidden"},
            "joker",
            "rules",
            "A joker takes one card from the exposed hand, never from a hidden one.",
        ),
        (
            {"joker": "hidden", "took": "nothing"},
            "joker",
            "rules",
            "A joker takes one card from the exposed hand, never from a hidden one.",
        ),
        (
            {"robbed": "left", "took": "locked"},
            "locked",
            "rules",
            "A locked card is never touched again: no joker takes it.",
        ),
        (
            {"drew": "stock", "discarded": "locked"},
            "locked",
            "rules",
            "A locked card is never touched again, not even by its owner.",
        ),
    ],
)
def test_disputes_over_a_turn_are_ruled_with_the_rule(
    seen: dict[str, Any], section: str, basis: str, text: str
) -> None:
    ruling = turn(**seen)
    assert ruling.verdict == {"legal": False}
    assert str(ruling.summary) == "That turn isn’t allowed"
    assert why(ruling) == [(section, basis, text)]


def test_of_all_turns_just_those_are_legal_that_the_rules_describe() -> None:
    """Draw for the hand that it is for, then discard from that hand, or play a joker
    and rob the left neighbour.
    """
    hands = ("hidden", "exposed")
    nothing = (None,)
    for drew, into, discarded, joker, robbed, took in product(
        ("stock", "discards"),
        hands,
        (*hands, "locked", "several", "nothing"),
        (*hands, *nothing),
        ("left", "another", *nothing),
        (*hands, "locked", "nothing", *nothing),
    ):
        seen = {
            "drew": drew,
            "into": into,
            "discarded": discarded,
            "joker": joker,
            "robbed": robbed,
            "took": took,
        }
        plays_a_joker = any((joker, robbed, took))
        discards = discarded == into and not plays_a_joker
        robs = (
            plays_a_joker
            and robbed != "another"
            and took in ("exposed", None)
            and discarded == "nothing"
        )
        fits = into == {"stock": "hidden", "discards": "exposed"}[drew] and (
            discards or robs
        )
        given = {name: value for name, value in seen.items() if value}
        assert turn(**given).verdict["legal"] is fits, given


@pytest.mark.parametrize(
    ("seen", "section"),
    [
        ({"joker": "exposed"}, "any-joker"),
        ({"card": "XR", "discarded": "hidden"}, "any-joker"),
        ({"drew": "stock", "discarded": "hidden"}, "discard"),
    ],
)
def test_what_only_a_reading_allows_is_marked_as_one(
    seen: dict[str, Any], section: str
) -> None:
    ruling = turn(**seen)
    assert ruling.verdict["legal"] is True
    assert (section, "reading") in [(rule, basis) for rule, basis, _ in why(ruling)]


@pytest.mark.parametrize("seen", [{}, {"into": "hidden"}, {"empty": "discards"}])
def test_nothing_done_is_nothing_to_rule_on(seen: dict[str, Any]) -> None:
    with pytest.raises(WrongFieldsError, match="Say what happened"):
        turn(**seen)


@pytest.mark.parametrize(
    ("seen", "field"),
    [
        ({"drew": "pocket"}, "drew"),
        ({"card": "1X"}, "card"),
        ({"discarded": "nothing", "card": "7C"}, "card"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(
    seen: dict[str, Any], field: str
) -> None:
    with pytest.raises(WrongFieldsError) as wrong:
        turn(**seen)
    assert [error.field for error in wrong.value.errors] == [field]
