"""What the game says of itself, and the sections of its rules."""

from dataclasses import replace

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

_DEPTHS = {"deals": say("How each hand ends"), "bets": say("Every bet")}
_OPTIONS = (
    Field(
        "stack",
        "number",
        say("Chips each begins with"),
        min=10,
        max=1_000_000,
        default=1000,
    ),
    Field("small", "number", say("Small blind"), min=0, max=100_000, default=5),
    Field("big", "number", say("Big blind"), min=1, max=100_000, default=10),
    Field("chip", "number", say("Smallest chip"), min=1, max=10_000, default=5),
    Field(
        "hands",
        "number",
        say("Hands to play (empty: until one has all chips)"),
        optional=True,
        min=1,
        max=1000,
    ),
    replace(DEPTH, choices=("deals", "bets"), labels=_DEPTHS),
)

GAME = Game(
    id="holdem",
    title="Texas hold'em",
    players=tuple(range(2, 11)),
    summary="The best five of seven cards, main and side pots, odd chips: who wins what, "
    "and why.",
    source="Robert's Rules of Poker (version 11); 2024 Poker TDA Rules (version 1.0)",
    version="2",
    options=_OPTIONS,
    score=say("Chips"),
    deck=FIFTY_TWO,
    family="showdown",
)

RULES, _GUIDE = read_sections(GAME.id, __package__), read_guide(__package__)
cite, rule_sections = RULES.cite, RULES.hook


@hookimpl
def describe_game() -> Game:
    """The game, with its options."""
    return GAME


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """From the pack to the first bets."""
    chosen = setting.chosen
    return _GUIDE.steps(
        stack=chosen.number("stack"),
        small=chosen.number("small"),
        big=chosen.number("big"),
    )
