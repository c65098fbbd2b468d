"""Two prompts for the same seats that are the same."""

from __future__ import annotations

from referee import Prompt, hookimpl
from tests import highest_card
from tests.highest_card import *


@hookimpl  # wrong: Player 1 is asked for 'gather' twice
def prompts(state: State) -> tuple[Prompt, ...]:
    found = highest_card.prompts(state)
    return (*found, *found[-1:])
