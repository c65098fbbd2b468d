"""From an entry posted to the phones of its table that have heard of it."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import local
from time import monotonic_ns, sleep

from benchmarks.daemon import Caller, NoAnswer, Played, opened, played_tables
from benchmarks.phones import Heard, listening
from benchmarks.report import Row, percentile, table

PHONES_A_TABLE = 5
POSTS_A_SECOND = 50
LAST_WORDS_SECONDS = 0.5
SENDERS = 8
BOARDGAME_IO = "boardgame.io, in memory:"
"""A move to a second client: measured on this kind of machine, kept here as a number."""
BOARDGAME_IO_P50, BOARDGAME_IO_P95 = 1.1, 3.0
LIMITS = {200: {50: 5.0, 99: 15.0}, 1_000: {99: 30.0}}


@dataclass(frozen=True, slots=True)
class Post:
    """An entry posted: at which table, which number it got, and when (monotonic ns)."""

    table: int
    seq: int
    sent: int
    answered: int


def measure(quick: bool) -> str:
    """One table alone, and many at once."""
    rows = alone(100 if quick else 500)
    for phones in (200, 1_000):
        rows += many(phones, 5 if quick else 20)
    notes = [
        "Milliseconds from the moment before the entry is sent, by clients in other processes on the same two cores.",
        f"Many: tables of {PHONES_A_TABLE}, {POSTS_A_SECOND} entries a second, on disk before anybody hears of them.",
        f"The peer keeps nothing on disk; its p95 is {BOARDGAME_IO_P95}.",
    ]
    return table("From an entry to the phones of its table, ms", rows, notes)


def alone(posts: int) -> list[Row]:
    """One table with two phones: until the second of them has heard."""
    with opened() as daemon:
        tables = played_tables(daemon.port, 1, posts)
        with listening(daemon.port, [tables[0].code], 2) as phones, Caller(daemon.port) as caller:
            posted = []
            for request in tables[0].posts:
                posted.append(_post(caller, 0, request))
                sleep(0.005)
            sleep(LAST_WORDS_SECONDS)
            arrivals = _arrivals(posted, phones.heard(), 2)
    waits = [_milliseconds(post.sent, max(heard)) for post, heard in arrivals]
    answers = [_milliseconds(post.sent, post.answered) for post in posted]
    return [
        Row("one table, both phones, p50", percentile(waits, 50), "ms", BOARDGAME_IO_P50, beside=BOARDGAME_IO),
        Row("one table, both phones, p95", percentile(waits, 95), "ms", BOARDGAME_IO_P95, beside=BOARDGAME_IO),
        Row("one table, answer to the sender, p50", percentile(answers, 50), "ms"),
    ]


def many(phones: int, seconds: int) -> list[Row]:
    """So many phones, five a table, and entries at a steady pace."""
    count = phones // PHONES_A_TABLE
    total = POSTS_A_SECOND * seconds
    with opened() as daemon:
        tables = played_tables(daemon.port, count, -(-total // count))
        with listening(daemon.port, [each.code for each in tables], PHONES_A_TABLE) as listeners:
            posted = _paced(daemon.port, tables, total)
            sleep(LAST_WORDS_SECONDS)
            arrivals = _arrivals(posted, listeners.heard(), PHONES_A_TABLE)
    each = [_milliseconds(post.sent, at) for post, heard in arrivals for at in heard]
    last = [_milliseconds(post.sent, max(heard)) for post, heard in arrivals]
    return [
        *_percentiles(f"{phones:,} phones, each", each, {}),
        *_percentiles(f"{phones:,} phones, all five of a table", last, LIMITS[phones]),
    ]


def _percentiles(what: str, waits: Sequence[float], limits: dict[int, float]) -> list[Row]:
    wanted = (50, 95, 99)
    return [Row(f"{what}, p{each}", percentile(waits, each), "ms", limits.get(each)) for each in wanted]


def _paced(port: int, tables: Sequence[Played], total: int) -> list[Post]:
    """Posts from some connections, a table after the other, each at its moment whatever became of those before."""
    mine = local()
    callers: list[Caller] = []
    begin = monotonic_ns() + 200_000_000

    def post(number: int) -> Post:
        if not hasattr(mine, "caller"):
            mine.caller = Caller(port)
            callers.append(mine.caller)
        sleep(max(0.0, (begin + number * 1_000_000_000 // POSTS_A_SECOND - monotonic_ns()) / 1e9))
        return _post(mine.caller, number % len(tables), tables[number % len(tables)].posts[number // len(tables)])

    with ThreadPoolExecutor(SENDERS) as senders:
        posted = list(senders.map(post, range(total)))
    for caller in callers:
        caller.close()
    return posted


def _post(caller: Caller, table: int, request: bytes) -> Post:
    sent = monotonic_ns()
    status, answer = caller.send(request)
    answered = monotonic_ns()
    if status != 201:
        raise NoAnswer(f"an entry was answered {status}: {answer[:300]!r}")
    return Post(table, json.loads(answer)["seq"], sent, answered)


def _arrivals(posted: Iterable[Post], heard: Iterable[Heard], phones: int) -> list[tuple[Post, list[int]]]:
    """With each post, when each phone of its table first heard of it or of a later one; NoAnswer: one never did."""
    by_phone: dict[tuple[int, int], list[Heard]] = {}
    for each in heard:
        by_phone.setdefault((each.table, each.phone), []).append(each)
    arrivals = []
    for post in posted:
        told = [_first(by_phone.get((post.table, phone), []), post.seq) for phone in range(phones)]
        arrivals.append((post, [at for at in told if at is not None]))
        if None in told:
            raise NoAnswer(f"not all phones heard of entry {post.seq} of table {post.table}")
    return arrivals


def _first(heard: Sequence[Heard], seq: int) -> int | None:
    place = bisect_left(heard, seq, key=lambda each: each.seq)
    return heard[place].at if place < len(heard) else None


def _milliseconds(start: int, end: int) -> float:
    return (end - start) / 1e6
