"""A function that is to be a hook is not marked as one."""

from __future__ import annotations

from referee import Scene
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *


def scene(state: State) -> Scene:  # wrong: The function `scene` is no hook
    return highest_card.scene(state)
