"""Ji'zara: the hooks; what they rule stands in the modules beside this one."""

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

from .state import State, begin_match
from .rules import GAME, SECTIONS
from .accept import accept_entry, laid_that_clash, reveal_entries
from .prompts import open_prompts
from .questions import QUESTIONS, answer_question
from .guide import steps
from .scene import show_table


@hookimpl
def describe_game() -> Game:
    """The game and its option."""
    return GAME


@hookimpl
def rule_sections() -> tuple[Section, ...]:
    """The sections of `rules.toml`."""
    return tuple(SECTIONS.by_id.values())


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """The keys, the bidding draw, the pot, and who sits where."""
    return steps(setting)


@hookimpl
def questions() -> tuple[Question, ...]:
    """What is a bid, who takes the card, and who takes a key."""
    return QUESTIONS


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """The ruling on one of the questions."""
    return answer_question(question, given)


@hookimpl
def begin(setting: Setup) -> object:
    """The state before the first card is turned."""
    return begin_match(setting)


@hookimpl
def prompts(state: object) -> tuple[Prompt, ...]:
    """The card turned, decisions, bids, hands for a key, or a toss for it."""
    return open_prompts(cast(State, state))


@hookimpl
def accept(state: object, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after a card was turned, a lone bid laid, or a key tossed for; or why that cannot be."""
    return accept_entry(cast(State, state), entry, ask)


@hookimpl
def clashes(state: object, entries: tuple[Entry, ...], ask: Ask) -> tuple[Ruling, ...]:
    """Why these bids or hands cannot all be so."""
    return laid_that_clash(cast(State, state), entries, ask)


@hookimpl
def reveal(state: object, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    """The match after decisions, bids or hands were shown together."""
    return reveal_entries(cast(State, state), entries, ask)


@hookimpl
def scene(state: object) -> Scene:
    """The piles, what is known of the hands, the keys, and what to do next."""
    return show_table(cast(State, state))
