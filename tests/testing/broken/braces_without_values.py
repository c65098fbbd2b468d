"""A template has braces, and the call gives no values at all; no match comes there."""

from __future__ import annotations

from referee import Reason, Ruling, Values, hookimpl, say
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    if len(given.card_by_seat("plays")) > 20:
        summary = say(
            "{seat} wins."  # wrong: The template '{seat} wins.' has no value for seat
        )
        return Ruling(
            {"winner": None},
            summary,
            (Reason("highest-card#trick", "rules", say("So it is.")),),
        )
    return highest_card.resolve_trick(given)
