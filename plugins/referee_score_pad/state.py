"""The state of a match, and presets: the ways to write down a game's rounds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
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
    Rounds,
    Ruling,
    Score,
    Seats,
    Side,
    Steps,
    Text,
    Values,
    say,
    say_round,
    written_score,
)


@dataclass(frozen=True, slots=True)
class State:
    """A match after some entries, with its preset's memory beside the totals."""

    rounds: Rounds
    phases: Mapping[str, int] = field(default_factory=dict)
    """The phase that each is at."""
    filled: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """What each has in the categories of a sheet."""
    had_turn: Seats = ()
    """Who has had a turn in this round, where people enter in turn."""

    @property
    def chosen(self) -> Values:
        """Return the table's options."""
        return self.rounds.setting.chosen

    @property
    def in_turn(self) -> str:
        """Return the seat in turn; the first dealer begins."""
        setting = self.rounds.setting
        seats = setting.clockwise_from(setting.dealer)
        return next(seat for seat in seats if seat not in self.had_turn)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A preset: the way to write down a game's rounds."""

    ask: Callable[[State], Prompt]
    """The prompt of the moment."""
    question: Question | None = None
    rule: Callable[[Values], Ruling] | None = None
    """It rules on the question, by the fields of the prompt and what `also` adds to
    them: its verdict has `points` by seat, or says that it is not `legal`.
    """
    also: Callable[[State], Mapping[str, object]] = lambda _state: {}
    remember: Callable[[State, Values, Ruling], State] = lambda state, *_: state
    """It keeps what else is ruled."""
    winners: Callable[[State], Seats] = lambda _state: ()
    """Who has won by something else than the target or the last round."""
    ranks: Callable[[State], Mapping[str, Any]] | None = None
    """They rank by more than the total."""
    ranked_by: Callable[[State], Mapping[str, Text]] = lambda _state: {}
    """By what they rank."""
    facts: Callable[[State], tuple[Fact, ...]] = lambda _state: ()
    steps: Callable[[State], Steps] | None = None
    target: int | None = None
    """Where the match ends unless the table has chosen otherwise.

    In turns, with which number all begin.
    """
    ends_itself: bool = False
    """Whether its own rules end the match, after its `last` round at the latest."""
    last: int | None = None
    usual_last: int | None = None
    """After how many rounds the match ends unless the table has chosen otherwise."""
    sides: Callable[[Seats], tuple[Side, ...]] = lambda _seats: ()
    """The match's sides; none if each plays for themselves."""
    in_turns: bool = False
    """People enter turn by turn, and nobody deals."""


def ask_round(state: State, help: Text, *fields: Field) -> Prompt:
    """Ask for a round's points."""
    rounds = state.rounds
    title = say("Round {n}", n=rounds.number)
    return Prompt("round", rounds.setting.seats, title, help, fields)


def ask_turn(state: State, help: Text, *fields: Field) -> Prompt:
    """Ask for a turn's points."""
    rounds = state.rounds
    round = say_round(rounds.number)
    title = say("{seat}’s turn, {round}", seat=state.in_turn, round=round)
    return Prompt("turn", rounds.setting.seats, title, help, fields)


def rule_points(
    points: Mapping[str, Score],
    *because: Reason,
    parts: tuple[tuple[Text, Mapping[str, Score]], ...] = (),
    **verdict: object,
) -> Ruling:
    """Rule that these points are scored.

    `parts` are what they come of, each under its name.
    """
    rows = []
    for seat, score in points.items():
        cells = [numbers[seat] for _, numbers in parts]
        row = ReckonedSeat(seat, (*cells, score))
        rows.append(row)
    by_seat = say_by_seat(points)
    summary = say("Score: {points}.", points=by_seat)
    verdict = {"points": dict(points), **verdict}
    names = [name for name, _ in parts]
    columns = map(ReckoningColumn, (*names, say("Points")))
    reckoning = Reckoning(tuple(columns), tuple(rows))
    return Ruling(verdict, summary, because, reckoning=reckoning)


def say_by_seat(numbers: Mapping[str, Score]) -> Text:
    """Say who has which number."""
    sentences = []
    for seat, number in numbers.items():
        sentences.append(say("{seat} {n}", seat=seat, n=written_score(number)))
    return say("{all}", all=tuple(sentences))
