"""The game, its options, and the sections of its rules."""

from referee import (
    Field,
    Game,
    GameVariant,
    choice_field,
    flag_field,
    number_field,
    read_sections,
    say,
)

PRESETS = {
    "plain": say("Anything else: just points"),
    "rummy": say("Rummy, points against"),
    "rummy-500": say("Rummy 500"),
    "canasta": say("Canasta"),
    "doppelkopf": say("Doppelkopf"),
    "whist": say("Whist drive, by tricks"),
    "phases": say("Ten phases"),
    "dice": say("Dice sheet"),
    "countdown": say("Counting down, as in darts"),
}
"""The ways to write a game down by its own rules, by name."""

_PLAY = say("What you play")
PRESET = choice_field("preset", _PLAY, PRESETS, default="plain")
PLAYING = Field("playing", "text", say("Its name"), optional=True, max=40)


def _needs_preset_but(*others: str) -> dict[str, tuple[str, ...]]:
    """Return the presets beside which an option counts: all but these."""
    return {PRESET.name: tuple(name for name in PRESETS if name not in others)}


JUST_POINTS = {PRESET.name: ("plain",)}
_WINS = {"most": say("Most points"), "fewest": say("Fewest points")}
WINS = choice_field(
    "wins",
    say("Who wins, if just points count"),
    _WINS,
    default="most",
    needs=JUST_POINTS,
)
_TARGET = say("Points that end the match (not ten phases, dice)")
TARGET = number_field(
    "target",
    _TARGET,
    1,
    1_000_000,
    optional=True,
    needs=_needs_preset_but("phases", "dice"),
)
_ROUNDS = say("Number of rounds")
ROUNDS = number_field("rounds", _ROUNDS, 1, 1_000, optional=True)
_PLAYOFF = say("Ties are played off (not ten phases, dice, counting down)")
PLAYOFF = flag_field(
    "playoff", _PLAYOFF, needs=_needs_preset_but("phases", "dice", "countdown")
)
_HALVES = say("Half points allowed, if just points count")
HALVES = flag_field("halves", _HALVES, needs=JUST_POINTS)
DEAL = Field(
    "deal",
    "flag",
    say("The deal passes to the left (not dice)"),
    default=True,
    needs=_needs_preset_but("dice"),
)

_FEWEST_WITH: tuple[dict[str, tuple[str, ...]], ...] = (
    {PRESET.name: ("rummy", "phases", "countdown")},
    {PRESET.name: ("plain",), WINS.name: ("fewest",)},
)
_WHO_SITS = say(
    "A seat is a player, or a team such as “Ana + Cy”: "
    "one phone takes it, the others watch."
)
_BY_POINTS_AGAINST = {PRESET.name: "rummy"}
_VARIANTS = (
    GameVariant(
        say("Rummy"),
        _BY_POINTS_AGAINST,
        other_names=(
            "Rommé",
            "Remigio",
            "Continental",
            "Rummikub",
            "Carioca",
            "Conquián",
        ),
        popular_in=("de",),
    ),
    GameVariant(
        say("Chinchón"),
        {**_BY_POINTS_AGAINST, PLAYING.name: "Chinchón"},
        first_in=("es",),
    ),
    GameVariant(PRESETS["canasta"], {PRESET.name: "canasta"}, popular_in=("de", "es")),
    GameVariant(
        say("Whist drive"),
        {PRESET.name: "whist"},
        other_names=("Progressive whist",),
    ),
    GameVariant(
        PRESETS["dice"],
        {PRESET.name: "dice"},
        other_names=("Kniffel", "Yahtzee", "Yatzy", "Generala"),
    ),
    GameVariant(PRESETS["phases"], {PRESET.name: "phases"}, other_names=("Phase 10",)),
    GameVariant(say("Darts"), {PRESET.name: "countdown"}),
    GameVariant(say("Uno"), {PLAYING.name: "Uno"}, popular_in=("de", "es")),
)
_OPTIONS = (PRESET, PLAYING, WINS, TARGET, ROUNDS, PLAYOFF, HALVES, DEAL)
GAME = Game(
    id="score-pad",
    title="Score Pad",
    players=tuple(range(1, 13)),
    family="pads",
    summary="For any game at all: enter everyone’s points each round, and the referee "
    "adds up.",
    source="Made for this referee",
    options=_OPTIONS,
    other_names=("Beetle drive", "Bunco", "Punktezettel", "Anotador"),
    variants=_VARIANTS,
    score=say("Points"),
    verdicts={
        "playing": say("Who plays"),
        "sitting_out": say("Who sits out"),
        "phases": say("Everyone’s phase after it"),
    },
    named_by=("playing", "preset"),
    fewest_with=_FEWEST_WITH,
    who_sits=_WHO_SITS,
)
RULES = read_sections(GAME.id, __package__)

describe_game = GAME.hook
rule_sections = RULES.hook

cite = RULES.cite
"""A reason that rests on one of the sections."""
