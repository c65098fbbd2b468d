"""The game, its options, the sections of its rules, and its guide."""

from dataclasses import replace
from math import gcd

from referee import (
    DEPTH,
    FIFTY_TWO,
    MORE_RULES,
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

_DEPTHS = {"deals": say("How each hand ends"), "bets": say("Every bet")}
_STACK = say("Starting chips each")
_HANDS = say("Hands to play (empty: until one has all chips)")
TEXAS = "texas"
OMAHA = "omaha"
HILO = "omaha-hilo"
_VARIANTS = {
    TEXAS: say("Texas hold’em"),
    OMAHA: say("Omaha"),
    HILO: say("Omaha hi-lo (8 or better)"),
}
VARIANT = choice_field("variant", say("What is played"), _VARIANTS, default=TEXAS)
NO_LIMIT = "no"
POT_LIMIT = "pot"
FIXED = "fixed"
_LIMITS = {
    NO_LIMIT: say("No limit"),
    POT_LIMIT: say("Pot limit"),
    FIXED: say("Fixed limit"),
}
_LIMIT = choice_field(
    "limit",
    say("Limit"),
    _LIMITS,
    default=NO_LIMIT,
    needs={DEPTH.name: ("bets",)},
)
NOBODY = "none"
EACH = "each"
BIG_BLIND = "big"
_ANTES = {
    NOBODY: say("No ante"),
    EACH: say("Each"),
    BIG_BLIND: say("The big blind, for all"),
}
_RISES = {
    "none": say("The blinds stay"),
    "hands": say("After so many hands"),
    "minutes": say("Levels by the clock"),
    "called": say("When the table says so"),
}

_OPTIONS = (
    VARIANT,
    Field("stack", "number", _STACK, min=10, max=1_000_000, default=1000),
    Field(
        "small",
        "number",
        say("Small blind"),
        min=0,
        max=100_000,
        default=5,
        at_most="big",
    ),
    Field("big", "number", say("Big blind"), min=1, max=100_000, default=10),
    Field("chip", "number", say("Smallest chip"), min=1, max=10_000, default=5),
    Field("hands", "number", _HANDS, optional=True, min=1, max=1000),
    replace(DEPTH, choices=("deals", "bets"), labels=_DEPTHS),
    _LIMIT,
    choice_field(
        "antes",
        say("Who puts in an ante"),
        _ANTES,
        default=NOBODY,
        folded=MORE_RULES,
        named=True,
    ),
    Field(
        "ante",
        "number",
        say("Ante"),
        min=1,
        max=100_000,
        default=10,
        needs={"antes": (EACH, BIG_BLIND)},
        folded=MORE_RULES,
    ),
    choice_field(
        "rise",
        say("When blinds rise"),
        _RISES,
        default="none",
        folded=MORE_RULES,
        named=True,
    ),
    Field(
        "level_hands",
        "number",
        say("Hands at each level"),
        min=1,
        max=100,
        default=10,
        needs={"rise": ("hands",)},
        folded=MORE_RULES,
    ),
    Field(
        "level_minutes",
        "number",
        say("Minutes at each level"),
        min=1,
        max=240,
        default=15,
        needs={"rise": ("minutes",)},
        folded=MORE_RULES,
    ),
    Field(
        "straddle",
        "flag",
        say("The first to act may straddle"),
        default=False,
        needs={DEPTH.name: ("bets",)},
        folded=MORE_RULES,
    ),
    Field(
        "missed",
        "flag",
        say("Missed blinds are posted"),
        default=False,
        folded=MORE_RULES,
    ),
)

LEVELS = (1, 2, 3, 4, 6, 8, 12, 16, 20, 30, 40, 60, 80, 100, 150, 200)
"""How many times blinds and ante are at each level what they were at the first."""


def cards_of(variant: str) -> int:
    """Return how many cards each is dealt."""
    return 2 if variant == TEXAS else 4


def smallest_chip(setting: Setup) -> int:
    """Return the smallest chip: one with which blinds and antes can be paid too."""
    chosen = setting.chosen
    chip = chosen.number("chip")
    if setting.version in ("1", "2"):
        return chip
    stakes = [chosen.number("small"), chosen.number("big")]
    if chosen.choice("antes") != NOBODY:
        stakes.append(chosen.number("ante"))
    # Blinds of 10 and 25 need chips of 5, whatever larger chip was named.
    return gcd(chip, *stakes)


GAME = Game(
    id="holdem",
    title="Texas hold’em",
    players=tuple(range(2, 11)),
    family="showdown",
    other_names=("Poker", "Holdem"),
    summary="The best five of seven cards, main and side pots, odd chips: "
    "who wins what, and why.",
    source="Robert’s Rules of Poker (version 11); 2024 Poker TDA Rules (version 1.0)",
    version="3",
    options=_OPTIONS,
    named_by=(VARIANT.name,),
    score=say("Chips"),
    deck=FIFTY_TWO,
    picture=(card("AS"), card("AH")),
    minutes=(30, 180),
    popular=True,
    latecomers=True,
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
    chosen = setting.chosen
    dealt = TEXAS if chosen.choice("variant") == TEXAS else OMAHA
    values = {name: chosen.number(name) for name in ("stack", "small", "big")}
    return GUIDE.steps(dealt, **values)
