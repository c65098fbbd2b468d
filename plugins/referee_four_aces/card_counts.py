"""How many cards each hand has: three, but for what jokers have moved."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import product

from referee import NOTHING, Card, Reason, Text, say

from .hand_points import scored_hand
from .hands import NAMES, TITLES, Hands
from .rules import DEALT_TO_A_HAND, JOKERS_IN_THE_DECK, cite

ANY_ROBBERY = range(JOKERS_IN_THE_DECK + 1)
"""How many cards a right neighbour can have locked whom nobody knows."""

_Counts = tuple[int, int]
"""The cards of the hidden and of the exposed hand, locked ones aside."""


@dataclass(frozen=True, slots=True)
class Miscount:
    """A hand (`hidden` or `exposed`) whose number of cards no legal play explains, and the numbers that it would."""

    hand: str
    entered: int
    expected: tuple[int, ...]

    @property
    def values(self) -> Mapping[str, object]:
        """What sentences say of it."""
        return {"hand": TITLES[self.hand], "entered": self.entered, "expected": _from_to(self.expected)}

    @property
    def told(self) -> Mapping[str, object]:
        """The same as part of a verdict."""
        return {"hand": self.hand, "expected": self.expected, "entered": self.entered}

    @property
    def check(self) -> Text:
        """The sentence that has the table look at this hand once more."""
        return say("{hand}, locked cards aside: {expected} expected, {entered} entered.", **self.values)


def find_miscounts(hands: Hands, robbed: Collection[int]) -> tuple[Miscount, ...]:
    """The hands of one seat that differ, where the right neighbour has locked one of these numbers of its cards."""
    possible = _possible(hands, robbed)
    entered = len(hands.hidden), len(hands.exposed)
    if entered in possible:
        return ()
    by_itself = [place for place in (0, 1) if entered[place] not in {counts[place] for counts in possible}]
    return tuple(_miscount(place, entered, possible) for place in by_itself or (0, 1))


def _possible(hands: Hands, robbed: Collection[int]) -> set[_Counts]:
    """For each joker played one card may have gone over: drawn for one hand, the joker played out of the other."""
    own = len(hands.locked)
    counts = {
        (DEALT_TO_A_HAND + gone_over, DEALT_TO_A_HAND - taken - gone_over)
        for taken, gone_over in product(robbed, range(-own, own + 1))
    }
    if _has_four_aces(hands.hidden + hands.locked):
        counts |= {(hidden + 1, exposed) for hidden, exposed in counts}
    if _has_four_aces(hands.exposed + hands.locked):
        counts |= {(hidden, exposed + 1) for hidden, exposed in counts}
    return {(hidden, exposed) for hidden, exposed in counts if exposed >= 0}


def _has_four_aces(hand: tuple[Card, ...]) -> bool:
    """Whether it may have one card more: its player has drawn, and calls instead of discarding."""
    return scored_hand(hand).four_aces


def _miscount(place: int, entered: _Counts, possible: set[_Counts]) -> Miscount:
    """What would fit beside the other hand as it was entered; where nothing does, what fits at all."""
    beside = {counts[place] for counts in possible if counts[1 - place] == entered[1 - place]}
    expected = beside or {counts[place] for counts in possible}
    return Miscount(tuple(TITLES)[place], entered[place], tuple(sorted(expected)))


def _from_to(expected: tuple[int, ...]) -> Text | int:
    least, most = expected[0], expected[-1]
    return least if least == most else say("{least} to {most}", least=least, most=most)


def said_to_check(miscounts: tuple[Miscount, ...]) -> Text:
    """What the table should look at once more, hand by hand."""
    if len(miscounts) == len(TITLES):
        return say("{hidden} {exposed}", hidden=miscounts[0].check, exposed=miscounts[1].check)
    return miscounts[0].check if miscounts else NOTHING


_ONLY_JOKERS = cite("joker", "A joker is the only way to make a hand of more than three cards.")


def why_miscounted(miscounts: tuple[Miscount, ...]) -> tuple[Reason, ...]:
    """Return what no robbery explains, hand by hand; mostly nothing."""
    template = "{hand}: {entered} besides locked cards, where {expected} would fit"
    found = tuple(cite("card-count", template, **miscount.values) for miscount in miscounts)
    return (*found, _ONLY_JOKERS) if found else ()


def why_cautioned(seat: str, right: str, taken: int, miscounts: tuple[Miscount, ...]) -> tuple[Reason, ...]:
    """The same at a table, where the right neighbour has locked so many of the seat's cards."""
    found = tuple(_caution(one, {"seat": seat, "right": right, "taken": taken, **one.values}) for one in miscounts)
    return (*found, _ONLY_JOKERS) if found else ()


def _caution(miscount: Miscount, values: Mapping[str, object]) -> Reason:
    if miscount.hand == "exposed" and values["taken"]:
        template = (
            "Caution: {hand} of {seat} should have {expected} besides locked cards, because {right} locked {taken}; "
            "entered: {entered}."
        )
    else:
        template = "Caution: {hand} of {seat} should have {expected} besides locked cards; entered: {entered}."
    return cite("card-count", template, **{**values, "hand": NAMES[miscount.hand]})
