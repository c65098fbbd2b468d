"""The game, its options, the sections of its rules, and its guide."""

from dataclasses import replace

from referee import (
    DEPTH,
    FIFTY_TWO,
    Field,
    Game,
    Setup,
    SetUpStep,
    card,
    hookimpl,
    read_guide,
    read_irregularities,
    read_sections,
    say,
)

_DEPTHS = {"deals": say("How each hand ends"), "bets": say("Every bet")}
_STACK = say("Starting chips each")
_HANDS = say("Hands to play (empty: until one has all chips)")
_OPTIONS = (
    Field("stack", "number", _STACK, min=10, max=1_000_000, default=1000),
    Field("small", "number", say("Small blind"), min=0, max=100_000, default=5),
    Field("big", "number", say("Big blind"), min=1, max=100_000, default=10),
    Field("chip", "number", say("Smallest chip"), min=1, max=10_000, default=5),
    Field("hands", "number", _HANDS, optional=True, min=1, max=1000),
    replace(DEPTH, choices=("deals", "bets"), labels=_DEPTHS),
)

GAME = Game(
    id="holdem",
    title="Texas hold'em",
    players=tuple(range(2, 11)),
    family="showdown",
    summary="The best five of seven cards, main and side pots, odd chips: "
    "who wins what, and why.",
    source="Robert's Rules of Poker (version 11); 2024 Poker TDA Rules (version 1.0)",
    version="2",
    options=_OPTIONS,
    score=say("Chips"),
    deck=FIFTY_TWO,
    picture=(card("AS"), card("AH")),
    minutes=(30, 180),
    popular=True,
)
RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__)
LAW = read_irregularities(RULES, __package__)

describe_game = GAME.hook
rule_sections = RULES.hook
irregularities = LAW.hook
cite = RULES.cite


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """Return the steps from the pack to the first bets."""
    number = setting.chosen.number
    return GUIDE.steps(stack=number("stack"), small=number("small"), big=number("big"))
