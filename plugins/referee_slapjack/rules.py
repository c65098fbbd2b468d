"""What the game says of itself, and the sections of its rules."""

from __future__ import annotations

from referee import JOKER_WORDING, Game, hookimpl, read_sections, say

GAME = Game(
    id="slapjack",
    title="Slapjack All Faces",
    players=tuple(range(2, 11)),
    summary="Play cards to a pile in turn and be the first to slap a face card: jacks, then queens, then kings.",
    source="“Slapjack All Faces”, a rules text that names no author, based on traditional Slapjack",
    options=(JOKER_WORDING,),
    score=say("Points"),
)

SECTIONS = read_sections(GAME.id, __package__)

cite = SECTIONS.cite
"""A reason that rests on one of the sections."""

rule_sections = SECTIONS.hook


@hookimpl
def describe_game() -> Game:
    """The game and its option."""
    return GAME
