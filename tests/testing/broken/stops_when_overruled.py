"""The game does not go on from what the table decides."""

from __future__ import annotations

from dataclasses import replace

from referee import Accepted, Ask, Entry, Prompt, Values, hookimpl
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *


@hookimpl
def reveal(state: State, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    after = highest_card.reveal(state, entries, ask)
    own = highest_card.resolve_trick(
        Values({"plays": {one.seat: one.given.card("card") for one in entries}})
    )
    agreed = [
        ruling.verdict["winner"] == own.verdict["winner"] for ruling in after.rulings
    ]
    return (
        after
        if all(agreed)
        else replace(after, state=replace(after.state, points={"": 0}))
    )


@hookimpl  # wrong: After what the table decided, in the phase
def prompts(state: State) -> tuple[Prompt, ...]:
    return highest_card.prompts(state) if "" not in state.points else ()
