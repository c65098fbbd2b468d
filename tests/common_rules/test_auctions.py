"""Auctions in turn: whose call it is, which calls can be, when it is over."""

from pathlib import Path
from typing import Any

import pytest

from referee import DOUBLE, PASS, REDOUBLE, Auction

RECIPES = (Path(__file__).parents[2] / "docs" / "recipes.md").read_text("utf-8")

SEATS = ("Ana", "Ben", "Cy", "Dee")
HEIGHTS = {"80 H": 80, "80 S": 80, "90 H": 90}
BIDS = {"a": "80 H", "s": "80 S", "b": "90 H", "P": PASS, "X": DOUBLE, "R": REDOUBLE}


def auction(calls: str, double_ends_bids: bool = False) -> Auction:
    called = Auction(SEATS, HEIGHTS, double_ends_bids=double_ends_bids)
    for call in calls:
        assert called.refuse(BIDS[call]) is None
        called = called.with_call(BIDS[call])
    return called


@pytest.mark.parametrize(
    ("calls", "turn", "bid", "bidder", "doubled"),
    [
        ("", "Ana", "", "", ""),
        ("P", "Ben", "", "", ""),
        ("Pa", "Cy", "80 H", "Ben", ""),
        ("aXP", "Dee", "80 H", "Ana", DOUBLE),
        ("aXR", "Dee", "80 H", "Ana", REDOUBLE),
        ("aXb", "Dee", "90 H", "Cy", ""),
    ],
)
def test_where_it_stands(
    calls: str, turn: str, bid: str, bidder: str, doubled: str
) -> None:
    called = auction(calls)
    assert (called.turn, called.bid) == (turn, bid)
    assert (called.bidder, called.doubled) == (bidder, doubled)


@pytest.mark.parametrize(
    ("calls", "is_over"),
    [
        ("PPP", False),
        ("PPPP", True),
        ("PPPa", False),
        ("aPP", False),
        ("aPPP", True),
        ("aXPP", False),
        ("aXPPP", True),
        ("aPPbPPP", True),
    ],
)
def test_it_is_over_when_all_others_have_passed(calls: str, is_over: bool) -> None:
    called = auction(calls)
    assert called.is_over is is_over
    assert (called.refuse(PASS) is not None) is is_over


@pytest.mark.parametrize(
    ("calls", "call"),
    [
        ("a", "80 S"),
        ("b", "80 H"),
        ("", DOUBLE),
        ("aP", DOUBLE),
        ("aXP", DOUBLE),
        ("a", REDOUBLE),
        ("aXP", REDOUBLE),
    ],
)
def test_what_cannot_be_called(calls: str, call: str) -> None:
    assert auction(calls).refuse(call) is not None


def test_a_double_may_end_the_bids_and_a_redouble_all() -> None:
    called = auction("aX", double_ends_bids=True)
    assert str(called.refuse("90 H")) == "Nobody bids any more after a double."
    assert auction("aX").refuse("90 H") is None
    assert auction("aXR", double_ends_bids=True).is_over
    assert not auction("aXR").is_over


def test_the_recipe_runs() -> None:
    (code,) = (
        block.split("```")[0]
        for block in RECIPES.split("```python\n")
        if "import DOUBLE" in block[:60]
    )
    exec(code, {})  # our own page


def test_of_all_against_all_whoever_has_passed_calls_no_more() -> None:
    [recipe] = [
        block.partition("```")[0]
        for block in RECIPES.split("```python\n")
        if "def still_bidding" in block.partition("```")[0]
    ]
    names: dict[str, Any] = {}
    exec(recipe, names)
    seats = ("Ana", "Ben", "Cy")
    assert names["still_bidding"](seats, ("P", "game")) == ("Cy", "Ben")
    assert not names["is_over"](seats, ("P", "P"))
    assert names["is_over"](seats, ("P", "P", "game"))
