"""Slapjack All Faces: the hooks; what they rule stands in the modules beside this one."""

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

from .accept import accept_entry, open_prompts
from .guide import steps
from .questions import QUESTIONS
from .rules import GAME, SECTIONS
from .scene import show_table
from .slap import rule_slap
from .state import State, begin_match


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
    """All cards dealt out, and the phones beside the pile."""
    return steps(setting)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Whether a pile can be slapped."""
    return QUESTIONS


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """The ruling on a slap."""
    return rule_slap(given.choice("stage"), given.cards("pile"))


@hookimpl
def begin(setting: Setup) -> object:
    """The first round, dealt."""
    return begin_match(setting)


@hookimpl
def prompts(state: object) -> tuple[Prompt, ...]:
    """A card, a slap, a recount; or the next deal."""
    return open_prompts(cast(State, state))


@hookimpl
def accept(state: object, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after an entry, or why that cannot be."""
    return accept_entry(cast(State, state), entry, ask)


@hookimpl
def scene(state: object) -> Scene:
    """The pile, the stacks, what is won, and how the seats stand."""
    return show_table(cast(State, state))
