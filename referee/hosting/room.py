"""The card room: where tables are opened, found and held.

The modules of `tables` do something at a table that is held; docs/architecture.md tells
which.

Lock order: loading, table, then list, races or listeners, then the store. Never wait
for an earlier lock while holding a later one.
"""

import hmac
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from time import monotonic

from referee.hosting.races.homes import RaceHomes
from referee.hosting.races.races import Races
from referee.hosting.store import (
    BeingSetUp,
    DatabaseAwayError,
    DiskFullError,
    NoSuchTable,
    SeatRow,
    Stamp,
    Store,
    StoreError,
    TableRow,
    WriteRefused,
)
from referee.hosting.store.event_log import find_current_tables
from referee.hosting.tables import seats
from referee.hosting.tables.claims import is_claimant
from referee.hosting.tables.held_table import HeldTable, Listeners, retry_if_outdated
from referee.hosting.tables.in_memory import TablesInMemory
from referee.hosting.tables.loading import (
    StrandedError,
    catch_up,
    fails_to_show,
    know_races,
    load,
)
from referee.hosting.tables.permissions import (
    open_races,
    require_host,
    require_seats_for,
)
from referee.hosting.tables.player_names import read_names
from referee.hosting.tables.snapshot import Snapshot, snapshot_of
from referee.hosting.tables.table import Table, TableFacts
from referee.hosting.tables.table_lock import StillHeldError
from referee.hosting.tables.tokens import (
    hashed,
    key_of,
    new_codes,
    new_token,
    read_code,
)
from referee.match.viewer import SPECTATOR, Viewer
from referee.plugin import discovery
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import (
    ConflictError,
    NotFoundError,
    RefereeError,
    UnauthorizedError,
    WriteConflictError,
)
from referee.vocabulary.text import say

EMPTY_FOR_SECONDS = 15 * 60
"""The time after which a table where nobody sits is no longer listed."""

OPENED_WITHIN_SECONDS = 12 * 60 * 60
ENTERED_WITHIN_SECONDS = 60 * 60
"""Where nothing was entered for so long, nobody plays any more."""

TABLES_LISTED = 20

OF_AN_EVENT = say(
    "A table of an event can’t be deleted. Enter its result on the event’s page, or go "
    "on without it."
)


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """A new table: its code, and the token that makes its bearer the host."""

    code: str
    host_token: str


class CardRoom:
    """All tables of one store. Any thread may call any method.

    One table's changes come one after the other; tables used last stay in memory. If
    other daemons write to the store too, holding a table brings it up to date.

    `address` is where other daemons over the store reach this one; empty without
    others. `in_memory` has the tables used last, `listeners` are told of a table's
    changes, `races` are the buzzers, `race_homes` knows which daemon has them.
    `daemons` returns how many used this store a few seconds ago, this one included.
    `inspect` is called with each changed table while it is held: for authors.
    """

    def __init__(
        self,
        store: Store,
        address: str = "",
        inspect: Callable[[HeldTable], None] | None = None,
    ) -> None:
        self.store = store
        self._inspect = inspect
        self.listeners = Listeners(self._tell)
        self.race_homes = RaceHomes(
            store.leases,
            address,
            self._lose_races,
            self._take_races,
            self.listeners.listened_tables,
        )
        self.races = Races(self.listeners.ring, store=self.race_homes.store_finishes)
        self.daemons = 1
        self.in_memory = TablesInMemory()
        # How far each table was when this daemon last rang, or was told.
        self._rung: dict[str, Stamp] = {}
        self._notifications = store.notifications(
            self._hear, self._hear_of_all, self._look_around
        )

    def close(self) -> None:
        """Close the store, and stop listening to other daemons."""
        self.race_homes.close()
        if self._notifications is not None:
            self._notifications.close()
        self.store.close()

    # Other daemons over the same store

    def _tell(self, code: str) -> None:
        if self._notifications is None:
            return
        table = self.in_memory.find(code)
        stamp = Stamp()
        if table is not None:
            stamp = table.stamp
        else:
            # An event's: else each daemon would find this change again, and ring twice.
            # What has changed is stored, even if it cannot be read now.
            with suppress(StoreError):
                stamp = self.store.stamp(code) or stamp
        self._rung[code] = stamp
        self._notifications.tell(code, stamp)

    def _hear(self, code: str, stamp: Stamp) -> None:
        self._rung[code] = stamp
        if self.race_homes.has(code):
            # Set the races open now before their first slap comes.
            with suppress(RefereeError), self.held(code):
                pass
        self.listeners.ring_here(code)

    def _hear_of_all(self) -> None:
        """Check every table that somebody listens to, after a gap in notifications."""
        self._rung = {}
        self._look_around()

    def _look_around(self) -> None:
        """Find changes that no daemon announced: it may have been killed."""
        listened_tables = self.listeners.listened_tables()
        self.daemons = self.store.daemons()
        for code in listened_tables:
            stamp = self.store.stamp(code) or Stamp()
            if stamp != self._rung.get(code):
                self._hear(code, stamp)
        for code in set(self._rung).difference(listened_tables):
            self._rung.pop(code, None)

    def _lose_races(self, code: str) -> None:
        """Forget slaps and clocks, since another daemon has the races; ring."""
        self.races.forget_table(code)
        self.listeners.ring_here(code)

    def _take_races(self, code: str) -> None:
        """Take over a dead daemon's races of a table, and measure its phones again."""
        with suppress(RefereeError), self.held(code) as held:
            know_races(self.store, self.races, held.table)
        self.listeners.ring(code)

    # Opening

    def open_table(
        self,
        game: str,
        seats: Sequence[str] = (),
        options: Mapping[str, object] | None = None,
        house_rules: Sequence[str] = (),
        confirm: bool = False,
    ) -> OpenedTable:
        """Open a table, at which the other side has to `confirm` the result or not.

        Raise UnknownGameError, UnknownHouseRuleError or WrongFieldsError for impossible
        wishes.
        """
        rulebook, row = plan_table(game, options, house_rules)
        names = read_names(seats)
        require_seats_for(rulebook, names, "seats")

        token = new_token()
        row = replace(row, host_hash=hashed(token), confirm=confirm)
        codes = new_codes()
        while True:
            code = next(codes)
            rows = [
                SeatRow(code, position, name) for position, name in enumerate(names)
            ]
            with suppress(WriteRefused):
                self.store.create_table(replace(row, code=code), rows)
                return OpenedTable(code, token)

    def being_set_up(self, within_seconds: float) -> list[BeingSetUp]:
        """Return recent tables that are set up, of installed games, newest first.

        Without those that were opened some minutes ago and at which nobody sits.
        """
        now = time.time()
        since = now - within_seconds
        empty_since = now - EMPTY_FOR_SECONDS
        tables = self.store.tables_being_set_up(since, TABLES_LISTED, empty_since)
        return [table for table in tables if discovery.find_game(table.game)]

    def running(self) -> list[BeingSetUp]:
        """Return tables of installed games where people play now, newest first."""
        now = time.time()
        since = now - OPENED_WITHIN_SECONDS
        active = now - ENTERED_WITHIN_SECONDS
        tables = self.store.running_tables(since, active, TABLES_LISTED)
        return [table for table in tables if discovery.find_game(table.game)]

    # Finding and holding

    def table(self, code: str) -> Table:
        """Return the table with this code, in any spelling, without holding it.

        Raise NotFoundError if there is none, StrandedError if its game cannot go on
        with it, StillHeldError if loading it hangs.
        """
        code = read_code(code)
        known = self.in_memory.use(code)
        if known is not None:
            return known
        with self.in_memory.loading(code):
            known = self.in_memory.use(code)
            if known is not None:
                return known
            now = monotonic()
            table = load(self.store, code)
            table.checked_at = now
            self._correct_result(table)
            know_races(self.store, self.races, table)
            self.in_memory.add(table)
            return table

    def _correct_result(self, table: Table) -> None:
        """Store a log's result if it differs: an upgraded game may rule otherwise."""
        code = table.code
        if table.match is None or self.store.past.result(code) == table.result:
            return
        # A concurrent change has stored the result itself.
        with suppress(DiskFullError, WriteConflictError):
            self.store.put_result(code, table.result, table.stamp)
            table.row = replace(table.row, version=table.row.version + 1)

    def current_table(self, code: str) -> Table:
        """Return the table with this code, not held, as other daemons left it.

        Raise as `table` does.
        """
        if self.store.shared:
            with self.held(code) as held:
                return held.table
        return self.table(code)

    def facts(self, code: str) -> TableFacts:
        """Return the facts of a table, even if nobody can play there.

        Raise NotFoundError if there is none.
        """
        try:
            return self.table(code)
        except StrandedError as stranded:
            return stranded.table

    def viewer(self, code: str, tokens: Sequence[str]) -> Viewer:
        """Return the viewer with these tokens at this table; without any, a spectator.

        Raise UnauthorizedError if none of them is known.
        """
        viewer = self.find_viewer(code, tokens)
        if any(tokens) and not viewer.is_known:
            raise _unknown_token()
        return viewer

    def find_viewer(self, code: str, tokens: Sequence[str]) -> Viewer:
        """Return the viewer with these tokens; a spectator if none is known here.

        Another daemon may have changed seats meanwhile: `HeldTable.viewer` and
        `Snapshot.viewer` are authoritative.
        """
        viewer = self.facts(code).find_viewer(tokens)
        if tokens and not viewer.is_known:
            # Another daemon may have given the seat a new owner meanwhile.
            with suppress(StrandedError):
                return self.current_table(code).find_viewer(tokens)
        return viewer

    @contextmanager
    def held(self, code: str, viewer: Viewer = SPECTATOR) -> Iterator[HeldTable]:
        """Hold the table for this viewer, so that nobody else changes it.

        Raise as `table` does, and StillHeldError if somebody has held it for too long.
        """
        while True:
            since = monotonic()
            table = self.table(code)
            with table.lock:
                if not table.dropped and self._is_current(table, since):
                    yield self._held(table, table.current_viewer(viewer))
                    return

    def _held(self, table: Table, viewer: Viewer) -> HeldTable:
        return HeldTable(table, viewer, self.store, self.races, self.listeners)

    def _is_current(self, table: Table, since: float) -> bool:
        """Bring a held table up to date, unless it was at `since` or later.

        Return False, and drop it, if it cannot go on in memory.
        """
        if not self.store.shared or table.checked_at >= since:
            return True
        now = monotonic()
        try:
            catch_up(self.store, self.races, table)
        except (NotFoundError, StrandedError, GameFaultError):
            self.in_memory.drop(table)
            return False
        except DatabaseAwayError:
            raise
        except BaseException:
            self.in_memory.drop(table)
            raise
        table.checked_at = now
        return True

    @contextmanager
    def looking(self, code: str, viewer: Viewer = SPECTATOR) -> Iterator[HeldTable]:
        """Hold the table for reading; if a hook of its game hangs, yield a copy.

        Raise as `table` does.
        """
        with ExitStack() as stack:
            try:
                held = stack.enter_context(self.held(code, viewer))
            except StillHeldError:
                known = self.in_memory.find(read_code(code))
                if known is None:
                    raise
                table = replace(known)
                held = self._held(table, table.current_viewer(viewer))
            yield held

    @contextmanager
    def changing(self, code: str, viewer: Viewer = SPECTATOR) -> Iterator[HeldTable]:
        """Hold the table to change it, then notify listeners. Raise as `held` does."""
        with self.held(code, viewer) as held:
            table = held.table
            before = _describe_to_event(table)
            try:
                yield held
                # Register the open races before anybody sees them.
                if table.match is not None and not table.dropped:
                    self.races.set_open_races(table.code, open_races(table.match))
            except DatabaseAwayError:
                # Memory may be behind the store, no more than where others write: the
                # next caller catches up. Ruling 5,000 entries again took 9 s.
                raise
            except (WriteConflictError, StoreError, StrandedError):
                # Memory may be behind the store: the next caller loads it again.
                self.in_memory.drop(table)
                raise
            except NoSuchTable:
                self.in_memory.drop(table)
                raise NotFoundError(say("This table was deleted.")) from None
            except GameFaultError as fault:
                # Nothing changed, as for any error; but the host has to know.
                self._note_fault(table, fault)
                self.listeners.ring(table.code)
                raise
            except RefereeError:
                # The error came before any change.
                raise
            except BaseException:
                # The store may have something that memory lacks.
                self.in_memory.drop(table)
                self.listeners.ring(table.code)
                raise
            self._note_fault(table, None)
            if self._inspect is not None:
                self._inspect(held)
        self.listeners.ring(table.code)
        if table.event is not None and _describe_to_event(table) != before:
            self.listeners.ring(table.event.event)
            with suppress(StoreError):  # what has changed is stored already
                for code in find_current_tables(
                    self.store, table.event.event, table.code
                ):
                    self.listeners.ring(code)
        self.in_memory.make_room(table)

    def _note_fault(self, table: Table, fault: GameFaultError | None) -> None:
        """Record for all daemons whether the game failed over the latest message.

        A failure to write this is ignored: the sender gets the outcome of the message
        itself.
        """
        table.fault = fault
        failed = fault is not None
        if table.dropped or table.row.game_failed == failed:
            return
        version = table.row.version
        with suppress(WriteConflictError, StoreError):
            with self.store.together(table.code, table.stamp):
                self.store.note(table.code, game_failed=failed)
            version += 1
        table.row = replace(table.row, version=version, game_failed=failed)

    def snapshot(self, code: str, viewer: Viewer, scores: bool = False) -> Snapshot:
        """Return the table now, for this viewer; with `scores`, the sheet too.

        If a hook of its game hangs, return its last state. Raise UnauthorizedError if a
        viewer's tokens are not known any more, StrandedError if the game cannot show
        the match.
        """
        with self.looking(code) as held:
            reader = held.table.current_reader(viewer)
            if reader == SPECTATOR != viewer:
                raise _unknown_token()
            try:
                return snapshot_of(replace(held, viewer=reader), scores)
            except GameFaultError as fault:
                raise fails_to_show(self.store, held.table, fault) from fault

    def seq(self, code: str) -> int:
        """Return the number of the last line in a table's log; 0 without one.

        It neither holds nor loads the table: listeners look for themselves.
        """
        seq = self.seq_in_memory(code)
        if seq is None:
            seq = (self.store.stamp(code) or Stamp()).seq
        return seq

    def seq_in_memory(self, code: str) -> int | None:
        """Return `seq` if it is known without asking the store; else None."""
        table = self.in_memory.find(code)
        rung = self._rung.get(code, Stamp()).seq
        if table is not None:
            # Memory may be behind what another daemon announced.
            return max(table.seq, rung)
        return rung or None

    def forget(self, code: str) -> None:
        """Drop a table from memory; the next use loads it from the store."""
        table = self.in_memory.find(read_code(code))
        if table is not None:
            self.in_memory.drop(table)

    def ring_all(self) -> None:
        """Ring for all listeners of all tables."""
        for code in self.listeners.listened_tables():
            self.listeners.ring_here(code)

    # Closing

    def delete_table(self, code: str, viewer: Viewer) -> None:
        """Delete a table for good, with all its entries. Only the host may.

        Raise ConflictError at an event.
        """
        try:
            with self.changing(code, viewer) as held:
                _delete(held)
                self.in_memory.drop(held.table)
        except StrandedError as stranded:
            table = stranded.table
            _require_deletable(table, table.current_viewer(viewer))
            self.store.delete_table(table.code)
            self.listeners.ring(table.code)
        self.races.forget_table(read_code(code))

    # Codes that cannot be guessed

    @property
    def _secret(self) -> str:
        return self.store.secret("keys of table codes")

    @property
    def daemons_secret(self) -> str:
        """Return the secret that the daemons over this store share."""
        return self.store.secret("marks of daemons")

    def keyed(self, code: str) -> str:
        """Return a table's code with its key, as in addresses and QR codes."""
        return f"{read_code(code)}-{key_of(code, self._secret)}"

    def is_key(self, code: str, key: str) -> bool:
        """Return whether this is the key of this code, even without such a table."""
        right = key_of(code, self._secret)
        return bool(key) and hmac.compare_digest(key.encode(), right.encode())

    def is_known_in_memory(self, code: str, tokens: Iterable[str]) -> bool:
        """Return whether one of these tokens is known at the table in memory."""
        table = self.in_memory.find(read_code(code))
        return table is not None and table.find_viewer(tokens).is_known

    def is_known(
        self,
        code: str,
        tokens: Sequence[str],
        link: str = "",
        claims: Iterable[str] = (),
    ) -> bool:
        """Return whether a token, a seat link or a claim with its secret is valid.

        It takes as long if there is no such table, so its time reveals nothing.
        """
        code = read_code(code)
        if self.store.is_known(code, [hashed(token) for token in tokens]):
            return True
        if seats.is_valid_link(self.store.link(hashed(link)), code):
            return True
        return any(is_claimant(self.store, code, claim) for claim in claims)


def plan_table(
    game: str, options: Mapping[str, object] | None, house_rules: Sequence[str]
) -> tuple[Rulebook, TableRow]:
    """Return the rules and the row, without code, of a new table.

    Raise UnknownGameError, UnknownHouseRuleError or WrongFieldsError for what cannot
    be.
    """
    rulebook = discovery.rulebook(game, tuple(dict.fromkeys(house_rules)))
    settled = rulebook.check_new_options(options or {})
    in_force = tuple(rule.id for rule in rulebook.house_rules)
    now = time.time()
    return rulebook, TableRow("", game, rulebook.game.version, now, settled, in_force)


def _describe_to_event(table: Table) -> tuple[object, ...] | None:
    """Return a table's result, whether it is confirmed, and whether it is in dispute.

    None before its match. Its event shows all three.
    """
    match = table.match
    if match is None:
        return None
    disputed = match.current_dispute is not None
    return table.result, match.is_confirmed, disputed


@retry_if_outdated
def _delete(held: HeldTable) -> None:
    _require_deletable(held.table, held.viewer)
    held.store.delete_table(held.code, held.table.row.version)


def _require_deletable(table: TableFacts, viewer: Viewer) -> None:
    require_host(viewer)
    if table.event is not None:
        # The event would wait for its result, and lead its phones to nothing.
        raise ConflictError(OF_AN_EVENT)


def _unknown_token() -> UnauthorizedError:
    return UnauthorizedError(
        say(
            "This table doesn’t know this token. Join again, or leave the token out "
            "to watch."
        )
    )
