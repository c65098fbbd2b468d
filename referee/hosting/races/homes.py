"""The home of a table's races: one daemon measures its phones and gathers slaps.

Of several daemons over one database, the first that is asked for a table's races leases
them; the others forward their phones' messages. If it dies, a daemon with phones at
that table takes the lease within a second, and measures them again.
"""

import logging
import threading
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress

from referee.hosting.store import DatabaseAwayError, FinishRow, Leases, NoSuchTable
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.photo_finish import PhotoFinish

CHECKED_EVERY_SECONDS = 0.5
"""How often a daemon checks its leases, and looks for dead daemons."""

CERTAIN_SECONDS = 1.0
"""How long a daemon trusts a check. The server keeps a silent daemon's lock for longer,
so a suspended daemon checks again before it answers.
"""

IDLE_SECONDS = 60.0
"""How long measurements at a table are kept after the last request."""

log = logging.getLogger("referee.races")


class RaceHomes:
    """The daemons of all tables' races. Any thread may call any method.

    `leases` is None if no other daemon uses the store: then all races are here.
    `address` is where other daemons reach this one. `lost` is called with tables whose
    races this daemon lost, `taken` with those it took over from a dead daemon;
    `listened` returns the tables that somebody listens to here.
    """

    def __init__(
        self,
        leases: Leases | None,
        address: str,
        lost: Callable[[str], None],
        taken: Callable[[str], None],
        listened: Callable[[], Collection[str]],
    ) -> None:
        self._leases = leases
        self._address = address
        self._lost = lost
        self._taken = taken
        self._listened = listened
        # The tables whose races are here, with the time of the last request.
        self._here: dict[str, float] = {}
        self._elsewhere: dict[str, str] = {}
        self._checked_at = 0.0
        self._turn = threading.Lock()
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._thread = threading.Thread(
            target=self._look_after_races,
            args=(leases,),
            name="race-leases",
            daemon=True,
        )
        if leases is not None:
            self._thread.start()

    def close(self) -> None:
        """Release all leases."""
        self._closed.set()
        if self._leases is not None:
            self._thread.join()
            self._leases.end()

    def owner_address(self, code: str) -> str | None:
        """Return the address of the daemon with these races; None if here."""
        if self._leases is None:
            return None
        now = time.monotonic()
        if now >= self._checked_at + CERTAIN_SECONDS:
            return self._take(self._leases, code)
        with self._lock:
            if code in self._here:
                self._here[code] = now
                return None
        return self._elsewhere.get(code) or self._take(self._leases, code)

    def has(self, code: str) -> bool:
        """Return whether the table's races are here, without asking the database."""
        return self._leases is None or code in self._here

    def store_finishes(
        self, code: str, finishes: Sequence[PhotoFinish], entry_count: int
    ) -> bool:
        """Store a race's finishes for all daemons; False if it is no longer here."""
        if self._leases is None:
            return True
        row = FinishRow(entry_count, {"heats": jsonable(finishes)})
        with suppress(RefereeError):
            return self._leases.keep_finish(code, row)
        return False

    def _take(self, leases: Leases, code: str) -> str | None:
        self._renew_lock(leases)
        with self._turn:
            address = leases.take(code, self._address)
            if address is None:
                with self._lock:
                    self._here[code] = time.monotonic()
            else:
                self._elsewhere[code] = address
        return address

    def _renew_lock(self, leases: Leases) -> None:
        """Start over if the connection with the lock broke: others may lead now."""
        with self._turn:
            used_at = time.monotonic()
            if not leases.is_in_force():
                with self._lock:
                    lost = self._here
                    self._here = {}
                for code in lost:
                    self._lost(code)
                leases.begin()
            self._checked_at = used_at

    def _look_after_races(self, leases: Leases) -> None:
        while not self._closed.wait(CHECKED_EVERY_SECONDS):
            self._elsewhere = {}
            try:
                self._renew_lock(leases)
                self._forget_idle()
                self._take_orphans(leases)
            except DatabaseAwayError:
                continue
            except Exception:
                # One table's game may fail; the races of the others are looked after.
                log.exception("The races of a table could not be taken over.")

    def _forget_idle(self) -> None:
        """Forget tables without recent requests; their leases stay."""
        oldest = time.monotonic() - IDLE_SECONDS
        with self._lock:
            idle = [code for code, used_at in self._here.items() if used_at <= oldest]
            for code in idle:
                del self._here[code]
        for code in idle:
            self._lost(code)

    def _take_orphans(self, leases: Leases) -> None:
        """Take the races of dead daemons whose phones are here."""
        others = [code for code in self._listened() if code not in self._here]
        if not others:
            return
        for code in leases.orphans(others):
            with suppress(NoSuchTable):
                if self._take(leases, code) is None:
                    self._taken(code)
