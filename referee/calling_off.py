"""Code of a game that may never come to an end: after a while it is called off, wherever it stands."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, Thread, get_ident
from time import sleep
from typing import TypeVar

PATIENCE = 10.0
"""How many seconds a game may take to be imported, or a hook to answer."""

T = TypeVar("T")

LOOKS = 20
"""How often what is under way is looked at within that time. The looks are counted, not the time: a computer that is
suspended, or too busy to look, takes nothing away from a game."""

_LOOKS_LEFT: dict[int, int] = {}
"""By its thread, after how many more looks what is under way there has taken too long."""

_WATCHING: list[Thread] = []
"""The thread that looks at it, while anything is under way: one for all, since most of it is done in no time."""

_LOCK = Lock()


class CalledOffError(BaseException):
    """A game took too long over something, as where it has an endless loop.

    It is no Exception, since such a loop may catch each of those and go on.
    """

    def __str__(self) -> str:
        return f"it was still at it after {PATIENCE:g} seconds"


def in_time(work: Callable[[], T]) -> T:
    """What this answers; once `PATIENCE` has run out, CalledOffError is raised at the line that is just run.

    Where that is passed over it is raised again and again. Within other work it is a part of that. Only Python's own
    steps can be called off: a call that waits for something outside comes back first.
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
            for thread, left in _LOOKS_LEFT.items():
                _LOOKS_LEFT[thread] = left - 1
                if left == 1:
                    _raise_in(thread, CalledOffError)
                    _LOOKS_LEFT[thread] = LOOKS // 4
            if not _LOOKS_LEFT:
                _WATCHING.clear()


def _raise_in(thread: int, error: type[BaseException]) -> None:
    # Imported here: every daemon would keep it, and hardly ever is anything called off.
    import ctypes

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
