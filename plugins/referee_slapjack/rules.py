"""What the game says of itself, the sections of its rules, and the face cards that it is played for."""

from __future__ import annotations

from collections.abc import Mapping

from referee import FIFTY_FOUR, JOKER_WORDING, Card, Game, read_sections, say

GAME = Game(
    id="slapjack",
    title="Slapjack All Faces",
    players=tuple(range(2, 11)),
    summary="Play cards to a pile in turn and be the first to slap a face card: jacks, then queens, then kings.",
    source="“Slapjack All Faces”, a rules text that names no author, based on traditional Slapjack",
    options=(JOKER_WORDING,),
    score=say("Points"),
)

SECTIONS = read_sections("slapjack", __package__)

cite = SECTIONS.cite
"""A reason resting on one of the sections."""

STAGES = ("J", "Q", "K")
"""The ranks that are slapped, stage by stage."""

FACES: Mapping[str, tuple[Card, ...]] = {
    rank: tuple(card for card in FIFTY_FOUR if card.rank == rank) for rank in STAGES
}
"""The four cards of each stage, by its rank."""

WORTH = 10
"""What each face card counts."""

MAJORITY = sum(map(len, FACES.values())) // 2 + 1
"""How many of the face cards are most of them: seven of twelve."""
