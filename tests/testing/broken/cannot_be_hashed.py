"""A frozen state with a dict in it is put into a set, which the code that `dataclass`
writes cannot do.
"""

from __future__ import annotations

from referee import Accepted, Ask, Entry, hookimpl
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *


@hookimpl
def reveal(state: State, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    met = {state}  # wrong: `reveal`: TypeError: unhashable type: 'dict'
    return highest_card.reveal(met.pop(), entries, ask)
