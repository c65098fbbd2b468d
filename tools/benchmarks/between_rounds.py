"""Phones between an event's rounds, in a process of their own:
`python -m benchmarks.between_rounds PORT CODE TOKEN…`.

Each follows the event and fetches its page as `event.js` does: of a result after a
while, and one page for all news that comes meanwhile. Says `ready` once all follow.
After a line on its input it waits until nobody fetches, and prints how many
milliseconds each page took.
"""

import asyncio
import json
import random
import sys
from asyncio import StreamReader, StreamWriter
from collections.abc import Sequence
from contextlib import AbstractContextManager
from time import monotonic

from benchmarks.daemon import HERE, NoAnswer
from benchmarks.phone_process import PhoneProcess, phone_process

SPREAD_SECONDS = 2.0
AT_ONCE = 20
"""The phones that begin at the same time."""


def fetching(
    port: int, code: str, tokens: Sequence[str]
) -> AbstractContextManager[PhoneProcess]:
    """A phone for each of these entrants' tokens, all of which follow the event.

    At the end they tell how many milliseconds each page took.
    """
    return phone_process("benchmarks.between_rounds", port, code, *tokens)


class _Phone:
    def __init__(self, port: int, code: str, token: str) -> None:
        self.port = port
        self.code = code
        self.cookie = f"Cookie: seat_{code}={token}"
        self.took: list[float] = []
        self.looking: asyncio.Task[None] | None = None
        self._line = b""
        self._looks_again = False

    async def follow(self) -> None:
        """Follow the event from now on; return once its stream and page are there."""
        self._page = await asyncio.open_connection(HERE, self.port)
        await self._look()
        reader, writer = await asyncio.open_connection(HERE, self.port)
        self._ask(writer, f"/api/v1/events/{self.code}/live", "text/event-stream")
        await reader.readuntil(b"event: changed\n")
        self._line = await reader.readline()
        self._hearing = asyncio.create_task(self._hear(reader))
        self._stream = writer

    async def _hear(self, reader: StreamReader) -> None:
        while line := await reader.readline():
            if line.startswith(b"id: "):
                self._hear_of(line)
        raise NoAnswer("a stream ended")

    def _hear_of(self, line: bytes) -> None:
        is_result = line == self._line
        self._line = line
        self._looks_again = True
        if self.looking is None:
            self.looking = asyncio.create_task(self._look_once(is_result))

    async def _look_once(self, is_result: bool) -> None:
        while self._looks_again:
            if is_result:
                await asyncio.sleep(random.random() * SPREAD_SECONDS)
            self._looks_again = False
            await self._look()
        self.looking = None

    async def _look(self) -> None:
        since = monotonic()
        try:
            await self._fetch()
        except (EOFError, ConnectionError):
            # The daemon hung up meanwhile, as on a connection that was idle.
            self._page = await asyncio.open_connection(HERE, self.port)
            await self._fetch()
        self.took.append(1000 * (monotonic() - since))

    async def _fetch(self) -> None:
        reader, writer = self._page
        # It stays between rounds, whether its table plays or not.
        self._ask(writer, f"/events/{self.code}?stay=1", "text/html")
        head = await reader.readuntil(b"\r\n\r\n")
        _, _, length = head.lower().partition(b"content-length:")
        await reader.readexactly(int(length.split(b"\r\n")[0]))
        if not head.startswith(b"HTTP/1.1 200"):
            raise NoAnswer(head.decode())

    def _ask(self, writer: StreamWriter, path: str, accepted: str) -> None:
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {HERE}",
            f"Accept: {accepted}",
            "Accept-Encoding: gzip",
            self.cookie,
        ]
        writer.write("\r\n".join([*lines, "", ""]).encode())


async def main(port: int, code: str, tokens: Sequence[str]) -> None:
    """Follow the event until told that it is enough."""
    phones = [_Phone(port, code, token) for token in tokens]
    for first in range(0, len(phones), AT_ONCE):
        some = phones[first : first + AT_ONCE]
        await asyncio.gather(*(phone.follow() for phone in some))
    for phone in phones:
        phone.took.clear()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    while looking := [phone.looking for phone in phones if phone.looking]:
        await asyncio.gather(*looking)
    took: list[float] = []
    for phone in phones:
        took += phone.took
    print(json.dumps(took), flush=True)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2], sys.argv[3:]))
