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
    """The present phase of each seat."""
    filled: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """The filled categories of each seat on a sheet."""
    had_turn: Seats = ()
    """The seats that have had a turn in this round, if people enter in turn."""

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
    """Returns the prompt of the moment."""
    question: Question | None = None
    rule: Callable[[Values], Ruling] | None = None
    """Rules on the question.

    Its values are the prompt's fields and what `also` adds. The verdict has `points` by
    seat, or says that the entry is not `legal`.
    """
    also: Callable[[State], Mapping[str, object]] = lambda _state: {}
    remember: Callable[[State, Values, Ruling], State] = lambda state, *_: state
    """Keeps further results of rulings in the state."""
    winners: Callable[[State], Seats] = lambda _state: ()
    """Returns the seats that won by something else than the target or the last round.
    """
    ranks: Callable[[State], Mapping[str, Any]] | None = None
    """Returns the ranks of seats, if they rank by more than the total."""
    ranked_by: Callable[[State], Mapping[str, Text]] = lambda _state: {}
    """Returns the words for what seats rank by."""
    facts: Callable[[State], tuple[Fact, ...]] = lambda _state: ()
    steps: Callable[[State], Steps] | None = None
    target: int | None = None
    """The total that ends the match unless the table has chosen another.

    In turns it is the number that all begin with.
    """
    ends_itself: bool = False
    """Whether the preset's own rules end the match, after its `last` round at the
    latest.
    """
    last: int | None = None
    usual_last: int | None = None
    """The number of rounds unless the table has chosen another."""
    sides: Callable[[Seats], tuple[Side, ...]] = lambda _seats: ()
    """Returns the match's sides; none if each seat plays for itself."""
    in_turns: bool = False
    """Whether people enter turn by turn, and nobody deals."""


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

    `parts` are the parts that make up the points, each under its name.
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
    """Return each seat's number in words."""
    sentences = []
    for seat, number in numbers.items():
        sentences.append(say("{seat} {n}", seat=seat, n=written_score(number)))
    return say("{all}", all=tuple(sentences))
