"""The dealer may bid as many as will fit."""

from collections.abc import Generator
from dataclasses import replace

from referee import (
    HouseRule,
    Ruling,
    Values,
    by_house_rule,
    count,
    hookimpl,
    with_house_rule,
)

from ..rules import GAME

_RULE = HouseRule(
    id="dealer-bids-freely",
    game=GAME.id,
    title="The dealer bids freely",
    text="The dealer may bid what they like, also where all bids come to as many as "
    "there are tricks.",
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def answer(given: Values) -> Generator[None, Ruling, Ruling]:
    """Bids that come to the number of tricks can stand, unless something else is wrong
    with them.
    """
    ruling = yield
    bids, hand = given.numbers_by_seat("bids"), given.number("hand")
    if max(bids.values()) > hand:
        return ruling
    one, many = (
        "{wanted} bid in all, for {n} trick",
        "{wanted} bid in all, for {n} tricks",
    )
    summary = count(one, many, hand, wanted=sum(bids.values()))
    why = by_house_rule(_RULE, "The dealer may bid what they like.")
    return with_house_rule(
        replace(ruling, verdict={"legal": True}, summary=summary), why, "dealer"
    )
