"""What is said depends on the process: each has its own hashes of words, and goes
through sets in its own order.
"""

from __future__ import annotations

from dataclasses import replace

from referee import Scene, Step, hookimpl, say
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *


@hookimpl  # wrong: At the beginning, `scene` answers something else in another process
def scene(state: State) -> Scene:
    take = say("Take card number {n}.", n=hash(state.seats[0]) % 1_000_000)
    return replace(
        highest_card.scene(state),
        steps=(Step((), take),),
    )
