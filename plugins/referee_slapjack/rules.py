"""What the game says of itself, and the sections of its rules."""

from referee import JOKER_WORDING, Game, hookimpl, read_sections, say

GAME = Game(
    id="slapjack",
    title="Slapjack All Faces",
    players=tuple(range(2, 21)),
    family="slapping",
    summary="Play cards to a pile in turn and be the first to slap a face card: jacks, then queens, then kings.",
    source="“Slapjack All Faces”, a rules text that names no author, based on traditional Slapjack",
    options=(JOKER_WORDING,),
    score=say("Points"),
    verdicts={
        "good": say("The slap is good"),
        "takes": say("Face cards won with it"),
        "cards": say("Cards in the pile"),
        "counted": say("Cards counted"),
        "pile": say("Cards left in the pile"),
        "next": say("Who plays next"),
        "to": say("Who gets the cards given up"),
        "pays": say("Who gives up a card"),
        "sits_out": say("Who sits out"),
        "round_over": say("The round that ends"),
        "dealer": say("Who deals"),
        "leads": say("Who leads"),
    },
)

SECTIONS = read_sections(GAME.id, __package__)

cite = SECTIONS.cite
"""A reason that rests on one of the sections."""

rule_sections = SECTIONS.hook


@hookimpl
def describe_game() -> Game:
    """The game and its option."""
    return GAME
