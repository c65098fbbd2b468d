"""What the game says of itself, its options, and the sections of its rules."""

from typing import NoReturn

from referee import FIFTY_TWO, Field, FieldError, Game, Text, WrongFieldsError, hookimpl, read_guide, read_sections, say

HAND = 10
MOST_LEFT = 10
"""A knock leaves no more points than this, unless a card turned up says otherwise."""

_DEPTHS = {"deals": say("How each deal ends"), "plays": say("Every draw and discard")}
_DEPTH = Field("depth", "choice", say("What you enter"), choices=tuple(_DEPTHS), labels=_DEPTHS, default="deals")

_KNOCKS = {"ten": say("With ten points or fewer"), "oklahoma": say("Oklahoma: as the card turned up counts")}
_KNOCKS |= {"oklahoma-gin": say("Oklahoma, and after an ace only gin")}
KNOCK = Field("knock", "choice", say("Who may knock"), choices=tuple(_KNOCKS), labels=_KNOCKS, default="ten")

BONUSES = (
    Field("gin_bonus", "number", say("Bonus for gin"), min=0, max=500, default=25),
    Field("undercut_bonus", "number", say("Bonus for an undercut"), min=0, max=500, default=25),
)
"""What deals are scored by, besides the points that are left."""

GAME_BONUSES = (
    Field("box_bonus", "number", say("Points for a box"), min=0, max=500, default=25),
    Field("game_bonus", "number", say("Bonus for the game"), min=0, max=1000, default=100),
)

TARGET = Field("target", "number", say("Points that end the game"), min=10, max=1000, default=100)
_LAST = Field("last_discard", "flag", say("The last discard may still be taken to knock"), default=False)
_SUMMARY = "Meld your ten cards, and knock before the other does; a hundred points end the game."
_SOURCE = "Traditional; rules as on pagat.com, bonuses as most tables count them today"
_OPTIONS = (_DEPTH, TARGET, KNOCK, *BONUSES, *GAME_BONUSES, _LAST)
GAME = Game(
    "gin-rummy", "Gin Rummy", (2,), _SUMMARY, _SOURCE, _OPTIONS, score=say("Points"), deck=FIFTY_TWO, family="rummy"
)

RULES = read_sections(GAME.id, __package__)
cite, rule_sections, set_up = RULES.cite, RULES.hook, read_guide(__package__, FIFTY_TWO).hook


@hookimpl
def describe_game() -> Game:
    """The game and its options."""
    return GAME


def refuse_field(field: str, why: Text) -> NoReturn:
    """Raise that what stands in this field of a question makes no sense."""
    raise WrongFieldsError(FieldError(field, why))
