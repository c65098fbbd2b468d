"""What was deleted is gone from the disk too, soon: the whole database is rewritten for
it, so deletions share that.
"""

import logging
import threading
import time
from contextlib import suppress

from .database import Connection, Database

AT_MOST_EVERY_SECONDS = 60.0
REST = 20
"""After an erase, no other one starts until this many times its duration has passed."""

CLOSING_SECONDS = 0.5
"""Closing the store waits this long for an erase; what is left is erased when the store
is opened again.
"""

NOTED = "SELECT deleted, erased FROM referee_store"

log = logging.getLogger("referee.store")


def note_deletion(connection: Connection) -> None:
    """Note with a deletion that something is to be erased, so that a power cut does not
    forget it.
    """
    connection.execute("UPDATE referee_store SET deleted = deleted + 1")


class Eraser:
    """A thread that erases what was deleted, at most once a minute. `hindered`: the
    last try failed.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._turn = threading.Lock()
        self._asked = threading.Event()
        self._closed = threading.Event()
        self.hindered = False
        [[deleted, erased]] = database.read(NOTED)
        if deleted != erased:
            # A program that ended before it had erased something has left that.
            self.ask()
        self._thread = threading.Thread(
            target=self._erase_now_and_then, name="erases", daemon=True
        )
        self._thread.start()

    def ask(self) -> None:
        """Have what was just deleted erased, now or together with what is deleted
        within the minute.
        """
        self._asked.set()

    def close(self) -> None:
        """Erase what waits if that takes no time; the rest is noted, and erased at the
        next start.
        """
        self._closed.set()
        self._asked.set()
        self._thread.join(CLOSING_SECONDS)

    def _erase_now_and_then(self) -> None:
        while True:
            self._asked.wait()
            self._asked.clear()
            began = time.monotonic()
            is_done = False
            with suppress(Exception):  # the database may be away; it stays noted
                is_done = self.erase()
            if self._closed.is_set():
                return
            if not is_done:
                self._asked.set()
            rest = REST * (time.monotonic() - began)
            self._closed.wait(max(AT_MOST_EVERY_SECONDS, rest))

    def erase(self) -> bool:
        """Erase at once what was deleted; return whether nothing is left to erase.

        Without this it is done within minutes, since the whole database is rewritten
        for it.
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
