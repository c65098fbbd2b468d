"""What the game says of itself, and the sections of its rules."""

from referee import JOKER_WORDING, Game, hookimpl, read_sections, say

GAME = Game(
    id="faj",
    title="Faces, Aces, & Jokers",
    players=(2, 3, 4),
    family="tricks",
    summary=(
        "Draft aces, faces and jokers, win tricks with them, and make the best poker "
        "hand of the small cards"
        " that you win."
    ),
    source="“Faces, Aces, & Jokers”, a rules text that names no author",
    options=(JOKER_WORDING,),
    score=say("Cards won"),
    verdicts={
        "card": say("The card that wins"),
        "trump": say("Trump"),
        "wanted": say("Cards that belong there"),
        "named": say("Cards that were named"),
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
