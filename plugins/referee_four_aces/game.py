"""The game, its options, the sections of its rules, and its guide."""

from referee import (
    FIFTY_FOUR,
    JOKER_WORDING,
    Follows,
    Game,
    Preparation,
    Setting,
    card,
    hookimpl,
    number_field,
    read_guide,
    read_irregularities,
    read_sections,
    say,
)

DEALT_TO_A_HAND = 3

DEALT = 2 * DEALT_TO_A_HAND
"""The number of cards that each seat is dealt: three hidden and three exposed ones."""

MOST_CARDS = 7
"""The most cards in a hand: five of its own and two locked ones."""

MOST_LOCKED = 2

JOKERS_IN_THE_DECK = 2

_WINS = say("Points that win")
TARGET = number_field("target", _WINS, 1, 1000, default=20)

GAME = Game(
    id="four-aces",
    title="Four Aces",
    players=(3, 4, 5),
    family="showdown",
    summary="Everybody has a hidden and an exposed hand, scored each round; first to "
    "20 points wins, and all four aces in one hand win at once.",
    source="Jeff Ferraro, “Four Aces”, contributed to the Invented Games pages, "
    "last updated 11 January 2008",
    options=(TARGET, JOKER_WORDING),
    score=say("Points"),
    follows={"seat": "total", "four_aces": Follows("wins", "is-positive")},
    verdicts={
        "four_aces": say("All four aces are in one hand"),
        "total": say("Points scored"),
        "wins": say("Wins the game"),
        "cautions": say("What to check"),
    },
    picture=(card("AC"), card("AD"), card("AH"), card("AS")),
    minutes=(20, 40),
)
RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__)
LAW = read_irregularities(RULES, __package__)

describe_game = GAME.hook
rule_sections = RULES.hook
irregularities = LAW.hook
cite = RULES.cite


@hookimpl
def prepare_table(setting: Setting) -> tuple[Preparation, ...]:
    """Return the steps from the pack to the end of the first round."""
    stock = len(FIFTY_FOUR) - DEALT * len(setting.seats)
    return GUIDE.steps(n=stock)
