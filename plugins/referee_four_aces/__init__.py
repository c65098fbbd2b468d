"""Four Aces, a game by Jeff Ferraro: two hands at once, scored each round, and four aces win it all."""

from __future__ import annotations

from typing import cast

from referee import (
    JOKER_WORDING,
    Accepted,
    Ask,
    Entry,
    Field,
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
from referee_four_aces.asking import QUESTIONS, rule
from referee_four_aces.match import call, hands_that_clash, open_prompts, score_hands
from referee_four_aces.round import rule_round
from referee_four_aces.sections import GAME, SECTIONS
from referee_four_aces.setting_up import steps
from referee_four_aces.standings import scene_of
from referee_four_aces.state import State
from referee_four_aces.state import begin as first_round


@hookimpl
def describe_game() -> Game:
    """Four Aces, its players and its options."""
    return Game(
        id=GAME,
        title="Four Aces",
        players=(3, 4, 5),
        summary="A hidden and an exposed hand for everybody, scored each round; first to 20 points wins, and all "
        "four aces in one hand win at once.",
        source='Jeff Ferraro, "Four Aces", contributed to the Invented Games pages, last updated 11 January 2008',
        options=(
            Field("target", "number", say("Points that win"), min=1, max=1000, default=20),
            JOKER_WORDING,
        ),
        score=say("Points"),
    )


@hookimpl
def rule_sections() -> tuple[Section, ...]:
    """The rules and the readings."""
    return tuple(SECTIONS.by_id.values())


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """The first dealer, the deal, the stock."""
    return steps(setting)


@hookimpl
def questions() -> tuple[Question, ...]:
    """`hand` and `round`."""
    return QUESTIONS


@hookimpl
def score_round(given: Values) -> Ruling:
    """The ruling on what a player's round scores."""
    return rule_round(given.cards("hidden"), given.cards("exposed"), given.cards("locked"))


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """The ruling on a hand."""
    return rule(question, given)


@hookimpl
def begin(setting: Setup) -> object:
    """The first round."""
    return first_round(setting)


@hookimpl
def prompts(state: object) -> tuple[Prompt, ...]:
    """Hands of the round, and the call of four aces."""
    return open_prompts(cast(State, state))


@hookimpl
def accept(state: object, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Four aces called."""
    return call(cast(State, state), entry)


@hookimpl
def clashes(state: object, entries: tuple[Entry, ...], ask: Ask) -> tuple[Ruling, ...]:
    """Why these hands cannot all be so."""
    return hands_that_clash(cast(State, state), entries)


@hookimpl
def reveal(state: object, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    """The round scored."""
    return score_hands(cast(State, state), entries, ask)


@hookimpl
def scene(state: object) -> Scene:
    """The round, the scores, and what to do next."""
    return scene_of(cast(State, state))
