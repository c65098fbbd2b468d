"""The threads that answer requests, and whose turn it is.

Addresses take turns, and at each address its tokens do, so that one device holds up no
other.
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
"""An answer that takes longer than this holds up its own queue no more: its game may
hang.
"""


class Asker(NamedTuple):
    """Whose queue a request waits in: that of a good token at an address, or of all
    others there, whose token is "".
    """

    address: str
    token: str


@dataclass(slots=True, weakref_slot=True)
class JobQueue:
    """A queue of jobs, of which so many more may pass at once."""

    room: int
    waiting: deque["Job"] = field(default_factory=deque)


@dataclass(slots=True, eq=False)
class Job:
    """Work for a thread, the queues that it has to stand in before it is begun, and how
    many of these it has passed.
    """

    asker: Asker
    work: Callable[[], Any]
    answer: asyncio.Future[Any]
    queues: list[JobQueue]
    passed: int = 0


class Workers:
    """As many threads as were ever busy at once. All methods are for the thread of the
    loop.

    They are daemon threads, unlike those of Python's executors: one that hangs keeps
    nobody from ending the program.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.size = self._busy = 0
        self._loop = loop
        self._jobs = SimpleQueue[Job | None]()
        self._queues: WeakValueDictionary[Hashable, JobQueue] = WeakValueDictionary()
        self._waiting: Counter[Asker] = Counter()
        self._late = Deadlines(loop, lambda: LONG_SECONDS, self._let_pass)

    async def run(self, asker: Asker, work: Callable[[], T]) -> T:
        """Run this in a thread, once it is its asker's turn. TooManyRequestsError where
        too much waits in that queue.
        """
        if self._waiting[asker] >= MOST_WAITING:
            raise TooManyRequestsError(RETRY_SECONDS)
        # All who come through a proxy on this machine have its address.
        at_once = MOST_THREADS if is_this_machine(asker.address) else MOST_AT_ONCE
        self._waiting[asker] += 1
        # Each token has one request at most in the queue of its address, so tokens take
        # turns there.
        queues = [self._queue_of(asker, 1), self._queue_of(asker.address, at_once)]
        job = Job(asker, work, self._loop.create_future(), queues)
        self._go_on(job)
        answer: T = await job.answer
        return answer

    def _queue_of(self, whose: Hashable, room: int) -> JobQueue:
        """Return the queue of this asker or address, which is there as long as somebody
        stands in it.
        """
        queue = self._queues.get(whose)
        if queue is None:
            queue = self._queues[whose] = JobQueue(room)
        return queue

    def _go_on(self, job: Job) -> None:
        """Have a job pass its queues, as far as it may."""
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
        """Let those go on who stand behind a job in its queues."""
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
        # What hangs, or waits for a thread behind what hangs, is its asker's until now.
        self._waiting[job.asker] -= 1
        if not self._waiting[job.asker]:
            del self._waiting[job.asker]
        self._let_pass(job)

    def start(self) -> None:
        """Start the first thread; RuntimeError or MemoryError where that cannot be."""
        self._start_another()

    def _start_another(self) -> None:
        """Start another thread; without room for it, those there are do the work."""
        # Starting a Thread waits until it runs: without memory it may die before that.
        try:
            start_new_thread(self._work, ())
        except (MemoryError, RuntimeError):
            if not self.size:
                raise
            return
        self.size += 1

    def stop(self) -> None:
        """Let the threads end that have nothing to do, and others once they have."""
        for _ in range(self.size):
            self._jobs.put(None)

    def _work(self) -> None:
        """Do one job after the other, in a thread."""
        while (job := self._jobs.get()) is not None:
            answer, error = None, None
            try:
                answer = job.work()
            except BaseException as raised:
                error = raised
            with suppress(RuntimeError):
                # Unless the daemon has stopped.
                self._loop.call_soon_threadsafe(self._end, job, answer, error)
            # What was answered is not kept until the next comes.
            del job, answer, error
