"""Erasing deleted data from the disk, by rewriting the whole database now and then."""

import logging
import threading
import time
from contextlib import suppress

from .database import Connection, Database

AT_MOST_EVERY_SECONDS = 60.0
REST = 20
"""How many times its own duration the eraser waits after an erase."""

CLOSING_SECONDS = 0.5
"""How long closing waits for an erase; the rest is erased at the next start."""

NOTED = "SELECT deleted, erased FROM referee_store"

log = logging.getLogger("referee.store")


def note_deletion(connection: Connection) -> None:
    """Record with a deletion that an erase is due, so that it survives a power cut."""
    connection.execute("UPDATE referee_store SET deleted = deleted + 1")


class Eraser:
    """A thread that erases, once a minute at most. `hindered`: the last try failed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._turn = threading.Lock()
        self._has_work = threading.Event()
        self._closed = threading.Event()
        self.hindered = False
        [[deleted, erased]] = database.read(NOTED)
        if deleted != erased:
            # An earlier run may have ended before it erased everything.
            self.ask()
        self._thread = threading.Thread(
            target=self._erase_now_and_then, name="erases", daemon=True
        )
        self._thread.start()

    def ask(self) -> None:
        """Request an erase of recent deletions, now or within the minute."""
        self._has_work.set()

    def close(self) -> None:
        """Erase at once if that is quick; else leave it to the next start."""
        self._closed.set()
        self._has_work.set()
        self._thread.join(CLOSING_SECONDS)

    def _erase_now_and_then(self) -> None:
        while True:
            self._has_work.wait()
            self._has_work.clear()
            began = time.monotonic()
            is_done = False
            with suppress(
                Exception
            ):  # the database may be away; the request stays recorded
                is_done = self.erase()
            if self._closed.is_set():
                return
            if not is_done:
                self._has_work.set()
            rest = REST * (time.monotonic() - began)
            self._closed.wait(max(AT_MOST_EVERY_SECONDS, rest))

    def erase(self) -> bool:
        """Erase deleted data at once; return whether nothing is left to erase.

        Otherwise the thread does it within minutes, since each erase rewrites the whole
        database.
        """
        with self._turn:
            [[deleted, erased]] = self._database.read(NOTED)
            if deleted == erased:
                self.hindered = False
                return True
            why_not = self._database.erase()
            self.hindered = bool(why_not)
            if self.hindered:
                log.warning(_STILL_THERE, why_not)
                return False
            with self._database.at_once() as connection:
                connection.execute("UPDATE referee_store SET erased = ?", (deleted,))
            return True


_STILL_THERE = (
    "What was deleted is still on the disk: %s. Make room, or close the program that "
    "has the store open. It is tried again within minutes, and when referee starts."
)
