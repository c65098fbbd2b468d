"""What each seat knows of itself is entered alone, in any order, or all at once."""

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

import pytest

from referee.testing import PlayedMatch

Play = Callable[..., PlayedMatch]
Parts = dict[str, dict[str, Any]]
"""What each seat enters, by field; lists of seats say it of the seat itself."""

SEATS = ("Ana", "Ben", "Cy")
ORDERS = list(permutations(SEATS))


def at_once(match: PlayedMatch, kind: str, parts: Parts) -> PlayedMatch:
    """One person enters the parts of all."""
    data: dict[str, Any] = {}
    for seat, part in parts.items():
        for name, value in part.items():
            if value is True:
                data.setdefault(name, []).append(seat)
            else:
                data.setdefault(name, {})[seat] = value
    match.enter(kind, by=None, **data)
    return match


def one_by_one(
    match: PlayedMatch, kind: str, parts: Parts, order: Sequence[str]
) -> PlayedMatch:
    """Each enters their own part."""
    for seat in order:
        data = {}
        for name, value in parts[seat].items():
            data[name] = [seat] if value is True else {seat: value}
        match.enter(kind, by=seat, **data)
    return match


def assert_same(match: PlayedMatch, other: PlayedMatch) -> None:
    assert match.state == other.state
    assert match.scene == other.scene
    assert match.prompts == other.prompts
    assert match.ruling == other.ruling


class TestSpades:
    @pytest.fixture
    def begin(self, play: Play) -> Callable[[], PlayedMatch]:
        return lambda: play("spades", SEATS, dealer="Cy", behind=0)

    @pytest.mark.parametrize("order", ORDERS)
    def test_each_says_the_own_bid_and_whether_it_is_blind(
        self, begin: Callable[[], PlayedMatch], order: Sequence[str]
    ) -> None:
        parts: Parts = {
            "Ana": {"bids": 0, "blind": True},
            "Ben": {"bids": 3},
            "Cy": {"bids": 0, "blind": True},
        }
        expected = at_once(begin(), "bids", parts)
        assert expected.ruling.verdict["blind"] == ("Ana", "Cy")
        assert_same(one_by_one(begin(), "bids", parts, order), expected)

    @pytest.mark.parametrize("order", ORDERS)
    def test_a_blind_bid_of_tricks_names_whom_it_concerns(
        self, begin: Callable[[], PlayedMatch], order: Sequence[str]
    ) -> None:
        parts: Parts = {
            "Ana": {"bids": 1, "blind": True},
            "Ben": {"bids": 3},
            "Cy": {"bids": 5},
        }
        *before, last = order
        match = one_by_one(begin(), "bids", parts, before)
        data: dict[str, Any] = {"bids": {last: parts[last]["bids"]}}
        if last == "Ana":
            data["blind"] = ["Ana"]
        refusal = match.refuses("bids", by=last, **data)
        assert str(refusal.summary) == "Ana can’t bid that blind"
        assert refusal.verdict["seats"] == ("Ana",)


@pytest.mark.parametrize("order", ORDERS)
def test_bids_of_oh_hell(play: Play, order: Sequence[str]) -> None:
    def begin() -> PlayedMatch:
        return play("oh-hell", SEATS, dealer="Cy", trump="spades")

    parts = {"Ana": {"bids": 1}, "Ben": {"bids": 0}, "Cy": {"bids": 3}}
    expected = at_once(begin(), "bids", parts)
    assert_same(one_by_one(begin(), "bids", parts, order), expected)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("turns", [0, 1, 2])
def test_the_card_turned_up_comes_with_any_bid(
    play: Play, order: Sequence[str], turns: int
) -> None:
    bids = {"Ana": 1, "Ben": 0, "Cy": 3}
    expected = play("oh-hell", SEATS, depth="tricks")
    expected.enter("bids", by=None, bids=bids, turned="7H")
    match = play("oh-hell", SEATS, depth="tricks")
    for place, seat in enumerate(order):
        turned = {"turned": "7H"} if place == turns else {}
        match.enter("bids", by=seat, bids={seat: bids[seat]}, **turned)
    assert_same(match, expected)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("hands", ["AC AD,KC KD,4H 5C", "AC KD,,AD KC"])
def test_hands_of_a_showdown(play: Play, hands: str, order: Sequence[str]) -> None:
    def begin() -> PlayedMatch:
        match = play("holdem", SEATS, dealer="Cy", depth="bets", stack=10)
        match.enter("call", "Cy")
        match.enter("call", "Ana")
        for cards in ("2C 7D 9H", "JS", "3S"):
            match.enter("board", cards=cards)
        return match

    parts: Parts = {}
    for seat, cards in zip(SEATS, hands.split(","), strict=True):
        parts[seat] = {"hands": cards.split()}
    expected = at_once(begin(), "showdown", parts)
    assert_same(one_by_one(begin(), "showdown", parts, order), expected)


def test_declarer_enters_for_dummy_at_bridge(play: Play) -> None:
    match = play("bridge", "Ana Ben Cy Dee", depth="tricks")
    match.enter("contract", declarer="Ben", level="3", strain="NT")
    [plays] = [field for field in match.prompt("trick").fields if field.own]
    assert plays.speakers == {"Dee": "Ben"}


def test_the_partner_of_whoever_plays_alone_at_euchre_is_not_asked(play: Play) -> None:
    match = play("euchre", "Ana Ben Cy Dee", depth="tricks")
    match.enter("contract", turned="9H", maker="Ben", alone=True)
    trick = match.prompt("trick")
    assert "Dee" not in trick.seats
    assert "Dee" not in trick.fields[0].seats


PAD: dict[str, tuple[str, Parts]] = {
    "plain": (
        "round",
        {"Ana": {"points": 5}, "Ben": {"points": -2}, "Cy": {"points": 0}},
    ),
    "rummy": ("round", {"Ana": {"left": 0}, "Ben": {"left": 12}, "Cy": {"left": 3}}),
    "canasta": (
        "round",
        {
            "Ana": {"melds": 200, "left": 15},
            "Ben": {"melds": 0, "left": 40},
            "Cy": {"melds": -100, "left": 0},
        },
    ),
    "phases": (
        "round",
        {
            "Ana": {"left": 0, "done": True},
            "Ben": {"left": 25},
            "Cy": {"left": 5, "done": True},
        },
    ),
}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("preset", PAD)
def test_scores_of_a_pad(play: Play, preset: str, order: Sequence[str]) -> None:
    def begin() -> PlayedMatch:
        return play("score-pad", SEATS, preset=preset)

    kind, parts = PAD[preset]
    expected = at_once(begin(), kind, parts)
    assert_same(one_by_one(begin(), kind, parts, order), expected)
