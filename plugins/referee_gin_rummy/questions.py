"""The questions that the game answers without a table: the best melds, a deal, a game."""

from collections.abc import Iterable
from dataclasses import replace

from referee import FIFTY_TWO, Field, Question, Ruling, Values, hookimpl, say

from .game_end import rule_game
from .melds import rule_melds
from .rules import BONUSES, GAME_BONUSES, HAND, KNOCK, TARGET

KNOCKER = Field("knocker", "seat", say("Who knocked"))
HANDS = Field("hands", "cards_by_seat", say("Hands"), min=HAND, max=HAND, choices=FIFTY_TWO)
LEFT = Field("deadwood", "numbers_by_seat", say("Points left in each hand"), min=0, max=98)
UPCARD = Field("upcard", "card", say("The card turned up"))

_HAND = Field("hand", "cards", say("Ten cards, or eleven"), min=1, max=HAND + 1)
_ENDED = replace(HANDS, unless=("deadwood",)), replace(LEFT, unless=("hands",))
_KNOCKED = replace(KNOCK, optional=True, default=None), replace(UPCARD, optional=True)
_WHO = replace(KNOCKER, label=say("Who knocked, if not the first"), optional=True)
_DEAL_HELP = say("The hands, or the points left in them; whoever knocked comes first.")
_POINTS = Field("points", "numbers_by_seat", say("Points"), min=0)
_BOXES = Field("boxes", "numbers_by_seat", say("Deals won"), min=0)


@hookimpl(specname="questions")
def list_questions() -> tuple[Question, ...]:
    """The best melds, what a deal scores, and what a game comes to."""
    deal = (*_ENDED, *_KNOCKED, _WHO, *_optional(BONUSES))
    game = (_POINTS, _BOXES, *_optional((TARGET, *GAME_BONUSES)))
    return (
        Question("melds", say("What are the best melds?"), (_HAND,), say("Of eleven cards one is discarded.")),
        Question("deal", say("What does this deal score?"), deal, _DEAL_HELP, copies=2, hook="score_round"),
        Question("game", say("What does the game come to?"), game),
    )


def _optional(options: Iterable[Field]) -> tuple[Field, ...]:
    """Return fields of a question for these options of a table; left out, they are as most tables have them."""
    return tuple(replace(option, optional=True) for option in options)


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """The ruling on the best melds of a hand, or on a finished game."""
    return rule_game(given) if question == "game" else rule_melds(given.cards("hand"))
