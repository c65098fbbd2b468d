"""Code of a game that may never come to an end: after a while it is called off, wherever it stands."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Thread, get_ident
from time import monotonic, sleep
from typing import Any, TypeVar

from referee.plugin.rulebook import Rulebook

PATIENCE = 10.0
"""How many seconds a game may take to be imported, or a hook to answer."""

T = TypeVar("T")

_UNTIL: dict[int, float] = {}
"""By its thread, when what is under way there has taken too long."""

_WATCHING: list[Thread] = []
"""The thread that looks at it, while anything is under way: one for all, since most of it is done in no time."""

_LOCK = Lock()


class CalledOffError(BaseException):
    """A game took too long over something, as where it has an endless loop; which may pass over each Exception."""

    def __str__(self) -> str:
        return f"it was still at it after {PATIENCE:g} seconds"


@contextmanager
def called_off() -> Iterator[None]:
    """Within this, CalledOffError is raised once `PATIENCE` has run out, at the line that is just run.

    Within another it is a part of that. Only Python's own steps can be called off: a call that waits for something
    outside comes back first.
    """
    thread = get_ident()
    if thread in _UNTIL:
        yield
        return
    with _LOCK:
        _UNTIL[thread] = monotonic() + PATIENCE
        if not _WATCHING:
            _WATCHING.append(Thread(target=_watch, daemon=True))
            _WATCHING[0].start()
    try:
        yield
    finally:
        _UNTIL.pop(thread, None)


def _watch() -> None:
    while _WATCHING:
        sleep(PATIENCE / 20)
        for thread, until in [*_UNTIL.items()]:
            if until < monotonic() and _UNTIL.pop(thread, None) == until:
                _raise_in(thread, CalledOffError)
        with _LOCK:
            if not _UNTIL:
                _WATCHING.clear()


def _raise_in(thread: int, error: type[BaseException]) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


class PatientRulebook(Rulebook):
    """A rulebook for a game that is looked at: a hook that does not come to its end is called off, and has a fault."""

    def _call(self, name: str, check: Callable[[Any], T], **given: object) -> T:
        with called_off():
            return super()._call(name, check, **given)
