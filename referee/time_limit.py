"""Code of plugins that may hang: nobody waits for it longer than the time limit."""

import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from contextvars import copy_context
from pathlib import Path
from sysconfig import get_path
from threading import Thread
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

SECONDS = 10.0
"""How long the code of a plugin may take to be imported, or to answer."""

T = TypeVar("T")


class TimeLimitError(Exception):
    """Code of a plugin has not ended within the time limit: the traceback leads to the
    line where it stands.
    """

    def __str__(self) -> str:
        return f"it was still at it after {SECONDS:g} seconds"


def with_time_limit(work: Callable[[], T]) -> T:
    """Run `work` in a worker thread and return its result; raise TimeLimitError when
    the time limit is over.

    The thread then goes on by itself, since Python cannot stop it.
    """
    result = Future[T]()
    worker = Thread(
        target=copy_context().run,
        args=(_run, work, result),
        name="with-time-limit",
        daemon=True,
    )
    worker.start()
    wait([result], SECONDS)
    if not result.done():
        raise TimeLimitError().with_traceback(traceback_of(worker.ident or 0))
    return result.result()


def _run(work: Callable[[], T], result: Future[T]) -> None:
    try:
        result.set_result(work())
    except BaseException as error:  # raised again where the result is waited for
        result.set_exception(error)


@contextmanager
def in_own_process(work: Callable[..., None], *given: object) -> Iterator["Connection"]:
    """Run `work` in a process of its own, and yield what it sends over; it ends with
    the block.

    The connection to send over comes before what is given. Where the process has ended,
    `recv` raises EOFError.
    """
    # Imported here: no daemon needs it.
    from multiprocessing import get_context

    spawning = get_context("spawn")  # a fork would copy locks that other threads hold
    receiving, sending = spawning.Pipe(duplex=False)
    process = spawning.Process(target=work, args=(sending, *given), daemon=True)
    process.start()
    sending.close()
    try:
        yield receiving
    finally:
        process.kill()
        process.join()
        receiving.close()


def traceback_of(thread: int) -> TracebackType | None:
    """Return where a thread stands now, as a traceback leads to where something was
    raised.
    """
    traceback, frame = None, sys._current_frames().get(thread)
    while frame is not None:
        traceback = TracebackType(traceback, frame, frame.f_lasti, frame.f_lineno or 0)
        frame = frame.f_back
    return traceback


def is_of_python(file: str) -> bool:
    """Return whether code of this file is part of Python's own library, or stands in no
    file at all.
    """
    library = Path(get_path("stdlib"))
    return file.startswith("<") or (
        library in Path(file).parents and "site-packages" not in Path(file).parts
    )
