"""What may be entered in a match."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from referee import Card, Field, Prompt, hookimpl, say

from .stages import MANY
from .state import State, faces_known, fewest_faces, most_faces

_PLAY = say("Play a card")
_PLAY_HELP = say("The top card of your stack goes face up on the pile. Its name may be left out.")
_CARD = say("Card played")
_SLAP = {rank: say("Slap {ranks}", ranks=ranks) for rank, ranks in MANY.items()}
_SLAP_HELP = {
    rank: say("Who slapped the pile. If it held none of the {ranks}, pick none: the slap was false.", ranks=ranks)
    for rank, ranks in MANY.items()
}
_ORDER = say("Who slapped, from first to last")
_TAKES = {rank: say("Which {ranks} the pile held", ranks=ranks) for rank, ranks in MANY.items()}
_TAKES_OR_NONE = {
    rank: say("Which {ranks} the pile held: none, if the slap was false", ranks=ranks) for rank, ranks in MANY.items()
}
_TOSS = say("Toss, for a dead heat")
_RECOUNT = say("Count again")
_RECOUNT_HELP = say("Only if these numbers are not those on the table: the cards in each stack. The pile is the rest.")
_STACKS = say("Cards in the stack")
_REDEAL = Prompt("redeal", (), say("Deal again"), say("The round is over, and the cards are dealt out again."))
_END_HELP = {
    rank: say("Look through the pile. If it holds one of the {ranks}, slap it instead.", ranks=ranks)
    for rank, ranks in MANY.items()
}


@hookimpl(specname="prompts")
def open_prompts(state: State) -> tuple[Prompt, ...]:
    """What may be entered: a card of the seat in turn, a slap, a recount; at the end of a round the next deal."""
    if state.winners:
        return ()
    seats = state.setting.seats
    if state.closing == "over":
        return replace(_REDEAL, seats=seats), _recount_prompt(state)
    if state.turn is None:
        return _slap_prompt(state, optional=False), _recount_prompt(state)
    unsure = state.closing == "unsure"
    play = _play_prompt(state, optional=unsure)
    others = play, _slap_prompt(state, optional=True), _recount_prompt(state)
    if unsure:
        return Prompt("redeal", seats, say("End the round"), _END_HELP[state.rank]), *others
    return others


def _play_prompt(state: State, optional: bool) -> Prompt:
    place = cast(int, state.turn)
    choices = state.unseen
    if state.known:
        choices = tuple([card for card in choices if card not in state.known or state.known[card].place == place])
    card = Field("card", "card", _CARD, optional=True, choices=choices, suggests=True)
    seats = (state.setting.seats[place],)
    return Prompt("play", seats, _PLAY, _PLAY_HELP, (card,), optional=optional, own=True)


def _slap_prompt(state: State, optional: bool) -> Prompt:
    rank, known, pile = state.rank, faces_known(state) is not None, state.pile
    choices = pile.faces if pile.faces and not pile.unnamed else state.left
    if state.known:
        choices = tuple([card for card in choices if card not in state.known])
    recorded = () if known else tuple([card.code for card in pile.faces])
    takes = rank, known, fewest_faces(state), most_faces(state), choices, recorded
    return _slap_prompt_for(state.may_slap, takes, optional, state.slaps + 1)


# What stays the same from card to card is made once: cards are played fast.


Takes = tuple[str, bool, int, int, tuple[Card, ...], tuple[str, ...]]
"""The rank of the stage, whether the pile's cards of it are known, how few and how many they can be, which they can
be, and the codes of those that were entered.
"""


@lru_cache(maxsize=256)
def _slap_prompt_for(able: tuple[str, ...], takes: Takes, optional: bool, number: int) -> Prompt:
    rank = takes[0]
    order, toss = _who_fields(able)
    fields = order, _takes_field(*takes), toss
    return Prompt("slap", able, _SLAP[rank], _SLAP_HELP[rank], fields, optional=optional, race=f"slap-{number}")


@lru_cache(maxsize=256)
def _takes_field(
    rank: str, known: bool, fewest: int, most: int, choices: tuple[Card, ...], recorded: tuple[str, ...]
) -> Field:
    default = recorded or None
    label = _TAKES[rank] if fewest or known else _TAKES_OR_NONE[rank]
    bounds: dict[str, Any] = {"min": fewest, "max": most, "choices": choices, "suggests": True}
    return Field("takes", "cards", label, optional=known, default=default, **bounds)


@lru_cache(maxsize=256)
def _who_fields(able: tuple[str, ...]) -> tuple[Field, Field]:
    order = Field("order", "order", _ORDER, min=1, choices=able, suggests=True)
    return order, Field("toss", "toss", _TOSS, optional=True, choices=able, among="order", suggests=True)


def _recount_prompt(state: State) -> Prompt:
    return _recount_prompt_for(state.setting.seats, sum(state.stacks) + state.pile.count)


@lru_cache(maxsize=256)
def _recount_prompt_for(seats: tuple[str, ...], total: int) -> Prompt:
    stacks = Field("stacks", "numbers_by_seat", _STACKS, min=0, max=total, some=True)
    return Prompt("recount", seats, _RECOUNT, _RECOUNT_HELP, (stacks,), optional=True)
