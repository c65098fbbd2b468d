"""A hook goes by something else than its arguments."""

from __future__ import annotations

from itertools import count

from referee import Accepted, Ask, Entry, Reason, Ruling, hookimpl, say
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *

TIMES = count(1)


@hookimpl  # wrong: After 'lay', `reveal` answers something else in another process
def reveal(state: State, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    why = Reason("highest-card#trick", "rules", say("So it is."))
    ruling = Ruling(
        {"winner": state.seats[0]}, say("That was the {n}th.", n=next(TIMES)), (why,)
    )
    return Accepted(highest_card.reveal(state, entries, ask).state, (ruling,))
