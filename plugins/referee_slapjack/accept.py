"""Refereeing a match: what may be entered, and what an entry does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, cast

from referee import (
    Accepted,
    Ask,
    Card,
    Entry,
    Field,
    FieldError,
    Prompt,
    Refused,
    Ruling,
    Values,
    WrongFieldsError,
    say,
)

from .false_slap import penalise, penalty_for, rule_nothing, rule_penalty, slap_nothing
from .known_cards import topmost_left
from .recount import recount, stacks_by_seat
from .round_end import close, redeal
from .slap import rule_unseen_slap
from .stages import MANY
from .state import Order, State, faces_known, fewest_faces, most_faces, next_with_cards
from .taking import first_of, rule_taking, take_pile
from .validation import can_hold, refuse_card, refuse_recount, refuse_slappers, refuse_takes

_PLAY = say("Play a card")
_PLAY_HELP = say("The top card of your stack goes face up on the pile. Its name may be left out.")
_CARD = say("Card played")
_SLAP = {rank: say("Slap {ranks}", ranks=ranks) for rank, ranks in MANY.items()}
_SLAP_HELP = {
    rank: say("Who slapped the pile. If it held none of the {ranks}, pick none: the slap was false.", ranks=ranks)
    for rank, ranks in MANY.items()
}
_ORDER = say("Who slapped, first first")
_TAKES = {rank: say("Which {ranks} the pile held", ranks=ranks) for rank, ranks in MANY.items()}
_TAKES_OR_NONE = {
    rank: say("Which {ranks} the pile held: none, if the slap was false", ranks=ranks) for rank, ranks in MANY.items()
}
_TOSS = say("Toss, for a dead heat")
_RECOUNT = say("Count again")
_RECOUNT_HELP = say("Only if these numbers are not those on the table: the cards in each stack. The pile is the rest.")
_STACKS = say("Cards in the stack")
_REDEAL = Prompt("redeal", (), say("Deal again"), say("The round is over, and the cards are dealt out anew."))
_END_HELP = {
    rank: say("Look through the pile. If it holds one of the {ranks}, slap it instead.", ranks=ranks)
    for rank, ranks in MANY.items()
}


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
    if state.lies:
        choices = tuple([card for card in choices if card not in state.lies or state.lies[card].place == place])
    card = Field("card", "card", _CARD, optional=True, choices=choices, suggests=True)
    seats = (state.setting.seats[place],)
    return Prompt("play", seats, _PLAY, _PLAY_HELP, (card,), optional=optional, own=True)


def _slap_prompt(state: State, optional: bool) -> Prompt:
    rank, known, pile = state.rank, faces_known(state) is not None, state.pile
    choices = pile.faces if pile.faces and not pile.unnamed else state.left
    if state.lies:
        choices = tuple([card for card in choices if card not in state.lies])
    recorded = () if known else tuple(card.code for card in pile.faces)
    takes = _takes_field(rank, known, fewest_faces(state), most_faces(state), choices, recorded)
    order, toss = _who_fields(state.may_slap)
    return Prompt(
        "slap",
        state.may_slap,
        _SLAP[rank],
        _SLAP_HELP[rank],
        (order, takes, toss),
        optional=optional,
        race=f"slap-{state.slaps + 1}",
    )


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
def _who_fields(able: tuple[str, ...]) -> tuple[Field, Field]:
    order = Field("order", "order", _ORDER, min=1, choices=able, suggests=True)
    return order, Field("toss", "toss", _TOSS, optional=True, choices=able, among="order", suggests=True)


def _recount_prompt(state: State) -> Prompt:
    return _recount_prompt_for(state.setting.seats, sum(state.stacks) + state.pile.count)


@lru_cache(maxsize=256)
def _recount_prompt_for(seats: tuple[str, ...], total: int) -> Prompt:
    stacks = Field("stacks", "numbers_by_seat", _STACKS, min=0, max=total, some=True)
    return Prompt("recount", seats, _RECOUNT, _RECOUNT_HELP, (stacks,), optional=True)


def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after an entry, or why that cannot be."""
    given = entry.given
    if entry.kind == "play":
        return _play(state, given.card("card") if given.has("card") else None, ask)
    if entry.kind == "slap":
        takes = given.cards("takes") if given.has("takes") else None
        return accept_slap(state, given.order("order"), takes, given.toss("toss") if given.has("toss") else None, ask)
    if entry.kind == "recount":
        return _recount(state, given, ask)
    after, rulings = redeal(state)
    return Accepted(after, rulings)


def _play(state: State, card: Card | None, ask: Ask) -> Accepted | Refused:
    if card is not None and (wrong := refuse_card(state, card)) is not None:
        return Refused(wrong)
    place = cast(int, state.turn)
    stacks = (*state.stacks[:place], state.stacks[place] - 1, *state.stacks[place + 1 :])
    unseen = state.unseen if card is None else tuple([other for other in state.unseen if other is not card])
    after = State(
        setting=state.setting,
        stacks=stacks,
        won=state.won,
        pile=state.pile.topped(card, state.rank),
        last=place,
        turn=next_with_cards(stacks, place),
        unseen=unseen,
        left=state.left,
        out=state.out,
        stage=state.stage,
        round=state.round,
        slaps=state.slaps,
        lies=topmost_left(state.lies, place, card),
    )
    return Accepted(*close(after, ask))


def accept_slap(
    state: State,
    order: Order,
    takes: tuple[Card, ...] | None,
    toss: str | None,
    ask: Ask,
) -> Accepted | Refused:
    """The match after these seats have slapped, first first, or why that cannot be.

    `takes` are the stage's cards that the pile held, None where the referee knows them; `toss` is the seat that a
    toss favoured. WrongFieldsError when the slap cannot be ruled without one of them.
    """
    if not order:
        raise WrongFieldsError(FieldError("order", say("Name at least one who slapped.")))
    if takes is None:
        takes = _known(state)
    wrong = _refuse_slappers(state, order, ask) or refuse_takes(state, takes)
    if wrong is not None:
        return Refused(wrong)
    ruling = _ruling(state, takes, ask)
    if ruling.verdict["good"]:
        return _take(state, order, first_of(order, toss), ruling, ask)
    if not state.pile.count:
        return Accepted(slap_nothing(state), (rule_nothing(state, order, ruling),))
    return _penalise(state, order, ruling, ask)


def _refuse_slappers(state: State, order: Order, ask: Ask) -> Ruling | None:
    """Why these seats cannot have slapped; None if they can, or where the table has overruled that they cannot."""
    wrong = refuse_slappers(state, order)
    if wrong is None or (ruled := ask(wrong)).verdict["legal"]:
        return None
    return ruled


def _known(state: State) -> tuple[Card, ...]:
    known = faces_known(state)
    if known is None:
        template = "Say which {ranks} the pile held, as not all of its cards were entered; none, if it held none."
        raise WrongFieldsError(FieldError("takes", say(template, ranks=MANY[state.rank])))
    return known


def _ruling(state: State, takes: tuple[Card, ...], ask: Ask) -> Ruling:
    if state.pile.unnamed and not takes:
        return ask(rule_unseen_slap(state.rank))
    return ask("slap", stage=state.rank, pile=state.pile.known_with(takes))


def _take(state: State, order: Order, winner: str, ruling: Ruling, ask: Ask) -> Accepted:
    takes = tuple(cast("Sequence[Card]", ruling.verdict["takes"]))
    if not can_hold(state, takes):
        raise WrongFieldsError(FieldError("takes", say("The pile cannot have held {cards}.", cards=takes)))
    after, rulings = close(take_pile(state, winner, takes), ask)
    return Accepted(after, (rule_taking(state, after, order, winner, ruling), *rulings))


def _penalise(state: State, order: Order, ruling: Ruling, ask: Ask) -> Accepted:
    penalty = penalty_for(state, [seat for group in order for seat in group])
    after, rulings = close(penalise(state, penalty), ask)
    return Accepted(after, (rule_penalty(state, after, order, penalty, ruling), *rulings))


def _recount(state: State, given: Values, ask: Ask) -> Accepted | Refused:
    counted = stacks_by_seat(state, given.numbers_by_seat("stacks"))
    if (wrong := refuse_recount(state, counted)) is not None:
        return Refused(wrong)
    after, ruling = recount(state, counted)
    closed, rulings = close(after, ask)
    return Accepted(closed, (ruling, *rulings))
