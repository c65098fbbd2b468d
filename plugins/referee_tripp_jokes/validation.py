"""The cards of one play, by where they came from, and why they cannot come from there."""

from __future__ import annotations

from dataclasses import dataclass

from referee import Ask, Card, Ruling, Text, Values, say

from .proof import hidden_among, refuse_hidden, refuse_unseen
from .ranks import cards_said
from .rules import SECTIONS, forbidden, refusal
from .state import HAND, Holding, State, without


@dataclass(frozen=True, slots=True)
class Played:
    """The cards of one play: from the hand, from the PENULTIMATE cards, and a FINAL card."""

    hand: tuple[Card, ...]
    penultimate: tuple[Card, ...]
    final: tuple[Card, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """All of them, in the order in which they lie on the pile."""
        return (*self.hand, *self.penultimate, *self.final)


def read_played(given: Values) -> Played:
    """The cards of a play, as entered."""
    return Played(given.cards("hand"), given.cards("penultimate"), given.cards("final"))


def refuse_play(state: State, played: Played, ask: Ask) -> Ruling | None:
    """Why the seat in turn cannot play cards from there; None when it can. Whether they beat the pile is not asked."""
    if not played.cards:
        return refusal("turn", "No card is named. Name the cards that {seat} plays.", seat=state.turn)
    if played.final:
        return _refuse_final(state, played, ask)
    return _refuse_hand(state, played.hand) or _refuse_penultimate(state, played, ask)


def _refuse_final(state: State, played: Played, ask: Ask) -> Ruling | None:
    if len(played.cards) > 1:
        return refusal("final", "One FINAL card is shown at a time, and alone.")
    early = _too_early(state) or _penultimate_first(state)
    return forbidden(early, ask) or refuse_unseen(state, played.final)


def _penultimate_first(state: State) -> Ruling | None:
    if not state.actor.penultimate:
        return None
    template = "{seat} has PENULTIMATE cards to play first: {cards:short}."
    return refusal("final", template, seat=state.turn, cards=state.actor.penultimate)


def _too_early(state: State, hand_played: int = 0) -> Ruling | None:
    """Why none of the cards on the table may be played yet, when so many hand cards are played with them."""
    if state.stock:
        template = "There are {n} in the stock: until it is gone only hand cards are played."
        if state.stock == 1:
            template = "There is {n} in the stock: until it is gone only hand cards are played."
        return refusal("no-stock", template, n=cards_said(state.stock))
    if state.actor.hand > hand_played:
        template = "{seat} has {n} in hand, which must be played first. If that is not so, count again."
        return refusal("no-stock", template, seat=state.turn, n=cards_said(state.actor.hand - hand_played))
    return None


def _refuse_hand(state: State, cards: tuple[Card, ...]) -> Ruling | None:
    if not cards:
        return None
    actor = state.actor
    if len(cards) > actor.hand:
        template = "{seat} cannot play {n} from the hand, which holds {hand}. If that is not so, count again."
        values = {"seat": state.turn, "n": cards_said(len(cards)), "hand": cards_said(actor.hand)}
        return refusal("check-hand", template, **values)
    return refuse_hidden(state, state.turn, hidden_among(actor, cards))


def _refuse_penultimate(state: State, played: Played, ask: Ask) -> Ruling | None:
    if not played.penultimate:
        return None
    if (early := forbidden(_too_early(state, len(played.hand)), ask)) is not None:
        return early
    lying = list(state.actor.penultimate)
    for card in played.penultimate:
        if card not in lying:
            return _not_lying(state, card)
        lying.remove(card)
    return None


def _not_lying(state: State, card: Card) -> Ruling:
    seat, lying = state.turn, state.actor.penultimate
    said: Text = say("The {card} is not among the PENULTIMATE cards of {seat}.", card=card, seat=seat)
    why = SECTIONS.cite("penultimate", "There lie {lying:short}.", lying=lying)
    if not lying:
        why = SECTIONS.cite("penultimate", "None are left there.")
    return Ruling({"legal": False, "card": card, "penultimate": lying}, said, (why,))


def without_played(holding: Holding, played: Played) -> Holding:
    """This seat's cards after the play, before anything is taken or drawn."""
    hand = holding.hand - len(played.hand)
    final = holding.final - len(played.final)
    penultimate = without(holding.penultimate, played.penultimate) if played.penultimate else holding.penultimate
    known = list(holding.known)
    for card in played.hand if known else ():
        at = next((at for at, one in enumerate(known) if one.card is card), None)
        if at is not None:
            del known[at]
    return Holding(hand, tuple(known), penultimate, final, holding.denials)


def drawn(holding: Holding, stock: int) -> int:
    """How many cards this seat draws from a stock of so many: up to three in hand."""
    return max(0, min(HAND - holding.hand, stock))
