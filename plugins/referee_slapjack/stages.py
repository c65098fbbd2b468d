"""The ranks that are slapped, stage by stage: their cards, what they count, and what they are called."""

from collections.abc import Mapping

from referee import FIFTY_FOUR, Card, Text, say

STAGES = ("J", "Q", "K")
"""The ranks that are slapped, stage by stage."""

FACES: Mapping[str, tuple[Card, ...]] = {
    rank: tuple(card for card in FIFTY_FOUR if card.rank == rank) for rank in STAGES
}
"""The four cards of each stage, by its rank."""

FACE_CARDS = tuple(card for cards in FACES.values() for card in cards)
"""The twelve of all stages."""

WORTH = 10
"""What each face card counts."""

MAJORITY = len(FACE_CARDS) // 2 + 1
"""How many of the face cards are most of them: seven of twelve."""

ONE: Mapping[str, Text] = {"J": say("jack"), "Q": say("queen"), "K": say("king")}
"""A card of the stage, by its rank."""

MANY: Mapping[str, Text] = {"J": say("jacks"), "Q": say("queens"), "K": say("kings")}
"""The cards of the stage, by their rank."""
