"""A stranger's game that is only a tally: after each round its points are entered, a number a seat, also below zero."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee import (
    Accepted,
    Ask,
    Entry,
    Field,
    Game,
    Prompt,
    Question,
    Reason,
    Ruling,
    Scene,
    Section,
    Setup,
    Standing,
    Values,
    hookimpl,
    say,
)

WHY = (Reason("tally#sum", "rules", say("All rounds count.")),)


@dataclass(frozen=True, slots=True)
class State:
    """The points of each seat, at which number they end the match, and the rounds counted."""

    points: Mapping[str, int]
    target: int
    rounds: int = 0

    @property
    def over(self) -> bool:
        return max(self.points.values()) >= self.target


@hookimpl
def describe_game() -> Game:
    target = Field("target", "number", say("Points to win"), min=10, max=900, default=100)
    return Game("tally", "Tally", (2, 3, 4, 5, 6), "Only the points are kept.", "Made up", (target,))


@hookimpl
def rule_sections() -> tuple[Section, ...]:
    return (Section("sum", "The sum", "All rounds count."),)


@hookimpl
def questions() -> tuple[Question, ...]:
    return (Question("sum", say("What is the sum?"), (Field("first", "number", say("Points")),)),)


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    return Ruling({"sum": given.number("first")}, say("It is {n}.", n=given.number("first")), WHY)


@hookimpl
def begin(setting: Setup) -> State:
    return State(dict.fromkeys(setting.seats, 0), int(str(setting.options["target"])))


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    seats = tuple(state.points)
    points = Field("points", "numbers_by_seat", say("Points"))
    return () if state.over else (Prompt("round", seats, say("The points of the round"), fields=(points,)),)


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted:
    gained = entry.given.numbers_by_seat("points")
    points = {seat: had + gained[seat] for seat, had in state.points.items()}
    ruling = Ruling({"points": points}, say("The round is counted."), WHY)
    return Accepted(State(points, state.target, state.rounds + 1), (ruling,))


@hookimpl
def scene(state: State) -> Scene:
    standings = tuple(
        Standing(seat, mine, 1 + sum(other > mine for other in state.points.values()))
        for seat, mine in state.points.items()
    )
    winners = tuple(one.seat for one in standings if one.place == 1) if state.over else ()
    to_act = () if state.over else tuple(state.points)
    return Scene("play", state.rounds + 1, to_act, standings, (), finished=state.over, winners=winners)
