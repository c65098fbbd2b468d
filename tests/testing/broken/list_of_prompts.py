"""A hook answers a list."""

from __future__ import annotations

from referee import Prompt, hookimpl, say
from tests.toy_games.highest_card import *


@hookimpl  # wrong: what stands for the prompts is a list, not a tuple
def prompts(state: State) -> object:
    return [Prompt("gather", state.seats, say("Gather"))]
