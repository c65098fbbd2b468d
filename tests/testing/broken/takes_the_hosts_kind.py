"""A game asks for an entry by which the host ends any match."""

from __future__ import annotations

from referee import Prompt, hookimpl, say
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    asked = highest_card.prompts(state)
    if not state.points:
        return asked
    return (
        *asked,
        Prompt(
            "stop", state.seats, say("Stop"), optional=True  # wrong: its kind is 'stop', by which
        ),
    )
