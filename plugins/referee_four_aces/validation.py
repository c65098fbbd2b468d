"""What refuses the hands of a round: each card lies in one place, two are jokers."""

from collections import Counter
from collections.abc import Mapping, Sequence

from referee import Card, Reason, Ruling, Seats, Text, forbid, rule_clashes, say

from .game import JOKERS_IN_THE_DECK, MOST_CARDS, MOST_LOCKED, cite
from .hand import Hands
from .hand_points import scored_hand

_COMPARE = (
    "Compare the entries with the cards on the table, and change the one that is wrong."
)


def refuse(section: str, summary: Text, seat: str, cards: Sequence[Card]) -> Ruling:
    """Return the ruling that refuses an entry of this seat for these cards."""
    why = cite(section, summary.template, **summary.values)
    return forbid(summary, why, seats=(seat,), cards=tuple(cards))


def check_alone(seat: str, hands: Hands) -> Ruling | None:
    """Return why one seat's hands cannot be, whatever the others have; else None."""
    cards = hands.cards
    twice = tuple(card for card, times in Counter(cards).items() if times > 1)
    if twice:
        template = (
            "{seat} cannot have {cards} twice. A locked card is named once, as locked."
        )
        return refuse("one-place", say(template, seat=seat, cards=twice), seat, twice)

    n = len(hands.locked)
    if n > MOST_LOCKED:
        template = (
            "{seat} cannot have {n} locked cards: each lies under a joker, "
            "and there are two jokers."
        )
        return refuse("two-jokers", say(template, seat=seat, n=n), seat, hands.locked)
    if hands.jokers > JOKERS_IN_THE_DECK:
        template = (
            "{seat} cannot have more than two jokers: "
            "one lies on each locked card, the others are unplayed."
        )
        jokers = [card for card in cards if card.is_joker]
        return refuse("two-jokers", say(template, seat=seat), seat, jokers)

    for hand in (hands.hidden, hands.exposed):
        n = len(hand)
        # Whoever calls four aces has drawn, and need not discard any more.
        most = MOST_CARDS + scored_hand(hand).four_aces
        if n > most:
            template = (
                "{seat} cannot have {n} cards in one hand: "
                "no hand comes to more than {most}."
            )
            summary = say(template, seat=seat, n=n, most=most)
            return refuse("card-count", summary, seat, hand)
    return None


def check_together(entered: Mapping[str, Hands]) -> tuple[Ruling, ...]:
    """Return a ruling for each card that several name, and one for too many jokers."""
    cards = {seat: hands.cards for seat, hands in entered.items()}
    shared = rule_clashes(cards, _explain_clash)
    with_jokers = tuple(seat for seat, hands in entered.items() if hands.jokers)
    jokers = sum(hands.jokers for hands in entered.values())
    if len(entered) < 2 or jokers <= JOKERS_IN_THE_DECK:
        return shared

    template = (
        "More than two jokers were entered, for {seats}: "
        "unplayed ones, and one on each locked card"
    )
    why = cite("two-jokers", _COMPARE)
    return (
        *shared,
        forbid(say(template, seats=with_jokers), why, clash=(), seats=with_jokers),
    )


def _explain_clash(card: Card, seats: Seats) -> tuple[Text, Reason]:
    summary = say("Only one of {seats} can have the {card}", seats=seats, card=card)
    return summary, cite("one-place", _COMPARE)
