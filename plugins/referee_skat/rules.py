"""What Skat is played with: games, trumps, what is asked about them, and who wins a
trick.
"""

from dataclasses import replace

from referee import (
    DEPTH,
    THIRTY_TWO,
    Card,
    Field,
    Game,
    Question,
    Setup,
    SetUpStep,
    Text,
    card,
    hookimpl,
    read_guide,
    read_sections,
    say,
    trick_question,
)

RULES, GUIDE = read_sections("skat", __package__), read_guide(__package__, THIRTY_TWO)
cite, rule_sections = RULES.cite, RULES.hook

NULL = "null"
SUITS = {"clubs": "C", "spades": "S", "hearts": "H", "diamonds": "D"}
BASES = {"clubs": 12, "spades": 11, "hearts": 10, "diamonds": 9, "grand": 24}
NULL_VALUES = {"nothing": 23, "hand": 35, "ouvert": 46, "ouvert-hand": 59}
_SUITS = {
    "clubs": say("clubs"),
    "spades": say("spades"),
    "hearts": say("hearts"),
    "diamonds": say("diamonds"),
}
GAMES = {**_SUITS, "grand": say("grand"), NULL: say("null")}
ANNOUNCED = {
    "nothing": say("nothing"),
    "hand": say("hand"),
    "schneider": say("schneider"),
    "schwarz": say("schwarz"),
}
ANNOUNCED |= {"ouvert": say("ouvert"), "ouvert-hand": say("ouvert hand")}


def name_game(game: str, announced: str) -> Text:
    """Return what people call a game with what was announced: `null ouvert`."""
    named = say("{game} {announced}", game=GAMES[game], announced=ANNOUNCED[announced])
    return GAMES[game] if announced == "nothing" else named


DECLARER, OPPONENTS, BOTH = "declarer", "opponents", "both"
_SIDES = {DECLARER: say("the declarer"), OPPONENTS: say("the opponents")}

NO_LEVEL, AS_SCHNEIDER, AS_SCHWARZ = "nothing", "schneider", "schwarz"
LEVELS = (NO_LEVEL, AS_SCHNEIDER, AS_SCHWARZ)
"""What a declarer can demand who lays down, from the least."""
DEMANDED_LEVELS = {level: ANNOUNCED[level] for level in LEVELS}

GIVES_UP, BREAKS_RULE, THROWS_IN = "gives-up", "breaks-rule", "throws-in"
CLAIMS, WRONG_COUNT = "claims", "wrong-count"
ENDS_BY_SEAT = {
    GIVES_UP: say("gave up"),
    THROWS_IN: say("threw the cards in, open"),
    BREAKS_RULE: say("broke a rule"),
}
_ENDS = {
    **ENDS_BY_SEAT,
    CLAIMS: say("laid down and claimed the rest"),
    WRONG_COUNT: say("had a wrong number of cards"),
}

ALL, SOME, NONE = "all", "some", "none"
_TAKEN = {SOME: say("some"), NONE: say("no trick"), ALL: say("all")}
CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
ALL_POINTS = 120
HAND, IN_SKAT = 10, 2
RANKS = "789QKTA"
JACKS = (card("JD"), card("JH"), card("JS"), card("JC"))


def trumps_of(game: str) -> tuple[Card, ...]:
    """Return the trumps of a game, from the lowest to the highest; none in a null."""
    return (
        ()
        if game == NULL
        else (*(card(rank + SUITS[game]) for rank in RANKS if game in SUITS), *JACKS)
    )


_VALUES = {
    base * n for game, base in BASES.items() for n in range(2, len(trumps_of(game)) + 8)
}
BIDS = (*sorted({*NULL_VALUES.values(), *_VALUES}),)
"""All values that a game can have, with one matador up to all of them and seven levels:
what can be bid.
"""

GAME = Field("game", "choice", say("Game"), choices=tuple(GAMES), labels=GAMES)
CONTRACT = (
    GAME,
    Field(
        "announced",
        "choice",
        say("Announced"),
        choices=tuple(ANNOUNCED),
        labels=ANNOUNCED,
        default="nothing",
    ),
    Field("bid", "number", say("Bid"), min=BIDS[0], max=BIDS[-1], default=BIDS[0]),
)
_WORDS = {"yes": say("without"), "no": say("with")}
WITHOUT = Field("without", "flag", say("With or without"), labels=_WORDS, default=False)
MATADORS = Field("matadors", "number", say("Matadors"), min=1, max=11)
POINTS = Field("points", "number", say("Declarer’s card points"), min=0, max=ALL_POINTS)
TRICKS = Field(
    "tricks",
    "choice",
    say("Declarer’s tricks"),
    choices=tuple(_TAKEN),
    labels=_TAKEN,
    default=SOME,
)
LEVEL = Field(
    "level",
    "choice",
    say("Level the declarer demands"),
    optional=True,
    choices=LEVELS,
    labels=DEMANDED_LEVELS,
    default=NO_LEVEL,
)
WRONG = Field(
    "wrong",
    "choice",
    say("Whose number of cards is wrong"),
    choices=(BOTH, DECLARER, OPPONENTS),
    labels={
        BOTH: say("both sides’"),
        DECLARER: say("the declarer’s"),
        OPPONENTS: say("the opponents’"),
    },
    not_in=("1",),
)
AGAINST = Field(
    "against",
    "number",
    say("Opponents’ card points by then"),
    optional=True,
    min=0,
    max=ALL_POINTS,
)
OPPONENTS_TRICKS = Field(
    "opponents_tricks",
    "number",
    say("Opponents’ tricks by then"),
    optional=True,
    min=0,
    max=HAND,
)
_ENDED_EARLY = (
    Field(
        "ended_by",
        "choice",
        say("Ended early by"),
        optional=True,
        choices=tuple(_SIDES),
        labels=_SIDES,
    ),
    Field(
        "how",
        "choice",
        say("How it ended early"),
        optional=True,
        choices=tuple(_ENDS),
        labels=_ENDS,
    ),
    AGAINST,
    OPPONENTS_TRICKS,
    replace(LEVEL, default=None),
)
"""What the question about a game asks of its early end."""


def result_of(game: str) -> tuple[Field, ...]:
    """Return the fields that say how a game ended: of a null whether the declarer took
    a trick.
    """
    if game == NULL:
        return (replace(TRICKS, choices=(NONE, SOME), default=None),)
    return (WITHOUT, replace(MATADORS, max=len(trumps_of(game))), POINTS, TRICKS)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Who wins a trick, what a game counts, and whether a game covers a bid."""
    game = (
        *CONTRACT,
        replace(WITHOUT, optional=True),
        replace(MATADORS, optional=True),
    )
    ended = replace(POINTS, optional=True), replace(TRICKS, optional=True, default=None)
    counted = (*game, *ended, *_ENDED_EARLY)
    counts = Question(
        "deal", say("What does this game count?"), counted, hook="score_round"
    )
    return (
        trick_question(THIRTY_TWO, GAME),
        counts,
        Question("bid", say("Is the bid covered?"), game),
    )


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """How the table is got ready, for three, or for four of whom the dealer sits out."""
    return GUIDE.steps("four" if len(setting.seats) > 3 else "")


@hookimpl
def describe_game() -> Game:
    """What Skat is, and what a table chooses."""
    deals = Field(
        "rounds", "number", say("How often each deals"), min=1, max=24, default=12
    )
    about = (
        "Bid for the right to play alone against two, and take 61 of the 120 card "
        "points."
    )
    source = (
        "International Skat Order of DSkV and ISPA, edition of November 2022; rules as "
        "on pagat.com"
    )
    named = {
        "won": say("The declarer wins"),
        "score": say("The declarer scores"),
        "opponents": say("The others score"),
        "how": say("How it ended early"),
        "level": LEVEL.label,
        "wrong": WRONG.label,
    }
    return Game(
        "skat",
        "Skat",
        (3, 4),
        about,
        source,
        (DEPTH, deals),
        version="2",
        deck=THIRTY_TWO,
        verdicts=named,
        family="tricks",
    )
