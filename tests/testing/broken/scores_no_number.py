"""A round brings NaN points."""

from referee import (
    Accepted,
    Ask,
    Entry,
    Prompt,
    Rounds,
    Scene,
    Setting,
    Step,
    begin_rounds,
    hookimpl,
    say,
)
from tests.toy_games.highest_card import *


@hookimpl
def begin(setting: Setting) -> Rounds:
    return begin_rounds(setting, last=3)


@hookimpl
def prompts(state: Rounds) -> tuple[Prompt, ...]:
    return (Prompt("round", state.playing, say("Play a round")),)


@hookimpl
def accept(state: Rounds, entry: Entry, ask: Ask) -> Accepted:
    scored = state.with_scores(  # wrong: ValueError: a score is nan, which is no number
        {"Player 1": float("nan")}
    )
    return Accepted(scored)


@hookimpl
def scene(state: Rounds) -> Scene:
    return state.scene("play", steps=(Step((), say("Play.")),))
