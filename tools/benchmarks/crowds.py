"""What an honest phone waits while one address opens all connections that it can.

Part of `neighbours`. The address is a process of its own, with a `Crowd` in JSON on its
input: `python -m benchmarks.crowds PORT ADDRESS`.
"""

import errno
import json
import os
import selectors
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from benchmarks.daemon import (
    HERE,
    Daemon,
    NoAnswer,
    as_installed,
    ended,
    free_port,
    request_bytes,
)
from benchmarks.report import Row, percentile

HONEST = "127.0.0.2"
DEVICE = "127.0.0.3"

TRIES = 200
TRY_SECONDS = 0.2
"""An honest phone opens a page so often, each time over a new connection."""
WITHIN_SECONDS = 1.0
ANSWERED_PERCENT = 98.0
LOG_KB = 100.0

FILES = (1_024, 2_048)
BURST = 3_000
DRIP = 1_200
MANY = 12_000
MANY_MB = 200.0

START_SECONDS = 20.0
AT_A_TIME = 256
"""How many connections the address begins before it looks at those it has."""

HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: "
HALF_A_HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"
"""A handshake announces the length of a record, and the rest of it never comes."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """So many connections, with these words on each; `again`: what is closed is
    reopened.
    """

    connections: int
    words: str
    again: bool


def rows_beside_crowds(quick: bool) -> list[Row]:
    """Return what becomes of honest tries beside each crowd, of the log, and of memory."""
    tries = 25 if quick else TRIES
    rows = []
    for scheme, files in product(("http", "https"), FILES):
        for crowd in _crowds(scheme):
            rows += _rows_beside(scheme, files, crowd, tries)
    return rows + [_size_with_many(scheme) for scheme in ("http", "https")]


def _crowds(scheme: str) -> list[Crowd]:
    half = HALF_A_HELLO if scheme == "https" else HALF_A_HEAD
    return [
        Crowd(BURST, "", again=False),
        Crowd(DRIP, "", again=True),
        Crowd(DRIP, half.decode("latin-1"), again=True),
    ]


def _rows_beside(scheme: str, files: int, crowd: Crowd, tries: int) -> list[Row]:
    manner = "opened again and again" if crowd.again else "opened at once"
    words = "half a request" if crowd.words else "silence"
    what = f"{scheme}, {files:,} descriptors, {crowd.connections:,} {manner}, {words}"
    with _serving(scheme, files) as (daemon, log), _crowding(daemon, crowd):
        waits = _tries(daemon.port, scheme, tries)
        logged = log.stat().st_size / 1e3
    in_time = [wait for wait in waits if wait <= WITHIN_SECONDS]
    percent = 100 * len(in_time) / tries
    return [
        Row(
            f"{what}: answered within a second",
            percent,
            "%",
            ANSWERED_PERCENT,
            at_least=True,
        ),
        Row(f"{what}: p99", percentile(waits, 99) * 1e3, "ms"),
        Row(f"{what}: logged", logged, "kB", LOG_KB),
    ]


def _size_with_many(scheme: str) -> Row:
    crowd = Crowd(MANY, "", again=False)
    most = 0.0
    with _serving(scheme, MANY + 2_000) as (daemon, _), _crowding(daemon, crowd):
        end = monotonic() + 5
        while monotonic() < end:
            most = max(most, daemon.resident_mb())
            sleep(0.1)
    what = f"{scheme}, {MANY:,} silent connections: the daemon in all"
    return Row(what, most, "MB", MANY_MB)


@contextmanager
def _serving(scheme: str, files: int) -> Iterator[tuple[Daemon, Path]]:
    """Yield a daemon that may open so many files, and the file with its log."""
    with TemporaryDirectory() as folder:
        port = free_port()
        log = Path(folder) / "log"
        program = str(Path(sys.executable).with_name("referee"))
        words = [program, "serve", "--no-browser", "--host", HERE]
        words += ["--port", str(port), "--data", f"{folder}/data"]
        words += ["--https"] if scheme == "https" else []
        limited = ["sh", "-c", f'ulimit -n {files} && exec "$@"', "sh", *words]
        quiet = subprocess.DEVNULL
        with log.open("wb") as noted:
            process = subprocess.Popen(
                limited, stdin=quiet, stdout=quiet, stderr=noted, env=as_installed()
            )
        daemon = Daemon(port, process)
        try:
            _wait_for(daemon, scheme)
            yield daemon, log
        finally:
            ended(daemon)


def _wait_for(daemon: Daemon, scheme: str) -> None:
    end = monotonic() + START_SECONDS
    while monotonic() < end:
        if _opens(daemon.port, scheme):
            return
        sleep(0.05)
    raise NoAnswer("the daemon did not start")


def _tries(port: int, scheme: str, tries: int) -> list[float]:
    """Return how many seconds each honest try waited; infinity where no answer came."""
    waits = []
    begun = monotonic()
    for number in range(tries):
        sleep(max(0.0, begun + number * TRY_SECONDS - monotonic()))
        started = monotonic()
        waits.append(monotonic() - started if _opens(port, scheme) else float("inf"))
    return waits


def _opens(port: int, scheme: str) -> bool:
    """Open the first page over a new connection, and return whether it came."""
    with suppress(OSError, ValueError):
        line = socket.create_connection((HERE, port), 2 * WITHIN_SECONDS, (HONEST, 0))
        if scheme == "https":
            line = _trusting().wrap_socket(line)
        with closing(line):
            line.sendall(request_bytes("GET", "/"))
            return line.recv(65_536).startswith(b"HTTP/1.1 200")
    return False


def _trusting() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


@contextmanager
def _crowding(daemon: Daemon, crowd: Crowd) -> Iterator[None]:
    """Have a device open these connections before the block, and until it ends."""
    command = [sys.executable, "-m", "benchmarks.crowds", str(daemon.port), DEVICE]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as device:
        assert device.stdin is not None and device.stdout is not None
        device.stdin.write(json.dumps(asdict(crowd)).encode() + b"\n")
        device.stdin.flush()
        if device.stdout.readline() != b"begun\n":
            raise NoAnswer("the device did not begin")
        try:
            yield
        finally:
            device.kill()


class Device:
    """One address that opens connections as its crowd says."""

    def __init__(self, port: int, address: str, crowd: Crowd) -> None:
        self._port = port
        self._address = address
        self._crowd = crowd
        self._words = crowd.words.encode("latin-1")
        self._selector = selectors.DefaultSelector()
        self.missing = crowd.connections

    def open_some(self) -> None:
        """Begin some of the connections that are missing."""
        for _ in range(min(self.missing, AT_A_TIME)):
            if not self._open():
                return
            self.missing -= 1

    def _open(self) -> bool:
        line = socket.socket()
        line.setblocking(False)
        try:
            line.bind((self._address, 0))
            begun = line.connect_ex((HERE, self._port))
        except OSError:
            begun = errno.EADDRNOTAVAIL
        if begun not in (0, errno.EINPROGRESS):
            line.close()
            return False
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if self._words else 0)
        self._selector.register(line, wanted)
        return True

    def look(self, seconds: float) -> None:
        """Speak on what was connected, and note what was closed."""
        for key, ready in self._selector.select(seconds):
            line = key.fileobj
            assert isinstance(line, socket.socket)
            try:
                if ready & selectors.EVENT_WRITE:
                    line.send(self._words)
                    self._selector.modify(line, selectors.EVENT_READ)
                elif not line.recv(4_096):
                    self._close(line)
            except OSError:
                self._close(line)

    def close(self) -> None:
        """Hang up on all."""
        for key in list(self._selector.get_map().values()):
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.close()
        self._selector.close()

    def _close(self, line: socket.socket) -> None:
        self._selector.unregister(line)
        line.close()
        if self._crowd.again:
            self.missing += 1


def main(port: int, address: str) -> None:
    """Open connections until killed, or until whoever started this has gone."""
    import resource

    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    device = Device(port, address, Crowd(**json.loads(sys.stdin.readline())))
    parent = os.getppid()
    end = monotonic() + 5
    while device.missing and monotonic() < end:
        device.open_some()
        device.look(0)
    print("begun", flush=True)
    while os.getppid() == parent:
        device.open_some()
        device.look(0.01)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
