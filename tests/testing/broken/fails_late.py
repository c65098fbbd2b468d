"""A hook fails over some entries only."""

from __future__ import annotations

from typing import Any

from referee import Accepted, Ask, Entry, hookimpl
from tests.highest_card import *


@hookimpl
def reveal(state: State, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    firsts: dict[str, Any] = {one.seat or "": one.given.card("card").rank for one in entries}
    return Accepted(State(state.seats, state.target, points={firsts["Ana"]: 1}))  # wrong: `reveal`: KeyError: 'Ana'
