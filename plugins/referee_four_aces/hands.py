"""Both hands of one player, with the locked cards beside them."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee import JOKERS, Card, ShownCards, Text, Values, say

from .hand import shown_as_hand

HIDDEN = say("the hidden hand")
EXPOSED = say("the exposed hand")
NAMES: Mapping[str, Text] = {"hidden": HIDDEN, "exposed": EXPOSED}
"""What a hand is called in a sentence."""

TITLES: Mapping[str, Text] = {"hidden": say("The hidden hand"), "exposed": say("The exposed hand")}
"""What it is called by itself, and where a sentence begins."""

_JOKERS = frozenset(JOKERS)


@dataclass(frozen=True, slots=True)
class Hands:
    """The cards of one seat: hidden and exposed without the locked ones, and the locked ones."""

    hidden: tuple[Card, ...]
    exposed: tuple[Card, ...]
    locked: tuple[Card, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card that was named, in the order of the fields."""
        return self.hidden + self.exposed + self.locked

    @property
    def jokers(self) -> int:
        """How many jokers these cards tell of: each that is named, and one on each locked card."""
        return sum(map(_JOKERS.__contains__, self.cards)) + len(self.locked)


def hands_of(given: Values) -> Hands:
    """The hands that a question or an entry gives."""
    return Hands(given.cards("hidden"), given.cards("exposed"), given.cards("locked"))


def both_hands(hands: Hands, seat: str | None = None) -> tuple[ShownCards, ...]:
    """The hidden and the exposed hand, the locked cards in both."""
    unseen = shown_as_hand(hands.hidden + hands.locked, seat, HIDDEN)
    return *unseen, *shown_as_hand(hands.exposed + hands.locked, seat, EXPOSED)
