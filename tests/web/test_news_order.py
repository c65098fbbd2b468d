"""A thread with news goes on only once all phones of the table are sent to."""

import asyncio
from collections.abc import Iterator
from threading import Thread
from time import sleep
from types import SimpleNamespace
from typing import Any

import pytest
from referee_web.server import bridge
from referee_web.streams import Stream

from referee.hosting.tables.held_table import Notices

CODE = "AAAAA"


class SlowPhone:
    """A connection that takes its time to be sent to."""

    def __init__(self) -> None:
        self.bell = asyncio.Event()
        self.heard: list[bytes] = []

    def send_news(self, news: bytes) -> None:
        """Keep the news, later than a thread that does not wait would go on."""
        sleep(0.02)
        self.heard.append(news)

    def end_stream(self) -> None:
        """Do nothing more."""


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    running = asyncio.new_event_loop()
    thread = Thread(target=running.run_forever)
    thread.start()
    yield running
    running.call_soon_threadsafe(running.stop)
    thread.join()
    running.close()


def test_a_change_is_sent_to_all_phones_before_its_thread_goes_on(
    loop: asyncio.AbstractEventLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bridge, "SENT_SECONDS", 60)
    notices = Notices(lambda code: None)
    room: Any = SimpleNamespace(notices=notices, seq=lambda code: 7)
    live = bridge.Live(room, loop)
    phones: list[Any] = [SlowPhone() for _ in range(3)]

    async def listen_all() -> list[asyncio.Task[None]]:
        async def begin() -> None:
            pass

        listening = []
        for phone in phones:
            stream = Stream(CODE, lambda: b"", lambda: None)
            sending = live.send(stream, phone, begin)
            listening.append(asyncio.create_task(sending))
        await asyncio.sleep(0)
        return listening

    listening = asyncio.run_coroutine_threadsafe(listen_all(), loop).result()
    notices.ring(CODE)
    heard = [len(phone.heard) for phone in phones]

    async def stop() -> None:
        live.stop()
        await asyncio.gather(*listening)

    asyncio.run_coroutine_threadsafe(stop(), loop).result()
    assert heard == [1, 1, 1]
