"""What Spades is, its rules by section, and how the table is got ready."""

from referee import (
    DEPTH,
    FIFTY_TWO,
    Field,
    Game,
    Setup,
    SetUpStep,
    hookimpl,
    name_of,
    read_guide,
    read_sections,
    say,
)

TRUMP, TRICKS = "S", 13

_PLAY = Field(
    "play",
    "choice",
    say("Who plays with whom"),
    choices=("pairs", "solo"),
    labels={"pairs": say("In pairs"), "solo": say("Each for itself")},
    default="pairs",
)
_TARGET = Field(
    "target", "number", say("Points that win"), min=100, max=1000, default=500
)
_LOST_AT = Field(
    "lost_at", "number", say("Total that loses"), min=-1000, max=-100, default=-200
)
_BEHIND = Field(
    "behind",
    "number",
    say("Points behind for a blind nil"),
    min=0,
    max=500,
    default=100,
)

GAME = Game(
    "spades",
    "Spades",
    players=(4,),
    summary="Say how many tricks you take, and take them: spades are always trump.",
    source="Traditional; rules as on pagat.com",
    options=(_PLAY, _TARGET, _LOST_AT, _BEHIND, DEPTH),
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
)
RULES = read_sections(GAME.id, __package__)
cite, rule_sections = RULES.cite, RULES.hook
_GUIDE = read_guide(__package__, FIFTY_TWO)


@hookimpl
def describe_game() -> Game:
    """What Spades is."""
    return GAME


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """How the table is got ready, in pairs or each for itself."""
    one, other = (name_of(side) for side in setting.sides())
    return _GUIDE.steps(setting.chosen.choice("play"), one=one, other=other)
