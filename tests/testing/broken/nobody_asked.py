"""Nothing has to be entered, and the match goes on."""

from __future__ import annotations

from dataclasses import replace

from referee import Prompt, hookimpl
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *


@hookimpl  # wrong: In the phase 'lay' the match is not finished, and nothing has to be entered
def prompts(state: State) -> tuple[Prompt, ...]:
    return tuple(
        replace(prompt, optional=True) for prompt in highest_card.prompts(state)
    )
