"""A game of chance only: a toss says who scores, and the one who scored takes the point
before the next toss.

Two players, first to three. Whoever takes a point that the toss did not give them is
refused.
"""

from dataclasses import dataclass, replace
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
    sections_of,
)

TARGET = 3
BECAUSE = (Reason("heads-or-tails#toss", "rules", say("Who wins the toss scores.")),)


@dataclass(frozen=True, slots=True)
class State:
    """Who sits, who won each toss so far, and how many of the points were taken."""

    seats: tuple[str, ...]
    won: tuple[str, ...] = ()
    taken: int = 0


describe_game = Game(
    id="heads-or-tails",
    title="Heads or Tails",
    players=(2,),
    summary="A toss decides.",
    source="Made up",
).hook


rule_sections = sections_of(
    "heads-or-tails", Section("toss", "The toss", "Who wins the toss takes a point.")
).hook


@hookimpl
def questions() -> tuple[Question, ...]:
    winner = Field("winner", "seat", say("Winner"))
    seat = Field("seat", "seat", say("Who takes it"))
    return (
        Question("point", say("Whose point?"), (winner,)),
        Question("take", say("May they take it?"), (winner, seat)),
    )


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    winner = given.seat("winner")
    if question == "take":
        legal = given.seat("seat") == winner
        return Ruling(
            {"legal": legal}, say("The point is {winner}'s.", winner=winner), BECAUSE
        )
    return Ruling({"winner": winner}, say("{winner} scores.", winner=winner), BECAUSE)


@hookimpl
def begin(setting: Setting) -> State:
    return State(setting.seats)


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    if state.taken == TARGET:
        return ()
    if len(state.won) > state.taken:
        return (Prompt("take", state.seats, say("Take the point"), own=True),)
    coin = Field("winner", "toss", say("Winner"), choices=state.seats)
    return (Prompt("coin", state.seats, say("Toss"), fields=(coin,)),)


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    if entry.kind == "coin":
        winner = entry.given.toss("winner")
        point = ask("point", winner=winner)
        won = (*state.won, cast(str, point.verdict["winner"]))
        told = say("Toss {n}: {point}", n=len(won), point=point.summary)
        point = replace(
            point, verdict={**point.verdict, "toss": len(won)}, summary=told
        )
        return Accepted(replace(state, won=won), (point,))
    ruling = ask("take", winner=state.won[-1], seat=entry.seat)
    if not ruling.verdict["legal"]:
        return Refused(ruling)
    won = (*state.won[:-1], cast(str, entry.seat))
    return Accepted(replace(state, won=won, taken=state.taken + 1), (ruling,))


@hookimpl
def scene(state: State) -> Scene:
    points = {seat: state.won[: state.taken].count(seat) for seat in state.seats}
    standings = tuple(
        Standing(seat, mine, 1 + sum(other > mine for other in points.values()))
        for seat, mine in points.items()
    )
    over = state.taken == TARGET
    winners = tuple(
        standing.seat for standing in standings if over and standing.place == 1
    )
    return Scene(
        "toss",
        state.taken + 1,
        () if over else state.seats,
        standings,
        finished=over,
        winners=winners,
    )
