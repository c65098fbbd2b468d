"""How many entries a second can be made and kept, over many tables."""

from __future__ import annotations

import json
import selectors
import subprocess
import sys
from math import nan
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic, monotonic_ns

from benchmarks.daemon import Caller, NoAnswer, opened, played_tables
from benchmarks.deals import GAME, OPTIONS, SEATS, entries
from benchmarks.folding import HOST
from benchmarks.report import Row, percentile, table
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.tables.entering import Draft, enter
from referee.hosting.tables.starting import start
from tests.at_table import change

TABLES = 40
CONNECTIONS = 8
WANTED = 1_000
BOARDGAME_IO = "boardgame.io, in memory:"
BOARDGAME_IO_MOVES = 1_370
MOST_A_SECOND = 4_000
"""More than can be: so many entries are made ready beforehand, and whoever sends them stops there too."""


def measure(quick: bool) -> str:
    """Over HTTP and without."""
    seconds = 2 if quick else 8
    over_http, wait, processor = through_http(seconds)
    rows = [
        Row(f"over HTTP, {CONNECTIONS} connections", over_http, "/s", WANTED, at_least=True),
        Row("the same", over_http, "/s", BOARDGAME_IO_MOVES, beside=BOARDGAME_IO),
        Row("an entry's answer meanwhile, p50", wait, "ms"),
        Row("the daemon's processor time for an entry", processor, "ms", 1_000 / WANTED),
        Row("at the card room, 1 thread", in_the_room(1, seconds), "/s"),
        Row("at the card room, 4 threads", in_the_room(4, seconds), "/s"),
    ]
    return table(f"Entries a second, each durable, over {TABLES} tables", rows)


def through_http(seconds: int) -> tuple[float, float, float]:
    """Entries a second from another process, each connection waiting for its answers; the answers' median ms;
    and the daemon's processor time for an entry, in ms (not a number where the system does not tell).
    """
    with opened() as daemon:
        before = daemon.cpu_seconds()
        command = [sys.executable, "-m", "benchmarks.durable", str(daemon.port), str(seconds)]
        told = subprocess.run(command, capture_output=True, timeout=20 * seconds + 60, check=True)
        after = daemon.cpu_seconds()
    count, taken, wait = json.loads(told.stdout)
    processor = nan if before is None or after is None else (after - before) * 1000 / count
    return count / taken, wait, processor


def in_the_room(threads: int, seconds: int) -> float:
    """Entries a second without a server, by so many threads."""
    with TemporaryDirectory() as folder:
        room = CardRoom(Store.open(Path(folder) / "bench.sqlite"))
        codes = [room.open_table(GAME, SEATS, OPTIONS).code for _ in range(TABLES)]
        for code in codes:
            change(room, code, HOST, start)
        counts = [0] * threads
        begin = monotonic()

        def play(place: int) -> None:
            mine = [(code, entries(Random(code))) for code in codes[place::threads]]
            while monotonic() < begin + seconds:
                for code, made in mine:
                    change(room, code, HOST, enter, [Draft(**next(made))])
                counts[place] += len(mine)

        players = [Thread(target=play, args=(place,)) for place in range(threads)]
        for player in players:
            player.start()
        for player in players:
            player.join()
        taken = monotonic() - begin
        room.close()
    return sum(counts) / taken


class _Sender:
    """One connection: posts at its own tables in turn, the next as soon as the last was answered."""

    def __init__(self, port: int, posts: list[bytes]) -> None:
        self.caller = Caller(port)
        self._posts = iter(posts)
        self.sent = 0

    def send(self) -> bool:
        """Whether there was one more to post."""
        post = next(self._posts, None)
        if post is None:
            return False
        self.sent = monotonic_ns()
        self.caller.start(post)
        return True

    def answered(self) -> bool:
        """Whether the answer is complete."""
        answer = self.caller.more()
        if answer is not None and answer[0] != 201:
            raise NoAnswer(f"an entry was answered {answer[0]}: {answer[1][:300]!r}")
        return answer is not None


def main(port: int, seconds: int) -> None:
    """Posts as fast as the answers come; prints how many, in how many seconds, and the median wait in ms."""
    tables = played_tables(port, TABLES, MOST_A_SECOND * seconds // TABLES)
    waits: list[int] = []
    with selectors.DefaultSelector() as selector:
        for place in range(CONNECTIONS):
            mine = [each.posts for each in tables[place::CONNECTIONS]]
            sender = _Sender(port, [post for posts in zip(*mine, strict=True) for post in posts])
            selector.register(sender.caller.socket, selectors.EVENT_READ, sender)
            sender.send()
        begin = monotonic()
        while monotonic() < begin + seconds and selector.get_map():
            for key, _ in selector.select(1):
                if key.data.answered():
                    waits.append(monotonic_ns() - key.data.sent)
                    if not key.data.send():
                        selector.unregister(key.fileobj)
        taken = monotonic() - begin
    json.dump([len(waits), taken, percentile(waits, 50) / 1e6], sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
