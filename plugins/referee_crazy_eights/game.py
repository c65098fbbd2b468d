"""The game: its two variants, their cards and options, the sections of its rules."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee import (
    DEPTH,
    FIFTY_TWO,
    MORE_RULES,
    Cards,
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


@dataclass(frozen=True, slots=True)
class Variant:
    """The differences of the two games: the pack, its cards' effects and points."""

    cards: Cards
    wild: str
    """The rank that lies on anything, and with which a suit is named."""
    points: Mapping[str, int]
    most_for_one_pack: int
    """How many players share a pack; more of them shuffle two."""
    draws_two: str = ""
    skips: str = ""

    def packs(self, players: int) -> int:
        """Return how many packs this number of players shuffles together."""
        return 1 if players <= self.most_for_one_pack else 2

    def deck(self, players: int) -> Cards:
        """Return all cards that are in play, each as often as there are packs."""
        return self.cards * self.packs(players)


_PIPS = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9}
_SEVEN_UP = tuple(card for card in FIFTY_TWO if card.rank in "789TJQKA")

VARIANTS = {
    "crazy-eights": Variant(
        FIFTY_TWO,
        wild="8",
        points={**_PIPS, "T": 10, "J": 10, "Q": 10, "K": 10, "A": 1, "8": 50},
        most_for_one_pack=5,
    ),
    "mau-mau": Variant(
        _SEVEN_UP,
        wild="J",
        points={**_PIPS, "T": 10, "J": 20, "Q": 3, "K": 4, "A": 11},
        most_for_one_pack=4,
        draws_two="7",
        skips="8",
    ),
}

_NAMES = {"crazy-eights": say("Crazy Eights"), "mau-mau": say("Mau-Mau")}
VARIANT = choice_field("variant", say("Which game"), _NAMES, default="crazy-eights")

_WHO = {"winner": say("Whoever goes out"), "own": say("Each their own, low is good")}
SCORING = choice_field(
    "scoring", say("Who gets the points left"), _WHO, default="winner", named=True
)

MAU_MAU = {VARIANT.name: ("mau-mau",)}
"""The options that only Mau-Mau knows."""

EIGHTS = flag_field(
    "eight_on_eight", say("An eight passes the missed turn on"), needs=MAU_MAU
)
SEVERAL = flag_field(
    "several", say("Several cards of one rank at once"), folded=MORE_RULES
)
JACK_DOUBLES = flag_field(
    "jack_doubles", say("Going out with a jack doubles"), needs=MAU_MAU
)

_TARGET = say("Points that end the game (empty: 50 a player)")
_DRAWS = say("Cards drawn in a turn, at most (empty: as usual)")
_DEPTHS = {**DEPTH.labels, "cards": say("Every card")}


_OPTIONS = (
    VARIANT,
    SCORING,
    number_field("target", _TARGET, 10, 1000, optional=True),
    number_field("draws", _DRAWS, 1, 20, optional=True),
    replace(DEPTH, choices=("deals", "cards"), labels=_DEPTHS),
    EIGHTS,
    JACK_DOUBLES,
    SEVERAL,
)
GAME = Game(
    id="crazy-eights",
    title="Crazy Eights",
    players=(2, 3, 4, 5, 6, 7),
    summary="Match the suit or rank on the pile, name a suit with an eight, and be the "
    "first to run out of cards.",
    source="Traditional; Crazy Eights as on pagat.com, Mau-Mau as usual in Germany",
    options=_OPTIONS,
    score=say("Points"),
    deck=FIFTY_TWO,
    verdicts={
        "draws": say("Cards to draw"),
        "skips": say("Players left out"),
        "reverses": say("The direction turns"),
        "again": say("Plays again"),
        "misses": say("Misses a turn, unless an eight is laid"),
    },
    follows={"out": "points", "left": "points"},
    named_by=("variant",),
    first_from_dealer=0,
    family="shedding",
    other_names=("Switch", "Swedish Rummy", "Uno", "Neunerln", "Ocho americano"),
    picture=(card("8C"),),
    minutes=(15, 40),
    popular=True,
    popular_in=("en", "es"),
    variants=(
        GameVariant(
            _NAMES["mau-mau"],
            {"variant": "mau-mau"},
            other_names=("Maumau", "Tschau Sepp", "Prší"),
            popular_in=("de",),
        ),
    ),
    fewest_with=({SCORING.name: ("own",)},),
)
RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__)
LAW = read_irregularities(RULES, __package__, as_optional([VARIANT]))

describe_game = GAME.hook
rule_sections = RULES.hook
irregularities = LAW.hook
cite = RULES.cite


@hookimpl
def prepare_table(setting: Setting) -> tuple[Preparation, ...]:
    """Return the steps from the packs to the first card turned up."""
    variant = variant_of(setting)
    number = "one" if variant.packs(len(setting.seats)) == 1 else "two"
    return GUIDE.steps(f"{number}-{len(variant.cards)}", n=dealt_to(setting))


def variant_of(setting: Setting) -> Variant:
    """Return the variant that a table has chosen."""
    return VARIANTS[setting.chosen.choice("variant")]


def dealt_to(setting: Setting) -> int:
    """Return the number of cards that each seat is dealt."""
    if len(setting.seats) == 2 and setting.chosen.choice("variant") == "crazy-eights":
        return 7
    return 5
