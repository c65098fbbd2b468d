"""The dealer's partner who orders up plays alone."""

from collections.abc import Generator

from referee import Accepted, Ask, Entry, HouseRule, Refused, Ruling, by_house_rule, hookimpl, say, uphold

from ..rules import GAME
from ..state import State

_RULE = HouseRule(
    id="partner-plays-alone",
    game=GAME.id,
    title="The dealer's partner plays alone",
    text="If the dealer's partner orders the card up, they have to play alone.",
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def accept(state: State, entry: Entry, ask: Ask) -> Generator[None, Accepted | Refused, Accepted | Refused]:
    """The match after this entry; a partner of the dealer who has ordered up is not let play with the dealer."""
    outcome = yield
    if entry.kind != "contract" or not isinstance(outcome, Accepted) or not isinstance(outcome.state, State):
        return outcome
    contract, dealer = outcome.state.contract, state.deals.rounds.dealer
    if contract is None or contract.is_alone or not contract.is_ordered_up:
        return outcome
    if contract.maker == dealer or contract.maker not in state.side_of(dealer):
        return outcome
    why = by_house_rule(_RULE, "{seat} is the dealer's partner, and ordered the card up.", seat=contract.maker)
    summary = say("{seat} has to play alone", seat=contract.maker)
    wrong = uphold(Ruling({"legal": False, "seat": contract.maker}, summary, (why,)), ask)
    return outcome if wrong is None else Refused(wrong)
