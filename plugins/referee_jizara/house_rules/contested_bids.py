"""Level hands go to whoever last won a contested bid: a card taken unopposed does not
count.
"""

from collections.abc import Generator
from dataclasses import replace

from referee import (
    Accepted,
    Entry,
    HouseRule,
    Refused,
    Ruling,
    by_house_rule,
    hookimpl,
    with_house_rule,
)

from ..rules import GAME
from ..state import State

_RULE = HouseRule(
    id="contested-bids",
    game=GAME.id,
    title="Only contested bids count for level hands",
    text="""When hands are worth the same at a key, it goes to whoever last won a card against another bid. A card \
taken unopposed does not count, and until a contested bid was won chance decides.""",
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def accept(
    state: State, entry: Entry
) -> Generator[None, Accepted | Refused, Accepted | Refused]:
    """The match after a lone bid, in which the side that last won a contested bid stays
    the one that did.
    """
    outcome = yield
    if isinstance(outcome, Refused) or entry.kind != "bid":
        return outcome
    contest = next(
        (
            ruling
            for ruling in outcome.rulings
            if ruling.verdict.get("reason") == "solo"
        ),
        None,
    )
    if contest is None:
        return outcome
    after = outcome.state
    assert isinstance(after, State)
    why = by_house_rule(
        _RULE, "Taken unopposed: at a key with level hands this does not count."
    )
    told = with_house_rule(contest, why)
    rulings = tuple(
        [told if ruling is contest else ruling for ruling in outcome.rulings]
    )
    return replace(
        outcome, state=replace(after, last_winner=state.last_winner), rulings=rulings
    )


@hookimpl(wrapper=True)
def score_round() -> Generator[None, Ruling, Ruling]:
    """The ruling on level hands at a key, for the reasons of this rule; on others as it
    is.
    """
    ruling = yield
    if ruling.verdict["reason"] == "higher":
        return ruling
    why = by_house_rule(
        _RULE, "Only cards that were won against another bid count here."
    )
    return with_house_rule(ruling, why, "last-bid")
