"""The lock of a table, for which nobody waits who could wait for ever."""

from __future__ import annotations

import logging
from math import inf
from threading import RLock, get_ident
from time import monotonic
from traceback import walk_tb

from referee.calling_off import steps_of
from referee.hosting import store
from referee.hosting.store import DatabaseAwayError
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.text import say

PATIENCE = 10.0
"""How many seconds somebody may hold a table while others wait for it."""

log = logging.getLogger("referee.tables")


class StillHeldError(RefereeError):
    """Somebody has held a table for too long, as where a hook of its game does not come to its end."""

    status = 503
    title = say("Still at work")
    seconds = 5

    def __init__(self) -> None:
        template = (
            "What was sent to this table before is still being worked on. Send it again in a few seconds: what was "
            "kept already is not made twice."
        )
        super().__init__(say(template))


class PatientLock:
    """A lock that one thread has at a time, and may take again.

    Once it is held for longer than `PATIENCE`, whoever waits or comes is turned away: else all threads of a daemon
    would soon wait for one table. StillHeldError, or DatabaseAwayError where its holder waits for the store. The log
    has once where its holder stands.
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self._taken = 0
        self._holder = 0
        self._since = inf
        self._told = inf

    def __enter__(self) -> None:
        while not self._lock.acquire(timeout=min(PATIENCE, max(0.0, self._since + PATIENCE - monotonic()))):
            if monotonic() >= self._since + PATIENCE:
                raise self._still_held()
        self._note_taken()

    def __exit__(self, *_: object) -> None:
        self.release()

    def take_if_free(self) -> bool:
        """Whether nobody had it: then it is to be released."""
        is_free = self._lock.acquire(blocking=False)
        if is_free:
            self._note_taken()
        return is_free

    def release(self) -> None:
        """Give it back."""
        self._taken -= 1
        if not self._taken:
            self._since = inf
        self._lock.release()

    def _note_taken(self) -> None:
        self._taken += 1
        if self._taken == 1:
            self._holder, self._since = get_ident(), monotonic()

    def _still_held(self) -> RefereeError:
        steps = steps_of(self._holder)
        asks_store = any(frame.f_globals["__name__"].startswith(store.__name__) for frame, _ in walk_tb(steps))
        error = DatabaseAwayError() if asks_store else StillHeldError()
        if self._told != self._since:
            self._told = self._since
            why = "the database does not answer" if asks_store else "its game may not come to an end"
            log.error("a table is held for too long: %s", why, exc_info=(type(error), error, steps))
        return error
