"""A race, and no field that it could fill in."""

from __future__ import annotations

from dataclasses import replace

from referee import Prompt, hookimpl
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *


@hookimpl  # wrong: 'gather' has a race, and no field of the type 'order'
def prompts(state: State) -> tuple[Prompt, ...]:
    return tuple(
        replace(one, race="slap-1") if one.optional else one
        for one in highest_card.prompts(state)
    )
