"""What Oh Hell is: its options, its rules by section, and how many cards are dealt in
which deal.
"""

from referee import (
    DEPTH,
    FIFTY_TWO,
    Field,
    Game,
    Setup,
    SetUpStep,
    hookimpl,
    read_guide,
    read_sections,
    say,
)

USUAL = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}
"""The cards that each has in the largest deal, by the number of players, where the
table agrees on nothing else.
"""

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

SCORING = Field(
    "scoring",
    "choice",
    say("What a bid scores"),
    choices=tuple(SCORINGS),
    labels=SCORINGS,
    default="exact",
)

GAME = Game(
    id="oh-hell",
    title="Oh Hell",
    players=tuple(USUAL),
    family="tricks",
    summary="Say how many tricks you will take, and take just as many.",
    source="Traditional; rules as on pagat.com",
    options=(
        DEPTH,
        SCORING,
        Field(
            "course",
            "choice",
            say("How deals grow"),
            choices=tuple(COURSES),
            labels=COURSES,
            default="down-up",
        ),
        Field(
            "highest",
            "number",
            say("Cards each in the largest deal"),
            optional=True,
            min=1,
            max=17,
        ),
    ),
    version="2",
    deck=FIFTY_TWO,
    score=say("Points"),
    verdicts={"points": say("Points"), "made": say("Whose bid is right")},
)

RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__, FIFTY_TWO)
cite, rule_sections = RULES.cite, RULES.hook


def hands_of(setting: Setup) -> tuple[int, ...]:
    """Return how many cards each is dealt, deal by deal; a pack that does not suffice
    for more caps the largest.
    """
    players = len(setting.seats)
    highest = min(
        setting.chosen.number_if_any("highest") or USUAL[players],
        len(FIFTY_TWO) // players,
    )
    up = tuple(range(1, highest + 1))
    down = up[::-1]
    return {"down-up": down + up[1:], "up-down": up + down[1:], "down": down, "up": up}[
        setting.chosen.choice("course")
    ]


def turns_trump(players: int, hand: int) -> bool:
    """Whether a card is left to be turned up for trump."""
    return players * hand < len(FIFTY_TWO)


@hookimpl
def describe_game() -> Game:
    """The game."""
    return GAME


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """How the table is got ready, with the cards of the first deal."""
    first = hands_of(setting)[0]
    return GUIDE.steps(
        "trump" if turns_trump(len(setting.seats), first) else "no trump", n=first
    )
