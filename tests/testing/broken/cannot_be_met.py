"""Fields do not say what the game takes."""

from __future__ import annotations

from referee import (
    Accepted,
    Ask,
    Entry,
    Field,
    FieldError,
    Prompt,
    Refused,
    WrongFieldsError,
    hookimpl,
    say,
)
from tests.toy_games.highest_card import *


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    points = tuple(
        Field(name, "number", say("Points"), min=0, max=1_000_000)
        for name in ("ours", "theirs")
    )
    return (
        Prompt(
            "score", state.seats, say("Points"), fields=points  # wrong: taken as an answer to 'score': Wrong
        ),
    )


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    if entry.given.number("ours") + entry.given.number("theirs") != 26:
        raise WrongFieldsError(FieldError("ours", say("Wrong: it is 26 in all.")))
    return Accepted(state)
