"""What the entries of honest tables wait while one device does its worst, beside a
quiet machine in the same run.

The device is a process of its own: `python -m benchmarks.neighbours PORT ADDRESS`, with
what it sends on its input.
"""

import json
import selectors
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import cycle
from math import inf
from pathlib import Path
from random import Random
from shutil import copytree, rmtree
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic, sleep

from benchmarks.crowds import DEVICE, HONEST, rows_beside_crowds
from benchmarks.daemon import (
    Caller,
    Daemon,
    NoAnswer,
    Played,
    ended,
    launched,
    played_tables,
    request_bytes,
    wait_for,
)
from benchmarks.deals import GAME, OPTIONS, SEATS, records, stored
from benchmarks.folding import HOST
from benchmarks.report import Row, percentile, table
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.tables.seats import start
from tests.at_table import change

LONG = 6_000
TABLES = 5
PACE_SECONDS = 0.25
LIMIT_MS = 250.0
GROWN_MB = 50.0
SETTLING_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Deed:
    """What a device does: `at_once` connections send these requests in turn, each the
    next once it was answered.
    """

    what: str
    at_once: int
    requests: list[bytes]
    address: str = DEVICE


@dataclass(frozen=True, slots=True)
class LongTable:
    """The device's own table, whose match is long."""

    code: str
    token: str

    @property
    def path(self) -> str:
        return f"/api/v1/tables/{self.code}"


def measure(quick: bool) -> str:
    """Return each deed beside the same honest tables; then what the daemon holds more
    than before.
    """
    seconds = 4 if quick else 10
    rows: list[Row] = []
    with TemporaryDirectory() as folder:
        long = _long_table(Path(folder) / "long")
        for deed in _deeds(long):
            # What one device left to be done is not to be measured beside the next.
            place = copytree(
                Path(folder) / "long", Path(folder) / "played", dirs_exist_ok=True
            )
            daemon = launched(place)
            try:
                rows += _beside(daemon, long, deed, seconds)
            finally:
                ended(daemon)
                rmtree(place)
    notes = [
        f"{TABLES} honest tables at one address, each with an entry every "
        f"{PACE_SECONDS * 1e3:.0f} ms, whatever became "
        "of those before; the device has another address, except where it says so, "
        f"and a table of {LONG:,} entries."
    ]
    entries = table("Entries of honest tables beside one device, ms", rows, notes)
    pages = table(
        "A page over a new connection, beside an address that opens all it can",
        rows_beside_crowds(quick),
    )
    return f"{entries}\n\n{pages}"


def _beside(daemon: Daemon, long: LongTable, deed: Deed, seconds: float) -> list[Row]:
    """Return what entries wait beside this deed and before it, and by how much the
    daemon has grown afterwards.
    """
    wait_for(daemon, long.path)
    # Whatever is kept for good is there before anything is measured.
    _do_once(daemon, deed)
    before = daemon.resident_mb()
    tables = _tables(daemon, seconds)
    quiet = _answered(daemon, _tables(daemon, seconds))
    with _doing(daemon, deed):
        busy = _answered(daemon, tables)
    sleep(SETTLING_SECONDS)
    return [
        Row(f"{deed.what}: p50 before", percentile(quiet, 50), "ms"),
        Row(f"{deed.what}: p99 before", percentile(quiet, 99), "ms"),
        Row(f"{deed.what}: p50", percentile(busy, 50), "ms"),
        Row(f"{deed.what}: p99", percentile(busy, 99), "ms", LIMIT_MS),
        Row(
            f"{deed.what}: grown by, afterwards",
            daemon.resident_mb() - before,
            "MB",
            GROWN_MB,
        ),
    ]


def _long_table(folder: Path) -> LongTable:
    folder.mkdir()
    room = CardRoom(Store.open(folder / "tables.sqlite"))
    opened = room.open_table(GAME, SEATS, OPTIONS)
    change(room, opened.code, HOST, start)
    room.store.append(opened.code, stored(records(Random(7), LONG)))
    room.close()
    return LongTable(opened.code, opened.host_token)


def _deeds(long: LongTable) -> list[Deed]:
    data = records(Random(7), 1)[0].body["data"]
    swapped = data | {"hidden": data["exposed"], "exposed": data["hidden"]}
    corrections = [
        request_bytes(
            "POST",
            f"{long.path}/corrections",
            {"changes": [{"seq": 1, "data": each}]},
            long.token,
        )
        for each in (swapped, data)
    ]
    log = request_bytes("GET", f"{long.path}/log", token=long.token)
    anonymous_log = request_bytes("GET", f"{long.path}/log")
    plain = request_bytes("GET", "/")
    return [
        Deed("70 correct the first of their entries", 70, corrections),
        Deed("64 read that log", 64, [log]),
        Deed("64 read that log without a token", 64, [anonymous_log]),
        Deed("12 send a Host of 32 KB", 12, [_long_host()]),
        Deed("32 send 1,990 fields to no page", 32, [_long_form()]),
        Deed("200 read a page", 200, [plain]),
        Deed("from the same address, 70 correct", 70, corrections, HONEST),
        Deed(
            "from the same address, 64 read that log without a token",
            64,
            [anonymous_log],
            HONEST,
        ),
        Deed("from the same address, 200 read a page", 200, [plain], HONEST),
    ]


def _long_host() -> bytes:
    name = "ä" * 15_000
    return f"GET / HTTP/1.1\r\nHost: {name}\r\n\r\n".encode()


def _long_form() -> bytes:
    line = "wall"
    parts = "".join(
        f'--{line}\r\nContent-Disposition: form-data; name="f{number}"\r\n\r\nx\r\n'
        for number in range(1_990)
    )
    body = f"{parts}--{line}--\r\n".encode()
    head = [
        "POST /new/nothing HTTP/1.1",
        "Host: 127.0.0.1",
        f"Content-Type: multipart/form-data; boundary={line}",
        f"Content-Length: {len(body)}",
    ]
    return "\r\n".join([*head, "", ""]).encode() + body


def _tables(daemon: Daemon, seconds: float) -> list[Played]:
    return played_tables(daemon.port, TABLES, int(seconds / PACE_SECONDS))


def _answered(daemon: Daemon, tables: list[Played]) -> list[float]:
    """Return how long each entry of the honest tables waited for its answer, in ms,
    from when it was due.
    """
    waits: list[float] = []
    phones = [
        Thread(target=_play, args=(daemon.port, played.posts, place, waits))
        for place, played in enumerate(tables)
    ]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    return waits


def _play(port: int, posts: list[bytes], place: int, waits: list[float]) -> None:
    due = monotonic() + place * PACE_SECONDS / TABLES
    dues = [due + number * PACE_SECONDS for number in range(len(posts))]
    done = 0
    try:
        with Caller(port, HONEST) as phone:
            for due, post in zip(dues, posts, strict=True):
                sleep(max(0.0, due - monotonic()))
                status, _ = phone.send(post)
                waits.append((monotonic() - due) * 1e3)
                done += 1
                if status != 201:
                    break
    except (OSError, NoAnswer):
        pass
    # What had no answer, or a wrong one, waited for ever.
    waits += [inf] * (len(posts) - done)


@contextmanager
def _doing(daemon: Daemon, deed: Deed) -> Iterator[None]:
    """Yield a device that does this until the block ends."""
    command = [
        sys.executable,
        "-m",
        "benchmarks.neighbours",
        str(daemon.port),
        deed.address,
    ]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as device:
        assert device.stdin is not None and device.stdout is not None
        told = {
            "at_once": deed.at_once,
            "requests": [each.decode("latin-1") for each in deed.requests],
        }
        device.stdin.write(json.dumps(told).encode() + b"\n")
        device.stdin.flush()
        if device.stdout.readline() != b"begun\n":
            raise NoAnswer("the device did not begin")
        try:
            yield
        finally:
            device.kill()


def _do_once(daemon: Daemon, deed: Deed) -> None:
    with suppress(NoAnswer, OSError), Caller(daemon.port, deed.address) as caller:
        for request in deed.requests:
            caller.send(request)


def main(port: int, address: str) -> None:
    """Sends what it is told to on its input, again and again, until it is killed."""
    told = json.loads(sys.stdin.readline())
    requests = [each.encode("latin-1") for each in told["requests"]]
    with selectors.DefaultSelector() as selector:
        for _ in range(told["at_once"]):
            _send(selector, port, address, cycle(requests))
        print("begun", flush=True)
        while True:
            for key, _ in selector.select():
                caller, again = key.data
                try:
                    answer = caller.more()
                    if answer is not None:
                        caller.start(next(again))
                except (OSError, NoAnswer):
                    selector.unregister(caller.socket)
                    caller.close()
                    _send(selector, port, address, again)


def _send(
    selector: selectors.BaseSelector, port: int, address: str, requests: Iterator[bytes]
) -> None:
    caller = Caller(port, address)
    selector.register(caller.socket, selectors.EVENT_READ, (caller, requests))
    caller.start(next(requests))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
