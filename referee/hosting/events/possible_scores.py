"""Scores that the director enters, held to what the table could have entered."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.events.event import Event, EventTable, Plan
from referee.hosting.room import plan_table
from referee.match.history import History
from referee.match.log_entry import LogEntry
from referee.match.taking.entry_step import EntryStep
from referee.match.taking.entry_taker import RefusedMoveError
from referee.time_limit import TimeLimitError, with_time_limit
from referee.vocabulary.errors import RefereeError, WrongFieldsError, wrong_field
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Score, as_score


def require_possible(
    event: Event, table: EventTable, scores: Mapping[str, Score]
) -> None:
    """Raise WrongFieldsError for scores by entrant that the table would be refused.

    Known where one entry of numbers with a total is the result: the tricks at a drive.
    """
    try:
        why = with_time_limit(lambda: _refusal_of(event.plan, table, scores))
    except (RefereeError, TimeLimitError):
        # A game that fails or hangs, or is gone, keeps nobody from entering a score.
        return
    if why is not None:
        message = say("{table}: {why}", table=event.name_table(table.code), why=why)
        raise wrong_field("scores", message)


def find_total(plan: Plan, players: int) -> Score | None:
    """Return the sum of all sides' scores at a table; None if it varies.

    Known as in `require_possible`.
    """
    try:
        result = with_time_limit(lambda: _try_result_entry(plan, players))
    except (RefereeError, TimeLimitError):
        return None
    return result.field.total if result else None


def _refusal_of(
    plan: Plan, table: EventTable, scores: Mapping[str, Score]
) -> Text | None:
    """Return why the game would surely refuse these scores; else None."""
    result = _try_result_entry(plan, len(table.seats))
    if result is None:
        return None
    by_seat = {}
    for number, entrant in enumerate(table.seats):
        by_seat[str(number)] = as_score(scores[entrant])
    numbers = {seat: by_seat[seat] for seat in result.field.words}
    try:
        after = result.enter(numbers).after
    except WrongFieldsError as wrong:
        return wrong.errors[0].message
    except RefusedMoveError as refused:
        return refused.ruling.summary
    for standing in result.history.scene_in(after).standings:
        is_of_partner = standing.seat not in numbers
        if is_of_partner and standing.score != by_seat[standing.seat]:
            return say("Partners have one score: give both the same.")
    return None


@dataclass(frozen=True, slots=True)
class _ResultEntry:
    """The one entry of a match, in whose field the scores are entered."""

    history: History
    prompt: Prompt
    field: Field

    def enter(self, numbers: Mapping[str, Score]) -> EntryStep:
        """Return the step of these numbers by seat; raise as `History.take_new`."""
        data = {self.field.name: dict(numbers)}
        entry = LogEntry(
            seq=1,
            id="",
            kind=self.prompt.kind,
            seat=None,
            data=data,
            by=None,
            host=True,
            at=0.0,
        )
        return self.history.take_new(self.history.position, entry)


def _try_result_entry(plan: Plan, players: int) -> _ResultEntry | None:
    """Return the entry that is the result of a match whose seats are numbered from 0.

    None if a match takes more than one, or they have no total.
    """
    rulebook, row = plan_table(plan.game, plan.options, plan.house_rules)
    seats = [str(number) for number in range(players)]
    setting = rulebook.check_new_setting(seats, None, row.options)
    history = History.begin(rulebook, setting)
    if not history.prompts or len(history.prompts[0].fields) != 1:
        return None
    prompt = history.prompts[0]
    [field] = prompt.fields
    if field.type != "numbers_by_seat" or field.total is None:
        return None

    first, *others = field.words
    result = _ResultEntry(history, prompt, field)
    taken = {first: field.total, **dict.fromkeys(others, 0)}
    after = history.scene_in(result.enter(taken).after)
    scores = {standing.seat: standing.score for standing in after.standings}
    are_scores = all(scores[seat] == number for seat, number in taken.items())
    return result if after.finished and are_scores else None
