"""The game and its options, the sections of its rules, its guide, and its deals."""

from referee import (
    DEPTH,
    FIFTY_TWO,
    Field,
    Game,
    Setup,
    SetUpStep,
    card,
    choice_field,
    hookimpl,
    read_guide,
    read_irregularities,
    read_sections,
    say,
)

USUAL = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}
"""The cards each in the largest deal, by the number of players, unless agreed."""

COURSES = {
    "down-up": say("Down to one card, and up again"),
    "up-down": say("Up from one card, and down again"),
    "down": say("Down to one card"),
    "up": say("Up from one card"),
}
SCORINGS = {
    "exact": say("Right: 10 and a point a trick; wrong: nothing"),
    "tricks": say("Right: 10 and a point a trick; wrong: a point a trick"),
    "off": say(
        "Right: 10 and a point a trick; wrong: a point off for each trick too many or "
        "too few"
    ),
}

SCORING = choice_field("scoring", say("What a bid scores"), SCORINGS, default="exact")
COURSE = choice_field("course", say("How deals grow"), COURSES, default="down-up")
HIGHEST = Field(
    "highest",
    "number",
    say("Cards each in the largest deal"),
    optional=True,
    min=1,
    max=17,
)

GAME = Game(
    id="oh-hell",
    title="Oh Hell",
    players=tuple(USUAL),
    summary="Say how many tricks you will take, and take just as many.",
    source="Traditional; rules as on pagat.com",
    options=(DEPTH, SCORING, COURSE, HIGHEST),
    version="2",
    deck=FIFTY_TWO,
    score=say("Points"),
    verdicts={"points": say("Points"), "made": say("Whose bid is right")},
    family="tricks",
    picture=(card("AD"),),
    minutes=(30, 60),
    popular=True,
)
RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__, FIFTY_TWO)
LAW = read_irregularities(RULES, __package__)

describe_game = GAME.hook
rule_sections = RULES.hook
irregularities = LAW.hook
cite = RULES.cite


def count_hands(setting: Setup) -> tuple[int, ...]:
    """Return how many cards each is dealt, deal by deal, as far as the pack goes."""
    players = len(setting.seats)
    highest = setting.chosen.number("highest", None) or USUAL[players]
    highest = min(highest, len(FIFTY_TWO) // players)
    up = tuple(range(1, highest + 1))
    down = up[::-1]
    match setting.chosen.choice("course"):
        case "down-up":
            return down + up[1:]
        case "up-down":
            return up + down[1:]
        case "down":
            return down
    return up


def turns_trump(players: int, hand: int) -> bool:
    """Return whether a card is left to be turned up for trump."""
    return players * hand < len(FIFTY_TWO)


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """Return the steps to the first deal, with trump or without."""
    hand = count_hands(setting)[0]
    if turns_trump(len(setting.seats), hand):
        return GUIDE.steps("trump", n=hand)
    return GUIDE.steps("no trump", n=hand)
