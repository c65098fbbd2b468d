"""Two prompts of one kind for the same seats."""

from __future__ import annotations

from dataclasses import replace

from referee import Field, Prompt, hookimpl, say
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *


@hookimpl  # wrong: Player 1 is asked for 'gather' twice
def prompts(state: State) -> tuple[Prompt, ...]:
    found = highest_card.prompts(state)
    again = (
        replace(found[-1], fields=(Field("now", "flag", say("Now")),))
        if found
        else None
    )
    return (*found, again) if again else ()
