"""The tables in memory, and the one way to get at them: whoever reads or changes a table holds it.

Nobody waits for a lock while they have one that stands later in this order: that under which a table is loaded, the
table's own, and for a moment that of the list, of the races or of the bells. What the store locks comes last of all.
"""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from threading import Lock
from time import monotonic
from weakref import WeakValueDictionary

from referee.hosting.races.races import Races
from referee.hosting.store import DamagedError, DatabaseAwayError, NoRoomError, NoSuchTable, Store
from referee.hosting.tables.catching_up import catch_up, know_races
from referee.hosting.tables.loading import StrandedError, load
from referee.hosting.tables.notices import Notices
from referee.hosting.tables.table import Table
from referee.hosting.tables.table_lock import StillHeldError, TableLock
from referee.hosting.tables.tokens import read_code
from referee.plugin.game_faults import GameFaultError
from referee.vocabulary.errors import NotFoundError, RefereeError, WriteConflictError
from referee.vocabulary.text import say

ENTRIES_IN_MEMORY = 25_000
"""So much is kept of all tables together. An entry with its rulings takes 2 to 9 kB, so that is some 200 MB at most."""


class TableCache:
    """The tables of a store that were asked for last. Any thread may call any method.

    One table's changes come one after the other, and `notices` tells whoever listens to it of each. Where other daemons
    write to the store too, a table is as they left it whenever it is held. `races` are the buzzers.
    """

    def __init__(self, store: Store, notices: Notices, races: Races) -> None:
        self._store = store
        self._races = races
        self._notices = notices
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._weights: dict[str, int] = {}
        self._weight = 0
        self._lock = Lock()
        self._loading = WeakValueDictionary[str, TableLock]()

    @property
    def in_memory(self) -> int:
        """How many tables there are in memory."""
        return len(self._tables)

    def table(self, code: str) -> Table:
        """The table with this code, however it was typed; NotFoundError when there is none, StrandedError where
        its game cannot go on with it, StillHeldError where that does not come to an end. It is not held.
        """
        code = read_code(code)
        if (known := self._in_memory(code)) is not None:
            return known
        # One at a time, so that there are never two copies of one table to be changed.
        with self._lock:
            loading = self._loading.setdefault(code, TableLock(code))
        with loading:
            if (known := self._in_memory(code)) is not None:
                return known
            now = monotonic()
            loaded = load(self._store, code)
            loaded.checked_at = now
            self._count(loaded)
            know_races(self._store, self._races, loaded)
            with self._lock:
                self._tables[code] = loaded
                self._weigh(loaded)
            return loaded

    def _count(self, table: Table) -> None:
        """Keep the result that the log of a table gives, where the store has another one: a game may rule otherwise
        since it was upgraded.
        """
        if table.match is not None and self._store.past.result(table.code) != table.result:
            # Where somebody changed the table meanwhile, its result was kept with that.
            with suppress(NoRoomError, WriteConflictError):
                self._store.put_result(table.code, table.result, table.stamp)
                table.row = replace(table.row, version=table.row.version + 1)

    def known(self, code: str) -> Table | None:
        """The table with this code where it is in memory."""
        with self._lock:
            return self._tables.get(code)

    def _in_memory(self, code: str) -> Table | None:
        with self._lock:
            if code in self._tables:
                self._tables.move_to_end(code)
            return self._tables.get(code)

    def _weigh(self, table: Table) -> None:
        """Note how much a table holds by now, and make room for it. Whoever calls has the list's lock."""
        if self._tables.get(table.code) is table:
            self._weight += table.weight - self._weights.get(table.code, 0)
            self._weights[table.code] = table.weight
        if self._weight > ENTRIES_IN_MEMORY:
            self._make_room()

    def _make_room(self) -> None:
        """Drop the tables that were not asked for the longest, those to which somebody listens last of all; never the
        newest, and none in use. A tenth is left free, so that not each entry after it makes room again.
        """
        older = list(self._tables.values())[:-1]
        for table in sorted(older, key=lambda table: self._notices.has_listeners(table.code)):
            if self._weight <= ENTRIES_IN_MEMORY * 9 // 10:
                return
            if table.lock.take_if_free():
                self._remove(table)
                table.lock.release()

    def _remove(self, table: Table) -> None:
        table.gone = True
        if self._tables.get(table.code) is table:
            del self._tables[table.code]
            self._weight -= self._weights.pop(table.code)

    def forget(self, code: str) -> None:
        """Drop a table from memory: it is folded again from the store when next asked for."""
        with self._lock:
            table = self._tables.get(read_code(code))
        if table is not None:
            self.drop(table)

    def forget_all(self) -> None:
        """Drop all tables from memory, also those whose game does not come to an end."""
        with self._lock:
            tables = [*self._tables.values()]
        for table in tables:
            try:
                self.drop(table)
            except StillHeldError:
                with self._lock:
                    self._remove(table)

    def drop(self, table: Table) -> None:
        """Drop this table from memory: whoever waits for it gets it fresh."""
        with table.lock, self._lock:
            self._remove(table)

    @contextmanager
    def held(self, code: str) -> Iterator[Table]:
        """The table, which nobody else changes meanwhile; NotFoundError when there is none, StillHeldError where
        somebody has held it for too long.
        """
        while True:
            asked = monotonic()
            table = self.table(code)
            with table.lock:
                if not table.gone and self._is_current(table, asked):
                    yield table
                    return

    @contextmanager
    def looked_at(self, code: str) -> Iterator[Table]:
        """The table, held to be read; where somebody has held it for too long, a copy as it was last looked at."""
        with ExitStack() as held:
            try:
                table = held.enter_context(self.held(code))
            except StillHeldError:
                known = self.known(read_code(code))
                if known is None:
                    raise
                table = known.last_seen()
            yield table

    def _is_current(self, table: Table, asked: float) -> bool:
        """Whether this held table is as the store has it, or was so since `asked`.

        False where it cannot go on in memory, and is dropped.
        """
        if not self._store.shared or table.checked_at >= asked:
            return True
        now = monotonic()
        try:
            catch_up(self._store, self._races, table)
        except BaseException as problem:
            self.drop(table)
            if isinstance(problem, (NotFoundError, StrandedError, GameFaultError)):
                return False
            raise
        table.checked_at = now
        return True

    def refresh(self, code: str) -> None:
        """Have in memory what other daemons did at a table, where there can be any. Raises as `held` does."""
        if self._store.shared:
            with self.held(code):
                pass

    @contextmanager
    def changing(self, code: str) -> Iterator[Table]:
        """The table, held to be changed; all who listen hear of it afterwards. Raises as `held` does."""
        with self.held(code) as table:
            try:
                yield table
            except (WriteConflictError, NoRoomError, DatabaseAwayError, DamagedError, StrandedError):
                # What is in memory may be behind the store: whoever comes next gets it fresh.
                self.drop(table)
                raise
            except NoSuchTable:
                self.drop(table)
                raise NotFoundError(say("This table was deleted.")) from None
            except GameFaultError as fault:
                # As with any other, nothing has changed; but the host is to know.
                self._note_fault(table, fault)
                self._notices.ring(table.code)
                raise
            except RefereeError:
                # It was raised before anything had changed.
                raise
            except BaseException:
                # Something may be in the store that is not in memory.
                self.drop(table)
                self._notices.ring(table.code)
                raise
            self._note_fault(table, None)
        with self._lock:
            self._weigh(table)
        self._notices.ring(table.code)

    def _note_fault(self, table: Table, fault: GameFaultError | None) -> None:
        """Have all daemons know whether the game failed over what was sent last. Where that cannot be written it is no
        error of its own: whoever sent something is told what became of that.
        """
        table.fault, failed = fault, fault is not None
        if table.gone or table.row.game_failed == failed:
            return
        version = table.row.version
        with suppress(WriteConflictError, NoRoomError, DatabaseAwayError, DamagedError):
            with self._store.together(table.code, table.stamp):
                self._store.note(table.code, game_failed=failed)
            version += 1
        table.row = replace(table.row, version=version, game_failed=failed)
