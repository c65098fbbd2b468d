"""A stranger's game that nobody need win: points are taken until the table calls it
off, and then nobody has won.

Two to four players, no cards.
"""

from dataclasses import dataclass, replace
from typing import cast

from referee import (
    Accepted,
    Ask,
    Entry,
    Game,
    Prompt,
    Question,
    Refused,
    Scene,
    Section,
    Setting,
    Standing,
    hookimpl,
    say,
    sections_of,
)


@dataclass(frozen=True, slots=True)
class State:
    """Who sits, who took each of the points, and whether it was called off."""

    seats: tuple[str, ...]
    taken: tuple[str, ...] = ()
    over: bool = False


describe_game = Game(
    id="called-off",
    title="Called Off",
    players=(2, 3, 4),
    summary="Nobody wins.",
    source="Made up",
).hook


rule_sections = sections_of(
    "called-off",
    Section("off", "Calling off", "Once it is called off, nobody has won."),
).hook


@hookimpl
def questions() -> tuple[Question, ...]:
    return ()


@hookimpl
def begin(setting: Setting) -> State:
    return State(setting.seats)


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    if state.over:
        return ()
    return Prompt("take", state.seats, say("Take a point")), Prompt(
        "call-off", state.seats, say("Call it off")
    )


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    if entry.kind == "call-off":
        return Accepted(replace(state, over=True))
    return Accepted(replace(state, taken=(*state.taken, cast(str, entry.seat))))


@hookimpl
def scene(state: State) -> Scene:
    points = {seat: state.taken.count(seat) for seat in state.seats}
    standings = tuple(
        Standing(seat, mine, 1 + sum(other > mine for other in points.values()))
        for seat, mine in points.items()
    )
    to_act = () if state.over else state.seats
    return Scene(
        "over" if state.over else "take", 1, to_act, standings, finished=state.over
    )
