"""The dealer may bid as many as will fit."""

from dataclasses import replace

from referee import (
    HouseRule,
    Preparation,
    Ruling,
    Values,
    Wrapper,
    by_house_rule,
    hookimpl,
    say,
    say_count,
    with_house_rule,
)

from ..game import GAME

RULE = HouseRule(
    "dealer-bids-freely",
    GAME.id,
    title="The dealer bids freely",
    text="The dealer may bid what they like, even if the bids then add up to the "
    "number of tricks.",
)
describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def prepare_table() -> Wrapper[tuple[Preparation, ...]]:
    """Return the steps; the step of the bids leaves the dealer free."""
    steps = yield
    text = say(
        "From the dealer’s left everybody says how many tricks they will take; the "
        "dealer is last, and bids freely."
    )
    free = []
    for step in steps:
        if step.section == "dealer":
            step = replace(step, text=text)
        free.append(step)
    return tuple(free)


@hookimpl(wrapper=True)
def answer(given: Values) -> Wrapper[Ruling]:
    """Return the ruling on bids, which may add up to the number of tricks."""
    ruling = yield
    bids = given.numbers_by_seat("bids").values()
    hand = given.number("hand")
    if max(bids) > hand:
        return ruling

    summary = say_count(
        "{wanted} bid, {n} trick",
        "{wanted} bid, {n} tricks",
        hand,
        wanted=sum(bids),
    )
    ruling = replace(ruling, verdict={"legal": True}, summary=summary)
    why = by_house_rule(RULE, "The dealer may bid what they like.")
    return with_house_rule(ruling, why, "dealer")
