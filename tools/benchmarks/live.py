"""From an entry posted to the phones of its table that have heard of it."""

import json
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import local
from time import monotonic_ns, sleep

from benchmarks.daemon import Caller, NoAnswer, Played, played_tables
from benchmarks.durable import Opening
from benchmarks.phones import Heard, listening

PHONES_A_TABLE = 5
POSTS_A_SECOND = 50
LAST_WORDS_SECONDS = 0.5
SENDERS = 8


@dataclass(frozen=True, slots=True)
class Post:
    """An entry posted: at which table, which number it got, and when (monotonic ns)."""

    table: int
    seq: int
    sent: int
    answered: int


def alone(
    opening: Opening, posts: int, query: str = "", phones: int = 2
) -> list[float]:
    """One table: the ms from each post until the last of its phones has heard of it."""
    with opening() as server:
        return between(server.port, server.port, posts, query, phones)


def between(
    port: int, listening_port: int, posts: int, query: str = "", phones: int = 2
) -> list[float]:
    """Return the same with phones that listen at another server's port."""
    tables = played_tables(port, 1, posts, query)
    with (
        listening(listening_port, [tables[0].code], phones) as listeners,
        Caller(port) as caller,
    ):
        posted = []
        for request in tables[0].posts:
            posted.append(_post(caller, 0, request))
            sleep(0.005)
        sleep(LAST_WORDS_SECONDS)
        return _waits(posted, listeners.heard(), phones)


def many(opening: Opening, phones: int, seconds: int, query: str = "") -> list[float]:
    """So many phones, five a table, and entries at a steady pace: the ms until all five
    of a table have heard.
    """
    count = phones // PHONES_A_TABLE
    total = POSTS_A_SECOND * seconds
    with opening() as server:
        tables = played_tables(server.port, count, -(-total // count), query)
        with listening(
            server.port, [each.code for each in tables], PHONES_A_TABLE
        ) as listeners:
            posted = _paced(server.port, tables, total)
            sleep(LAST_WORDS_SECONDS)
            return _waits(posted, listeners.heard(), PHONES_A_TABLE)


def _waits(posted: Iterable[Post], heard: Iterable[Heard], phones: int) -> list[float]:
    return [
        _milliseconds(post.sent, max(told))
        for post, told in _arrivals(posted, heard, phones)
    ]


def _paced(port: int, tables: Sequence[Played], total: int) -> list[Post]:
    """Posts from some connections, a table after the other, each at its moment whatever
    became of those before.
    """
    mine = local()
    callers: list[Caller] = []
    begin = monotonic_ns() + 200_000_000

    def post(number: int) -> Post:
        if not hasattr(mine, "caller"):
            mine.caller = Caller(port)
            callers.append(mine.caller)
        sleep(
            max(
                0.0,
                (begin + number * 1_000_000_000 // POSTS_A_SECOND - monotonic_ns())
                / 1e9,
            )
        )
        return _post(
            mine.caller,
            number % len(tables),
            tables[number % len(tables)].posts[number // len(tables)],
        )

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


def _arrivals(
    posted: Iterable[Post], heard: Iterable[Heard], phones: int
) -> list[tuple[Post, list[int]]]:
    """With each post, when each phone of its table first heard of it or of a later one;
    NoAnswer: one never did.
    """
    by_phone: dict[tuple[int, int], list[Heard]] = {}
    for each in heard:
        by_phone.setdefault((each.table, each.phone), []).append(each)
    arrivals = []
    for post in posted:
        told = [
            _first(by_phone.get((post.table, phone), []), post.seq)
            for phone in range(phones)
        ]
        arrivals.append((post, [at for at in told if at is not None]))
        if None in told:
            raise NoAnswer(
                f"not all phones heard of entry {post.seq} of table {post.table}"
            )
    return arrivals


def _first(heard: Sequence[Heard], seq: int) -> int | None:
    place = bisect_left(heard, seq, key=lambda each: each.seq)
    return heard[place].at if place < len(heard) else None


def _milliseconds(start: int, end: int) -> float:
    return (end - start) / 1e6
