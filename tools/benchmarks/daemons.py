"""Several daemons over one PostgreSQL: entries a second, how long they wait, and what
they cost the database.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import nan
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.daemon import Daemon, ended, launched, wait_for
from benchmarks.durable import WARMING_UP, Busy
from benchmarks.live import between
from benchmarks.report import Row, percentile, table
from tests import postgres

COUNTS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Together:
    """So many daemons that are sent entries as fast as they answer: how many a second,
    the slowest daemon's p99 in ms, and the processor time for one entry in ms, of all
    daemons and of the database.
    """

    a_second: float
    p99: float
    daemons: float
    database: float


def measure(quick: bool) -> str:
    """One to three daemons, each with phones of its own; a file beside them; and a
    phone at another daemon.
    """
    seconds, posts = (2, 150) if quick else (8, 400)
    if postgres.PROGRAMS is None:
        return "Several daemons are left out: there is no PostgreSQL here."
    rows = [*_rows("a file, 1 daemon", _of_file(seconds))]
    with postgres.served(fsync=True) as server:
        for count in COUNTS:
            rows += _rows(
                f"PostgreSQL, {count} daemon{'s' if count > 1 else ''}",
                _of_server(server, count, seconds),
            )
        rows += _elsewhere(server, posts)
    notes = [
        (
            "All on this machine, with those who send: where it has two cores, a third "
            "daemon brings nothing more."
        )
    ]
    return table("Several daemons over one PostgreSQL", rows, notes)


def _rows(what: str, found: Together) -> list[Row]:
    rows = [
        Row(f"{what}: entries a second", found.a_second, "/s"),
        Row(f"{what}: an answer when busy, p99", found.p99, "ms"),
        Row(f"{what}: processor time of the daemons for an entry", found.daemons, "ms"),
    ]
    if found.database == found.database:
        rows.append(
            Row(
                f"{what}: processor time of the database for an entry",
                found.database,
                "ms",
            )
        )
    return rows


def _elsewhere(server: postgres.Server, posts: int) -> list[Row]:
    """Return an entry at one daemon until phones have heard of it there, and at another
    one.
    """
    with _daemons(server.url, 2) as (one, other):
        here = between(one.port, one.port, posts, "?view=none")
        there = between(one.port, other.port, posts, "?view=none")
    return [
        Row("to a phone at the same daemon, p50", percentile(here, 50), "ms"),
        Row("to a phone at another daemon, p50", percentile(there, 50), "ms", 10),
        Row("to a phone at another daemon, p99", percentile(there, 99), "ms"),
    ]


def _of_file(seconds: int) -> Together:
    with TemporaryDirectory() as folder, _running([launched(Path(folder))]) as daemons:
        return _busy(daemons, seconds, None)


def _of_server(server: postgres.Server, count: int, seconds: int) -> Together:
    with _daemons(server.url, count) as daemons:
        return _busy(daemons, seconds, server)


@contextmanager
def _daemons(url: str, count: int) -> Iterator[Sequence[Daemon]]:
    with _running([launched(url) for _ in range(count)]) as daemons:
        yield daemons


@contextmanager
def _running(daemons: Sequence[Daemon]) -> Iterator[Sequence[Daemon]]:
    try:
        for daemon in daemons:
            wait_for(daemon, "/api/v1/games")
        yield daemons
    finally:
        for daemon in daemons:
            ended(daemon)


def _busy(
    daemons: Sequence[Daemon], seconds: int, server: postgres.Server | None
) -> Together:
    before = _database_seconds(server)
    senders = [_sender(daemon, seconds) for daemon in daemons]
    told = [
        Busy(*json.loads(sender.communicate(timeout=20 * seconds + 60)[0]))
        for sender in senders
    ]
    rate = sum(each.a_second for each in told)
    # The first tenth of the time is not counted in the rate, but costs the database
    # something too.
    entries = rate * seconds * (1 + WARMING_UP)
    database_ms = (_database_seconds(server) - before) * 1000 / entries
    daemons_ms = sum(each.processor * each.a_second for each in told) / rate
    return Together(rate, max(each.tail for each in told), daemons_ms, database_ms)


def _sender(daemon: Daemon, seconds: int) -> subprocess.Popen[bytes]:
    words = [str(daemon.port), str(daemon.process.pid), str(seconds), "?view=none"]
    return subprocess.Popen(
        [sys.executable, "-m", "benchmarks.durable", *words], stdout=subprocess.PIPE
    )


def _database_seconds(server: postgres.Server | None) -> float:
    """Return the processor time of a server and all that it started; not a number where
    the system does not tell.
    """
    if server is None or not Path("/proc/self/stat").exists():
        return nan
    children = (
        Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
    )
    ticks = sum(_ticks(int(pid)) for pid in (server.pid, *children))
    return ticks / os.sysconf("SC_CLK_TCK")


def _ticks(pid: int) -> int:
    """Of a process, and of those of its children that have ended."""
    told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, told[11:15]))
