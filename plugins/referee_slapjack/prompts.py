"""What may be entered in a match."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import filterfalse
from typing import Any

from referee import Card, Field, Prompt, Text, count_cards, hookimpl, say

from .stages import MANY
from .state import State, faces_known, fewest_faces, most_faces, top_of

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
_TOSS = say("Toss, where it was too close")
_RECOUNT = say("Count the cards again")
_RECOUNT_HELP = "Change whatever differs from the table. Stacks and pile hold {total} together."
_STACKS = say("Cards in the stack")
_PILE = say("Cards in the pile")
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
    play = _play_prompt(state, state.turn, optional=unsure)
    others = play, _slap_prompt(state, optional=True), _recount_prompt(state)
    if unsure:
        return Prompt("redeal", seats, say("End the round"), _END_HELP[state.rank]), *others
    return others


def _play_prompt(state: State, place: int, optional: bool) -> Prompt:
    choices = state.unseen
    if state.known:
        elsewhere = {card for card, lying in state.known.items() if lying.place != place}
        choices = tuple(filterfalse(elsewhere.__contains__, choices))
    card = Field("card", "card", _CARD, optional=True, choices=choices, suggests=True)
    seats = (state.setting.seats[place],)
    return Prompt("play", seats, _PLAY, _PLAY_HELP, (card,), optional=optional, own=True)


def _slap_prompt(state: State, optional: bool) -> Prompt:
    rank, able, whose = state.rank, state.may_slap, _in_doubt(state)
    order, toss = _who_fields(able)
    fields = order, _takes_now(state, whose), toss, *([] if whose is None else [_whose_field(*whose)])
    race = f"slap-{state.slaps + 1}"
    return Prompt("slap", able, _SLAP[rank], _SLAP_HELP[rank], fields, optional=optional, race=race)


def _takes_now(state: State, whose: Whose | None) -> Field:
    """Which cards of the stage the pile held, as far as that is in doubt."""
    known, pile = faces_known(state) is not None, state.pile
    choices = pile.faces if pile.faces and not pile.unnamed and not whose else state.left
    if state.known:
        choices = tuple([card for card in choices if card not in state.known])
    recorded = () if known else tuple([card.code for card in pile.faces])
    most = min(most_faces(state) + (whose is not None), len(state.left))
    return _takes_field(state.rank, known, fewest_faces(state), most, choices, recorded)


Whose = tuple[str | None, str, Card | None]
"""Whose card lies on top (None: no pile), who plays next, and the card on top (None: it was not named)."""


def _in_doubt(state: State) -> Whose | None:
    """Whose card was slapped, unless a card of the stage lies on top: a slap is often entered before its card."""
    if state.turn is None or (state.pile.count and state.pile.cards[-1] in state.left):
        return None
    last, coming = top_of(state), state.setting.seats[state.turn]
    return None if last == coming else (last, coming, state.pile.cards[-1] if last else None)


_WHOSE = "Whose card was slapped? {last}’s was the last one entered."
_WHOSE_CARD = "Whose card was slapped? {last}’s {card:short} was the last one entered."
_WHOSE_FIRST = say("Whose card was slapped? None of this pile is entered yet.")


# What stays the same from card to card is made once: cards are played fast.


@lru_cache(maxsize=256)
def _takes_field(
    rank: str, known: bool, fewest: int, most: int, choices: tuple[Card, ...], recorded: tuple[str, ...]
) -> Field:
    default = recorded or None
    label = _TAKES[rank] if fewest or known else _TAKES_OR_NONE[rank]
    bounds: dict[str, Any] = {"min": fewest, "max": most, "choices": choices, "suggests": True}
    return Field("takes", "cards", label, optional=known, default=default, **bounds)


@lru_cache(maxsize=256)
def _whose_field(last: str | None, coming: str, card: Card | None) -> Field:
    if last is None:
        return Field("whose", "seat", _WHOSE_FIRST, optional=True, choices=(coming,))
    label = say(_WHOSE if card is None else _WHOSE_CARD, last=last, card=card)
    return Field("whose", "seat", label, optional=True, choices=(last, coming), default=last)


@lru_cache(maxsize=256)
def _who_fields(able: tuple[str, ...]) -> tuple[Field, Field]:
    order = Field("order", "order", _ORDER, min=1, choices=able, suggests=True)
    return order, Field("toss", "toss", _TOSS, optional=True, choices=able, among="order", suggests=True)


def _recount_prompt(state: State) -> Prompt:
    seats, total = state.setting.seats, sum(state.stacks) + state.pile.count
    by_seat = dict(zip(seats, state.stacks, strict=True))
    stacks = Field("stacks", "numbers_by_seat", _STACKS, min=0, max=total, some=True, default=by_seat)
    fields = stacks, _pile_field(total, state.pile.count)
    return Prompt("recount", seats, _RECOUNT, _recount_help(total), fields, optional=True)


@lru_cache(maxsize=256)
def _pile_field(total: int, count: int) -> Field:
    return Field("pile", "number", _PILE, optional=True, min=0, max=total, default=count)


@lru_cache(maxsize=64)
def _recount_help(total: int) -> Text:
    return say(_RECOUNT_HELP, total=count_cards(total))
