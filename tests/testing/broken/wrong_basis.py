"""A reason passes a reading off as the rules."""

from referee import Reason, Ruling, Values, hookimpl, say
from tests.toy_games.highest_card import *


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    seat = next(iter(given.card_by_seat("plays")))
    why = Reason(
        "highest-card#once",  # wrong: of the basis 'rules'; the section is 'reading'
        "rules",
        say("So."),
    )
    return Ruling({"winner": seat}, say("{seat} wins.", seat=seat), (why,))
