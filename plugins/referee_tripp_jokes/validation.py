"""Why the cards of an entry cannot come from where it says."""

from referee import Ask, Card, Ruling, Text, count_cards, say, uphold

from .holding import PENULTIMATE, CardsPlayed
from .proof import refuse_hidden, refuse_unseen
from .rules import cite
from .state import State


def refusal(section: str, template: str, **values: object) -> Ruling:
    """A ruling that refuses an entry, in one sentence that rests on one section."""
    return Ruling({"legal": False}, Text(template, values), (cite(section, template, **values),))


def refuse_laid(state: State, seat: str, cards: tuple[Card, ...]) -> Ruling | None:
    """Why this seat cannot lay these PENULTIMATE cards; None when it can."""
    if len(cards) != PENULTIMATE:
        template = "{seat} lays three PENULTIMATE cards, not {n}."
        return refusal("three-rows", template, seat=seat, n=len(cards))
    return refuse_unseen(state, cards)


def refuse_play(state: State, played: CardsPlayed, ask: Ask) -> Ruling | None:
    """Why the seat in turn cannot play cards from there; None when it can. Whether they beat the pile is not asked."""
    if not played.cards:
        return refusal("turn", "No card is named. Name the cards that {seat} plays.", seat=state.turn)
    if played.final:
        return _refuse_final(state, played, ask)
    return _refuse_hand(state, played.hand) or _refuse_penultimate(state, played, ask)


def _refuse_final(state: State, played: CardsPlayed, ask: Ask) -> Ruling | None:
    if len(played.cards) > 1:
        return refusal("final", "One FINAL card is shown at a time, and alone.")
    early = _too_early(state) or _penultimate_first(state)
    return uphold(early, ask) or refuse_unseen(state, played.final)


def _penultimate_first(state: State) -> Ruling | None:
    if not state.actor.penultimate:
        return None
    template = "{seat} has PENULTIMATE cards to play first: {cards:short}."
    return refusal("final", template, seat=state.turn, cards=state.actor.penultimate)


def _too_early(state: State, hand_played: int = 0) -> Ruling | None:
    """Why none of the cards on the table may be played yet, together with this many hand cards."""
    if state.stock:
        template = "There are {n} in the stock: until it is gone only hand cards are played."
        if state.stock == 1:
            template = "There is {n} in the stock: until it is gone only hand cards are played."
        return refusal("no-stock", template, n=count_cards(state.stock))
    if state.actor.hand > hand_played:
        template = "{seat} has {n} in hand, which must be played first. If that is not so, count again."
        return refusal("no-stock", template, seat=state.turn, n=count_cards(state.actor.hand - hand_played))
    return None


def _refuse_hand(state: State, cards: tuple[Card, ...]) -> Ruling | None:
    if not cards:
        return None
    actor = state.actor
    if len(cards) > actor.hand:
        template = "{seat} cannot play {n} from the hand, which holds {hand}. If that is not so, count again."
        values = {"seat": state.turn, "n": count_cards(len(cards)), "hand": count_cards(actor.hand)}
        return refusal("check-hand", template, **values)
    return refuse_hidden(state, state.turn, actor.hidden_among(cards))


def _refuse_penultimate(state: State, played: CardsPlayed, ask: Ask) -> Ruling | None:
    if not played.penultimate:
        return None
    if (early := uphold(_too_early(state, len(played.hand)), ask)) is not None:
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
    why = cite("penultimate", "There lie {lying:short}.", lying=lying)
    if not lying:
        why = cite("penultimate", "None are left there.")
    return Ruling({"legal": False, "card": card, "penultimate": lying}, said, (why,))
