"""What the game says of itself: its two variants, their cards, and the sections of its rules."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee import DEPTH, FIFTY_TWO, Card, Field, Game, Setup, SetUpStep, hookimpl, read_guide, read_sections, say


@dataclass(frozen=True, slots=True)
class Variant:
    """What differs between the two games: the pack, what its cards do and count, and how many share a pack."""

    cards: tuple[Card, ...]
    wild: str
    """The rank that lies on anything, and with which a suit is named."""
    points: Mapping[str, int]
    most_for_one_pack: int
    draws_two: str = ""
    skips: str = ""

    def packs(self, players: int) -> int:
        """How many packs this number of players shuffles together."""
        return 1 if players <= self.most_for_one_pack else 2

    def deck(self, players: int) -> tuple[Card, ...]:
        """All cards that are in play, each as often as there are packs."""
        return self.cards * self.packs(players)


_PIPS = {str(n): n for n in range(2, 10)}
_SEVEN_UP = tuple(one for one in FIFTY_TWO if one.rank in "789TJQKA")
VARIANTS: Mapping[str, Variant] = {
    "crazy-eights": Variant(FIFTY_TWO, "8", {**_PIPS, **dict.fromkeys("TJQK", 10), "A": 1, "8": 50}, 5),
    "mau-mau": Variant(_SEVEN_UP, "J", {**_PIPS, "T": 10, "J": 20, "Q": 3, "K": 4, "A": 11}, 4, "7", "8"),
}

_NAMES = {"crazy-eights": say("Crazy Eights"), "mau-mau": say("Mau-Mau")}
VARIANT = Field("variant", "choice", say("Which game"), choices=tuple(_NAMES), labels=_NAMES, default="crazy-eights")
_WHO = {"winner": say("Whoever is out"), "own": say("Each their own: few are good")}
SCORING = Field("scoring", "choice", say("Who gets the points left"), choices=(*_WHO,), labels=_WHO, default="winner")
_OPTIONS = (
    VARIANT,
    SCORING,
    Field("target", "number", say("Points that end it (empty: 50 a player)"), optional=True, min=10, max=1000),
    Field("draws", "number", say("Cards drawn in a turn, at most (empty: as usual)"), optional=True, min=1, max=20),
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
    verdicts={"draws": say("Cards to draw"), "skips": say("Players left out"), "reverses": say("The direction turns")},
    named_by=("variant",),
    version="2",
    family="shedding",
)

RULES, _GUIDE = read_sections(GAME.id, __package__), read_guide(__package__)
cite, rule_sections = RULES.cite, RULES.hook


@hookimpl
def describe_game() -> Game:
    """The game, with its options."""
    return GAME


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """From the packs to the first card turned up."""
    variant = variant_of(setting)
    number = "one" if variant.packs(len(setting.seats)) == 1 else "two"
    return _GUIDE.steps(f"{number}-{len(variant.cards)}", n=dealt_to(setting))


def variant_of(setting: Setup) -> Variant:
    """The variant that a table has chosen."""
    return VARIANTS[setting.chosen.choice("variant")]


def draws_of(setting: Setup) -> int | None:
    """The most cards that may be drawn in a turn; None where one draws until one can play."""
    usual = 1 if setting.chosen.choice("variant") == "mau-mau" else None
    return setting.chosen.number_if_any("draws") or usual


def dealt_to(setting: Setup) -> int:
    """How many cards each is dealt."""
    return 7 if setting.chosen.choice("variant") == "crazy-eights" and len(setting.seats) == 2 else 5
