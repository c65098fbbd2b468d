"""At which daemon the races of a table are at home: phones are measured by one clock, and slaps gathered in one place.

Of several daemons over one database the first that is asked for a table's races takes a lease of them, and renews it
for as long as phones there are measured. All others pass on to it what phones say. When it ends without being renewed,
since its owner was killed, whoever has phones at that table takes it within a second, and measures them again.
"""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from referee.hosting.store import DatabaseAwayError, FinishRow, LeaseRow, Leases, NoSuchTable
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.photo_finish import PhotoFinish

LEASE_SECONDS = 1.5
RENEWED_EVERY_SECONDS = 0.5
ELSEWHERE_SECONDS = 0.5
"""For so long it is taken for granted that another daemon has the lease."""

IDLE_SECONDS = 60.0
"""A lease that nobody asked for is renewed no longer than this."""

log = logging.getLogger("referee.races")


@dataclass(frozen=True, slots=True)
class _Lease:
    """A lease as it is known here, until a time by this daemon's own clock."""

    row: LeaseRow
    until: float


class RaceLeases:
    """Where the races of each table are. Any thread may call any method.

    `address` is where other daemons reach this one. `lost` is told the tables whose races this daemon does not have
    any more, `taken` those that it has from now on in the place of a daemon that is gone, and `listened` says to which
    tables somebody listens here.
    """

    def __init__(
        self,
        stored: Leases | None,
        address: str,
        lost: Callable[[str], None],
        taken: Callable[[str], None],
        listened: Callable[[], Collection[str]],
    ) -> None:
        self._stored = stored
        self._address = address
        self._lost, self._taken, self._listened = lost, taken, listened
        self._owner = secrets.token_hex(8)
        self._leases: dict[str, _Lease] = {}
        self._asked: dict[str, float] = {}
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._renew, args=(stored,), name="race-leases", daemon=True)
        if stored is not None:
            self._thread.start()

    def close(self) -> None:
        """Leave all races to the other daemons."""
        self._closed.set()
        if self._stored is not None:
            self._thread.join()
            try:
                self._stored.give_back(self._owner)
            except DatabaseAwayError:
                log.warning("The database is away: the leases of races end by themselves.")

    def owner_address(self, code: str) -> str | None:
        """Return the address of the daemon that has the races of a table; None where it is this one. NoSuchTable."""
        if self._stored is None:
            return None
        now = time.monotonic()
        self._asked[code] = now
        known = self._leases.get(code)
        row = known.row if known is not None and now < known.until else self._take(self._stored, code)
        return None if row.owner == self._owner else row.address

    def has(self, code: str) -> bool:
        """Whether this daemon has the races of this table, as far as is known without asking."""
        return self._stored is None or self._own(code) is not None

    def keep(self, code: str, finishes: Sequence[PhotoFinish], entries: int) -> bool:
        """Keep for all daemons how the heats of a race ended; False where this daemon lost the races there."""
        if self._stored is None:
            return True
        lease = self._own(code)
        if lease is None:
            return False
        try:
            return self._stored.keep_finish(code, lease, FinishRow(entries, {"heats": jsonable(finishes)}))
        except RefereeError:
            return False

    def _own(self, code: str) -> LeaseRow | None:
        """This daemon's lease of a table, as far as is known without asking; None where it has none."""
        known = self._leases.get(code)
        return known.row if known is not None and known.row.owner == self._owner else None

    def _take(self, stored: Leases, code: str) -> LeaseRow:
        now = time.monotonic()
        before = self._leases.get(code)
        row = stored.take(code, self._owner, self._address, LEASE_SECONDS)
        seconds = LEASE_SECONDS if row.owner == self._owner else ELSEWHERE_SECONDS
        self._leases[code] = _Lease(row, now + seconds)
        if before is not None and before.row != row and before.row.owner == self._owner:
            self._lost(code)
        return row

    def _mine(self) -> frozenset[str]:
        return frozenset(code for code, known in list(self._leases.items()) if known.row.owner == self._owner)

    def _renew(self, stored: Leases | None) -> None:
        while stored is not None and not self._closed.wait(RENEWED_EVERY_SECONDS):
            try:
                self._renew_own(stored)
                self._take_orphans(stored)
            except DatabaseAwayError:
                continue
            except Exception:  # a lease that is not renewed is lost, whatever one table's game fails with
                log.exception("The races of a table could not be taken over.")

    def _renew_own(self, stored: Leases) -> None:
        """Renew what phones still ask for; what is not ours any more, or is asked for no longer, is let go of."""
        now = time.monotonic()
        mine = self._mine()
        wanted = {code for code in mine if now - self._asked.get(code, 0.0) < IDLE_SECONDS}
        kept = stored.renew(wanted, self._owner, LEASE_SECONDS) if wanted else frozenset()
        for code in kept:
            self._leases[code] = _Lease(self._leases[code].row, now + LEASE_SECONDS)
        if idle := mine - wanted:
            stored.let_go(idle, self._owner)
        for code in mine - kept:
            self._leases.pop(code, None)
            self._lost(code)
        for code, known in list(self._leases.items()):
            if known.until < now:
                self._leases.pop(code, None)
        # Others ask meanwhile.
        for code, at in list(self._asked.items()):
            if now - at >= IDLE_SECONDS:
                self._asked.pop(code, None)

    def _take_orphans(self, stored: Leases) -> None:
        """Take the races that a daemon had which is gone, where phones of theirs are here."""
        others = [code for code in self._listened() if self._own(code) is None]
        for code in stored.ended(others) if others else ():
            try:
                if self._take(stored, code).owner == self._owner:
                    self._asked[code] = time.monotonic()
                    self._taken(code)
            except NoSuchTable:
                continue
