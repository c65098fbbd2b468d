"""What Hearts is: its options, its rules by section, and which cards how many players
use.
"""

from referee import (
    DEPTH,
    FIFTY_TWO,
    Card,
    Field,
    Game,
    Setup,
    SetUpStep,
    Text,
    card,
    hookimpl,
    read_guide,
    read_sections,
    say,
    without,
)

HEARTS, ALL = 13, 26
"""The hearts, and the points, of a deal."""
QUEEN = card("QS")
POINT_CARDS = frozenset(one for one in FIFTY_TWO if one.suit == "H" or one is QUEEN)

DECKS = {
    3: without(FIFTY_TWO, [card("2D")]),
    4: FIFTY_TWO,
    5: without(FIFTY_TWO, [card("2C"), card("2D")]),
}
"""The cards by the number of players: each has as many as the others."""

TO_THE_LEFT, TO_THE_RIGHT, ACROSS = (
    say("to the left"),
    say("to the right"),
    say("across"),
)
PASSING = {
    "hold": say("To the left, to the right, across, then a deal without"),
    "turn": say("To the left, to the right, across"),
    "left": say("Always to the left"),
    "none": say("Never"),
}
"""What a table can agree on about passing; three and five pass nothing across."""

GAME = Game(
    id="hearts",
    title="Hearts",
    players=tuple(DECKS),
    family="tricks",
    summary="Take no hearts, still less the queen of spades, or take them all.",
    source="Traditional; rules as on pagat.com",
    options=(
        DEPTH,
        Field(
            "target", "number", say("Points that end it"), min=26, max=500, default=100
        ),
        Field(
            "passing",
            "choice",
            say("Passing"),
            choices=tuple(PASSING),
            labels=PASSING,
            default="hold",
        ),
        Field(
            "queen_breaks",
            "flag",
            say("The queen of spades breaks hearts too"),
            default=False,
        ),
    ),
    deck=FIFTY_TWO,
    version="2",
    score=say("Points"),
    verdicts={
        "points": say("Points"),
        "moon": say("Who has shot the moon"),
        "chooses": say("Who says what the moon brings"),
    },
)

RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__, FIFTY_TWO)
cite, rule_sections = RULES.cite, RULES.hook


def lowest_club(players: int) -> Card:
    """Return the card that is led to the first trick."""
    return min(
        (one for one in DECKS[players] if one.suit == "C"), key=lambda one: one.order
    )


def pass_in(round: int, setting: Setup) -> Text | None:
    """Return where cards are passed in the deal of this round; None where they are not."""
    in_turn = (
        (TO_THE_LEFT, TO_THE_RIGHT, ACROSS)
        if len(setting.seats) == 4
        else (TO_THE_LEFT, TO_THE_RIGHT)
    )
    agreed = {
        "hold": (*in_turn, None),
        "turn": in_turn,
        "left": (TO_THE_LEFT,),
        "none": (None,),
    }
    passes: tuple[Text | None, ...] = agreed[setting.chosen.choice("passing")]
    return passes[(round - 1) % len(passes)]


@hookimpl
def describe_game() -> Game:
    """The game."""
    return GAME


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """How the table is got ready, by the number of players."""
    players = len(setting.seats)
    steps = GUIDE.steps(f"{players}", n=len(DECKS[players]) // players)
    return tuple(
        step
        for step in steps
        if step.section != "passing" or pass_in(1, setting) is not None
    )
