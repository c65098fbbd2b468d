"""An event's log as it was read last, and what its tables have brought since."""

from collections.abc import Sequence

from referee.events.event import Event
from referee.events.standings import SeatResult
from referee.hosting.store import EventRow, Store
from referee.hosting.store.event_log import read_results, read_table_states
from referee.hosting.store.kept import Kept

MOST_MADE = 2_000
"""How much is kept that was made of a log: each round, and a line for each table.

Whatever falls out is made anew at each look, so 200 tables fit in several languages.
"""


class KeptLog:
    """An event after its log, for as long as that has no other line."""

    def __init__(self, row: EventRow, event: Event) -> None:
        self.row = row
        self.event = event
        self.made = Kept(MOST_MADE)
        """What was made of it."""
        self._states: dict[str, tuple[int, int | None]] = {}
        self._results: dict[str, Sequence[SeatResult]] = {}

    def read_results(self, store: Store) -> dict[str, Sequence[SeatResult]]:
        """Return the tables' results as they are there, by code.

        Only those of tables that changed are read: late in an evening nearly all are
        of earlier rounds. One thread at a time may ask.
        """
        states = read_table_states(store, self.row.code)
        results = {}
        changed = []
        for code, state in states.items():
            if self._states.get(code) != state:
                changed.append(code)
            elif code in self._results:
                results[code] = self._results[code]
        # Whatever changes before it is read will have another state the next time.
        results |= read_results(store, changed)
        self._states = states
        self._results = results
        return dict(results)
