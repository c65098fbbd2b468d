"""Open streams: phones that hear of each change at a table."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from math import inf
from typing import Any

from referee.hosting.room import CardRoom
from referee_web import streams
from referee_web.server.doors import ClientConnection

A_FEW = 20
"""More phones than so many at a table are left alone for a while after news."""

PAUSE_SECONDS = 0.2
"""How long they are left alone; then they hear of all changes since."""

log = logging.getLogger("referee.streams")

Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


def body_part(part: bytes, more: bool = False) -> dict[str, Any]:
    """Return a part of an answer's body as ASGI has it."""
    return {"type": "http.response.body", "body": part, "more_body": more}


class Live:
    """All listening phones by table, for the loop's thread, but for `_tell_change`."""

    def __init__(self, room: CardRoom, loop: asyncio.AbstractEventLoop) -> None:
        self._room = room
        self._loop = loop
        self._bells: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._is_over = False

    def _tell_change(self, code: str) -> None:
        """Ring at all phones of a table, in whatever thread it changed."""
        with suppress(RuntimeError):
            # The daemon may have stopped.
            self._loop.call_soon_threadsafe(self._ring, code)

    def _ring(self, code: str) -> None:
        for bell in self._bells.get(code, ()):
            bell.set()

    async def send(
        self, code: str, connection: ClientConnection, receive: Receive, send: Send
    ) -> None:
        """Send news now and at each change, until the phone leaves or the daemon stops.

        A slow reader gets only the latest.
        """
        bells = self._bells[code]
        if not bells:
            self._room.listeners.listen(code, self._tell_change)
        bell = asyncio.Event()
        bells.add(bell)
        bell.set()
        gone = asyncio.ensure_future(receive())
        gone.add_done_callback(lambda _: bell.set())
        try:
            await send(body_part(streams.RETRY, more=True))
            while not (gone.done() or self._is_over):
                connection.waiting_since = inf
                news = await self._hear(code, bell)
                connection.wait()
                await send(body_part(news, more=True))
                if len(bells) > A_FEW:
                    await asyncio.sleep(PAUSE_SECONDS)
            await send(body_part(b""))
        finally:
            gone.cancel()
            bells.remove(bell)
            if not bells:
                del self._bells[code]
                self._room.listeners.leave(code, self._tell_change)

    async def _hear(self, code: str, bell: asyncio.Event) -> bytes:
        """Return news once the bell rings, or a sign of life after a while."""
        try:
            async with asyncio.timeout(streams.HEARTBEAT_SECONDS):
                await bell.wait()
            bell.clear()
            seq = self._room.seq_in_memory(code)
            if seq is None:
                # The loop never waits for the store.
                seq = await self._loop.run_in_executor(None, self._room.seq, code)
            return streams.news(seq)
        except TimeoutError:
            pass
        except Exception:
            log.exception("an event could not be made")
        return streams.BEAT

    def stop(self) -> None:
        """End all streams, current and future."""
        self._is_over = True
        for code in self._bells:
            self._ring(code)
