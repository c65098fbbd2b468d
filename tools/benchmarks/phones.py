"""Phones that listen, in a process of their own: `python -m benchmarks.phones PORT
PHONES CODE…`.

Opens so many live streams at each table and says `ready` once all have heard that they
are open. After a line on its input it prints what was heard, one JSON list of [table,
phone, number in the log, monotonic ns].
"""

import json
import selectors
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic_ns
from typing import NamedTuple

from benchmarks.daemon import HERE, NoAnswer
from benchmarks.phone_process import PhoneProcess, phone_process

AT_ONCE = 50
"""Streams opened one after the other before the first of them must have been answered.
"""


class Heard(NamedTuple):
    """A phone of a table heard that the table's log has this number now."""

    table: int
    phone: int
    seq: int
    at: int


class Listening:
    """The phones that listen, as the measuring process has them."""

    def __init__(self, phones: PhoneProcess) -> None:
        self._phones = phones

    def heard(self) -> list[Heard]:
        """Return all that was heard; the phones hang up."""
        return [Heard(*each) for each in self._phones.end()]


@contextmanager
def listening(
    port: int, codes: list[str], phones: int, token: str = ""
) -> Iterator[Listening]:
    """So many phones at each of these tables, all of them connected; an event's need a
    token.
    """
    with phone_process("benchmarks.phones", port, phones, token, *codes) as process:
        yield Listening(process)


class _Phone:
    def __init__(
        self, port: int, code: str, table: int, number: int, token: str
    ) -> None:
        self.table = table
        self.number = number
        self.opened = False
        self._rest = b""
        self.socket = socket.create_connection((HERE, port), timeout=30)
        path = code if "/" in code else f"tables/{code}"
        request = (
            f"GET /api/v1/{path}/live HTTP/1.1\r\nHost: {HERE}\r\nAccept: "
            "text/event-stream\r\n"
        )
        if token:
            request += f"Authorization: Bearer {token}\r\n"
        request += "\r\n"
        self.socket.sendall(request.encode())

    def read(self) -> Iterator[int]:
        """Yield the numbers that came in."""
        received = self.socket.recv(65_536)
        if not received:
            raise NoAnswer("a stream ended")
        *lines, self._rest = (self._rest + received).split(b"\n")
        return (int(line[4:]) for line in lines if line.startswith(b"id: "))


def main(port: int, phones: int, token: str, codes: list[str]) -> None:
    """Listens until told that it is enough."""
    heard: list[Heard] = []
    with selectors.DefaultSelector() as selector:
        selector.register(sys.stdin, selectors.EVENT_READ)
        missing = 0
        for place in range(phones * len(codes)):
            phone = _Phone(
                port,
                codes[place % len(codes)],
                place % len(codes),
                place // len(codes),
                token,
            )
            selector.register(phone.socket, selectors.EVENT_READ, phone)
            missing += 1
            while missing >= AT_ONCE:
                missing -= _listen(selector, heard)
        while missing:
            missing -= _listen(selector, heard)
        heard.clear()
        print("ready", flush=True)
        while _listen(selector, heard) >= 0:
            pass
    json.dump(heard, sys.stdout)


def _listen(selector: selectors.BaseSelector, heard: list[Heard]) -> int:
    """Return how many phones heard their first word just now; -1 once it is enough."""
    opened = 0
    for key, _ in selector.select():
        now = monotonic_ns()
        if key.data is None:
            return -1
        phone: _Phone = key.data
        for seq in phone.read():
            heard.append(Heard(phone.table, phone.number, seq, now))
            opened += not phone.opened
            phone.opened = True
    return opened


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:])
