"""A small game whose second version counts double, refuses sevens, and asks who saw it."""

from dataclasses import dataclass, replace

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
    hookimpl,
    say,
    sections_of,
)

version = "1"
"""A test sets it, as an upgrade would."""


@dataclass(frozen=True, slots=True)
class State:
    seats: tuple[str, ...]
    begun_under: str
    points: int = 0


@hookimpl
def describe_game() -> Game:
    return Game(
        id="grows-stricter",
        title="Grows Stricter",
        players=(2,),
        summary="Points.",
        source="Made up",
        version=version,
    )


rule_sections = sections_of(
    "grows-stricter",
    Section("count", "Counting", "A point counts twice, and seven is too many."),
).hook


@hookimpl
def questions() -> tuple[Question, ...]:
    return ()


@hookimpl
def begin(setting: Setting) -> State:
    return State(setting.seats, setting.version)


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    points = Field("points", "number", say("Points"))
    witness = Field("witness", "seat", say("Who saw it?"), not_in=("1",))
    fields = (points,) if version == "1" else (points, witness)
    return (Prompt("score", state.seats, say("Points"), fields=fields),)


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    points = entry.given.number("points")
    why = Reason("grows-stricter#count", "rules", say("That is how points count."))
    if not entry.is_under("1") and points == 7:
        return Refused(Ruling({"legal": False}, say("Seven is too many."), (why,)))
    worth = points if entry.is_under("1") else 2 * points
    ruling = Ruling({"worth": worth}, say("That is worth {n}.", n=worth), (why,))
    return Accepted(replace(state, points=state.points + worth), (ruling,))


@hookimpl
def scene(state: State) -> Scene:
    standings = tuple(Standing(seat, state.points, 1) for seat in state.seats)
    return Scene(f"begun under {state.begun_under}", 1, state.seats, standings)
