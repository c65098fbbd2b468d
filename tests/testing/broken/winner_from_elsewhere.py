"""Rulings are won by some who do not sit here, each with another name."""

from __future__ import annotations

from dataclasses import replace

from referee import Accepted, Ask, Entry, hookimpl
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *


@hookimpl  # wrong: In a verdict `winner` is 'Zed
def reveal(state: State, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    found = highest_card.reveal(state, entries, ask)
    zed = f"Zed {len(state.seen)}"
    return replace(
        found,
        rulings=tuple(replace(one, verdict={"winner": zed}) for one in found.rulings),
    )
