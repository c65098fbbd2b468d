"""How many entries a second can be made and kept, over many tables."""

import json
import selectors
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic, monotonic_ns

from benchmarks.daemon import Caller, Daemon, NoAnswer, cpu_seconds, played_tables
from benchmarks.deals import GAME, OPTIONS, SEATS, entries
from benchmarks.folding import HOST
from benchmarks.report import percentile
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.hosting.tables.entering import SentEntry, enter
from referee.hosting.tables.seats import start
from tests.at_table import change

TABLES = 40
CONNECTIONS = 8
MOST_A_SECOND = 4_000
"""More than can be: so many entries are made ready beforehand, and whoever sends them
stops there too.
"""

WARMING_UP = 0.1
"""For this part of the time before it counts, a server is busy already."""

Opening = Callable[[], AbstractContextManager[Daemon]]


@dataclass(frozen=True, slots=True)
class Busy:
    """A server that is sent entries as fast as it answers: how many a second, the
    answers' median ms, the server's processor time for one, in ms (not a number where
    the system does not tell), and the answers' p99 in ms.
    """

    a_second: float
    wait: float
    processor: float
    tail: float


def busy(opening: Opening, seconds: int, query: str = "") -> Busy:
    """Return a server that answers entries of another process, each of whose
    connections waits for its answers.
    """
    with opening() as server:
        command = [
            sys.executable,
            "-m",
            "benchmarks.durable",
            str(server.port),
            str(server.process.pid),
        ]
        told = subprocess.run(
            [*command, str(seconds), query],
            capture_output=True,
            timeout=20 * seconds + 60,
            check=True,
        )
    return Busy(*json.loads(told.stdout))


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
                    change(room, code, HOST, enter, [SentEntry(**next(made))])
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
    """One connection: posts at its own tables in turn, the next as soon as the last was
    answered.
    """

    def __init__(self, port: int, posts: list[bytes]) -> None:
        self.caller = Caller(port)
        self._posts = iter(posts)
        self.sent = 0

    def send(self) -> bool:
        """Return whether there was one more to post."""
        post = next(self._posts, None)
        if post is None:
            return False
        self.sent = monotonic_ns()
        self.caller.start(post)
        return True

    def answered(self) -> bool:
        """Return whether the answer is complete."""
        answer = self.caller.more()
        if answer is not None and answer[0] != 201:
            raise NoAnswer(f"an entry was answered {answer[0]}: {answer[1][:300]!r}")
        return answer is not None


def main(port: int, server: int, seconds: int, query: str) -> None:
    """Posts as fast as the answers come; prints how many a second, their median wait in
    ms, the processor time of the server's process for each, in ms, and their p99 in ms.
    What is answered while it warms up is not counted.
    """
    tables = played_tables(port, TABLES, MOST_A_SECOND * seconds // TABLES, query)
    with selectors.DefaultSelector() as selector:
        for place in range(CONNECTIONS):
            mine = [each.posts for each in tables[place::CONNECTIONS]]
            sender = _Sender(
                port, [post for posts in zip(*mine, strict=True) for post in posts]
            )
            selector.register(sender.caller.socket, selectors.EVENT_READ, sender)
            sender.send()
        _answered_within(selector, seconds * WARMING_UP)
        begin = monotonic()
        before = cpu_seconds(server)
        waits = _answered_within(selector, seconds)
        taken = monotonic() - begin
        processor = cpu_seconds(server) - before
    half, tail = (percentile(waits, percent) / 1e6 for percent in (50, 99))
    json.dump(
        [len(waits) / taken, half, processor * 1e3 / len(waits), tail], sys.stdout
    )


def _answered_within(selector: selectors.BaseSelector, seconds: float) -> list[int]:
    """Return the waits of the posts that are answered within this time, in ns; each is
    followed by the next.
    """
    waits: list[int] = []
    end = monotonic() + seconds
    while monotonic() < end and selector.get_map():
        for key, _ in selector.select(1):
            if key.data.answered():
                waits.append(monotonic_ns() - key.data.sent)
                if not key.data.send():
                    selector.unregister(key.fileobj)
    return waits


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
