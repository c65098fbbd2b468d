"""The checks on what was entered for a round that refuse it: each card in one place, and two jokers."""

from collections import Counter
from collections.abc import Mapping, Sequence

from referee import Card, Reason, Ruling, Text, rule_clashes, say

from .hand_points import scored_hand
from .hands import Hands
from .rules import JOKERS_IN_THE_DECK, MOST_CARDS, MOST_LOCKED, cite

_COMPARE = say("Compare the entries with the cards on the table, and change the one that is wrong.")


def refusal(section: str, summary: Text, seats: Sequence[str], cards: Sequence[Card], *because: Reason) -> Ruling:
    """A ruling that refuses an entry: the seats whose entries are in question, and the cards."""
    why = because or (cite(section, summary.template, **summary.values),)
    return Ruling({"legal": False, "seats": tuple(seats), "cards": tuple(cards)}, summary, why)


def check_alone(seat: str, hands: Hands) -> Ruling | None:
    """Why one seat's hands cannot be, whatever the others have; None when they can."""
    if twice := cards_twice(hands.cards):
        template = "{seat} cannot have {cards} twice. A locked card is named once, as locked."
        return refusal("one-place", say(template, seat=seat, cards=twice), (seat,), twice)
    if len(hands.locked) > MOST_LOCKED:
        template = "{seat} cannot have {n} locked cards: each lies under a joker, and there are two jokers."
        said = say(template, seat=seat, n=len(hands.locked))
        return refusal("two-jokers", said, (seat,), hands.locked)
    if hands.jokers > JOKERS_IN_THE_DECK:
        template = "{seat} cannot have more than two jokers: one lies on each locked card, the others are unplayed."
        jokers = tuple(card for card in hands.cards if card.is_joker)
        return refusal("two-jokers", say(template, seat=seat), (seat,), jokers)
    for hand in (hands.hidden, hands.exposed):
        # Whoever calls four aces has drawn, and need not discard any more.
        most = MOST_CARDS + scored_hand(hand).four_aces
        if len(hand) > most:
            template = "{seat} cannot have {n} cards in one hand: no hand comes to more than {most}."
            said = say(template, seat=seat, n=len(hand), most=most)
            return refusal("card-count", said, (seat,), hand)
    return None


def cards_twice(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that stand more than once among these."""
    return tuple(card for card, times in Counter(cards).items() if times > 1)


def check_together(entered: Mapping[str, Hands]) -> tuple[Ruling, ...]:
    """Why these entries cannot all be right: a ruling for each card that several name, and one for too many jokers."""
    shared = rule_clashes({seat: hands.cards for seat, hands in entered.items()}, _why_clash)
    jokers = {seat: hands.jokers for seat, hands in entered.items()}
    if len(entered) < 2 or sum(jokers.values()) <= JOKERS_IN_THE_DECK:
        return shared
    return (*shared, _too_many_jokers(tuple(seat for seat, n in jokers.items() if n)))


def _why_clash(card: Card, seats: tuple[str, ...]) -> tuple[Text, Reason]:
    return say("Only one of {seats} can have the {card}", seats=seats, card=card), cite("one-place", _COMPARE.template)


def _too_many_jokers(seats: tuple[str, ...]) -> Ruling:
    template = "More than two jokers were entered, for {seats}: unplayed ones, and one on each locked card"
    because = (cite("two-jokers", _COMPARE.template),)
    return Ruling({"legal": False, "clash": (), "seats": seats}, say(template, seats=seats), because)
