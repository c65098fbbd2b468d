"""A time limit for plugins' code, which may hang; Ctrl-C ends it sooner."""

import sys
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from contextvars import copy_context
from pathlib import Path
from sysconfig import get_path
from threading import Event, Thread, current_thread, get_ident, main_thread
from time import monotonic
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkServerContext, SpawnContext

SECONDS = 10.0
"""The time that a plugin's import or answer may take."""

T = TypeVar("T")

_COPYING: Final = "forkserver"
"""Python's name for processes that are copies of a prepared one."""


class TimeLimitError(Exception):
    """A plugin's code exceeded the time limit; the traceback shows where."""

    def __str__(self) -> str:
        return f"it was still at it after {SECONDS:g} seconds"


class GameSavedError(SystemExit):
    """A plugin was saved while its code ran, which was ended for that."""


def with_time_limit(work: Callable[[], T]) -> T:
    """Run `work` in a thread and return its result; raise TimeLimitError if it is late.

    The thread goes on, since Python cannot stop it.
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


def prepare_processes(*modules: str) -> None:
    """Import these modules in a process whose copies later run `in_own_process`.

    Systems that cannot copy a process begin each one anew.
    """
    from multiprocessing import get_all_start_methods

    if _COPYING in get_all_start_methods():
        from multiprocessing import forkserver

        forkserver.set_forkserver_preload([*modules])
        forkserver.ensure_running()


@contextmanager
def in_own_process(
    work: Callable[..., None], *given: object, prepared: bool = False
) -> Iterator["Connection"]:
    """Run `work` in a separate process for the block; yield its connection.

    `work` gets its end of the connection first. After the process has ended, `recv`
    raises EOFError. With `prepared` the process is a copy of the prepared one.
    """
    starting = _context(prepared)
    receiving, sending = starting.Pipe(duplex=False)
    process = starting.Process(target=work, args=(sending, *given), daemon=True)
    process.start()
    sending.close()
    try:
        yield receiving
    finally:
        process.kill()
        process.join()
        receiving.close()


def _context(prepared: bool) -> "ForkServerContext | SpawnContext":
    # No daemon needs it.
    from multiprocessing import get_all_start_methods, get_context

    # A fork of this process would copy locks held by other threads.
    if prepared and _COPYING in get_all_start_methods():
        return get_context(_COPYING)
    return get_context("spawn")


def traceback_of(thread: int) -> TracebackType | None:
    """Return a thread's current traceback."""
    traceback = None
    frame = sys._current_frames().get(thread)
    while frame is not None:
        traceback = TracebackType(traceback, frame, frame.f_lasti, frame.f_lineno or 0)
        frame = frame.f_back
    return traceback


def end_threads_in(files: Collection[str]) -> None:
    """Raise GameSavedError in all other threads that run code of these files."""
    for thread in _find_calls(files):
        _raise_in(thread, GameSavedError)


def end_hanging_calls(files: Callable[[], Collection[str]], stop: Event) -> None:
    """Raise TimeLimitError in calls of these files that exceed the limit, until `stop`.

    Code that waits for something outside goes on until that comes.
    """
    since: dict[int, tuple[FrameType, float]] = {}
    while not stop.wait(SECONDS / 20):
        running = {}
        for thread, call in _find_calls(files()).items():
            known, began = since.get(thread, (None, 0.0))
            if call is not known:
                began = monotonic()
            elif monotonic() > began + SECONDS:
                _raise_in(thread, TimeLimitError)
                began = monotonic()
            running[thread] = call, began
        since = running


def _find_calls(files: Collection[str]) -> dict[int, FrameType]:
    """Return the outermost call of these files in each other thread that is in one."""
    calls = {}
    for thread, frame in sys._current_frames().items():
        caller: FrameType | None = frame
        while caller is not None and thread != get_ident():
            if caller.f_code.co_filename in files:
                calls[thread] = caller
            caller = caller.f_back
    return calls


def _raise_in(thread: int, error: type[BaseException]) -> None:
    # Some Pythons lack it, and only whoever writes a game needs it.
    import ctypes

    raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
    raise_in(ctypes.c_ulong(thread), ctypes.py_object(error))


def is_ctrl_c(error: BaseException) -> bool:
    """Return whether somebody pressed Ctrl-C.

    Python raises that in the main thread alone: anywhere else a plugin raised it.
    """
    return isinstance(error, KeyboardInterrupt) and current_thread() is main_thread()


def is_of_python(file: str) -> bool:
    """Return whether a file belongs to Python's library, or is no real file."""
    library = Path(get_path("stdlib"))
    return file.startswith("<") or (
        library in Path(file).parents and "site-packages" not in Path(file).parts
    )
