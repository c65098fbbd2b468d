"""What may be entered: the bids, then the tricks of a deal, or each trick."""

from collections.abc import Mapping
from dataclasses import replace

from referee import Field, Prompt, Random, deal_end_fields, hookimpl, say

from .accept import say_bid
from .questions import BIDS, BLIND, TAKEN
from .state import State


@hookimpl(specname="prompts")
def open_prompts(state: State) -> tuple[Prompt, ...]:
    """First all bids, then what is played; nothing once the match is over."""
    if state.deals.rounds.winners:
        return ()
    if not state.bids:
        return (_ask_bids(state), *state.deals.asides())
    seats, sides = tuple(state.bids), state.deals.rounds.sides
    labels = {seat: say("bid {bid}", bid=say_bid(state, seat)) for seat in seats}
    tricks = replace(TAKEN, choices=seats, labels=labels)
    concessions = () if sides else (_ask_rest(seats),)
    return state.deals.prompts(
        by_deal=(tricks, *deal_end_fields(seats, sides)), concessions=concessions
    )


def _ask_rest(seats: tuple[str, ...]) -> Field:
    """Who takes what is left, where three others could."""
    return Field("rest", "seat", say("Who takes the rest?"), choices=seats)


def _ask_bids(state: State) -> Prompt:
    """The prompt for the bids, the dealer's left first; who may bid nil blind is asked
    only where somebody may.
    """
    rounds = state.deals.rounds
    title, what = say("Bids"), say("What each has bid: 0 is nil.")
    blind = (
        (replace(BLIND, choices=state.may_bid_blind),) if state.may_bid_blind else ()
    )
    return Prompt(
        "bids",
        rounds.setting.seats,
        title,
        what,
        (replace(BIDS, choices=state.deals.deal.to_play), *blind),
    )


@hookimpl
def example(prompt: Prompt, random: Random) -> Mapping[str, object] | None:
    """Bids that partners can have together; the kit knows the rest."""
    if prompt.kind != "bids":
        return None
    bids = {seat: random.randint(0, 5) for seat in prompt.seats}
    may = next((field.words for field in prompt.fields if field.name == BLIND.name), ())
    return (
        {"bids": bids, "blind": [seat for seat in may if not bids[seat]][:1]}
        if may
        else {"bids": bids}
    )
