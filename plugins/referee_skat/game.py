"""The game and its options, what is played and how, its sections and its guide."""

from dataclasses import replace

from referee import (
    DEPTH,
    MORE_RULES,
    THIRTY_TWO,
    Cards,
    Follows,
    Game,
    Preparation,
    Setting,
    Text,
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

PASS_IN = "pass-in"  # noqa: S105 what happens when all pass, no password
RAMSCH = "ramsch"
SCHIEBER = "schieber"
_PASSED = {
    PASS_IN: say("Nobody scores"),
    RAMSCH: say("Ramsch"),
    SCHIEBER: say("Schieberamsch"),
}
PASSED = choice_field("passed", say("When all pass"), _PASSED, default=PASS_IN)
NO_BOCK = "none"
CALLED = "called"
SPLIT = "split"
_BOCK = {
    NO_BOCK: say("None"),
    CALLED: say("When the table says so"),
    SPLIT: say("After 60 : 60 too"),
}
BOCK = choice_field(
    "bock",
    say("Bock rounds"),
    _BOCK,
    default=NO_BOCK,
    folded=MORE_RULES,
    named=True,
)
SPITZE = flag_field("spitze", say("Spitze may be announced"), folded=MORE_RULES)

GAME = Game(
    id="skat",
    title="Skat",
    round_name=say("deal"),
    players=(3, 4),
    summary="Win the bidding, play alone against two, and take 61 of the 120 card "
    "points.",
    source="International Skat Order of DSkV and ISPA, edition of November 2022; rules "
    "as on pagat.com",
    options=(
        PASSED,
        DEPTH,
        number_field("rounds", say("Deals each"), 1, 24, default=12),
        BOCK,
        SPITZE,
    ),
    deck=THIRTY_TWO,
    verdicts={
        "won": say("The declarer wins"),
        "score": say("The declarer scores"),
        "opponents": say("The others score"),
        "how": say("How it ended early"),
        "level": say("Level the declarer demands"),
        "wrong": say("Who has the wrong number of cards"),
        "scores": say("Points"),
    },
    follows={"won": Follows("score", "is-positive"), "value": "score"},
    family="tricks",
    picture=(card("JC"), card("JS"), card("JH"), card("JD")),
    minutes=(45, 150),
    popular=True,
    popular_in=("de",),
    first_in=("de",),
)
RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__, THIRTY_TWO)
LAW = read_irregularities(RULES, __package__, (replace(PASSED, optional=True),))

describe_game = GAME.hook
rule_sections = RULES.hook
irregularities = LAW.hook
cite = RULES.cite


@hookimpl
def prepare_table(setting: Setting) -> tuple[Preparation, ...]:
    """Return the steps for three, or for four of whom the dealer sits out."""
    if len(setting.seats) > 3:
        return GUIDE.steps("four")
    return GUIDE.steps("")


# What is played


NULL = "null"
SUITS = {"clubs": "C", "spades": "S", "hearts": "H", "diamonds": "D"}
BASES = {"clubs": 12, "spades": 11, "hearts": 10, "diamonds": 9, "grand": 24}
NULL_VALUES = {"nothing": 23, "hand": 35, "ouvert": 46, "ouvert-hand": 59}
GAMES = {
    "clubs": say("clubs"),
    "spades": say("spades"),
    "hearts": say("hearts"),
    "diamonds": say("diamonds"),
    "grand": say("grand"),
    NULL: say("null"),
}
ANNOUNCED = {
    "nothing": say("nothing"),
    "hand": say("hand"),
    "schneider": say("schneider"),
    "schwarz": say("schwarz"),
    "ouvert": say("ouvert"),
    "ouvert-hand": say("ouvert hand"),
}


def name_game(game: str, announced: str) -> Text:
    """Return the name of a game with its announcement: `null ouvert`."""
    name = GAMES[game]
    if announced == "nothing":
        return name
    return say("{game} {announced}", game=name, announced=ANNOUNCED[announced])


# With which cards


HAND = 10
IN_SKAT = 2
CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
ALL_POINTS = 120
RANKS = "789QKTA"
JACKS = (card("JD"), card("JH"), card("JS"), card("JC"))


def trumps_of(game: str) -> Cards:
    """Return the trumps of a game, from the lowest to the highest; none in a null."""
    if game == NULL:
        return ()
    if game not in SUITS:
        return JACKS
    suit = [card(rank + SUITS[game]) for rank in RANKS]
    return (*suit, *JACKS)


_LEVELS = 7
"""The levels of a game: the game itself, then what a hand and announcements add."""

_values = set(NULL_VALUES.values())
for _game, _base in BASES.items():
    _most = len(trumps_of(_game)) + _LEVELS
    _values.update(_base * n for n in range(2, _most + 1))

BIDS = tuple(sorted(_values))
"""The possible bids: all values that a game can have, with one matador up to all."""


# Who ends a deal, and how


DECLARER = "declarer"
OPPONENTS = "opponents"
BOTH = "both"
ALL = "all"
SOME = "some"
NONE = "none"
"""The choices for the tricks that the declarer has taken."""

NO_LEVEL = "nothing"
AS_SCHNEIDER = "schneider"
AS_SCHWARZ = "schwarz"
LEVELS = (NO_LEVEL, AS_SCHNEIDER, AS_SCHWARZ)
"""The levels that a declarer who lays down can demand, from the least."""

GIVES_UP = "gives-up"
BREAKS_RULE = "breaks-rule"
THROWS_IN = "throws-in"
CLAIMS = "claims"
WRONG_COUNT = "wrong-count"
ENDS_BY_SEAT = {
    GIVES_UP: say("gave up"),
    THROWS_IN: say("threw the cards in, open"),
    BREAKS_RULE: say("broke a rule"),
}
