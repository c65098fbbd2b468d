"""What a preset is: how the rounds of one game are written down."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from referee import (
    Fact,
    Field,
    Prompt,
    Question,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Score,
    Text,
    Values,
    Wins,
    say,
    written_score,
)

from .state import State


@dataclass(frozen=True, slots=True)
class Sheet:
    """How the rounds of one game are written down.

    `ask` is the prompt of the moment. `rule` rules on `question`, by the fields of the prompt and what `also` adds to
    them: its verdict has `points` by seat, or says that it is not `legal`. `remember` keeps what else is ruled.
    `winners` have won by something else than the target or the last round, `ranks` rank by more than the
    total, and `ranked_by` says by what.
    """

    ask: Callable[[State], Prompt]
    question: Question | None = None
    rule: Callable[[Values], Ruling] | None = None
    also: Callable[[State], Mapping[str, object]] = lambda _state: {}
    remember: Callable[[State, Values, Ruling], State] = lambda state, _given, _ruled: state
    winners: Callable[[State], tuple[str, ...]] = lambda _state: ()
    ranks: Callable[[State], Mapping[str, Any]] | None = None
    ranked_by: Callable[[State], Mapping[str, Text]] = lambda _state: {}
    facts: Callable[[State], tuple[Fact, ...]] = lambda _state: ()
    next: Callable[[State], Text] | None = None
    wins: Wins | None = None
    """Which totals win; None: as the table has chosen."""
    target: int | None = None
    """Where the match ends unless the table has chosen otherwise; in turns, with which number all begin."""
    last: Callable[[int], int | None] | None = None
    """Where its own rules end the match, after how many rounds they do for so many players; None: after no number."""
    in_turns: bool = False
    """People enter turn by turn, and nobody deals."""


def ask_round(state: State, help: Text, *fields: Field) -> Prompt:
    """The prompt for what a round brings."""
    return Prompt("round", state.rounds.setting.seats, say("Round {n}", n=state.rounds.number), help, fields)


def ask_turn(state: State, help: Text, *fields: Field) -> Prompt:
    """The prompt for what a turn brings."""
    title = say("{seat}’s turn, round {n}", seat=state.in_turn, n=state.rounds.number)
    return Prompt("turn", state.rounds.setting.seats, title, help, fields)


def rule_points(
    points: Mapping[str, Score],
    *because: Reason,
    parts: tuple[tuple[Text, Mapping[str, Score]], ...] = (),
    **verdict: object,
) -> Ruling:
    """The ruling that these points are scored; `parts` are what they come of, each under its name."""
    columns = (*(ReckoningColumn(name) for name, _ in parts), ReckoningColumn(say("Points")))
    rows = tuple(ReckonedSeat(seat, (*(numbers[seat] for _, numbers in parts), n)) for seat, n in points.items())
    summary = say("This brings: {points}.", points=by_seat(points))
    return Ruling({"points": dict(points), **verdict}, summary, because, reckoning=Reckoning(columns, rows))


def by_seat(numbers: Mapping[str, Score]) -> Text:
    """These numbers in words: who has which."""
    return say("{all}", all=tuple(say("{seat} {n}", seat=seat, n=written_score(n)) for seat, n in numbers.items()))


def refuse(summary: Text, because: Reason) -> Ruling:
    """The ruling that this cannot be."""
    return Ruling({"legal": False}, summary, (because,))
