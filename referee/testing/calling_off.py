"""Code of a game that may never come to an end: after a while it is called off, wherever it stands."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 10.0
"""How many seconds a game may take to be imported, or over one entry."""


class CalledOffError(Exception):
    """A game took too long over something, as where it has an endless loop."""

    def __str__(self) -> str:
        return f"it was still at it after {PATIENCE:g} seconds"


@contextmanager
def called_off() -> Iterator[None]:
    """Within this, CalledOffError is raised once `PATIENCE` has run out, at the line that is just run.

    Only Python's own steps can be called off: a call that waits for something outside comes back first.
    """
    thread, lock, done = threading.get_ident(), threading.Lock(), False

    def call_off() -> None:
        with lock:
            if not done:
                _raise_in(thread, CalledOffError)

    timer = threading.Timer(PATIENCE, call_off)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        with lock:
            done = True
        timer.cancel()


def _raise_in(thread: int, error: type[Exception]) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
