"""The game and its options, the sections of its rules, and its guide."""

from collections.abc import Mapping
from dataclasses import replace

from referee import (
    DEPTH,
    FIFTY_FOUR,
    FIFTY_TWO,
    JOKER_WORDING,
    JOKERS,
    MORE_RULES,
    Cards,
    Game,
    Preparation,
    Seats,
    Setting,
    as_optional,
    card,
    choice_field,
    flag_field,
    hookimpl,
    name_side,
    number_field,
    read_guide,
    read_irregularities,
    read_sections,
    say,
    without,
)

_PLAYS = {"pairs": say("In pairs"), "solo": say("On your own")}
PLAY = choice_field("play", say("Partners or not"), _PLAYS, default="pairs")
TARGET = number_field("target", say("Points that win"), 100, 1000, default=500)
_HIGH = {
    "ace": say("The ace of spades"),
    "jokers": say("Jokers high"),
    "deuces": say("Jokers and deuces high"),
}
HIGH = choice_field("high", say("Highest trumps"), _HIGH, default="ace")
TEN = flag_field("ten", say("10 for 200"))
_NILS = {"100": say("Nil for 100, blind 200"), "50": say("Nil for 50, blind 100")}
NIL = choice_field("nil", say("Nil"), _NILS, default="100")
_BAGS = {
    "ten": say("Ten bags cost 100"),
    "five": say("Five bags cost 50"),
    "free": say("Bags cost nothing"),
    "none": say("No bags"),
}
BAG_RULE = choice_field("bag_rule", say("Bags"), _BAGS, default="ten")

LOST_AT = number_field(
    "lost_at", say("Total that loses"), -1000, -100, default=-200, folded=MORE_RULES
)
PARTNERS: Mapping[str, tuple[object, ...]] = {"play": ("pairs",), "players": (4, 6)}
"""The options that need partners."""

BOARD = flag_field(
    "board", say("A side bids at least four"), folded=MORE_RULES, needs=PARTNERS
)
TEAMS = flag_field(
    "teams",
    say("Six in two teams of three"),
    folded=MORE_RULES,
    needs={"play": ("pairs",), "players": (6,)},
)
BLIND_SIX = flag_field("blind_six", say("Blind six for 120"), folded=MORE_RULES)
LOW_CLUBS = flag_field(
    "low_clubs", say("Everybody plays their lowest club first"), folded=MORE_RULES
)
_COSTS = {
    "bid": say("A renege costs the bid"),
    "tricks": say("A renege costs three tricks"),
}
RENEGE = choice_field(
    "renege", say("Breaking a rule"), _COSTS, default="bid", folded=MORE_RULES
)
BEHIND = number_field(
    "behind",
    say("Points behind for a blind nil"),
    0,
    500,
    default=100,
    folded=MORE_RULES,
    at_most="target",
)
_BIG = {"XB": say("The one in colour, or black"), "XR": say("The grey one, or red")}
BIG = choice_field(
    "big",
    say("The big joker"),
    _BIG,
    default="XB",
    folded=MORE_RULES,
    needs={"high": ("jokers", "deuces")},
)
WORDING = replace(
    JOKER_WORDING,
    default="colour-grey",
    folded=MORE_RULES,
    needs={"high": ("jokers", "deuces")},
)

TWO_OF_DIAMONDS = card("2D")
"""A spade where deuces are high."""

_OUT = {(4, True): "2H 2C", (3, False): "2C", (6, False): "2C"}
"""The cards left out, by the number of players, and whether jokers are in."""

HANDS = {2: 13, 3: 17, 4: 13, 6: 17}
"""The number of cards of each seat, and so of tricks in a deal, without jokers."""

_OPTIONS = (
    PLAY,
    HIGH,
    TEN,
    NIL,
    BAG_RULE,
    TARGET,
    DEPTH,
    LOST_AT,
    BEHIND,
    BOARD,
    TEAMS,
    BLIND_SIX,
    LOW_CLUBS,
    RENEGE,
    BIG,
    WORDING,
)
GAME = Game(
    id="spades",
    title="Spades",
    players=tuple(HANDS),
    summary="Say how many tricks you’ll take, and take them: spades are always trump.",
    source="Traditional; rules as on pagat.com",
    options=_OPTIONS,
    deck=FIFTY_FOUR,
    score=say("Points"),
    verdicts={
        "bags": say("Bags"),
        "bids": say("Bids"),
        "blind": say("Blind nil"),
    },
    family="tricks",
    other_names=("Pik", "Picas"),
    picture=(card("AS"), card("KS")),
    minutes=(30, 60),
    popular=True,
    popular_in=("en",),
    first_in=("en",),
)
RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__)
LAW = read_irregularities(RULES, __package__, as_optional([RENEGE]))

describe_game = GAME.hook
rule_sections = RULES.hook
irregularities = LAW.hook
cite = RULES.cite


def trumps_of(high: str, big: str = "XB") -> str | Cards:
    """Return all trumps from the lowest, or just a suit's letter if they are that suit.

    >>> trumps_of("deuces")[-5:]
    (<AS>, <2S>, <2D>, <XR>, <XB>)
    """
    if high == "ace":
        return "S"
    spades = [card for card in FIFTY_TWO if card.suit == "S"]
    if high == "deuces":
        two = spades.pop(0)
        spades += two, TWO_OF_DIAMONDS
    return (*spades, *sorted(JOKERS, key=lambda joker: joker.code == big))


def sides_of(setting: Setting) -> tuple[Seats, ...]:
    """Return the pairs or the two teams; empty if each seat plays alone.

    Partners of a pair sit across.
    """
    pairs = len(setting.seats) // 2
    if pairs == 1 or setting.chosen.choice("play") == "solo":
        return ()
    if setting.chosen.flag("teams"):
        return setting.sides(2)
    return setting.sides(pairs)


def deck_of(setting: Setting) -> Cards:
    """Return all cards that are in play; six shuffle two packs together."""
    players = len(setting.seats)
    has_jokers = setting.chosen.choice("high") != "ace"
    pack = FIFTY_FOUR if has_jokers else FIFTY_TWO
    out = _OUT.get((players, has_jokers), "").split()
    pack = without(pack, map(card, out))
    if players == 6:
        return pack * 2
    return pack


def hand_of(setting: Setting) -> int:
    """Return the number of cards of each seat, and so of tricks in a deal."""
    players = len(setting.seats)
    if players == 2:
        return HANDS[players]
    return len(deck_of(setting)) // players


@hookimpl
def prepare_table(setting: Setting) -> tuple[Preparation, ...]:
    """Return the steps for so many, in pairs or each alone, with jokers or without."""
    players = len(setting.seats)
    sides = sides_of(setting)
    high = setting.chosen.choice("high")
    who = "solo"
    if setting.chosen.flag("teams"):
        who = "teams"
    elif sides:
        who = f"{players} in pairs"
    jokers = "no jokers" if high == "ace" else "jokers"
    pack = f"{players}, {jokers}"
    dealing = "two" if players == 2 else "more"
    first = "clubs" if setting.chosen.flag("low_clubs") else "lead"
    names = tuple(map(name_side, sides))
    kinds = who, pack, high, dealing, first
    return GUIDE.steps(*kinds, sides=names, n=hand_of(setting))
