"""An event's desk: how any change of an event is made.

Everything that happens at an event is a record of its log. Each change reads the event,
decides on records, and appends them in one transaction with the tables that it opens; a
slower one reads again. The director is the host of every table, and an entrant's token
owns their seat at each.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from referee.events.event import Event, EventRecord, EventRecordType, EventTable
from referee.events.forgetting import Forgetting
from referee.hosting.events.event_now import EventNow, look_at
from referee.hosting.room import CardRoom
from referee.hosting.store.event_log import Addition, SeatInEvent, append_records
from referee.hosting.store.rows import SeatRow, TableRow
from referee.hosting.tables.held_table import TRIES
from referee.hosting.tables.tokens import read_code
from referee.vocabulary.errors import NotFoundError, WriteConflictError
from referee.vocabulary.text import say

NewTable = tuple[TableRow, list[SeatRow]]


@dataclass(frozen=True, slots=True)
class NewRecord:
    """A record to append to an event's log."""

    type: EventRecordType
    body: Mapping[str, Any]
    tables: Sequence[NewTable] = ()
    """The tables that it opens."""
    freed: Sequence[SeatInEvent] = ()
    """The seats whose former owners have them no more."""
    forgetting: Forgetting | None = None
    """How it takes a name out of what was before."""
    rings: Iterable[str | None] = ()
    """The codes of the tables whose phones look again; None is no table."""


@dataclass(frozen=True, slots=True)
class EventDesk:
    """An event's desk, for whoever has these tokens.

    All methods raise NotFoundError without the event, and UnauthorizedError or
    ForbiddenError without the right.
    """

    room: CardRoom
    code: str
    tokens: tuple[str, ...] = ()

    def look(self) -> EventNow:
        """Return the event without checking rights; the caller decides what to show."""
        return look_at(self.room.store, read_code(self.code), self.tokens)

    def attend(self) -> EventNow:
        """Return the event; raise UnauthorizedError for anybody who has no part."""
        now = self.look()
        now.require_member()
        return now

    def direct(self) -> EventNow:
        """Return the event; raise as `require_director` for all but its director."""
        now = self.look()
        now.require_director()
        return now

    def add(
        self, decide: Callable[[EventNow], list[NewRecord]]
    ) -> tuple[EventNow, list[NewRecord]]:
        """Append the records that `decide` returns, after any that came first.

        Return the event afterwards, and these records.
        """
        for _ in range(TRIES):
            now = self.look()
            added = decide(now)
            if not added:
                return now, added
            at = time.time()
            records = []
            opened: list[NewTable] = []
            freed: list[SeatInEvent] = []
            changed: list[EventRecord] = []
            rung: set[str | None] = {now.row.code}
            plan = None
            for seq, new in enumerate(added, now.event.seq + 1):
                records.append(EventRecord(seq, new.type, at, new.body))
                opened += new.tables
                freed += new.freed
                rung.update(new.rings)
                if new.forgetting is not None:
                    changed += new.forgetting.records
                    plan = new.forgetting.rewrite(now.row.plan)
            with suppress(WriteConflictError):
                addition = Addition(records, opened, freed, changed, plan)
                append_records(self.room.store, now.row.code, addition)
                for seat in freed:
                    self.room.forget(seat.table)
                    rung.add(seat.table)
                for code in filter(None, rung):
                    self.room.listeners.ring(code)
                return self.look(), added
        raise WriteConflictError

    def change(self, decide: Callable[[EventNow], list[NewRecord]]) -> EventNow:
        """Append records as `add` does; return only the event."""
        now, _ = self.add(decide)
        return now


Given = ParamSpec("Given")


def deed(
    decide: Callable[Concatenate[EventNow, Given], list[NewRecord]],
) -> Callable[Concatenate[EventDesk, Given], EventNow]:
    """Return the function of a desk that appends the records which `decide` returns."""

    @wraps(decide)
    def act(desk: EventDesk, /, *given: Given.args, **named: Given.kwargs) -> EventNow:
        return desk.change(lambda now: decide(now, *given, **named))

    return act


def find_table(event: Event, code: str) -> EventTable:
    """Return an event's table. Raise NotFoundError if it has none with this code."""
    table = event.tables.get(read_code(code))
    if table is None:
        raise NotFoundError(say("This event has no such table."))
    return table
