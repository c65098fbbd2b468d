"""An event as one viewer sees it at one moment, and checks of their rights."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace

from referee.events.event import Call, Event, EventTable
from referee.events.standings import (
    EventStanding,
    Results,
    RoundScores,
    find_missing_tables,
    join_results,
    name_winners,
    rank_by_rounds,
    score_round,
)
from referee.hosting.events.board_address import board_token
from referee.hosting.store import EventRow, Store
from referee.hosting.store.event_log import (
    ENTERED,
    HASHES,
    KeptEvents,
    find_disputed,
    find_events,
    find_latest_authors,
    find_stopped,
    find_unconfirmed_tables,
    read_confirmed,
    read_event,
    read_results,
    read_seat_names,
)
from referee.hosting.tables.tokens import hashed
from referee.vocabulary.errors import (
    ConflictError,
    ForbiddenError,
    NotFoundError,
    UnauthorizedError,
)
from referee.vocabulary.movement import Entrants
from referee.vocabulary.text import say
from referee.vocabulary.values import Seats


@dataclass(frozen=True, slots=True)
class EventNow:
    """An event at one moment, and who looks at it."""

    row: EventRow
    event: Event
    results: Results
    """The results that count: the director's, or the tables' own; where these are
    confirmed, as they were confirmed last.
    """
    own: Results
    """The tables' own results, whether they count or not."""
    unconfirmed: Results
    """The results that wait to be confirmed."""
    waiting: tuple[EventTable, ...]
    """The tables whose result is missing, not confirmed, or disputed."""
    disputed: Mapping[str, "DisputedTable"]
    """The tables that wait for a dispute, by code."""
    stopped: frozenset[str]
    """The tables whose match is over, but has no result: nothing was scored."""
    rounds: tuple[RoundScores, ...]
    """The scores of each round."""
    standings: tuple[EventStanding, ...] = ()
    """The standings, first place first."""
    is_director: bool = False
    is_board: bool = False
    entrant: str | None = None
    """The viewer's id as entrant."""
    person: int = 0
    """Which of a pair they are."""

    @property
    def played(self) -> Set[str]:
        """Return the tables that have a result of their own."""
        return self.own.keys()

    @property
    def viewer(self) -> tuple[object, ...]:
        """Return who looks at it."""
        return self.is_director, self.is_board, self.entrant, self.person

    def as_stranger(self) -> "EventNow":
        """Return the event as those see it who have no part in it."""
        return replace(self, is_director=False, is_board=False, entrant=None, person=0)

    @property
    def is_over(self) -> bool:
        """Return whether all rounds are played, or were gone on without a result."""
        return self.event.is_in_last_round and not self.is_playing

    @property
    def has_places(self) -> bool:
        """Return whether anything counts yet: before that everybody would be first."""
        return bool(self.results or self.event.adjustments)

    @property
    def winners(self) -> list[str]:
        """Return who has won, once the event is over; nobody where nothing counts."""
        is_won = self.is_over and self.has_places
        return name_winners(self.standings) if is_won else []

    @property
    def is_playing(self) -> bool:
        """Return whether a table of the latest round is waited for."""
        awaited = self.awaited
        return any(table in awaited for table in self._tables_of_round)

    @property
    def awaited(self) -> tuple[EventTable, ...]:
        """Return the tables that wait, but those that the director gave up."""
        given_up = self.event.given_up
        return tuple(table for table in self.waiting if table.code not in given_up)

    def leads_to(self, table: EventTable | None) -> bool:
        """Return whether phones belong at this table: it plays, or is confirmed."""
        return table in self.awaited and table.code not in self.stopped

    @property
    def missing(self) -> tuple[EventTable, ...]:
        """Return the tables that the next round waits for, or the end.

        A correction of an earlier round is not waited for, unless it is disputed: the
        scores confirmed before count.
        """
        known = self.results.keys() - self.disputed.keys()
        this_round = self._tables_of_round
        return tuple(
            table
            for table in self.awaited
            if table in this_round or table.code not in known
        )

    @property
    def _tables_of_round(self) -> tuple[EventTable, ...]:
        """Return the tables of the latest round; none before the first."""
        latest = self.event.latest_round
        return latest.tables if latest else ()

    @property
    def calls(self) -> tuple[Call, ...]:
        """Return the calls that the viewer sees.

        A director sees all; an entrant sees those from their table, and their own open
        ones from elsewhere.
        """
        if self.is_director:
            return self.event.calls
        if self.entrant is None:
            return ()
        table = self.event.table_of(self.entrant)
        seen = []
        for call in self.event.calls:
            is_here = table is not None and call.table == table.code
            is_own = call.is_open and call.entrant == self.entrant
            if is_here or is_own:
                seen.append(call)
        return tuple(seen)

    def find_standing(self, entrant: str) -> EventStanding | None:
        """Return an entrant's standing; None for who left before their first round."""
        for standing in self.standings:
            if standing.entrant == entrant:
                return standing
        return None

    @property
    def is_member(self) -> bool:
        """Return whether the viewer has a part in the event."""
        return self.is_director or self.is_board or self.entrant is not None

    def require_member(self) -> None:
        """Raise UnauthorizedError for anybody without a part in the event."""
        if not self.is_member:
            raise UnauthorizedError(
                say("Only those who entered this event can see it. Enter at its door.")
            )

    def require_open(self) -> None:
        """Raise ConflictError once the event is over: nobody enters or is seated."""
        if self.is_over:
            raise ConflictError(
                say(
                    "The event is over. For another round the director raises the "
                    "number of rounds."
                )
            )

    def require_director(self) -> None:
        """Raise UnauthorizedError or ForbiddenError for all but the director."""
        self.require_member()
        if not self.is_director:
            raise ForbiddenError(say("Only the director can do this."))


def require_event(store: Store, code: str) -> None:
    """Raise NotFoundError if no event has this code."""
    if not find_events(store, [code]):
        raise _no_event(code)


def _no_event(code: str) -> NotFoundError:
    return NotFoundError(
        say("There’s no event with the code {code}. Check the code.", code=code)
    )


def look_at(store: Store, code: str, tokens: Sequence[str]) -> EventNow:
    """Return an event as the bearer of these tokens sees it.

    Raise NotFoundError if no event has this code.
    """
    row, event = read_or_raise(store, code)
    now = _SEEN.find(store, row, lambda _: _read_now(store, row, event))
    hashes = [hashed(token) for token in tokens if token]
    boards = row.board_hash, hashed(board_token(row.board_hash))
    entrant, person = now.event.find_person(hashes) or (None, 0)
    return replace(
        now,
        is_director=row.director_hash in hashes,
        is_board=not set(boards).isdisjoint(hashes),
        entrant=entrant,
        person=person,
    )


def has_been_at_event(store: Store, code: str, tokens: Sequence[str]) -> bool:
    """Return whether one of these tokens is, or was, good at this event.

    It folds no event, and takes about as long without one, so its time reveals nothing.
    """
    heads = store.read(HASHES, [code])
    for token in tokens:
        own = hashed(token)
        for director, board in heads:
            if own in (director, board, hashed(board_token(board))):
                return True
        if store.read(ENTERED, [code, f"%{own}%"]):
            return True
    return False


def read_or_raise(store: Store, code: str) -> tuple[EventRow, Event]:
    """Return an event as `read_event` does. Raise NotFoundError without one."""
    found = read_event(store, code)
    if found is None:
        raise _no_event(code)
    return found


# Three rounds of 50 tables: without it 13.9 s of the processor, with it 9.5.
_SEEN = KeptEvents[EventNow]()
"""Events as strangers see them."""


def _read_now(store: Store, row: EventRow, event: Event) -> EventNow:
    """Return an event as strangers see it."""
    code = row.code
    unconfirmed = find_unconfirmed_tables(store, code)
    results = dict(read_results(store, tuple(event.tables)))
    own = dict(results)
    # A table that is corrected and confirmed meanwhile is only in the former, and one
    # that is only corrected in the latter.
    unconfirmed |= find_unconfirmed_tables(store, code)
    confirmed = read_confirmed(store, tuple(unconfirmed))
    to_confirm = {}
    for table in unconfirmed:
        if table in results:
            to_confirm[table] = results.pop(table)
        if table in confirmed:
            results[table] = confirmed[table]
    counting = join_results(event, results)
    disputed = _find_disputed_tables(store, event)
    rounds = []
    for number in range(1, len(event.rounds) + 1):
        rounds.append(score_round(event, number, counting))
    now = EventNow(
        row,
        event,
        counting,
        own,
        to_confirm,
        _list_waiting_tables(event, counting, unconfirmed.union(disputed)),
        disputed,
        find_stopped(store, code),
        tuple(rounds),
    )
    return replace(now, standings=rank_by_rounds(event, now.rounds, now.is_over))


def _list_waiting_tables(
    event: Event, results: Results, unsettled: frozenset[str]
) -> tuple[EventTable, ...]:
    missing = {table.code for table in find_missing_tables(event, results)}
    missing |= unsettled.difference(event.scores)
    return tuple(table for table in event.tables.values() if table.code in missing)


def find_confirmers_by_table(store: Store, now: EventNow) -> Mapping[str, Seats]:
    """Return who can confirm, for each table whose result waits for that.

    No table is loaded for it: one whose game hangs would hold up everybody.
    """
    tables = {}
    for table in now.waiting:
        if table.code in now.played and table.code not in now.disputed:
            tables[table.code] = table
    authors = find_latest_authors(store, tuple(tables))
    names = read_seat_names(store, tuple(tables))
    confirmers = {}
    for code, table in tables.items():
        author = authors.get(code)
        side: Entrants = ()
        if author is not None:
            sides = now.event.sides_at(table)
            side = next(each for each in sides if table.seats[author] in each)
        others = []
        for entrant, name in zip(table.seats, names[code], strict=False):
            if entrant not in side:
                others.append(name)
        confirmers[code] = tuple(others)
    return confirmers


@dataclass(frozen=True, slots=True)
class DisputedTable:
    """A table that waits for a dispute: who disputes (None: its host), and why."""

    table: EventTable
    by: str | None
    why: str


def _find_disputed_tables(store: Store, event: Event) -> Mapping[str, DisputedTable]:
    """Return the tables that wait for a dispute, by code.

    As `find_confirmers_by_table`, it loads none.
    """
    tables = event.tables
    disputed = find_disputed(store, tuple(tables))
    names = read_seat_names(store, tuple(disputed))
    found = {}
    for code, (seat, why) in disputed.items():
        by = None if seat is None else names[code][seat]
        found[code] = DisputedTable(tables[code], by, why)
    return found
