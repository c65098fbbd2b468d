"""The game and its options, the sections of its rules, and its guide."""

from referee import (
    DEPTH,
    FIFTY_TWO,
    Field,
    Game,
    Setup,
    SetUpStep,
    card,
    hookimpl,
    name_of,
    read_guide,
    read_irregularities,
    read_sections,
    say,
)

TRUMP = "S"
TRICKS = 13

PLAY = Field(
    "play",
    "choice",
    say("Who plays with whom"),
    choices=("pairs", "solo"),
    labels={"pairs": say("In pairs"), "solo": say("Each for itself")},
    default="pairs",
)
TARGET = Field(
    "target", "number", say("Points that win"), min=100, max=1000, default=500
)
LOST_AT = Field(
    "lost_at", "number", say("Total that loses"), min=-1000, max=-100, default=-200
)
BEHIND = Field(
    "behind",
    "number",
    say("Points behind for a blind nil"),
    min=0,
    max=500,
    default=100,
)

GAME = Game(
    id="spades",
    title="Spades",
    players=(4,),
    summary="Say how many tricks you take, and take them: spades are always trump.",
    source="Traditional; rules as on pagat.com",
    options=(PLAY, TARGET, LOST_AT, BEHIND, DEPTH),
    version="2",
    deck=FIFTY_TWO,
    score=say("Points"),
    verdicts={
        "points": say("Points"),
        "bags": say("Bags"),
        "bids": say("Bids"),
        "blind": say("Blind nil"),
    },
    family="tricks",
    picture=(card("AS"), card("KS")),
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


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """Return the steps for pairs, or for each playing for itself."""
    first, second = map(name_of, setting.sides())
    return GUIDE.steps(setting.chosen.choice("play"), one=first, other=second)
