"""What everybody knows of the cards, and how it proves that a discard or a hand cannot be."""

from collections import Counter
from collections.abc import Mapping, Sequence

from referee import Card, CardsSeen, Ruling, Text, say, without

from .rules import HAND, cite
from .state import Play


def refuse_discard(play: Play, draw: str, discard: Card) -> Ruling | None:
    """Return why the seat in turn cannot draw so and discard this card; None if it can."""
    seat, taken = play.turn, play.pile[-1:] if draw == "pile" else ()
    if discard in taken:
        why = cite("turn", "It was just taken from the pile, and another card is discarded.")
        return Ruling({"legal": False, "card": discard}, _not_discarded(discard), (why,))
    if (wrong := _seen(play, seat, without(play.pile, taken)).refuse((discard,), _not_discarded)) is not None:
        return wrong
    held = (*play.known[seat], *taken)
    if len(held) <= HAND or discard in held:
        return None
    why = cite("once", "All cards of {seat} are known: {cards:short}.", seat=seat, cards=held)
    return Ruling({"legal": False, "card": discard}, _not_discarded(discard), (why,))


def refuse_hands(after: Play, knocker: str, hands: Mapping[str, tuple[Card, ...]], is_big: bool) -> Ruling | None:
    """Return why these hands cannot be, once the knocker has discarded, or not where it is big gin; None if they can.

    They have ten cards each, and with them those that were taken from the pile and not discarded since.
    """
    for seat, hand in hands.items():
        size = HAND + (is_big and seat == knocker)
        if len(hand) != size:
            return _refuse(seat, hand, "{seat} has {n} cards.", n=size)
        if (wrong := _seen(after, seat, after.pile).refuse(hand, _not_in_hand)) is not None:
            return wrong
        if missing := without(after.known[seat], hand):
            template = "{seat} took the {card} from the pile and has not discarded it since."
            return _refuse(seat, missing[:1], template, card=missing[0])
    twice = [card for card, n in Counter(card for hand in hands.values() for card in hand).items() if n > 1]
    return _refuse(knocker, twice[:1], "The {card} is named twice.", card=twice[0]) if twice else None


def _refuse(seat: str, cards: Sequence[Card], template: str, **told: object) -> Ruling:
    verdict = {"legal": False, "seat": seat, "cards": tuple(cards)}
    return Ruling(verdict, say("The hands cannot be so"), (cite("once", template, seat=seat, **told),))


def _seen(play: Play, seat: str, pile: tuple[Card, ...]) -> CardsSeen:
    """Where cards are known to be that this seat does not hold."""
    other = next(one for one in play.known if one != seat)
    lies = cite("once", "It lies in the discard pile.")
    held = cite("once", "{other} took it from the pile and has not discarded it since.", other=other)
    return CardsSeen().with_cards(pile, lies).with_cards(play.known[other], held)


def _not_discarded(card: Card) -> Text:
    return say("The {card} cannot be discarded", card=card)


def _not_in_hand(card: Card) -> Text:
    return say("The {card} cannot be in this hand", card=card)
