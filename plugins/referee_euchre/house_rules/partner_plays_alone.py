"""The dealer's partner who orders up plays alone."""

from collections.abc import Generator
from dataclasses import replace

from referee import (
    Accepted,
    Ask,
    Entry,
    HouseRule,
    Prompt,
    Refused,
    Ruling,
    by_house_rule,
    hookimpl,
    say,
    uphold,
)

from ..prompts import MADE
from ..rules import GAME
from ..state import ORDERED_UP, State

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
def prompts() -> Generator[None, tuple[Prompt, ...], tuple[Prompt, ...]]:
    """How trump was made is asked by deal too."""
    opened = yield
    asked = []
    for prompt in opened:
        if prompt.kind == "deal":
            prompt = replace(prompt, fields=(*prompt.fields, MADE))
        asked.append(prompt)
    return tuple(asked)


@hookimpl(wrapper=True)
def accept(
    state: State, entry: Entry, ask: Ask
) -> Generator[None, Accepted | Refused, Accepted | Refused]:
    """The match after this entry; a partner of the dealer who has ordered up is not let
    play with the dealer.
    """
    outcome = yield
    if isinstance(outcome, Refused) or not _is_ordered_up(entry, outcome):
        return outcome

    maker, dealer = entry.given.seat("maker"), state.deals.rounds.dealer
    is_partner = maker != dealer and maker in state.side_of(dealer)
    if entry.given.flag("alone") or not is_partner:
        return outcome

    why = by_house_rule(
        _RULE, "{seat} is the dealer's partner, and ordered the card up.", seat=maker
    )
    summary = say("{seat} has to play alone", seat=maker)
    wrong = uphold(Ruling({"legal": False, "seat": maker}, summary, (why,)), ask)
    return outcome if wrong is None else Refused(wrong)


def _is_ordered_up(entry: Entry, outcome: Accepted) -> bool:
    """Whether this entry says that the card was ordered up; an old deal says nothing of
    it.
    """
    if entry.kind == "deal":
        made = entry.given.seat_if_any("trump") or ORDERED_UP
        return made == ORDERED_UP and entry.version != "1"
    contract = outcome.state.contract if isinstance(outcome.state, State) else None
    return entry.kind == "contract" and contract is not None and contract.is_ordered_up
