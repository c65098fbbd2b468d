"""The live streams, sent in the loop: a phone that listens takes no thread."""

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


class Live:
    """All phones that listen, by table, and the news of each. All but `_changed` is for the thread of the loop."""

    def __init__(self, room: CardRoom, loop: asyncio.AbstractEventLoop) -> None:
        self._room, self._loop = room, loop
        self._at: defaultdict[str, set[Connection]] = defaultdict(set)
        self._news: dict[str, bytes] = {}
        self._is_over = False

    async def send(
        self,
        stream: Stream,
        connection: Connection,
        send: Callable[[Any], Awaitable[None]],
        first_words: Callable[[], Awaitable[bytes]],
    ) -> None:
        """Send this phone its first words, then each change and a heartbeat, until it leaves or the daemon ends.

        Of several changes one that takes little in hears the last.
        """
        code = stream.code
        if code not in self._at:
            self._room.notices.listen(code, self._changed)
        self._at[code].add(connection)
        try:
            words = await first_words()
            while not connection.is_lost and not self._is_over:
                await send({"type": "http.response.body", "body": words, "more_body": True})
                words = await self._next_words(code, connection)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            stream.close()
            self._at[code].discard(connection)
            if not self._at[code]:
                del self._at[code]
                self._news.pop(code, None)
                self._room.notices.leave(code, self._changed)

    async def _next_words(self, code: str, connection: Connection) -> bytes:
        try:
            async with asyncio.timeout(streams.HEARTBEAT_SECONDS):
                await connection.bell.wait()
        except TimeoutError:
            return streams.BEAT
        connection.bell.clear()
        return self._news.get(code, streams.BEAT)

    def _changed(self, code: str) -> None:
        """Word the change in the thread that made it, and leave the telling to the loop."""
        try:
            news = streams.changed(self._room, code)
        except Exception:
            log.exception("an event could not be made")
            return
        with suppress(RuntimeError):
            # Unless the daemon has stopped.
            self._loop.call_soon_threadsafe(self._tell, code, news)

    def _tell(self, code: str, news: bytes) -> None:
        if code in self._at:
            self._news[code] = news
            for connection in self._at[code]:
                connection.bell.set()

    def stop(self) -> None:
        """End all streams, and those that begin later."""
        self._is_over = True
        for connections in self._at.values():
            for connection in connections:
                connection.bell.set()
