"""Whom it names first depends on the order of a set, which is another in each process."""

from __future__ import annotations

from dataclasses import replace

from referee import Scene, Step, hookimpl, say
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *


@hookimpl  # wrong: At the beginning, `scene` answers something else in another process
def scene(state: State) -> Scene:
    first = next(iter({*state.seats[:2]}))
    return replace(
        highest_card.scene(state),
        steps=(Step((first,), say("{first} looks first.", first=first)),),
    )
