"""House rule: of several false slappers only the first gives a card."""

from dataclasses import replace
from itertools import chain

from referee import (
    Accepted,
    Ask,
    Entry,
    HouseRule,
    Refused,
    Wrapper,
    by_house_rule,
    hookimpl,
    with_house_rule,
)

from ..game import GAME
from ..slapping import accept_slap
from ..state import State

RULE = HouseRule(
    id="quickest-pays",
    game=GAME.id,
    title="Only the quickest false slap costs a card",
    text="When several players slap and there is nothing to slap, "
    "only the first of them pays for it; those who were first together all pay.",
)

describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def accept(state: State, entry: Entry, ask: Ask) -> Wrapper[Accepted | Refused]:
    """Rule on a false slap of several seats as if only the first had slapped."""
    outcome = yield
    if entry.kind != "slap" or isinstance(outcome, Refused):
        return outcome
    first, *later = entry.given.order("order")
    verdict = outcome.rulings[0].verdict
    if not later or verdict["good"] or verdict["to"] is None:
        return outcome

    outcome = accept_slap(state, entry.given, (first,), ask)
    if isinstance(outcome, Refused):
        return outcome
    template = "Only the first false slap costs a card: {seats} pay nothing."
    why = by_house_rule(RULE, template, seats=tuple(chain(*later)))
    slap, *others = outcome.rulings
    return replace(outcome, rulings=(with_house_rule(slap, why), *others))
