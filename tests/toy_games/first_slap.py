"""A stranger's game with a race: each round, whoever slaps first takes a point. A tie
is tossed for by the table.

Two to four players, no cards. First to `target` points wins. Between two slaps somebody
says that the round goes on.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
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
    Step,
    Values,
    hookimpl,
    say,
    sections_of,
)

SECTIONS = (
    Section(
        "slap",
        "The slap",
        "The first to slap takes a point; in a dead heat nobody does.",
    ),
)


@dataclass(frozen=True, slots=True)
class State:
    """Who sits, what for, the points, the rounds decided, and whether the table waits
    for the next.
    """

    seats: tuple[str, ...]
    target: int
    points: Mapping[str, int] = field(default_factory=dict)
    decided: int = 0
    waiting: bool = False

    @property
    def over(self) -> bool:
        return max(self.points.values(), default=0) >= self.target


TARGET = Field("target", "number", say("Points to win"), min=1, max=9, default=3)

describe_game = Game(
    id="first-slap",
    title="First Slap",
    players=(2, 3, 4),
    summary="The first to slap wins.",
    source="Made up",
    options=(TARGET,),
).hook


rule_sections = sections_of("first-slap", *SECTIONS).hook


@hookimpl
def questions() -> tuple[Question, ...]:
    return (
        Question(
            "slap",
            say("Who takes the point?"),
            (Field("order", "order", say("Who slapped"), min=1),),
        ),
    )


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    first = given.order("order")[0]
    if len(first) > 1:
        because = (
            Reason("first-slap#slap", "rules", say("{seats} were level.", seats=first)),
        )
        return Ruling(
            {"winner": None}, say("A dead heat: nobody takes the point"), because
        )
    because = (
        Reason("first-slap#slap", "rules", say("{seat} slapped first.", seat=first[0])),
    )
    return Ruling(
        {"winner": first[0]}, say("{seat} takes the point", seat=first[0]), because
    )


@hookimpl
def begin(setting: Setting) -> State:
    return State(setting.seats, cast(int, setting.options["target"]))


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    if state.over:
        return ()
    if state.waiting:
        return (Prompt("go", state.seats, say("On with it")),)
    order = Field(
        "order",
        "order",
        say("Who slapped, from first to last"),
        min=1,
        choices=state.seats,
    )
    race = f"slap-{state.decided + 1}"
    wait = Prompt("wait", state.seats, say("A pause"), optional=True)
    return Prompt("slap", state.seats, say("Slap"), fields=(order,), race=race), wait


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    if entry.kind != "slap":
        return Accepted(replace(state, waiting=entry.kind == "wait"))
    ruling = ask("slap", order=entry.given.order("order"))
    points = dict(state.points)
    if (winner := cast("str | None", ruling.verdict["winner"])) is not None:
        points[winner] = points.get(winner, 0) + 1
    return Accepted(replace(state, points=points, decided=state.decided + 1), (ruling,))


@hookimpl
def scene(state: State) -> Scene:
    points = {seat: state.points.get(seat, 0) for seat in state.seats}
    standings = tuple(
        Standing(seat, mine, 1 + sum(other > mine for other in points.values()))
        for seat, mine in points.items()
    )
    winners = tuple(seat for seat, mine in points.items() if mine >= state.target)
    phase = "finished" if state.over else "pause" if state.waiting else "slap"
    waiting = () if state.over else state.seats
    text = say("Somebody says when it goes on.")
    if phase == "slap":
        text = say("Everybody slaps.")
    return Scene(
        phase,
        1,
        waiting,
        standings,
        steps=(Step((), text),),
        finished=state.over,
        winners=winners,
    )
