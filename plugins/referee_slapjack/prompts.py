"""The prompts of a match."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from referee import (
    Card,
    Cards,
    Field,
    Prompt,
    Prompts,
    Seats,
    Text,
    count_cards,
    hookimpl,
    say,
)

from .game import PLURAL
from .state import State, faces_known, fewest_faces, most_faces

_PLAY = say("Play a card")
_PLAY_HELP = say("Your top card goes face up on the pile. You needn't name it.")
_CARD = say("Card played")
_ORDER = say("Who slapped, from first to last")
_TOSS = say("Toss, if it was too close")
_RECOUNT = say("Count the cards again")
_STACKS = say("Cards in the stack")
_PILE = say("Cards in the pile")
_REDEAL = Prompt(
    "redeal",
    (),
    say("Deal again"),
    say("The round is over, and the cards are dealt out again."),
)
_END = say("End the round")
_SLAP = {}
_SLAP_HELP = {}
_TAKES = {}
_TAKES_OR_NONE = {}
_END_HELP = {}
for _rank, _ranks in PLURAL.items():
    _SLAP[_rank] = say("Slap {ranks}", ranks=_ranks)
    _SLAP_HELP[_rank] = say(
        "Who slapped the pile. If it held no {ranks}, pick none: the slap was false.",
        ranks=_ranks,
    )
    _TAKES[_rank] = say("Which {ranks} the pile held", ranks=_ranks)
    _TAKES_OR_NONE[_rank] = say(
        "Which {ranks} the pile held: none, if the slap was false", ranks=_ranks
    )
    _END_HELP[_rank] = say(
        "Look through the pile. If it holds one of the {ranks}, slap it instead.",
        ranks=_ranks,
    )


@hookimpl
def prompts(state: State) -> Prompts:
    """Return a card of the seat in turn, a slap, a recount; after a round the next
    deal.
    """
    if state.winners:
        return ()
    seats = state.setting.seats
    recount = _ask_recount(state)
    if state.closing == "over":
        return replace(_REDEAL, seats=seats), recount
    if state.turn is None:
        return _ask_slap(state, optional=False), recount
    slap = _ask_slap(state, optional=True)
    if state.closing is None:
        return _ask_card(state, state.turn, optional=False), slap, recount
    end = Prompt("redeal", seats, _END, _END_HELP[state.rank])
    return end, _ask_card(state, state.turn, optional=True), slap, recount


def _ask_card(state: State, index: int, optional: bool) -> Prompt:
    unseen = state.unseen
    if state.known:
        choices = list(unseen)
        for card, lying in state.known.items():
            if lying.index != index and card in choices:
                choices.remove(card)
        unseen = tuple(choices)
    field = Field("card", "card", _CARD, optional=True, choices=unseen, suggests=True)
    seats = state.names((index,))
    return Prompt(
        "play", seats, _PLAY, _PLAY_HELP, (field,), optional=optional, own=True
    )


def _ask_slap(state: State, optional: bool) -> Prompt:
    able = state.may_slap
    whose = _ask_whose(state)
    order, toss = _ask_who(able)
    fields = [order, _ask_takes(state, whose is not None), toss]
    if whose is not None:
        fields.append(whose)
    rank = state.rank
    race = f"slap-{state.slaps + 1}"
    return Prompt(
        "slap",
        able,
        _SLAP[rank],
        _SLAP_HELP[rank],
        tuple(fields),
        optional=optional,
        race=race,
    )


def _ask_takes(state: State, whose: bool) -> Field:
    """Ask which faces the pile held; `whose`: a card more may lie there."""
    faces = state.pile.faces
    choices = state.left
    if faces and not state.pile.unnamed and not whose:
        choices = faces
    if state.known:
        choices = tuple(card for card in choices if card not in state.known)
    known = faces_known(state) is not None
    recorded: Seats = ()
    if not known:
        recorded = tuple(card.code for card in faces)
    most = min(most_faces(state) + whose, len(state.left))
    fewest = fewest_faces(state)
    return _takes_field(state.rank, known, fewest, most, choices, recorded)


def _ask_whose(state: State) -> Field | None:
    """Ask whose card was slapped, unless a card of the stage lies on top.

    A slap is often entered before its card.
    """
    coming, last = state.next_seat, state.top_seat
    if coming is None or coming == last:
        return None
    if last is None:
        return _whose_field(None, coming, None)
    card = state.pile.cards[-1]
    if card in state.left:
        return None
    return _whose_field(last, coming, card)


# What stays the same from card to card is built once: cards are played fast.


@lru_cache(maxsize=256)
def _takes_field(
    rank: str, known: bool, fewest: int, most: int, choices: Cards, recorded: Seats
) -> Field:
    label = _TAKES_OR_NONE[rank]
    if fewest or known:
        label = _TAKES[rank]
    return Field(
        "takes",
        "cards",
        label,
        optional=known,
        min=fewest,
        max=most,
        choices=choices,
        default=recorded or None,
        suggests=True,
    )


@lru_cache(maxsize=256)
def _whose_field(last: str | None, coming: str, card: Card | None) -> Field:
    if last is None:
        label = say("Whose card was slapped? Nothing in this pile is entered yet.")
        return Field("whose", "seat", label, optional=True, choices=(coming,))
    label = say("Whose card was slapped? {last}’s was the last one entered.", last=last)
    if card is not None:
        template = (
            "Whose card was slapped? {last}’s {card:short} was the last one entered."
        )
        label = say(template, last=last, card=card)
    choices = last, coming
    return Field("whose", "seat", label, optional=True, choices=choices, default=last)


@lru_cache(maxsize=256)
def _ask_who(able: Seats) -> tuple[Field, Field]:
    order = Field("order", "order", _ORDER, min=1, choices=able, suggests=True)
    toss = Field(
        "toss", "toss", _TOSS, optional=True, choices=able, among="order", suggests=True
    )
    return order, toss


def _ask_recount(state: State) -> Prompt:
    stacks = Field(
        "stacks",
        "numbers_by_seat",
        _STACKS,
        min=0,
        max=state.total,
        some=True,
        default=state.stacks_by_seat,
    )
    fields = stacks, _pile_field(state.total, state.pile.count)
    help = _recount_help(state.total)
    return Prompt("recount", state.setting.seats, _RECOUNT, help, fields, optional=True)


@lru_cache(maxsize=256)
def _pile_field(total: int, count: int) -> Field:
    return Field(
        "pile", "number", _PILE, optional=True, min=0, max=total, default=count
    )


@lru_cache(maxsize=64)
def _recount_help(total: int) -> Text:
    template = (
        "Change whatever differs from the table. Stacks and pile make {total} together."
    )
    return say(template, total=count_cards(total))
