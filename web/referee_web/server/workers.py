"""The threads that answer requests. Whose turn it is, shares settle; all is kept in the thread of the loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeVar

from referee.vocabulary.errors import TooManyRequestsError
from referee_web.guards.shares import RETRY_SECONDS, Asker, Shares

T = TypeVar("T")

MOST_THREADS = 64
"""So many answers are made at once: some may hang for ever."""

LONG_SECONDS = 10.0
"""An answer that takes longer than this holds up its own line no more: its game may not come to an end."""

STACK_BYTES = 1024 * 1024


class _Job:
    """Something to be done in a thread, and the future that waits for it."""

    __slots__ = ("future", "long", "work")

    def __init__(self, work: Callable[[], Any], future: asyncio.Future[Any]) -> None:
        self.work, self.future = work, future
        self.long: asyncio.TimerHandle | None = None


class Workers:
    """Daemon threads, as many as were ever busy at once: one that hangs keeps nobody from ending the program."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.size = 0
        self._loop = loop
        self._busy = 0
        self._shares = Shares[_Job]()
        self._begun = SimpleQueue[_Job | None]()

    async def run(self, asker: Asker, work: Callable[[], T]) -> T:
        """Run this in a thread, once it is its asker's turn. TooManyRequestsError where too much waits."""
        job = _Job(work, self._loop.create_future())
        dropped = self._shares.put(asker, job)
        if dropped is not None and not dropped.future.done():
            dropped.future.set_exception(TooManyRequestsError(RETRY_SECONDS))
        self._begin()
        result: T = await job.future
        return result

    def _begin(self) -> None:
        while self._busy < MOST_THREADS and (job := self._shares.take()) is not None:
            job.long = self._loop.call_later(LONG_SECONDS, self._leave_line, job)
            self._busy += 1
            self._begun.put(job)
            if self._busy > self.size:
                self._start_thread()

    def _start_thread(self) -> None:
        threading.stack_size(STACK_BYTES)
        thread = threading.Thread(target=self._work, name=f"answers-{self.size + 1}", daemon=True)
        try:
            thread.start()
            self.size += 1
        except RuntimeError:
            # The system gives no more threads: those that are there must do.
            if not self.size:
                raise

    def _leave_line(self, job: _Job) -> None:
        self._shares.done(job)
        self._begin()

    def _work(self) -> None:
        while (job := self._begun.get()) is not None:
            result = error = None
            try:
                result = job.work()
            except BaseException as raised:
                error = raised
            try:
                self._loop.call_soon_threadsafe(self._end, job, result, error)
            except RuntimeError:
                # The daemon has stopped.
                return
            del job, result, error

    def _end(self, job: _Job, result: object, error: BaseException | None) -> None:
        self._busy -= 1
        if job.long is not None:
            job.long.cancel()
        self._leave_line(job)
        if job.future.done():
            return
        if error is None:
            job.future.set_result(result)
        else:
            job.future.set_exception(error)

    def stop(self) -> None:
        """Let the threads end that have nothing to do."""
        for _ in range(self.size):
            self._begun.put(None)
