"""What the game says of itself, and the sections of its rules."""

from referee import Field, Game, hookimpl, read_sections, say

KEYS_THAT_WIN = 3
HAND = 5
"""Cards in a hand."""

GAME = Game(
    id="jizara",
    title="Ji'zara",
    players=(2, 4),
    family="showdown",
    summary=(
        "Bid your hand for cards that make it better, and have the better hand when a "
        "key card turns up;"
        " three of the five keys win. For two players or two teams of two."
    ),
    source="“Ji'zara”, a rules text that names no author",
    score=say("Keys won"),
    options=(
        Field(
            "bidding_draw",
            "number",
            say("Cards in the bidding draw, the five keys among them"),
            min=10,
            max=40,
            default=20,
        ),
    ),
    verdicts={
        "bidding": say("Who bids"),
        "passing": say("Who passes"),
        "value": say("What the bid is worth"),
        "key": say("The key"),
        "pot": say("Cards in the pot"),
        "burn": say("Cards in the burn"),
        "refill_after": say("Cards drawn before the burn is shuffled in"),
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
