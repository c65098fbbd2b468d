"""What the game says of itself: its two variants, their cards, and the sections of its rules."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee import DEPTH, FIFTY_TWO, Card, Field, Game, Setup, Text, Values, hookimpl, read_sections, say

SUIT_NAMES: Mapping[str, Text] = {"C": say("clubs"), "D": say("diamonds"), "H": say("hearts"), "S": say("spades")}


@dataclass(frozen=True, slots=True)
class Variant:
    """What differs between the two games: the pack, what its cards do and count, and how many share a pack."""

    cards: tuple[Card, ...]
    wild: str
    """The rank that lies on anything, and with which a suit is wished."""
    points: Mapping[str, int]
    points_section: str
    most_for_one_pack: int
    draws_two: str = ""
    skips: str = ""

    def packs(self, players: int) -> int:
        """How many packs this number of players shuffles together."""
        return 1 if players <= self.most_for_one_pack else 2

    def deck(self, players: int) -> tuple[Card, ...]:
        """All cards that are in play, each as often as there are packs."""
        return self.cards * self.packs(players)


_COURTS = dict.fromkeys("TJQK", 10)
_PIPS = {str(n): n for n in range(2, 10)}

VARIANTS: Mapping[str, Variant] = {
    "crazy-eights": Variant(FIFTY_TWO, "8", {**_PIPS, **_COURTS, "A": 1, "8": 50}, "points", 5),
    "mau-mau": Variant(
        tuple(one for one in FIFTY_TWO if one.rank in "789TJQKA"),
        "J",
        {**_PIPS, "T": 10, "J": 20, "Q": 3, "K": 4, "A": 11},
        "mau-mau-points",
        4,
        draws_two="7",
        skips="8",
    ),
}

VARIANT = Field(
    "variant",
    "choice",
    say("Which game"),
    choices=tuple(VARIANTS),
    labels={"crazy-eights": say("Crazy Eights"), "mau-mau": say("Mau-Mau")},
    default="crazy-eights",
)
SCORING = Field(
    "scoring",
    "choice",
    say("Who gets the points that are left"),
    choices=("winner", "own"),
    labels={"winner": say("Whoever is out"), "own": say("Each their own: few are good")},
    default="winner",
)

_OPTIONS = (
    VARIANT,
    SCORING,
    Field("target", "number", say("Points that end it (empty: 50 a player)"), optional=True, min=10, max=1000),
    Field("draws", "number", say("Cards drawn in a turn, at most (empty: as usual)"), optional=True, min=1, max=20),
    Field("must_play", "flag", say("Whoever can play must"), default=False),
    replace(DEPTH, choices=("deals", "cards"), labels={**DEPTH.labels, "cards": say("Every card")}),
)

GAME = Game(
    id="crazy-eights",
    title="Crazy Eights",
    players=(2, 3, 4, 5, 6, 7),
    summary="Lay a card of the same suit or rank, wish a suit with an eight, and be the first without cards.",
    source="Traditional; Crazy Eights as on pagat.com, Mau-Mau as usual in Germany",
    options=_OPTIONS,
    score=say("Points"),
    deck=FIFTY_TWO,
    verdicts={
        "suit": say("The suit to follow"),
        "draws": say("Cards to draw"),
        "skips": say("Players left out"),
        "reverses": say("The direction turns"),
        "points": say("Points"),
        "left": say("What is left in hand counts"),
        "out": say("Who is out"),
        "drawn": say("Cards drawn later"),
    },
    named_by=("variant",),
    family="shedding",
)

SECTIONS = read_sections(GAME.id, __package__)

cite = SECTIONS.cite
"""A reason that rests on one of the sections."""

rule_sections = SECTIONS.hook


@hookimpl
def describe_game() -> Game:
    """The game, with its options."""
    return GAME


def variant_of(setting: Setup) -> Variant:
    """The variant that a table has chosen."""
    return VARIANTS[setting.chosen.choice("variant")]


def name_variant(given: Values) -> str:
    """The name of the variant that a question is about: Crazy Eights, unless it says otherwise."""
    return str(given.values.get("variant") or VARIANT.default)


def draws_of(setting: Setup) -> int | None:
    """The most cards that may be drawn in a turn; None where one draws until one can play."""
    chosen = setting.chosen.number_if_any("draws")
    return chosen if chosen is not None or setting.chosen.choice("variant") == "crazy-eights" else 1


def dealt_to(setting: Setup) -> int:
    """How many cards each is dealt."""
    return 7 if setting.chosen.choice("variant") == "crazy-eights" and len(setting.seats) == 2 else 5
