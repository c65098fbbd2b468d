"""House rule: of several false slappers only the first gives a card."""

from collections.abc import Generator
from dataclasses import replace

from referee import Accepted, Ask, Entry, HouseRule, Refused, by_house_rule, hookimpl, with_house_rule

from ..accept import accept_slap
from ..rules import GAME
from ..state import State

_RULE = HouseRule(
    id="quickest-pays",
    game=GAME.id,
    title="Only the quickest false slap costs a card",
    text=(
        "When several players slap and there is nothing to slap, only the first of them pays for it; those who were"
        " first together all pay."
    ),
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """The rule that only the quickest of several false slappers pays."""
    return _RULE


@hookimpl(wrapper=True)
def accept(state: State, entry: Entry, ask: Ask) -> Generator[None, Accepted | Refused, Accepted | Refused]:
    """Rules on a false slap of several players as if only the first of them had slapped."""
    outcome = yield
    if entry.kind != "slap" or isinstance(outcome, Refused) or len(entry.given.order("order")) < 2:
        return outcome
    if outcome.rulings[0].verdict["good"] or outcome.rulings[0].verdict["to"] is None:
        return outcome
    return _first_alone(state, entry, ask)


def _first_alone(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    first, *later = entry.given.order("order")
    outcome = accept_slap(state, entry.given, (first,), ask)
    if isinstance(outcome, Refused):
        return outcome
    spared = tuple(seat for group in later for seat in group)
    why = by_house_rule(_RULE, "Only the first false slap costs something: it costs nothing for {seats}.", seats=spared)
    slap, *others = outcome.rulings
    return replace(outcome, rulings=(with_house_rule(slap, why), *others))
