"""The game and its options, its cards, the sections of its rules, and its guide."""

from referee import (
    DEPTH,
    FIFTY_TWO,
    MORE_RULES,
    Card,
    Game,
    Preparation,
    Setting,
    Text,
    as_optional,
    card,
    choice_field,
    flag_field,
    hookimpl,
    number_field,
    read_guide,
    read_irregularities,
    read_sections,
    say,
    without,
)

HEARTS = 13
"""The number of hearts in a deal, a point each."""

ALL = 26
"""The points of a deal: the hearts and the queen."""

QUEEN = card("QS")
DECKS = {
    3: without(FIFTY_TWO, [card("2D")]),
    4: FIFTY_TWO,
    5: without(FIFTY_TWO, [card("2C"), card("2D")]),
}
"""The cards by the number of players; everybody has equally many."""

LOWEST_CLUBS = {3: card("2C"), 4: card("2C"), 5: card("3C")}
"""The card that is led to the first trick, by the number of players."""

TO_THE_LEFT = say("to the left")
IN_TURN = (TO_THE_LEFT, say("to the right"), say("across"))
PASSING = {
    "hold": say("To the left, to the right, across, then a deal without"),
    "turn": say("Passing in every deal: left, right, across"),
    "left": say("Passing always to the left"),
    "none": say("No passing"),
}
"""The possible agreements on passing; three and five players pass nothing across."""

TARGET = number_field("target", say("Points that end the game"), 26, 500, default=100)
PASS = choice_field("passing", say("Passing"), PASSING, default="hold")
QUEEN_BREAKS = flag_field("queen_breaks", say("The queen of spades breaks hearts too"))
FIRST_POINTS = flag_field("first_points", say("Points may fall in the first trick"))
_EXACT = {
    "ends": say("Reaching the target exactly ends it as well"),
    "half": say("Exactly the target falls back to half"),
    "zero": say("Exactly the target falls back to zero"),
    "wins": say("Exactly the target wins"),
}
EXACT = choice_field("exact", say("Exactly the target"), _EXACT, default="ends")
_LEADS = {
    "lowest": say("The two of clubs leads"),
    "club": say("Any club leads"),
}
LEAD = choice_field(
    "lead", say("The first lead"), _LEADS, default="lowest", folded=MORE_RULES
)

_OPTIONS = (DEPTH, TARGET, PASS, QUEEN_BREAKS, FIRST_POINTS, EXACT, LEAD)
GAME = Game(
    id="hearts",
    title="Hearts",
    players=tuple(DECKS),
    summary="Take no hearts, and above all not the queen of spades; or take them all.",
    source="Traditional; rules as on pagat.com",
    options=_OPTIONS,
    deck=FIFTY_TWO,
    score=say("Points"),
    verdicts={
        "moon": say("Who shot the moon"),
        "chooses": say("Who decides the moon"),
        "exact": say("Who is exactly on the target"),
        "less": say("Points less"),
    },
    family="tricks",
    other_names=(
        "Herz",
        "Herzeln",
        "Black Lady",
        "Black Maria",
        "Schwarze Dame",
        "Corazones",
    ),
    picture=(card("QS"), card("2H")),
    minutes=(30, 60),
    popular=True,
    first_in=("en",),
    wins="fewest",
)
RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__, FIFTY_TWO)
_LAW_BY = as_optional([QUEEN_BREAKS, FIRST_POINTS, LEAD])
LAW = read_irregularities(RULES, __package__, _LAW_BY)

describe_game = GAME.hook
rule_sections = RULES.hook
irregularities = LAW.hook
cite = RULES.cite


def counts_points(card: Card) -> bool:
    """Return whether a card is a heart or the queen of spades."""
    return card.suit == "H" or card is QUEEN


def find_passing(deal: int, setting: Setting) -> Text | None:
    """Return where cards are passed in the deal of this number; None if nowhere."""
    in_turn: tuple[Text | None, ...] = IN_TURN
    if len(setting.seats) != 4:
        in_turn = IN_TURN[:2]
    match setting.chosen.choice("passing"):
        case "hold":
            in_turn = (*in_turn, None)
        case "left":
            return TO_THE_LEFT
        case "none":
            return None
    return in_turn[(deal - 1) % len(in_turn)]


@hookimpl
def prepare_table(setting: Setting) -> tuple[Preparation, ...]:
    """Return the steps for so many players."""
    players = len(setting.seats)
    lead = setting.chosen.choice("lead")
    n = len(DECKS[players]) // players
    steps = GUIDE.steps(str(players), f"{lead} {players}", n=n)
    if find_passing(1, setting) is not None:
        return steps
    return tuple(step for step in steps if step.section != "passing")
