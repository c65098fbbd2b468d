"""A field has a type that there is not."""

from __future__ import annotations

from referee import Field, Prompt, hookimpl, say
from tests.toy_games.highest_card import *


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    card = Field(
        "card",
        "colour",  # wrong: its type is 'colour', and there is no such type
        say("Card"),
    )
    return (
        Prompt(
            "lay", state.seats, say("Lay a card"), fields=(card,), secret=True, own=True
        ),
    )
