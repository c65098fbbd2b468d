"""Contracts, and the calls that lead to them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee import Field, Text, Values, say

from .calls import PASS
from .rules import choose

STRAINS: Mapping[str, Text] = {
    "C": say("♣"),
    "D": say("♦"),
    "H": say("♥"),
    "S": say("♠"),
    "NT": say("NT"),
}
"""What can be bid, from the lowest to the highest."""

TIMES = {"no": 1, "doubled": 2, "redoubled": 4}
"""What tricks count in a contract that was not doubled, doubled or redoubled."""

_DOUBLED = {"no": say("no"), "doubled": say("doubled"), "redoubled": say("redoubled")}


@dataclass(frozen=True, slots=True)
class Contract:
    """How many tricks beyond six a declarer has to take, and in which trump; `strain`
    is a suit's letter or `NT`.
    """

    declarer: str
    level: int
    strain: str
    doubled: str = "no"

    @property
    def name(self) -> Text:
        """What people call it."""
        bid = say("{n}{strain}", n=self.level, strain=STRAINS[self.strain])
        return (
            bid
            if self.doubled == "no"
            else say("{bid} {doubled}", bid=bid, doubled=_DOUBLED[self.doubled])
        )


def contract_fields(declarers: tuple[str, ...] = ()) -> tuple[Field, ...]:
    """Return the fields of a contract, with its declarer where there is a table."""
    fields = (
        Field("level", "choice", say("Level"), choices=tuple("1234567")),
        choose("strain", say("Trump"), STRAINS),
        choose("doubled", say("Doubled"), _DOUBLED, default="no", optional=True),
    )
    return (
        (Field("declarer", "seat", say("Declarer"), choices=declarers), *fields)
        if declarers
        else fields
    )


def contract_in(given: Values) -> Contract:
    """Read a contract; without a table it has no declarer."""
    declarer, doubled = (
        given.seat_if_any("declarer") or "",
        given.seat_if_any("doubled") or "no",
    )
    return Contract(
        declarer, int(given.choice("level")), given.choice("strain"), doubled
    )


def last_bid(calls: Sequence[str]) -> int | None:
    """Return the place of the last bid among these calls."""
    return max(
        (place for place, call in enumerate(calls) if call[0].isdigit()), default=None
    )


def is_over(calls: Sequence[str]) -> bool:
    """Return whether three have passed after a bid, or all four without one."""
    return len(calls) > 3 and all(call == PASS for call in calls[-3:])


def refuse_call(calls: Sequence[str], call: str) -> Text | None:
    """Say why this call cannot follow these ones; None if it can."""
    place = last_bid(calls)
    doubles = (
        [] if place is None else [one for one in calls[place + 1 :] if one != PASS]
    )
    is_own = place is not None and (len(calls) - place) % 2 == 0

    if is_over(calls):
        return say("The auction was over before it.")
    if call == "X" and (place is None or doubles or is_own):
        return say(
            "Only a bid of the other side that is not doubled yet can be doubled."
        )
    if call == "XX" and (doubles != ["X"] or not is_own):
        return say(
            "Only a bid of one's own side that the others have doubled can be "
            "redoubled."
        )
    if call[0] in "89":
        return say("Nobody can bid more than seven.")
    if (
        place is not None
        and call[0].isdigit()
        and _height(call) <= _height(calls[place])
    ):
        return say(
            "A bid has to be higher than the last one, {last}.", last=calls[place]
        )
    return None


def _height(bid: str) -> tuple[str, int]:
    return bid[0], [*STRAINS].index(bid[1:])


def contract_of(seats: Sequence[str], calls: Sequence[str]) -> Contract:
    """Return the contract of these calls: whoever of the side was first to bid its
    strain declares it.

    Without a bid nobody does, and its level is 0.
    """
    place = last_bid(calls)
    if place is None:
        return Contract("", 0, "")

    bid = calls[place]
    doubled = "no"
    if "X" in calls[place:]:
        doubled = "doubled"
    if "XX" in calls[place:]:
        doubled = "redoubled"
    own_turns = range(place % 2, place + 1, 2)
    first = next(turn for turn in own_turns if calls[turn][1:] == bid[1:])
    return Contract(seats[first % 4], int(bid[0]), bid[1:], doubled)
