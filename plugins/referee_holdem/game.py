"""The game, its options, the sections of its rules, and its guide."""

from dataclasses import replace
from math import gcd

from referee import (
    DEPTH,
    FIFTY_TWO,
    MORE_RULES,
    Game,
    GameVariant,
    Preparation,
    Setting,
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
)

_DEPTHS = {"deals": say("How each hand ends"), "bets": say("Every bet")}
_STACK = say("Starting chips each")
_HANDS = say("Hands to play (empty: until one has all chips)")
TEXAS = "texas"
OMAHA = "omaha"
HILO = "omaha-hilo"
_POKER = ("Poker", "Póquer", "Póker")
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
CASH = "cash"
TOURNAMENT = "tournament"
_SETTINGS = {CASH: say("A cash game"), TOURNAMENT: say("A tournament")}
SETTING = choice_field(
    "setting",
    say("What it is played as"),
    _SETTINGS,
    default=CASH,
    folded=MORE_RULES,
)
_ANTES = {
    NOBODY: say("No ante"),
    EACH: say("An ante from each"),
    BIG_BLIND: say("A big-blind ante"),
}
_RISES = {
    "none": say("The blinds stay"),
    "hands": say("Levels by hands"),
    "minutes": say("Levels by the clock"),
    "called": say("Levels as the table says"),
}

_STRADDLE = flag_field(
    "straddle",
    say("The first to act may straddle"),
    needs={DEPTH.name: ("bets",)},
    folded=MORE_RULES,
)
_MISSED = flag_field("missed", say("Missed blinds are posted"), folded=MORE_RULES)
_REBUYS = flag_field(
    "rebuys", say("Chips may be bought when one has them all"), folded=MORE_RULES
)
_WHO_ANTES = choice_field(
    "antes",
    say("Who puts in an ante"),
    _ANTES,
    default=NOBODY,
    folded=MORE_RULES,
)
_ANTE = number_field(
    "ante",
    say("Ante"),
    1,
    100_000,
    default=10,
    needs={"antes": (EACH, BIG_BLIND)},
    folded=MORE_RULES,
)
_RISE = choice_field(
    "rise",
    say("When blinds rise"),
    _RISES,
    default="none",
    folded=MORE_RULES,
)
_LEVEL_HANDS = number_field(
    "level_hands",
    say("Hands at each level"),
    1,
    100,
    default=10,
    needs={"rise": ("hands",)},
    folded=MORE_RULES,
)
_LEVEL_MINUTES = number_field(
    "level_minutes",
    say("Minutes at each level"),
    1,
    240,
    default=15,
    needs={"rise": ("minutes",)},
    folded=MORE_RULES,
)
_DEPTH = replace(DEPTH, choices=("deals", "bets"), labels=_DEPTHS)
_OPTIONS = (
    VARIANT,
    number_field("stack", _STACK, 10, 1_000_000, default=1000),
    number_field("small", say("Small blind"), 0, 100_000, default=5, at_most="big"),
    number_field("big", say("Big blind"), 1, 100_000, default=10),
    number_field("chip", say("Smallest chip"), 1, 10_000, default=5),
    number_field("hands", _HANDS, 1, 1000, optional=True),
    _DEPTH,
    _LIMIT,
    _WHO_ANTES,
    _ANTE,
    _RISE,
    _LEVEL_HANDS,
    _LEVEL_MINUTES,
    _STRADDLE,
    _MISSED,
    _REBUYS,
    SETTING,
)

LEVELS = (1, 2, 3, 4, 6, 8, 12, 16, 20, 30, 40, 60, 80, 100, 150, 200)
"""The factor of blinds and ante at each level, compared with the first."""


def cards_of(variant: str) -> int:
    """Return the number of cards that each seat is dealt."""
    return 2 if variant == TEXAS else 4


def smallest_chip(setting: Setting) -> int:
    """Return the smallest chip: one with which blinds and antes can be paid too."""
    chosen = setting.chosen
    chip = chosen.number("chip")
    stakes = [chosen.number("small"), chosen.number("big")]
    if chosen.choice("antes") != NOBODY:
        stakes.append(chosen.number("ante"))
    # Blinds of 10 and 25 need chips of 5, whatever larger chip was named.
    return gcd(chip, *stakes)


GAME = Game(
    id="holdem",
    title="Texas hold’em",
    round_name=say("hand"),
    players=tuple(range(2, 11)),
    family="showdown",
    other_names=(*_POKER, "Holdem"),
    summary="The best five of seven cards, main and side pots, odd chips: "
    "who wins what, and why.",
    source="Robert’s Rules of Poker (version 11); 2024 Poker TDA Rules (version 1.0)",
    options=_OPTIONS,
    named_by=(VARIANT.name,),
    variants=(
        GameVariant(_VARIANTS[OMAHA], {VARIANT.name: OMAHA}, _POKER),
        GameVariant(_VARIANTS[HILO], {VARIANT.name: HILO}, _POKER),
    ),
    score=say("Chips"),
    deck=FIFTY_TWO,
    picture=(card("AS"), card("AH")),
    minutes=(30, 180),
    popular=True,
    latecomers=True,
)
RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__)
LAW = read_irregularities(RULES, __package__, as_optional([SETTING]))

describe_game = GAME.hook
rule_sections = RULES.hook
irregularities = LAW.hook
cite = RULES.cite


@hookimpl
def prepare_table(setting: Setting) -> tuple[Preparation, ...]:
    """Return the steps from the pack to the first bets."""
    chosen = setting.chosen
    dealt = TEXAS if chosen.choice("variant") == TEXAS else OMAHA
    antes = f"ante-{chosen.choice('antes')}"
    names = ("stack", "small", "big", "ante")
    values = {name: chosen.number(name) for name in names}
    return GUIDE.steps(dealt, antes, **values)
