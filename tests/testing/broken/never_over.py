"""The match is over, and something is still asked for."""

from __future__ import annotations

from referee import Prompt, hookimpl, say
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    again = Prompt(
        "again",  # wrong: The match is finished, and 'again' is still asked for
        state.seats,
        say("Again"),
    )
    return (again,) if state.over else highest_card.prompts(state)
