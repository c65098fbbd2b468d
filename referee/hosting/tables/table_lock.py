"""A table's lock, with a limit for waiting."""

import logging
from math import inf
from threading import RLock, get_ident
from time import monotonic
from traceback import walk_tb

from referee.hosting import store
from referee.hosting.store import DatabaseAwayError
from referee.time_limit import traceback_of
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.text import say

PATIENCE = 5.0
"""How many seconds a table may be held while others wait for it."""

log = logging.getLogger("referee.tables")


class StillHeldError(RefereeError):
    """Somebody has held the table for too long: most often a hook of its game hangs."""

    status = 503
    title = say("Still at work")
    seconds = 5

    def __init__(self, code: str, game: str) -> None:
        template = (
            "{game} is still working on what was sent to table {code} before. Send it "
            "again in a few seconds; nothing is entered twice."
        )
        message = say(template, code=code, game=game or say("The game"))
        super().__init__(message, table=code, game=game)


class TableLock:
    """A reentrant lock with a limit for waiting.

    After `PATIENCE` seconds with one holder it turns all others away at once: raise
    StillHeldError, or DatabaseAwayError if the holder waits for the store. It then logs
    once where the holder is.
    """

    def __init__(self, code: str, game: str = "") -> None:
        self._code = code
        self._game = game
        self._lock = RLock()
        self._depth = 0
        self._holder = 0
        self._since = inf
        self._logged = inf

    def __enter__(self) -> None:
        while True:
            # `inf` means that nobody holds it.
            left = self._since + PATIENCE - monotonic()
            if self._lock.acquire(timeout=min(PATIENCE, max(0.0, left))):
                break
            if monotonic() >= self._since + PATIENCE:
                raise self._still_held_error()
        self._note_taken()

    def __exit__(self, *_: object) -> None:
        self.release()

    def take_if_free(self) -> bool:
        """Take the lock if it is free; return whether it was."""
        is_free = self._lock.acquire(blocking=False)
        if is_free:
            self._note_taken()
        return is_free

    def release(self) -> None:
        """Release the lock."""
        self._depth -= 1
        if not self._depth:
            self._since = inf
        self._lock.release()

    def _note_taken(self) -> None:
        self._depth += 1
        if self._depth == 1:
            self._holder = get_ident()
            self._since = monotonic()

    def _still_held_error(self) -> RefereeError:
        traceback = traceback_of(self._holder)
        error: RefereeError = StillHeldError(self._code, self._game)
        why = "its game may hang"
        for frame, _ in walk_tb(traceback):
            if frame.f_globals["__name__"].startswith(store.__name__):
                error = DatabaseAwayError()
                why = "the database does not answer"
        if self._logged != self._since:
            self._logged = self._since
            trace = (type(error), error, traceback)
            log.error(
                "table %s is held for too long: %s", self._code, why, exc_info=trace
            )
        return error
