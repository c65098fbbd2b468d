"""The game and its options, the sections of its rules, and its guide."""

from referee import (
    DEPTH,
    TWENTY_FOUR,
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

HAND = 5
"""Cards of a hand, and so tricks of a deal."""

TARGET = Field("target", "number", say("Points that win"), min=1, max=50, default=10)

GAME = Game(
    id="euchre",
    title="Euchre",
    players=(4,),
    summary="Make trump and take three of five tricks, with your partner or alone.",
    source="Traditional; rules as on pagat.com",
    options=(TARGET, DEPTH),
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
    picture=(card("JC"), card("JS")),
    minutes=(20, 40),
    popular=True,
)
RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__, TWENTY_FOUR)
LAW = read_irregularities(RULES, __package__)

describe_game = GAME.hook
rule_sections = RULES.hook
irregularities = LAW.hook
cite = RULES.cite


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """Return the steps to the card turned up, with who plays with whom."""
    first, second = map(name_of, setting.sides())
    return GUIDE.steps(one=first, other=second)
