"""Stick the dealer: if all others pass twice, the dealer has to name a suit."""

from referee import (
    Accepted,
    Ask,
    Entry,
    HouseRule,
    Refused,
    Wrapper,
    by_house_rule,
    hookimpl,
    rule_illegal,
    say,
    uphold,
)

from ..game import GAME
from ..state import State

RULE = HouseRule(
    "stick-the-dealer",
    GAME.id,
    title="Stick the dealer",
    text="If all others have passed twice, the dealer has to name a suit. So each deal "
    "is played.",
)
describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def accept(state: State, entry: Entry, ask: Ask) -> Wrapper[Accepted | Refused]:
    """Return the match after this entry, unless all have passed."""
    outcome = yield
    if entry.kind != "passed":
        return outcome
    dealer = state.deals.rounds.dealer
    template = "After everyone else, {dealer} may not pass a second time."
    why = by_house_rule(RULE, template, dealer=dealer)
    summary = say("{dealer} has to name a suit", dealer=dealer)
    wrong = uphold(rule_illegal(summary, why, seat=dealer), ask)
    return outcome if wrong is None else Refused(wrong)
