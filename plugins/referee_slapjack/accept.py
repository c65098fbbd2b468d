"""What each entry does to a match."""

from dataclasses import replace

from referee import (
    Accepted,
    Ask,
    Card,
    Entry,
    FieldError,
    Refused,
    Ruling,
    Values,
    WrongFieldsError,
    hookimpl,
    say,
    uphold,
)

from .known_cards import topmost_left
from .penalty import penalise, penalty_for, rule_penalty
from .pile_taken import first_of, rule_taking, take_pile
from .recount import recount
from .round_end import close, count_up, redeal
from .rules import cite
from .slap import rule_unseen_slap
from .state import Order, State, faces_known, next_with_cards, top_of
from .validation import can_hold, refuse_card, refuse_slappers, refuse_takes, refuse_unsaid


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after an entry, or why that cannot be."""
    given = entry.given
    if entry.kind == "redeal":
        return Accepted(*redeal(state, ask))
    if entry.kind == "slap":
        return accept_slap(state, given, given.order("order"), ask)
    if entry.kind == "recount":
        pile = given.number("pile") if given.has("pile") else None
        return recount(state, given.numbers_by_seat("stacks"), pile, ask)
    assert state.turn is not None  # a card is only asked of a seat in turn
    return _play(state, state.turn, given.card("card") if given.has("card") else None, ask)


def _play(state: State, place: int, card: Card | None, ask: Ask) -> Accepted | Refused:
    if card is not None and (wrong := refuse_card(state, card)) is not None:
        return Refused(wrong)
    return Accepted(*close(_played(state, place, card), ask))


def _played(state: State, place: int, card: Card | None) -> State:
    """The match after the seat at this place has played this card, or one that nobody named."""
    stacks = (*state.stacks[:place], state.stacks[place] - 1, *state.stacks[place + 1 :])
    unseen = state.unseen if card is None else _without(card, state.unseen)
    return replace(
        state,
        stacks=stacks,
        pile=state.pile.topped(card, state.rank),
        last=place,
        turn=next_with_cards(stacks, place),
        unseen=unseen,
        closing=None,
        done=None,
        known=topmost_left(state.known, place, state.stacks[place], card),
    )


def _without(card: Card, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    place = cards.index(card)
    return (*cards[:place], *cards[place + 1 :])


def accept_slap(state: State, given: Values, order: Order, ask: Ask) -> Accepted | Refused:
    """The match after these seats have slapped, in this order, or why that cannot be.

    `given` is what was entered besides: the stage's cards in the pile, whose card was slapped, how a toss fell.
    WrongFieldsError when the slap cannot be ruled without one of them.
    """
    if state.turn is None or not given.has("whose") or given.seat("whose") == top_of(state):
        return _accept_slap(state, given, order, ask)
    # Nobody slaps before the card lies there, but often before anybody has entered it.
    slapped = _accept_slap(_played(state, state.turn, None), given, order, ask)
    return slapped if isinstance(slapped, Refused) else _said_to_be_played(slapped, given.seat("whose"))


def _said_to_be_played(slapped: Accepted, seat: str) -> Accepted:
    """The same, with the reason why one more card counts as played."""
    first, *others = slapped.rulings
    why = cite("turn", "{seat} had played the card that was slapped, so it counts as played.", seat=seat)
    return replace(slapped, rulings=(replace(first, because=(*first.because, why)), *others))


def _accept_slap(state: State, given: Values, order: Order, ask: Ask) -> Accepted | Refused:
    """The match after a slap of the pile as it was entered."""
    takes = given.cards("takes") if given.has("takes") else None
    toss = given.toss("toss") if given.has("toss") else None
    if not order:
        raise WrongFieldsError(FieldError("order", say("Name at least one who slapped.")))
    if takes is None and (takes := faces_known(state)) is None:
        return Refused(refuse_unsaid(state))
    wrong = uphold(refuse_slappers(state, order), ask) or refuse_takes(state, takes)
    if wrong is not None:
        return Refused(wrong)
    ruling = _ruling(state, takes, ask)
    if ruling.verdict["good"]:
        return _take(state, order, first_of(order, toss), ruling, ask)
    return _penalise(state, order, ruling, ask)


def _ruling(state: State, takes: tuple[Card, ...], ask: Ask) -> Ruling:
    if state.pile.unnamed and not takes:
        return ask(rule_unseen_slap(state.rank))
    return ask("slap", stage=state.rank, pile=state.pile.known_with(takes))


def _take(state: State, order: Order, winner: str, ruling: Ruling, ask: Ask) -> Accepted:
    takes = ruling.decided.cards("takes")
    if not can_hold(state, takes):
        raise WrongFieldsError(FieldError("takes", say("The pile cannot have held {cards}.", cards=takes)))
    after, rulings = close(count_up(take_pile(state, winner, takes), ask), ask)
    return Accepted(after, (rule_taking(state, after, order, winner, ruling), *rulings))


def _penalise(state: State, order: Order, ruling: Ruling, ask: Ask) -> Accepted:
    penalty = penalty_for(state, [seat for group in order for seat in group])
    after, rulings = close(count_up(penalise(state, penalty), ask), ask)
    return Accepted(after, (rule_penalty(state, after, order, penalty, ruling), *rulings))
