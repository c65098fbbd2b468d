"""What the game says of itself, and the sections of its rules."""

from referee import FIFTY_TWO, Field, Game, hookimpl, read_sections, say

DEPTHS = {"deals": say("What each deal brings"), "cards": say("Every card")}
DEPTH = Field("depth", "choice", say("What you enter"), choices=tuple(DEPTHS), labels=DEPTHS, default="deals")

GAME = Game(
    id="cribbage",
    title="Cribbage",
    players=(2, 3),
    summary="Peg fifteens, pairs and runs while you play, count your hand and crib, and be the first to 121.",
    source="Traditional; rules as on pagat.com and in the rule book of the American Cribbage Congress",
    options=(
        DEPTH,
        Field("target", "choice", say("Points that win"), choices=("121", "61"), default="121"),
        Field("muggins", "flag", say("Muggins: points overlooked go to whoever calls them"), default=False),
    ),
    score=say("Points"),
    deck=FIFTY_TWO,
    verdicts={
        "points": say("Points"),
        "count": say("The count"),
        "pegged": say("Pegged in the play"),
        "hands": say("What the hands count"),
        "crib": say("What the crib counts"),
        "scores": say("What the deal brings"),
        "totals": say("Points in all"),
        "skunked": say("Who is skunked"),
        "called": say("Points called by others"),
    },
)

HAND = 4
"""Cards of a hand, and of the crib, once all have laid away."""

SECTIONS = read_sections(GAME.id, __package__)

cite = SECTIONS.cite
"""A reason that rests on one of the sections."""

rule_sections = SECTIONS.hook


@hookimpl
def describe_game() -> Game:
    """The game and its options."""
    return GAME
