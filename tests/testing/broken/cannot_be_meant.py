"""Fields, options and a question that can be shown, and not be meant."""

from __future__ import annotations

from dataclasses import replace

from referee import Field, Game, Prompt, Question, hookimpl, say
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *

CHOICE = Field(
    "mood",  # wrong: 'mood' has no `choices`
    "choice",
    say("Mood"),
    optional=True,
)


@hookimpl
def describe_game() -> Game:
    target = Field("target", "number", say("Points to win"), min=1, max=9, default=2)
    rounds = Field("rounds", "number", say("Rounds"), optional=True)
    return Game(
        id="highest-card",
        title="Highest Card",
        players=(2, 3, 4),
        summary="The highest wins.",
        source="Made up",
        options=(target, rounds),
        named_by=("rounds",),
    )


@hookimpl
def questions() -> tuple[Question, ...]:
    (trick,) = highest_card.questions()
    return trick, replace(trick, name="other")


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    lay, *others = highest_card.prompts(state) or (None,)
    return (lay, *(replace(one, fields=(CHOICE,)) for one in others)) if lay else ()
