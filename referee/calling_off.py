"""Code of a game that may never come to an end: after a while it is called off, wherever it stands; and where that
does not help, it is left.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextvars import copy_context
from threading import Event, Lock, Thread, get_ident
from time import sleep
from types import TracebackType
from typing import Any, Generic, TypeVar, cast

PATIENCE = 10.0
"""How many seconds a game may take to be imported, or a hook to answer."""

T = TypeVar("T")

LOOKS = 20
"""How often what is under way is looked at within that time. The looks are counted, not the time: a computer that is
suspended, or too busy to look, takes nothing away from a game."""

AGAIN = LOOKS // 4
"""After so many more looks it is called off again, and after `LOOKS` more it is left."""

_LOOKS_LEFT: dict[int, int] = {}
"""By its thread, after how many more looks what is under way there has taken too long; below 0, what goes on though."""

_WATCHING: list[Thread] = []
"""The thread that looks at it, while anything is under way: one for all, since most of it is done in no time."""

_LOCK = Lock()


class CalledOffError(BaseException):
    """A game took too long over something, as where it has an endless loop.

    It is no Exception, since such a loop may catch each of those and go on.
    """

    def __str__(self) -> str:
        return f"it was still at it after {PATIENCE:g} seconds"


class LeftError(CalledOffError):
    """A game that was called off waits on, in its own thread: its traceback leads to the line where it stands."""

    def __str__(self) -> str:
        return f"{super().__str__()}, and could not be called off"


class FalseInterruptError(Exception):
    """A game raised KeyboardInterrupt by itself, which would end a program as Ctrl-C does."""

    def __str__(self) -> str:
        return "it raised KeyboardInterrupt, though nobody had pressed Ctrl-C"


def in_time(work: Callable[[], T]) -> T:
    """What this answers; once `PATIENCE` has run out, CalledOffError is raised at the line that is just run.

    Where that is passed over it is raised again and again. Within other work it is a part of that. Only Python's own
    steps can be called off: a call that waits for something outside comes back first, unless it is left (`apart`).
    """
    thread = get_ident()
    if thread in _LOOKS_LEFT:
        return work()
    _begin(thread)
    try:
        try:
            return work()
        finally:
            _end(thread)
    finally:
        # Again, for what is called off as it ends: it may be raised before the first has done anything.
        _end(thread)


def apart(work: Callable[[], T]) -> T:
    """What this answers or raises, in a thread of its own, so that it can be left.

    LeftError where something that it does `in_time` goes on though it was called off for as long again; that thread
    goes on by itself then. FalseInterruptError for a KeyboardInterrupt: keys that are pressed reach the main thread.
    Within such a thread it is a part of that.
    """
    if get_ident() in _APART:
        return work()
    errand = _Errand(work)
    errand.start()
    # In short waits, since Windows tells of no Ctrl-C within a long one.
    while not errand.over.wait(0.5):
        pass
    return errand.answer()


def in_time_apart(work: Callable[[], T]) -> T:
    """What this answers, called off as `in_time` does it, and left as `apart` does it."""
    return apart(lambda: in_time(work))


class _Errand(Thread, Generic[T]):
    """A thread that does some work. `over` is set once it has, or once it was left."""

    def __init__(self, work: Callable[[], T]) -> None:
        super().__init__(name="errand", daemon=True)
        self.over = Event()
        self._work, self._speaks = work, copy_context()
        self._answered: T | None = None
        self._raised: BaseException | None = None

    def run(self) -> None:
        thread = get_ident()
        _APART[thread] = self
        try:
            self._answered = self._speaks.run(self._work)
        except KeyboardInterrupt as error:
            self._raised = FalseInterruptError().with_traceback(error.__traceback__)
        except BaseException as error:  # whoever waits for the answer is told
            self._raised = error
        finally:
            _APART.pop(thread, None)
            self.over.set()

    def leave(self) -> None:
        """Wait for it no longer."""
        if not self.over.is_set() and self.ident is not None:
            self._raised = LeftError().with_traceback(steps_of(self.ident))
            self.over.set()

    def answer(self) -> T:
        """What the work answered, once it is over; it raises what that raised, or LeftError."""
        if self._raised is not None:
            raise self._raised
        return cast(T, self._answered)


_APART: dict[int, _Errand[Any]] = {}
"""By its thread, each work that can be left."""


def steps_of(thread: int) -> TracebackType | None:
    """Where a thread stands now, as a traceback leads to where something was raised."""
    steps, frame = None, sys._current_frames().get(thread)
    while frame is not None:
        steps = TracebackType(steps, frame, frame.f_lasti, frame.f_lineno or 0)
        frame = frame.f_back
    return steps


def _begin(thread: int) -> None:
    with _LOCK:
        _LOOKS_LEFT[thread] = LOOKS
        if not _WATCHING:
            _WATCHING.append(Thread(target=_watch, daemon=True))
            _WATCHING[0].start()


def _end(thread: int) -> None:
    with _LOCK:
        _LOOKS_LEFT.pop(thread, None)


def _watch() -> None:
    while _WATCHING:
        sleep(PATIENCE / LOOKS)
        with _LOCK:
            for thread in [*_LOOKS_LEFT]:
                _look_at(thread)
            if not _LOOKS_LEFT:
                _WATCHING.clear()


def _look_at(thread: int) -> None:
    """Whoever calls has the lock."""
    left = _LOOKS_LEFT[thread] = _LOOKS_LEFT[thread] - 1
    if left <= 0 and left % AGAIN == 0:
        _raise_in(thread, CalledOffError)
    if left <= -LOOKS and (errand := _APART.get(thread)) is not None:
        del _LOOKS_LEFT[thread]
        errand.leave()
        _take_back(thread)


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise it there; with None, nothing that was to be raised any more."""
    # Imported here: every daemon would keep it, and hardly ever is anything called off.
    import ctypes

    raised = ctypes.py_object(error) if error is not None else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)


def _take_back(thread: int) -> None:
    """What was to be raised in a thread that waits is raised no more."""
    _raise_in(thread, None)
    # Python 3.11 looks for it until some thread has had such an error, and does not get beyond a function that is
    # traced, as where lines are counted: so this one has it.
    try:
        _raise_in(get_ident(), CalledOffError)
        while True:
            sleep(0)
    except CalledOffError:
        pass
