"""The refusals of a round's hands, and the right numbers of cards."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from referee import (
    Card,
    Reason,
    Reasons,
    Ruling,
    Rulings,
    Seats,
    Text,
    rule_clashes,
    rule_illegal,
    say,
)

from .game import DEALT_TO_A_HAND, JOKERS_IN_THE_DECK, MOST_CARDS, MOST_LOCKED, cite
from .hand import NAMES, TITLES, Hands, count_aces

_COMPARE = "Compare the entries with the cards on the table, and change the wrong one."


def refuse(section: str, summary: Text, seat: str, cards: Sequence[Card]) -> Ruling:
    """Return the ruling that refuses an entry of this seat for these cards."""
    why = cite(section, summary.template, **summary.values)
    return rule_illegal(summary, why, seats=(seat,), cards=tuple(cards))


def refuse_alone(seat: str, hands: Hands) -> Ruling | None:
    """Return why one seat's hands are impossible by themselves; else None."""
    cards = hands.cards
    if len({*cards}) < len(cards):
        twice = tuple(card for card, times in Counter(cards).items() if times > 1)
        template = (
            "{seat} can’t have {cards} twice. Enter a locked card once, as locked."
        )
        return refuse("one-place", say(template, seat=seat, cards=twice), seat, twice)

    n = len(hands.locked)
    if n > MOST_LOCKED:
        template = (
            "{seat} can’t have {n} locked cards: each lies under a joker, and there "
            "are two jokers."
        )
        return refuse("two-jokers", say(template, seat=seat, n=n), seat, hands.locked)
    if hands.jokers > JOKERS_IN_THE_DECK:
        template = (
            "{seat} can’t have more than two jokers: one lies on each locked card, "
            "the others are unplayed."
        )
        jokers = [card for card in cards if card.is_joker]
        return refuse("two-jokers", say(template, seat=seat), seat, jokers)

    for hand in (hands.hidden, hands.exposed):
        n = len(hand)
        if n <= MOST_CARDS:
            continue
        # Whoever calls four aces has drawn, and need not discard any more.
        most = MOST_CARDS + (count_aces(hand) == 4)
        if n > most:
            template = "{seat} can’t have {n} cards in one hand: {most} is the most."
            summary = say(template, seat=seat, n=n, most=most)
            return refuse("card-count", summary, seat, hand)
    return None


def refuse_together(entered: Mapping[str, Hands]) -> Rulings:
    """Return a ruling for each card that several name, and one for too many jokers."""
    cards = {seat: hands.cards for seat, hands in entered.items()}
    shared = rule_clashes(cards, _explain_clash)
    jokers = {seat: hands.jokers for seat, hands in entered.items()}
    if len(entered) < 2 or sum(jokers.values()) <= JOKERS_IN_THE_DECK:
        return shared

    with_jokers = tuple(seat for seat in jokers if jokers[seat])
    template = (
        "More than two jokers were entered, for {seats}: "
        "unplayed ones, and one on each locked card"
    )
    why = cite("two-jokers", _COMPARE)
    return (
        *shared,
        rule_illegal(
            say(template, seats=with_jokers), why, clash=(), seats=with_jokers
        ),
    )


def _explain_clash(card: Card, seats: Seats) -> tuple[Text, Reason]:
    summary = say("{seats} each entered the {card}", seats=seats, card=card)
    return summary, cite("one-place", _COMPARE)


# How many cards each hand has: three, but for what jokers have moved


ANY_ROBBERY = range(JOKERS_IN_THE_DECK + 1)
"""The numbers of cards that an unknown right neighbour can have locked."""

_Counts = tuple[int, int]
"""The numbers of cards in the hidden and the exposed hand, without locked ones."""


@dataclass(frozen=True)
class Miscount:
    """A hand with an impossible number of cards, and the possible numbers."""

    hand: str
    """The name of the hand: `hidden` or `exposed`."""
    entered: int
    expected: tuple[int, ...]

    @property
    def values(self) -> Mapping[str, object]:
        """Return the values for sentences about this hand."""
        least = self.expected[0]
        most = self.expected[-1]
        expected: Text | int = least
        if least != most:
            expected = say("{least} to {most}", least=least, most=most)
        hand = TITLES[self.hand]
        return {"hand": hand, "entered": self.entered, "expected": expected}

    @property
    def check(self) -> Text:
        """Return the sentence that asks to count this hand once more."""
        template = (
            "{hand}: {entered} entered, {expected} expected, not counting locked cards."
        )
        return say(template, **self.values)


def find_miscounts(hands: Hands, robbed: Collection[int]) -> tuple[Miscount, ...]:
    """Return the hands of one seat with impossible numbers of cards.

    The right neighbour has locked one of these numbers of its cards.
    """
    possible = _possible(hands, robbed)
    entered = len(hands.hidden), len(hands.exposed)
    if entered in possible:
        return ()
    miscounts = []
    either = []
    for index, hand in enumerate(TITLES):
        # The numbers that fit the other hand as entered, or any that fit.
        fitting = set()
        beside = set()
        for counts in possible:
            fitting.add(counts[index])
            if counts[1 - index] == entered[1 - index]:
                beside.add(counts[index])
        expected = tuple(sorted(beside or fitting))
        miscount = Miscount(hand, entered[index], expected)
        either.append(miscount)
        if entered[index] not in fitting:
            miscounts.append(miscount)
    return tuple(miscounts or either)


def _possible(hands: Hands, robbed: Collection[int]) -> set[_Counts]:
    """Return the numbers of cards that legal play can lead to.

    For each joker played one card may have gone over: drawn for one hand, the joker
    played out of the other. Whoever calls four aces has drawn, and keeps that card.
    """
    own = len(hands.locked)
    more_hidden = count_aces(hands.whole_hidden) == 4
    more_exposed = count_aces(hands.whole_exposed) == 4
    possible = set()
    for taken in robbed:
        for gone_over in range(-own, own + 1):
            hidden = DEALT_TO_A_HAND + gone_over
            exposed = DEALT_TO_A_HAND - taken - gone_over
            possible.add((hidden, exposed))
            if more_hidden:
                possible.add((hidden + 1, exposed))
            if more_exposed:
                possible.add((hidden, exposed + 1))
    return {counts for counts in possible if counts[1] >= 0}


def say_check(miscounts: tuple[Miscount, ...]) -> Text:
    """Return the request to count these hands once more, hand by hand."""
    first, *others = [miscount.check for miscount in miscounts]
    if not others:
        return first
    return say("{hidden} {exposed}", hidden=first, exposed=others[0])


_ONLY_JOKERS = cite(
    "joker", "A joker is the only way to make a hand of more than three cards."
)


def explain_miscounts(miscounts: tuple[Miscount, ...]) -> Reasons:
    """Return the reasons against these hands, one by one; mostly there are none."""
    if not miscounts:
        return ()
    template = "{hand}: {entered} besides locked cards, but {expected} would fit"
    reasons = []
    for miscount in miscounts:
        reasons.append(cite("card-count", template, **miscount.values))
    return (*reasons, _ONLY_JOKERS)


def explain_cautions(
    seat: str, right: str, taken: int, miscounts: tuple[Miscount, ...]
) -> Reasons:
    """Return the reasons to count hands again, with locked cards of the right seat."""
    reasons = []
    for miscount in miscounts:
        template = (
            "Caution: {hand} of {seat} should have {expected} besides locked cards; "
            "entered: {entered}."
        )
        values = {**miscount.values, "hand": NAMES[miscount.hand], "seat": seat}
        if taken and miscount.hand == "exposed":
            values.update(right=right, taken=taken)
            template = (
                "Caution: {hand} of {seat} should have {expected} "
                "besides locked cards, because {right} locked {taken}; "
                "entered: {entered}."
            )
        reasons.append(cite("card-count", template, **values))
    return (*reasons, _ONLY_JOKERS)
