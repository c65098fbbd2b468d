"""The game, its options, the sections of its rules, and its guide."""

from referee import (
    FIFTY_TWO,
    MORE_RULES,
    Follows,
    Game,
    card,
    choice_field,
    flag_field,
    number_field,
    read_guide,
    read_irregularities,
    read_sections,
    say,
)

HAND = 10
MOST_LEFT = 10
"""The most points that a knock leaves, unless a card turned up says otherwise."""

_WHAT = say("What you enter")
_DEPTHS = {"deals": say("How each deal ends"), "plays": say("Every draw and discard")}
DEPTH = choice_field("depth", _WHAT, _DEPTHS, default="deals")

_KNOCKS = {
    "ten": say("With ten points or fewer"),
    "oklahoma": say("Oklahoma: by the card turned up"),
    "oklahoma-gin": say("Oklahoma, and after an ace only gin"),
    "gin": say("Straight gin: only with no points"),
}
OKLAHOMA = ("oklahoma", "oklahoma-gin")

_WHO = say("Who may knock")
KNOCK = choice_field("knock", _WHO, _KNOCKS, default="ten")

_GIN = say("Bonus for gin")
_UNDERCUT = say("Bonus for an undercut")
BONUSES = (
    number_field("gin_bonus", _GIN, 0, 500, default=25),
    number_field(
        "undercut_bonus",
        _UNDERCUT,
        0,
        500,
        default=25,
        needs={"knock": ("ten", *OKLAHOMA)},
    ),
)
"""The scores of deals besides the points left in hands."""

GAME_BONUSES = (
    number_field("box_bonus", say("Points for a box"), 0, 500, default=25),
    number_field("game_bonus", say("Bonus for the game"), 0, 1000, default=100),
)

_BIG = {"none": say("None"), "31": say("31"), "50": say("50")}
BIG_GIN = choice_field(
    "big_gin",
    say("Bonus for big gin (eleven cards melded)"),
    _BIG,
    default="none",
    named=True,
)
_SHUTOUTS = {
    "game": say("Doubles the game bonus"),
    "all": say("Doubles everything"),
    "none": say("Counts nothing more"),
}
SHUTOUT = choice_field(
    "shutout",
    say("A game in which the other scores nothing"),
    _SHUTOUTS,
    default="game",
    folded=MORE_RULES,
    named=True,
)
_DEALERS = {
    "loser": say("Whoever lost the deal"),
    "winner": say("Whoever won the deal"),
    "in-turn": say("In turn"),
}
NEXT_DEAL = choice_field(
    "next_deal",
    say("Who deals next"),
    _DEALERS,
    default="loser",
    folded=MORE_RULES,
    named=True,
)
HOLLYWOOD = flag_field(
    "hollywood", say("Hollywood: three games at once"), folded=MORE_RULES
)

_ENDS = say("Points that end the game")
TARGET = number_field("target", _ENDS, 10, 1000, default=100)

_LAST = say("The last discard may still be taken to knock")
LAST_DISCARD = flag_field("last_discard", _LAST, needs={"depth": ("plays",)})

_OPTIONS = (
    DEPTH,
    TARGET,
    KNOCK,
    BIG_GIN,
    *BONUSES,
    *GAME_BONUSES,
    LAST_DISCARD,
    HOLLYWOOD,
    SHUTOUT,
    NEXT_DEAL,
)
GAME = Game(
    id="gin-rummy",
    title="Gin Rummy",
    players=(2,),
    summary="Meld your ten cards, and knock before the other does; "
    "a hundred points end the game.",
    source="Traditional; rules as on pagat.com, "
    "bonuses as most tables count them today",
    options=_OPTIONS,
    score=say("Points"),
    deck=FIFTY_TWO,
    follows={
        "winner": Follows("points", "has-most"),
        "deadwood": "points",
        "game": "winners",
    },
    first_from_dealer=0,
    family="rummy",
    other_names=("Gin Rommé", "Knock Rummy"),
    picture=(card("7H"), card("8H"), card("9H")),
    minutes=(20, 45),
    popular=True,
)
RULES = read_sections(GAME.id, __package__)
LAW = read_irregularities(RULES, __package__)

describe_game = GAME.hook
rule_sections = RULES.hook
irregularities = LAW.hook
cite = RULES.cite
prepare_table = read_guide(__package__, FIFTY_TWO).hook
