"""A contest between people who do not sit here."""

from __future__ import annotations

from dataclasses import replace

from referee import Accepted, Ask, Contest, Entry, hookimpl, say
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *


@hookimpl  # wrong: A contest names 'Zed'
def reveal(state: State, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    found = highest_card.reveal(state, entries, ask)
    narrow = Contest("Zed", None, 1, say("Zed by one"))
    return replace(
        found, rulings=tuple(replace(one, contest=narrow) for one in found.rulings)
    )
