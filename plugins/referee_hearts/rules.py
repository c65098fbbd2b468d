"""What Hearts is: its options, its rules by section, and which cards how many players use."""

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

ALL = 26
"""The points of a deal."""
QUEEN = card("QS")
POINT_CARDS = frozenset(one for one in FIFTY_TWO if one.suit == "H" or one is QUEEN)

DECKS = {3: without(FIFTY_TWO, [card("2D")]), 4: FIFTY_TWO, 5: without(FIFTY_TWO, [card("2C"), card("2D")])}
"""The cards by the number of players: each has as many as the others."""

TO_THE_LEFT, TO_THE_RIGHT, ACROSS = say("to the left"), say("to the right"), say("across")
PASSES = {
    3: (TO_THE_LEFT, TO_THE_RIGHT, None),
    4: (TO_THE_LEFT, TO_THE_RIGHT, ACROSS, None),
    5: (TO_THE_LEFT, TO_THE_RIGHT, None),
}
"""By the number of players, where cards are passed in one deal after the other, then from the first again."""

GAME = Game(
    id="hearts",
    title="Hearts",
    players=tuple(DECKS),
    family="tricks",
    summary="Take no hearts, still less the queen of spades, or take them all.",
    source="Traditional; rules as on pagat.com",
    options=(
        DEPTH,
        Field("target", "number", say("Points that end it"), min=26, max=500, default=100),
        Field("queen_breaks", "flag", say("The queen of spades breaks hearts too"), default=False),
    ),
    deck=FIFTY_TWO,
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
    return min((one for one in DECKS[players] if one.suit == "C"), key=lambda one: one.order)


def pass_in(round: int, players: int) -> Text | None:
    """Return where cards are passed in the deal of this round; None where they are not."""
    passes = PASSES[players]
    return passes[(round - 1) % len(passes)]


@hookimpl
def describe_game() -> Game:
    """The game."""
    return GAME


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """How the table is got ready, by the number of players."""
    players = len(setting.seats)
    return GUIDE.steps(f"{players}", n=len(DECKS[players]) // players)
