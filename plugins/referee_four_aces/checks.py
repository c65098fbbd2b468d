"""The checks on what was entered for a round: each card in one place, two jokers, and as many cards as there should be.

A player's entry is sealed until all are in. So a check never tells a sender about a card that only others entered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from referee import Card, Reason, Ruling, Text, say
from referee_four_aces.asking import MOST_CARDS, MOST_LOCKED
from referee_four_aces.hands import Hands
from referee_four_aces.round import JOKERS_IN_THE_DECK, jokers_in
from referee_four_aces.sections import SECTIONS

DEALT = 6
"""Three hidden and three exposed cards."""

_COMPARE = say("Compare the entries with the cards on the table, and change the one that is wrong.")
_OTHERS_COMPARE = say(
    "Both compare what they entered with their cards, and whoever is wrong changes it; then enter this once more."
)


def refusal(section: str, summary: Text, seats: Sequence[str], cards: Sequence[Card], *because: Reason) -> Ruling:
    """A ruling that refuses an entry: the seats whose entries are in question, and the cards."""
    why = because or (SECTIONS.cite(section, summary.template, **summary.values),)
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
    if jokers_in(hands.cards, hands.locked) > JOKERS_IN_THE_DECK:
        template = "{seat} cannot have more than two jokers: one lies on each locked card, the others are unplayed."
        jokers = tuple(card for card in hands.cards if card.is_joker)
        return refusal("two-jokers", say(template, seat=seat), (seat,), jokers)
    for hand in (hands.hidden, hands.exposed):
        if len(hand) > MOST_CARDS:
            template = "{seat} cannot have {n} cards in one hand: no hand comes to more than {most}."
            said = say(template, seat=seat, n=len(hand), most=MOST_CARDS)
            return refusal("card-count", said, (seat,), hand)
    return None


def cards_twice(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that stand more than once among these."""
    return tuple(card for card, times in Counter(cards).items() if times > 1)


@dataclass(frozen=True, slots=True)
class Clash:
    """Two seats whose entries name the same cards."""

    one: str
    other: str
    cards: tuple[Card, ...]


def clashes(entered: Mapping[str, Hands]) -> tuple[Clash, ...]:
    """Every two seats with cards that were entered for both."""
    found: list[Clash] = []
    for (one, first), (other, second) in combinations(entered.items(), 2):
        if shared := tuple(card for card in first.cards if card in second.cards):
            found.append(Clash(one, other, shared))
    return tuple(found)


def check_together(entered: Mapping[str, Hands], sender: str | None) -> Ruling | None:
    """Why these entries cannot all be right, as `sender` may be told; None when they can.

    Cards that stand in two entries are named where the sender made one of the two.
    """
    found = clashes(entered)
    if found:
        return _refuse_clashes(found, [seat for seat, hands in entered.items() if hands.by == sender])
    with_jokers = {seat: jokers_in(hands.cards, hands.locked) for seat, hands in entered.items()}
    if sum(with_jokers.values()) <= JOKERS_IN_THE_DECK:
        return None
    seats = tuple(seat for seat, jokers in with_jokers.items() if jokers)
    template = "More than two jokers were entered, for {seats}: unplayed ones, and one on each locked card. {compare}"
    return refusal("two-jokers", say(template, seats=seats, compare=_COMPARE), seats, ())


def _refuse_clashes(found: tuple[Clash, ...], own: Sequence[str]) -> Ruling:
    """The refusal, the sender's own entries first; of other people's entries no card is told."""
    known = [clash for clash in found if clash.one in own or clash.other in own]
    others = [clash for clash in found if clash not in known]
    told = [_clash_told(clash, clash in known) for clash in (*known, *others)]
    seats = dict.fromkeys(seat for clash in (*known, *others) for seat in (clash.one, clash.other))
    cards = dict.fromkeys(card for clash in known for card in clash.cards)
    summary = say("{clash} {compare}", clash=told[0].text, compare=_COMPARE if known else _OTHERS_COMPARE)
    return refusal("one-place", summary, tuple(seats), tuple(cards), *told)


def _clash_told(clash: Clash, known: bool) -> Reason:
    if not known:
        template = "One card or more stand both in the entry for {one} and in that for {other}."
        return SECTIONS.cite("one-place", template, one=clash.one, other=clash.other)
    template = "{one} and {other} cannot both have {cards}."
    return SECTIONS.cite("one-place", template, one=clash.one, other=clash.other, cards=clash.cards)


@dataclass(frozen=True, slots=True)
class Caution:
    """A number of cards that does not fit, though the entry stands: what is told, and the reason in words."""

    told: Mapping[str, object]
    why: Reason


def cautions_on_counts(entered: Mapping[str, Hands], clockwise: Sequence[str]) -> Mapping[str, tuple[Caution, ...]]:
    """For each seat of a round, seats clockwise, where the number of its cards does not fit: nothing mostly."""
    return {seat: _caution_on_count(seat, clockwise[place - 1], entered) for place, seat in enumerate(clockwise)}


def _caution_on_count(seat: str, right: str, entered: Mapping[str, Hands]) -> tuple[Caution, ...]:
    found, taken = entered[seat].counted, len(entered[right].locked)
    expected = DEALT - taken
    if found == expected:
        return ()
    template = "Caution: {seat} should have {expected} cards besides locked ones; entered: {found}."
    if taken:
        template = (
            "Caution: {seat} should have {expected} cards besides locked ones, because {right} locked {taken}; "
            "entered: {found}."
        )
    values = {"seat": seat, "expected": expected, "found": found}
    why = SECTIONS.cite("card-count", template, **values, right=right, taken=taken)
    told = {"check": "card-count", "seat": seat, "expected": expected, "entered": found}
    return (Caution(told, why),)
