"""A hook fails where nobody chose an option, whose number is too great to be drawn by
chance.
"""

from __future__ import annotations

from dataclasses import replace

from referee import Accepted, Ask, Entry, Field, Game, hookimpl, say
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *


@hookimpl
def describe_game() -> Game:
    target = Field("target", "number", say("Points to win"), min=1, default=20)
    return replace(highest_card.describe_game(), options=(target,))


@hookimpl
def reveal(state: State, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    1 / (state.target - 20)  # wrong: `reveal`: ZeroDivisionError
    return highest_card.reveal(state, entries, ask)
