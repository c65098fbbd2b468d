"""Tripp Jokes: get rid of your hand, your PENULTIMATE and your FINAL cards before the others do."""

from __future__ import annotations

from typing import cast

from referee import (
    JOKER_WORDING,
    Accepted,
    Ask,
    Entry,
    Game,
    Prompt,
    Question,
    Refused,
    Ruling,
    Scene,
    Section,
    Setup,
    SetUpStep,
    Values,
    hookimpl,
    say,
)

from .accept import accept_entry
from .guide import steps
from .prompts import open_prompts
from .questions import QUESTIONS, answer_question
from .rules import GAME, SECTIONS
from .scene import show_table
from .state import State, begin_match


@hookimpl
def describe_game() -> Game:
    """Tripp Jokes, its players and its options."""
    return Game(
        id=GAME,
        title="Tripp Jokes",
        players=(2, 3, 4, 5, 6),
        summary="Equal or beat the card on the pile, or take the pile into hand: whoever first gets rid of hand, "
        "PENULTIMATE and FINAL cards wins.",
        source='"Tripp Jokes: Rules to the card game Tripp Jokes", without an author\'s name',
        options=(JOKER_WORDING,),
        score=say("Cards left"),
    )


@hookimpl
def rule_sections() -> tuple[Section, ...]:
    """The rules and the readings."""
    return tuple(SECTIONS.by_id.values())


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """Nine cards each, in three rows, and the pile."""
    return steps(setting)


@hookimpl
def questions() -> tuple[Question, ...]:
    """`play` and `legal`."""
    return QUESTIONS


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """The ruling on a play, or on what a pile allows."""
    return answer_question(question, given)


@hookimpl
def begin(setting: Setup) -> object:
    """Nine cards dealt to each."""
    return begin_match(setting)


@hookimpl
def prompts(state: object) -> tuple[Prompt, ...]:
    """Setting up, then the play of the seat in turn and what it may do instead."""
    return open_prompts(cast(State, state))


@hookimpl
def accept(state: object, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Cards played, taken, left or counted; or the proof that this cannot be."""
    return accept_entry(cast(State, state), entry, ask)


@hookimpl
def scene(state: object) -> Scene:
    """Where the cards lie, whose turn it is, and what may be played."""
    return show_table(cast(State, state))
