"""What the game says of itself, and the sections of its rules."""

from referee import JOKER_WORDING, Field, Game, hookimpl, read_sections, say

DEALT_TO_A_HAND = 3

DEALT = 2 * DEALT_TO_A_HAND
"""Cards that each is dealt: three hidden and three exposed ones."""

MOST_CARDS = 7
"""The most cards that a hand can come to: five of its own and two locked ones."""

MOST_LOCKED = 2

JOKERS_IN_THE_DECK = 2

GAME = Game(
    id="four-aces",
    title="Four Aces",
    players=(3, 4, 5),
    family="showdown",
    summary="A hidden and an exposed hand for everybody, scored each round; first to 20 points wins, and all "
    "four aces in one hand win at once.",
    source='Jeff Ferraro, "Four Aces", contributed to the Invented Games pages, last updated 11 January 2008',
    options=(
        Field("target", "number", say("Points that win"), min=1, max=1000, default=20),
        JOKER_WORDING,
    ),
    score=say("Points"),
    verdicts={
        "four_aces": say("All four aces are in one hand"),
        "total": say("Points of the round"),
        "wins": say("It wins the game"),
        "cautions": say("What is to be checked"),
    },
)

SECTIONS = read_sections(GAME.id, __package__)

cite = SECTIONS.cite
"""A reason that rests on one of the sections."""

rule_sections = SECTIONS.hook


@hookimpl
def describe_game() -> Game:
    """The game, its players and its options."""
    return GAME
