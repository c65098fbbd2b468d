"""Each entry goes through all that was ever entered."""

from dataclasses import dataclass, replace

from referee import (
    Accepted,
    Ask,
    Entry,
    Game,
    Prompt,
    Question,
    Scene,
    Section,
    Setting,
    Standing,
    hookimpl,
    say,
)

ROUNDS = 200


@dataclass(frozen=True, slots=True)
class State:
    """Who sits, and who took each of the points."""

    seats: tuple[str, ...]
    taken: tuple[str, ...] = ()


@hookimpl
def describe_game() -> Game:
    return Game(
        id="points",
        title="Points",
        players=(2,),
        summary="Points are taken.",
        source="Made up",
    )


@hookimpl
def rule_sections() -> tuple[Section, ...]:
    return (Section("point", "Points", "Whoever is named takes a point."),)


@hookimpl
def questions() -> tuple[Question, ...]:
    return ()


@hookimpl
def begin(setting: Setting) -> State:
    return State(setting.seats)


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    over = len(state.taken) >= ROUNDS
    return (
        () if over else (Prompt("point", state.seats, say("Take a point"), own=True),)
    )


@hookimpl  # wrong: Late entries cost
def accept(state: State, entry: Entry, ask: Ask) -> Accepted:
    return Accepted(replace(state, taken=(*state.taken, entry.seat or "")))


@hookimpl
def scene(state: State) -> Scene:
    scores = dict.fromkeys(state.seats, 0)
    for last in range(len(state.taken)):
        for seat in state.taken[:last]:
            scores[seat] = state.taken[:last].count(seat)
    standings = tuple(Standing(seat, score, 1) for seat, score in scores.items())
    over = len(state.taken) >= ROUNDS
    return Scene("points", 1, () if over else state.seats, standings, finished=over)
