"""The tables in memory: those used last, as many as there is room for."""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from weakref import WeakValueDictionary

from referee.hosting.tables.table import Table
from referee.hosting.tables.table_lock import StillHeldError, TableLock

ENTRIES_IN_MEMORY = 25_000
"""The room for all tables together. An entry with its rulings takes 2 to 9 kB, so this
is some 200 MB at most.
"""


class TablesInMemory:
    """Tables by code. Any thread may call any method."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._weight = 0
        self._lock = Lock()
        self._loading = WeakValueDictionary[str, TableLock]()

    def __len__(self) -> int:
        return len(self._tables)

    def find(self, code: str) -> Table | None:
        """Return the table with this code if it is in memory, else None."""
        return self._tables.get(code)

    def use(self, code: str) -> Table | None:
        """Return the table with this code, or None; drop it later than all others."""
        with self._lock:
            if code in self._tables:
                self._tables.move_to_end(code)
            return self._tables.get(code)

    @contextmanager
    def loading(self, code: str) -> Iterator[None]:
        """Load this table in one thread at a time, so that it is in memory once."""
        with self._lock:
            loading = self._loading.setdefault(code, TableLock(code))
        with loading:
            yield

    def add(self, table: Table) -> None:
        """Keep a table; drop others if there is no room."""
        with self._lock:
            self._tables[table.code] = table
        self.make_room(table)

    def make_room(self, grown: Table) -> None:
        """Weigh this table again; drop the longest unused tables until all fit."""
        with self._lock:
            if self._tables.get(grown.code) is grown:
                self._weight += grown.weight - grown.counted_weight
                grown.counted_weight = grown.weight
            if self._weight <= ENTRIES_IN_MEMORY:
                return
            oldest_first = list(self._tables.values())[:-1]
            for table in oldest_first:
                if self._weight <= ENTRIES_IN_MEMORY:
                    break
                if table.lock.take_if_free():
                    self._remove(table)
                    table.lock.release()

    def drop(self, table: Table) -> None:
        """Forget a table; whoever uses it next loads it."""
        with table.lock, self._lock:
            self._remove(table)

    def drop_all(self) -> None:
        """Forget all tables but those that a hook of their game holds."""
        for table in [*self._tables.values()]:
            with suppress(StillHeldError):
                self.drop(table)

    def _remove(self, table: Table) -> None:
        table.dropped = True
        if self._tables.get(table.code) is table:
            del self._tables[table.code]
            self._weight -= table.counted_weight
