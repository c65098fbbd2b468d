"""The threads that answer requests, and whose turn it is.

Addresses take turns, and at each address its tokens do, so that one device holds up no
other.
"""

import asyncio
from _thread import start_new_thread
from collections import Counter
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from referee.vocabulary.errors import TooManyRequestsError
from referee_web.callers import is_this_machine

T = TypeVar("T")
Jobs = SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None]

MOST_THREADS = 64
"""So many answers are made at once: some may hang for ever."""

MOST_AT_ONCE = 6
"""How many requests of one address are answered at once, and of each token one: Python
runs one thread at a time, so whoever has many beside an honest one has that many parts
of the processor.
"""

MOST_WAITING = 1_000
"""How many requests of one address and token may wait: those of connections that are
gone wait too.
"""

RETRY_SECONDS = 5
"""When whoever was sent away may try again."""

LONG_SECONDS = 10.0
"""An answer that takes longer than this holds up its own line no more: its game may
hang.
"""


class Asker(NamedTuple):
    """Whose line a request stands in: that of a good token at an address, or of all
    others there, whose token is "".
    """

    address: str
    token: str


class Workers:
    """As many threads as were ever busy at once. All methods are for the thread of the
    loop.

    They are daemon threads, unlike those of Python's executors: one that hangs keeps
    nobody from ending the program.
    """

    def __init__(self) -> None:
        self.size = self._busy = 0
        self._jobs = Jobs()
        self._lines: WeakValueDictionary[Hashable, asyncio.Semaphore] = (
            WeakValueDictionary()
        )
        self._waiting: Counter[Asker] = Counter()

    async def run(self, asker: Asker, work: Callable[[], T]) -> T:
        """Run this in a thread, once it is its asker's turn. TooManyRequestsError where
        too much waits in that line.
        """
        if self._waiting[asker] >= MOST_WAITING:
            raise TooManyRequestsError(RETRY_SECONDS)
        # All who come through a proxy on this machine have its address.
        at_once = MOST_THREADS if is_this_machine(asker.address) else MOST_AT_ONCE
        self._waiting[asker] += 1
        try:
            # Each token has one request at most in the line of its address, so tokens
            # take turns there.
            async with self._line(asker, 1), self._line(asker.address, at_once):
                answer = self._begin(work)
                await asyncio.wait([answer], timeout=LONG_SECONDS)
        except BaseException:
            self._leave(asker)
            raise
        # What hangs, or waits for a thread behind what hangs, is still its asker's.
        answer.add_done_callback(lambda _: self._leave(asker))
        return await answer

    def _leave(self, asker: Asker) -> None:
        self._waiting[asker] -= 1
        if not self._waiting[asker]:
            del self._waiting[asker]

    def _line(self, whose: Hashable, at_once: int) -> asyncio.Semaphore:
        """Return the line of this asker or address, which is there as long as somebody
        stands in it.
        """
        line = self._lines.get(whose)
        if line is None:
            line = self._lines[whose] = asyncio.Semaphore(at_once)
        return line

    def _begin(self, work: Callable[[], T]) -> asyncio.Future[T]:
        job = Future[T]()
        self._jobs.put((job, work))
        self._busy += 1
        if self.size < min(self._busy, MOST_THREADS):
            self._start_another()
        answer = asyncio.wrap_future(job)
        answer.add_done_callback(self._end)
        return answer

    def start(self) -> None:
        """Start the first thread; RuntimeError or MemoryError where that cannot be."""
        self._start_another()

    def _start_another(self) -> None:
        """Start another thread; without room for it, those there are do the work."""
        # Starting a Thread waits until it runs: without memory it may die before that.
        try:
            start_new_thread(_work, (self._jobs,))
        except (MemoryError, RuntimeError):
            if not self.size:
                raise
            return
        self.size += 1

    def _end(self, _answer: object) -> None:
        self._busy -= 1

    def stop(self) -> None:
        """Let the threads end that have nothing to do, and others once they have."""
        for _ in range(self.size):
            self._jobs.put(None)


def _work(jobs: Jobs) -> None:
    while (job_and_work := jobs.get()) is not None:
        job, work = job_and_work
        if job.set_running_or_notify_cancel():
            try:
                job.set_result(work())
            except BaseException as error:
                job.set_exception(error)
        # What was answered is not kept until the next comes.
        del job_and_work, job, work
