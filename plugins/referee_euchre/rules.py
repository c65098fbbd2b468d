"""What Euchre is, its rules by section, and how the table is got ready."""

from referee import (
    DEPTH,
    TWENTY_FOUR,
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

HAND = 5
"""Cards of a hand, and so tricks of a deal."""

_TARGET = Field("target", "number", say("Points that win"), min=1, max=50, default=10)

GAME = Game(
    "euchre",
    "Euchre",
    players=(4,),
    summary="Make trump and take three of five tricks, with your partner or alone.",
    source="Traditional; rules as on pagat.com",
    options=(_TARGET, DEPTH),
    version="2",
    deck=TWENTY_FOUR,
    score=say("Points"),
    verdicts={
        "makers": say("Points of the makers"),
        "defenders": say("Points of the others"),
        "maker": say("Who made trump"),
        "trump": say("Trump"),
        "alone": say("Alone"),
        "dealer": say("Who deals"),
    },
    family="tricks",
)
RULES = read_sections(GAME.id, __package__)
cite, rule_sections = RULES.cite, RULES.hook
_GUIDE = read_guide(__package__, TWENTY_FOUR)


@hookimpl
def describe_game() -> Game:
    """What Euchre is."""
    return GAME


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """How the table is got ready."""
    one, other = (name_of(side) for side in setting.sides())
    return _GUIDE.steps(one=one, other=other)
