"""A template has a name in its braces that it is given no value for."""

from referee import Reason, Ruling, Values, hookimpl, say
from tests.toy_games.highest_card import *


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    seat = next(iter(given.card_by_seat("plays")))
    summary = say(
        "{seta} wins.",  # wrong: The template '{seta} wins.' has no value for seta
        seat=seat,
    )
    return Ruling(
        {"winner": seat},
        summary,
        (Reason("highest-card#trick", "rules", say("So it is.")),),
    )
