"""Code of strangers that may never end: nobody waits for it longer than the time limit."""

import sys
import threading
from collections.abc import Callable
from contextvars import copy_context
from pathlib import Path
from threading import Event, Thread, current_thread
from traceback import walk_tb
from types import TracebackType
from typing import Any, TypeVar, cast

SECONDS = 10.0
"""How long the code of a game may take to be imported, or to say what it is."""

T = TypeVar("T")


class TimeLimitError(Exception):
    """Code of a game has not ended within the time limit: its traceback leads to the line where it stands."""

    def __str__(self) -> str:
        return f"it was still at it after {SECONDS:g} seconds"

    @property
    def place(self) -> str:
        """File and line where it stands, outside of Python's own library."""
        library = Path(threading.__file__).parent
        steps = [(frame.f_code.co_filename, line) for frame, line in walk_tb(self.__traceback__)]
        return next(
            f"{file}:{line}" for file, line in reversed(steps) if file[0] != "<" and Path(file).parent != library
        )


class FalseInterruptError(Exception):
    """A game raised KeyboardInterrupt by itself, which would end a program as Ctrl-C does."""

    def __str__(self) -> str:
        return "it raised KeyboardInterrupt, though nobody had pressed Ctrl-C"


LOOKS = 20
"""How often a worker is looked at within the time limit. The looks are counted, not the time: a computer that is
suspended, or too busy to look, takes nothing away from a game.
"""


def with_time_limit(work: Callable[[], T], errand_of: Callable[[int], object] = lambda _: True) -> T:
    """Run `work` in a worker thread and return its result; stop waiting after the time limit.

    The limit is for each errand of that thread, as `errand_of` tells it; one that is None takes as long as it takes.
    TimeLimitError once it has run out: the thread goes on by itself. Within such a thread `work` runs at once.
    """
    if isinstance(current_thread(), _Worker):
        return work()
    worker = _Worker(work)
    worker.start()
    errand, looks = None, 0
    while not worker.over.wait(SECONDS / LOOKS):
        thread = worker.ident or 0
        latest = errand_of(thread)
        looks = looks + 1 if latest is not None and latest is errand else 1
        errand = latest
        if looks > LOOKS:
            raise TimeLimitError().with_traceback(steps_of(thread))
    return cast(T, worker.answer())


def steps_of(thread: int) -> TracebackType | None:
    """Return where a thread stands now, as a traceback leads to where something was raised."""
    steps, frame = None, sys._current_frames().get(thread)
    while frame is not None:
        steps = TracebackType(steps, frame, frame.f_lasti, frame.f_lineno or 0)
        frame = frame.f_back
    return steps


class _Worker(Thread):
    """A thread that does some work, for which nobody need wait."""

    def __init__(self, work: Callable[[], object]) -> None:
        super().__init__(name="with-time-limit", daemon=True)
        self.over = Event()
        self._work, self._context = work, copy_context()
        self._result: object = None
        self._error: BaseException | None = None

    def run(self) -> None:
        try:
            self._result = self._context.run(self._work)
        except KeyboardInterrupt as error:  # keys that are pressed reach the main thread
            self._error = FalseInterruptError().with_traceback(error.__traceback__)
        except BaseException as error:  # whoever waits for the result is told
            self._error = error
        finally:
            self.over.set()

    def answer(self) -> Any:
        if self._error is not None:
            raise self._error
        return self._result
