"""The threads that answer requests, and their order.

Addresses take turns, and tokens within an address, so that one device delays no other.
"""

import asyncio
from _thread import start_new_thread
from collections import Counter, deque
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary

from referee.vocabulary.errors import TooManyRequestsError
from referee_web.callers import is_this_machine
from referee_web.server.deadlines import Deadlines

T = TypeVar("T")

MOST_THREADS = 64
"""The most answers at once, since some may hang for ever."""

MOST_AT_ONCE = 6
"""How many requests of one address are answered at once, and one of each token: Python
runs one thread at a time, so more would be a larger share of the processor.
"""

MOST_WAITING = 1_000
"""The most waiting requests of one address and token, closed connections included."""

RETRY_SECONDS = 5
"""The seconds after which a rejected client may retry."""

LONG_SECONDS = 10.0
"""The time after which an answer no longer blocks its queue: its game may hang."""


class Asker(NamedTuple):
    """The owner of a queue: a valid token at an address, or all others there ("")."""

    address: str
    token: str


@dataclass(slots=True, weakref_slot=True)
class JobQueue:
    """A queue of jobs, with the number that may still pass at once."""

    room: int
    waiting: deque["Job"] = field(default_factory=deque)


@dataclass(slots=True, eq=False)
class Job:
    """A job, the queues before it begins, and how many of these it passed."""

    asker: Asker
    work: Callable[[], Any]
    answer: asyncio.Future[Any]
    queues: list[JobQueue]
    passed: int = 0


class Workers:
    """The answering threads. Only the loop's thread calls these methods.

    Unlike Python's executors they are daemon threads, so a hanging one cannot keep the
    program from ending.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.size = self._busy = 0
        self._loop = loop
        self._jobs = SimpleQueue[Job | None]()
        self._queues: WeakValueDictionary[Hashable, JobQueue] = WeakValueDictionary()
        self._waiting: Counter[Asker] = Counter()
        self._late = Deadlines(loop, lambda: LONG_SECONDS, self._let_pass)

    async def run(self, asker: Asker, work: Callable[[], T]) -> T:
        """Run this in a thread, in its asker's turn.

        Raise TooManyRequestsError if its queue is full.
        """
        if self._waiting[asker] >= MOST_WAITING:
            raise TooManyRequestsError(RETRY_SECONDS)
        # Everybody behind a local proxy has its address.
        at_once = MOST_THREADS if is_this_machine(asker.address) else MOST_AT_ONCE
        self._waiting[asker] += 1
        # A token has at most one request in its address's queue, so tokens take turns
        # there.
        queues = [self._queue_of(asker, 1), self._queue_of(asker.address, at_once)]
        job = Job(asker, work, self._loop.create_future(), queues)
        self._go_on(job)
        answer: T = await job.answer
        return answer

    def _queue_of(self, whose: Hashable, room: int) -> JobQueue:
        """Return the queue of an asker or address; it exists while anybody is in it."""
        queue = self._queues.get(whose)
        if queue is None:
            queue = self._queues[whose] = JobQueue(room)
        return queue

    def _go_on(self, job: Job) -> None:
        """Move a job through its queues as far as possible."""
        for queue in job.queues[job.passed :]:
            if not queue.room:
                queue.waiting.append(job)
                return
            queue.room -= 1
            job.passed += 1
        self._begin(job)

    def _begin(self, job: Job) -> None:
        if job.answer.cancelled():
            self._forget(job)
            return
        self._late.begin(job)
        self._jobs.put(job)
        self._busy += 1
        if self.size < min(self._busy, MOST_THREADS):
            self._start_another()

    def _let_pass(self, job: Job) -> None:
        """Let those behind a job go on."""
        passed = job.queues[: job.passed]
        job.queues = []
        for queue in reversed(passed):
            if queue.waiting:
                first = queue.waiting.popleft()
                first.passed += 1
                self._go_on(first)
            else:
                queue.room += 1

    def _end(self, job: Job, answer: Any, error: BaseException | None) -> None:
        self._busy -= 1
        if error is not None and not job.answer.done():
            job.answer.set_exception(error)
        elif not job.answer.done():
            job.answer.set_result(answer)
        self._late.end(job)
        self._forget(job)

    def _forget(self, job: Job) -> None:
        # A job that hangs, or waits behind one, occupied its asker's queue until now.
        self._waiting[job.asker] -= 1
        if not self._waiting[job.asker]:
            del self._waiting[job.asker]
        self._let_pass(job)

    def start(self) -> None:
        """Start the first thread; raise RuntimeError or MemoryError if impossible."""
        self._start_another()

    def _start_another(self) -> None:
        """Start another thread; without memory the others do the work."""
        # Starting a Thread waits until it runs: without memory it may die before.
        try:
            start_new_thread(self._work, ())
        except (MemoryError, RuntimeError):
            if not self.size:
                raise
            return
        self.size += 1

    def stop(self) -> None:
        """Stop idle threads, and others after their jobs."""
        for _ in range(self.size):
            self._jobs.put(None)

    def _work(self) -> None:
        """Do one job after another, in a thread."""
        while (job := self._jobs.get()) is not None:
            answer = None
            error = None
            try:
                answer = job.work()
            except BaseException as raised:
                error = raised
            with suppress(RuntimeError):
                # The daemon may have stopped.
                self._loop.call_soon_threadsafe(self._end, job, answer, error)
            # Drop the answer before waiting for the next job.
            del job, answer, error
