"""An entry changes the state that it was given."""

from referee import (
    Accepted,
    Ask,
    Entry,
    Prompt,
    Scene,
    Setting,
    Standing,
    hookimpl,
    say,
)
from tests.toy_games.highest_card import *

LAST = 3


@hookimpl
def begin(setting: Setting) -> dict[str, int]:
    return dict.fromkeys(setting.seats, 0)


@hookimpl
def prompts(state: dict[str, int]) -> tuple[Prompt, ...]:
    return (
        ()
        if max(state.values()) >= LAST
        else (Prompt("point", tuple(state), say("Take a point"), own=True),)
    )


@hookimpl  # wrong: `accept` changes the state that it is given
def accept(state: dict[str, int], entry: Entry, ask: Ask) -> Accepted:
    state[entry.seat or ""] += 1
    return Accepted(state)


@hookimpl
def scene(state: dict[str, int]) -> Scene:
    over = max(state.values()) >= LAST
    standings = tuple(Standing(seat, score, 1) for seat, score in state.items())
    return Scene("points", 1, () if over else tuple(state), standings, finished=over)
