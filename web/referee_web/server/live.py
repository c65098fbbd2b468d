"""The live streams, sent in the loop: a phone that listens takes no thread."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

from referee.hosting.room import CardRoom
from referee_web import streams
from referee_web.server.connections import Connection
from referee_web.streams import Stream

log = logging.getLogger("referee.streams")


class Listener:
    """A phone that listens: what it is to hear next, and the bell that says so. What is newer takes its place."""

    __slots__ = ("bell", "is_over", "news")

    def __init__(self) -> None:
        self.news = b""
        self.bell = asyncio.Event()
        self.is_over = False

    def end(self) -> None:
        """Say nothing more to this phone."""
        self.is_over = True
        self.bell.set()


class Live:
    """All phones that listen, by table. All but what rings is for the thread of the loop."""

    def __init__(self, room: CardRoom, loop: asyncio.AbstractEventLoop) -> None:
        self._room, self._loop = room, loop
        self._at: defaultdict[str, set[Listener]] = defaultdict(set)
        self._is_over = False

    async def send(
        self,
        stream: Stream,
        connection: Connection,
        send: Callable[[Any], Awaitable[None]],
        first: Callable[[], Awaitable[bytes]],
    ) -> None:
        """Send this phone its `first` words, then each change and a heartbeat, until it leaves or the daemon ends."""
        listener = self._join(stream.code)
        lost = asyncio.ensure_future(connection.lost.wait())
        lost.add_done_callback(lambda _: listener.end())
        try:
            words = await first()
            while not listener.is_over:
                await send({"type": "http.response.body", "body": words, "more_body": True})
                words = await self._next_words(listener)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            lost.cancel()
            self._leave(stream.code, listener)
            stream.close()

    async def _next_words(self, listener: Listener) -> bytes:
        with suppress(TimeoutError):
            async with asyncio.timeout(streams.HEARTBEAT_SECONDS):
                await listener.bell.wait()
        listener.bell.clear()
        words, listener.news = listener.news or streams.BEAT, b""
        return words

    def _join(self, code: str) -> Listener:
        if code not in self._at:
            self._room.notices.listen(code, self._changed)
        listener = Listener()
        self._at[code].add(listener)
        if self._is_over:
            listener.end()
        return listener

    def _leave(self, code: str, listener: Listener) -> None:
        self._at[code].discard(listener)
        if not self._at[code]:
            del self._at[code]
            self._room.notices.leave(code, self._changed)

    def _changed(self, code: str) -> None:
        """Word the change in the thread that made it, and leave the telling to the loop."""
        try:
            news = streams.changed(self._room, code)
        except Exception:
            log.exception("an event could not be made")
            return
        with suppress(RuntimeError):
            # Not where the daemon has stopped.
            self._loop.call_soon_threadsafe(self._tell, code, news)

    def _tell(self, code: str, news: bytes) -> None:
        for listener in self._at.get(code, ()):
            listener.news = news
            listener.bell.set()

    def stop(self) -> None:
        """End all streams, and those that begin later."""
        self._is_over = True
        for listeners in self._at.values():
            for listener in listeners:
                listener.end()
