"""A hook fails once somebody has a point: where one point wins, nobody comes to that."""

from __future__ import annotations

from referee import Accepted, Ask, Entry, hookimpl
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *


@hookimpl
def reveal(state: State, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    len(state.points) and state.points["nobody"]  # wrong: `reveal`: KeyError: 'nobody'
    return highest_card.reveal(state, entries, ask)
