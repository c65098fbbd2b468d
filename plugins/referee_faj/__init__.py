"""Faces, Aces, & Jokers: the hooks; what they rule stands in the modules beside this one."""

from __future__ import annotations

from typing import cast

from referee import (
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
)

from .course import State
from .game import GAME, SECTIONS
from .match import begin_match, decide_trick, lay_board, open_prompts, plays_that_clash
from .questions import QUESTIONS, answer_question
from .setting_up import steps
from .table import show_table
from .trick_ruling import rule_trick


@hookimpl
def describe_game() -> Game:
    """The game and its options."""
    return GAME


@hookimpl
def rule_sections() -> tuple[Section, ...]:
    """The sections of `rules.toml`."""
    return tuple(SECTIONS.by_id.values())


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """Two stacks, the draft, the first board."""
    return steps(setting)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Who wins a trick, what a pile makes, and who wins a showdown."""
    return QUESTIONS


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Who wins a trick."""
    return rule_trick(given.cards("board"), given.card_by_seat("plays"))


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """The ruling on a pile or a showdown."""
    return answer_question(question, given)


@hookimpl
def begin(setting: Setup) -> object:
    """The state before the first board."""
    return begin_match(setting)


@hookimpl
def prompts(state: object) -> tuple[Prompt, ...]:
    """The board, or the cards to be placed."""
    return open_prompts(cast(State, state))


@hookimpl
def accept(state: object, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after a board was laid, or why that cannot be."""
    return lay_board(cast(State, state), entry)


@hookimpl
def clashes(state: object, entries: tuple[Entry, ...], ask: Ask) -> tuple[Ruling, ...]:
    """Why these cards cannot all have been placed."""
    return plays_that_clash(cast(State, state), entries)


@hookimpl
def reveal(state: object, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    """The match after the cards were turned up: who wins the trick, and after the last one the game."""
    return decide_trick(cast(State, state), entries, ask)


@hookimpl
def scene(state: object) -> Scene:
    """The board, the piles won, and how the seats stand."""
    return show_table(cast(State, state))
