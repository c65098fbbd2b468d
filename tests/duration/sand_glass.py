"""A stranger's game that asks for a duration: whoever holds out for a minute or more
has won.
"""

from dataclasses import dataclass
from typing import cast

from referee import (
    Accepted,
    Ask,
    Entry,
    Field,
    Game,
    Prompt,
    Question,
    Reason,
    Refused,
    Ruling,
    Scene,
    Section,
    Setting,
    Standing,
    Values,
    hookimpl,
    say,
)

BECAUSE = (Reason("sand-glass#minute", "rules", say("It takes a minute.")),)
HELD = Field("held", "duration", say("Held out for"), max=600)


@dataclass(frozen=True, slots=True)
class State:
    """Who sits, and, in the end, for how many seconds they held out."""

    seats: tuple[str, ...]
    held: int | None = None


@hookimpl
def describe_game() -> Game:
    return Game(
        id="sand-glass",
        title="Sand Glass",
        players=(1,),
        summary="Hold out for a minute.",
        source="Made up",
    )


@hookimpl
def rule_sections() -> tuple[Section, ...]:
    return (Section("minute", "The minute", "Whoever holds out for a minute has won."),)


@hookimpl
def questions() -> tuple[Question, ...]:
    return (Question("enough", say("Was that long enough?"), (HELD,)),)


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    held = cast(int, given.values["held"])
    return Ruling(
        {"enough": held >= 60, "seconds": held},
        say("That was {n} seconds.", n=held),
        BECAUSE,
    )


@hookimpl
def begin(setting: Setting) -> State:
    return State(setting.seats)


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    return (
        ()
        if state.held is not None
        else (Prompt("hold", state.seats, say("Hold out"), fields=(HELD,)),)
    )


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    held = cast(int, entry.given.values["held"])
    return Accepted(State(state.seats, held), (ask("enough", held=held),))


@hookimpl
def scene(state: State) -> Scene:
    standings = tuple(Standing(seat, state.held or 0, 1) for seat in state.seats)
    over = state.held is not None
    return Scene(
        "hold",
        1,
        () if over else state.seats,
        standings,
        finished=over,
        winners=state.seats if over else (),
    )
