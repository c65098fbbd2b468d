"""The threads that answer requests, and whose turn it is."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TypeVar

from referee.vocabulary.errors import TooManyRequestsError
from referee_web.guards.shares import RETRY_SECONDS, Asker, Shares

T = TypeVar("T")
Jobs = SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None]

MOST_THREADS = 64
"""So many answers are made at once: some may hang for ever."""

LONG_SECONDS = 10.0
"""An answer that takes longer than this holds up its own line no more: its game may not come to an end."""

STACK_BYTES = 1024 * 1024


class Workers:
    """As many threads as were ever busy at once. All methods are for the thread of the loop.

    They are daemon threads, unlike those of Python's executors: one that hangs keeps nobody from ending the program.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.size = 0
        self._loop = loop
        self._busy = 0
        self._shares = Shares[asyncio.Future[None]]()
        self._jobs = Jobs()

    async def run(self, asker: Asker, work: Callable[[], T]) -> T:
        """Run this in a thread, once it is its asker's turn. TooManyRequestsError where too much waits."""
        turn = self._loop.create_future()
        dropped = self._shares.put(asker, turn)
        if dropped is not None and not dropped.done():
            dropped.set_exception(TooManyRequestsError(RETRY_SECONDS))
        self._give_turns()
        await turn
        long = self._loop.call_later(LONG_SECONDS, self._end_turn, turn)
        try:
            return await asyncio.wrap_future(self._submit(work))
        finally:
            long.cancel()
            self._busy -= 1
            self._end_turn(turn)

    def _give_turns(self) -> None:
        while self._busy < MOST_THREADS and (turn := self._shares.take()) is not None:
            if turn.cancelled():
                self._shares.done(turn)
            else:
                self._busy += 1
                turn.set_result(None)

    def _end_turn(self, turn: asyncio.Future[None]) -> None:
        self._shares.done(turn)
        self._give_turns()

    def _submit(self, work: Callable[[], T]) -> Future[T]:
        job = Future[T]()
        self._jobs.put((job, work))
        if self._busy > self.size:
            self.size += 1
            threading.stack_size(STACK_BYTES)
            threading.Thread(target=_work, args=(self._jobs,), name=f"answers-{self.size}", daemon=True).start()
        return job

    def stop(self) -> None:
        """Let the threads end that have nothing to do, and others once they have."""
        for _ in range(self.size):
            self._jobs.put(None)


def _work(jobs: Jobs) -> None:
    while (begun := jobs.get()) is not None:
        job, work = begun
        if job.set_running_or_notify_cancel():
            try:
                job.set_result(work())
            except BaseException as error:
                job.set_exception(error)
        del begun, job, work
