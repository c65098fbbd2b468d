"""House rule: whoever has won the pile also plays the first card of the next one."""

from dataclasses import replace

from referee import (
    Accepted,
    Entry,
    HouseRule,
    Refused,
    Wrapper,
    by_house_rule,
    hookimpl,
    with_house_rule,
)

from ..game import GAME
from ..state import State

RULE = HouseRule(
    id="winner-leads",
    game=GAME.id,
    title="The winner of the pile leads",
    text="Whoever has won a pile plays the first card of the next one, "
    "and the others follow clockwise from there. "
    "A winner who has no cards even then is passed over.",
)

describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def accept(entry: Entry) -> Wrapper[Accepted | Refused]:
    """Give the turn after a good slap to its winner, as long as the round goes on."""
    outcome = yield
    if entry.kind != "slap" or isinstance(outcome, Refused):
        return outcome
    slap, *others = outcome.rulings
    after = outcome.state
    assert isinstance(after, State)
    if not slap.verdict["good"] or after.turn is None:
        return outcome

    winner = slap.decided.seat("winner")
    # The rotation goes on as if the right neighbour had played.
    # The pile is empty, so nobody's card lies there.
    state = replace(after, last=after.setting.clockwise_from(winner)[-1])
    leads = state.turn
    template = "The winner of a pile leads to the next: {seat} plays."
    why = by_house_rule(RULE, template, seat=leads)
    slap = replace(slap, verdict={**slap.verdict, "next": leads})
    slap = with_house_rule(slap, why, "next-after-slap")
    return replace(outcome, state=state, rulings=(slap, *others))
