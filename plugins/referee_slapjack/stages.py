"""What ranks and numbers of cards are called in a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from referee import Text, say

ONE: Mapping[str, Text] = {"J": say("jack"), "Q": say("queen"), "K": say("king")}
"""A card of the stage, by its rank."""

MANY: Mapping[str, Text] = {"J": say("jacks"), "Q": say("queens"), "K": say("kings")}
"""The cards of the stage, by their rank."""


def cards(n: int) -> Text:
    """So many cards: `1 card`, `5 cards`."""
    return say("1 card") if n == 1 else say("{n} cards", n=n)
