"""The dealer's partner who orders up plays alone."""

from referee import (
    Accepted,
    Ask,
    Entry,
    HouseRule,
    Prompts,
    Refused,
    Wrapper,
    by_house_rule,
    hookimpl,
    rule_illegal,
    say,
    uphold,
    with_fields,
)

from ..game import GAME
from ..play import MADE, ORDERED_UP
from ..state import State

RULE = HouseRule(
    "partner-plays-alone",
    GAME.id,
    title="The dealer’s partner plays alone",
    text="If the dealer’s partner orders the card up, they have to play alone.",
)
describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def prompts() -> Wrapper[Prompts]:
    """Ask how trump was made by deal too."""
    opened = yield
    return with_fields(opened, "deal", MADE)


@hookimpl(wrapper=True)
def accept(state: State, entry: Entry, ask: Ask) -> Wrapper[Accepted | Refused]:
    """Return the match after this entry, unless the dealer's partner plays along."""
    outcome = yield
    if isinstance(outcome, Refused) or not _is_ordered_up(entry, outcome):
        return outcome

    maker = entry.given.seat("maker")
    partner = state.setting.opposite(state.deals.rounds.dealer)
    if maker != partner or entry.given.flag("alone"):
        return outcome

    template = "{seat} is the dealer’s partner, and ordered the card up."
    why = by_house_rule(RULE, template, seat=maker)
    summary = say("{seat} has to play alone", seat=maker)
    wrong = uphold(rule_illegal(summary, why, seat=maker), ask)
    return outcome if wrong is None else Refused(wrong)


def _is_ordered_up(entry: Entry, outcome: Accepted) -> bool:
    """Return whether this entry says that the card was ordered up."""
    if entry.kind == "deal":
        return entry.given.choice("trump", ORDERED_UP) == ORDERED_UP
    if entry.kind != "contract" or not isinstance(outcome.state, State):
        return False
    contract = outcome.state.contract
    return contract is not None and contract.is_ordered_up
