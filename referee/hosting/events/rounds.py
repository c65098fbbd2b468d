"""The rounds of an event: whether one may begin, and its tables, with matches begun."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from referee.events.event import EventTable, Plan
from referee.events.seating import seat_next_round, seat_unseated
from referee.events.standings import scores_of
from referee.hosting.events.desk import NewRecord, NewTable, deed
from referee.hosting.events.event_now import EventNow
from referee.hosting.room import plan_table
from referee.hosting.store import SeatRow
from referee.hosting.tables.loading import setting_values
from referee.hosting.tables.seat_ids import seat_ids
from referee.hosting.tables.tokens import new_codes
from referee.vocabulary.errors import ConflictError
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.movement import Seating
from referee.vocabulary.text import encoded, say
from referee.vocabulary.values import Score


@deed
def open_round(
    now: EventNow, anyway: bool = False, number: int | None = None
) -> list[NewRecord]:
    """Seat the next round and open its tables, whose matches begin.

    If its movement says that all is decided, end the event instead.

    Raise ConflictError while results are missing or wait (unless `anyway`), after
    the last round, with too few people, and if round `number` has begun already.
    """
    now.require_director()
    _require_next(now, number)
    _require_ready(now, anyway)
    seating = seat_next_round(now.event, now.results)
    if seating.is_over:
        ended = {"without": [], "out": seating.out, "decided": True}
        return [NewRecord("end", jsonable(ended), rings=now.event.tables)]
    tables, rows = _lay_tables(now, seating)
    body = {
        "tables": tables,
        "sits_out": seating.sits_out,
        "out": seating.out,
        "misses": tuple(map(encoded, seating.misses)),
        "scores_before": _score_tables(now),
    }
    # Phones that look back at earlier rounds go on from there too.
    return [NewRecord("round", jsonable(body), rows, rings=now.event.tables)]


@deed
def end_event(now: EventNow) -> list[NewRecord]:
    """End the event after its last round, without the results that are missing.

    A result that comes later counts all the same. Raise ConflictError while rounds
    are to come.
    """
    now.require_director()
    _require_last(now)
    if now.is_over:
        return []
    without = [table.code for table in now.missing]
    return [NewRecord("end", {"without": without}, rings=without)]


@deed
def open_tables(now: EventNow) -> list[NewRecord]:
    """Seat those who sit out or came late in the round that is being played.

    Raise ConflictError before the first round, with too few people, and once the
    event is over.
    """
    now.require_director()
    now.require_open()
    seating = seat_unseated(now.event, now.results)
    tables, rows = _lay_tables(now, seating)
    body = {
        "tables": tables,
        "misses": tuple(map(encoded, seating.misses)),
    }
    return [NewRecord("tables", jsonable(body), rows)]


def _require_next(now: EventNow, number: int | None) -> None:
    """Raise ConflictError if this is not the number of the next round."""
    begun = len(now.event.rounds)
    if number is None or number == begun + 1:
        return
    if number <= begun:
        raise ConflictError(say("Round {n} has begun already.", n=number))
    raise _say_next(begun)


def _require_last(now: EventNow) -> None:
    """Raise ConflictError unless the last round has begun."""
    if not now.event.is_in_last_round:
        raise _say_next(len(now.event.rounds))


def _say_next(begun: int) -> ConflictError:
    return ConflictError(say("Round {n} comes next.", n=begun + 1))


def _require_ready(now: EventNow, anyway: bool) -> None:
    """Raise ConflictError after the last round, and while results are missing."""
    plan = now.event.plan
    if now.event.is_in_last_round:
        raise ConflictError(say("All {n} rounds are played.", n=plan.rounds))
    if not now.missing or anyway:
        return
    missing = [table for table in now.missing if table.code not in now.disputed]
    template = "Results are missing: {tables}. Enter them, or go on without."
    if not missing:
        template = "Still disputed: {tables}. Settle that first, or go on all the same."
    tables = tuple(now.event.name_table(table.code) for table in missing or now.missing)
    raise ConflictError(say(template, tables=tables))


def _score_tables(now: EventNow) -> Mapping[str, Sequence[Score]]:
    """Return the scores of all tables by code; () for one without a result."""
    scores = scores_of(now.results)
    return {code: scores.get(code, ()) for code in now.event.tables}


def _lay_tables(
    now: EventNow, seating: Seating
) -> tuple[Sequence[EventTable], list[NewTable]]:
    """Return the tables of a seating, and their rows.

    Raise ConflictError if there is none.
    """
    if not any(seating.tables):
        raise ConflictError(say("Too few people are here for a table."))
    tables = []
    for seats in seating.tables:
        # A code that is taken refuses the write, and the desk tries again.
        code = next(new_codes()) if seats else ""
        tables.append(EventTable(code, seats))
    return tables, [_fill_table(now, table) for table in tables if table.seats]


def _fill_table(now: EventNow, table: EventTable) -> NewTable:
    names = []
    hashes = []
    for entrant, person in now.event.people_at(table):
        names.append(now.event.entrants[entrant].names[person])
        hashes.append(now.event.entrants[entrant].hashes[person])
    row, seats = begin_table(now.event.plan, table.code, names)
    owned = [
        replace(seat, token_hash=each) for seat, each in zip(seats, hashes, strict=True)
    ]
    return replace(row, host_hash=now.row.director_hash), owned


def begin_table(plan: Plan, code: str, names: Sequence[str]) -> NewTable:
    """Return the rows of a table whose match has begun; the first seat deals."""
    rulebook, row = plan_table(plan.game, plan.options, plan.house_rules)
    seats = [SeatRow(code, position, name) for position, name in enumerate(names)]
    setting = rulebook.check_new_setting(names, None, row.options)
    stored = seat_ids(seats).setting_with_ids(setting_values(setting))
    begun = replace(
        row,
        code=code,
        setting=stored,
        started_at=row.created_at,
        confirm=plan.confirm,
    )
    return begun, seats
