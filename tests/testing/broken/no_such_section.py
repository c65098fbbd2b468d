"""A ruling rests on a section that there is not."""

from referee import Reason, Ruling, Values, hookimpl, say
from tests.toy_games.highest_card import *


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    seat = next(iter(given.card_by_seat("plays")))
    why = Reason(
        "highest-card#trik",  # wrong: The section 'trik' is cited
        "rules",
        say("So it is."),
    )
    return Ruling({"winner": seat}, say("{seat} wins.", seat=seat), (why,))
