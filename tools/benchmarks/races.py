"""From the first slap of a race to its photo finish on every phone of the table."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from queue import SimpleQueue
from random import Random
from threading import Thread
from time import monotonic_ns, sleep
from typing import Any

from benchmarks.daemon import HERE, Caller, NoAnswer, opened
from benchmarks.deals import SEATS, new_id
from benchmarks.report import Row, percentile, table

GAME = "slapjack"
WINDOW_MS = 350.0
LIMIT_MS = WINDOW_MS + 50
PROBES = 6
QUIET_SECONDS = 0.05


def measure(quick: bool) -> str:
    """One table of five phones: one of them slaps, or all."""
    races = 10 if quick else 40
    with opened() as daemon, ExitStack() as stack:
        room = Table(daemon.port, stack)
        lone = [wait for _ in range(races) for wait in room.race(1)]
        full = [wait for _ in range(races) for wait in room.race(len(SEATS))]
    rows = [
        Row(
            "one slaps, and the window runs out, p50",
            percentile(lone, 50),
            "ms",
            LIMIT_MS,
        ),
        Row(
            "one slaps, and the window runs out, last phone of all",
            max(lone),
            "ms",
            LIMIT_MS,
        ),
        Row("all five slap: nobody to wait for, p50", percentile(full, 50), "ms"),
        Row(
            "all five slap: nobody to wait for, last phone of all",
            max(full),
            "ms",
            LIMIT_MS,
        ),
    ]
    notes = [
        f"From the moment before the slap is sent; the window is {WINDOW_MS:.0f} ms. "
        "Each of the five phones hears of "
        "it by its stream, fetches its view, and has the finish then."
    ]
    return table("From a slap to its photo finish at each phone, ms", rows, notes)


class Table:
    """A table whose five seats all have a phone that listens, and a buzzer that is
    armed.
    """

    def __init__(self, port: int, stack: ExitStack) -> None:
        self._random = Random(5)
        self._host = stack.enter_context(Caller(port))
        opening = {"game": GAME, "seats": list(SEATS)}
        self._opened = self._call(self._host, "POST", "/api/v1/tables", opening)
        self._path = f"/api/v1/tables/{self._opened['code']}"
        tokens = [
            self._call(self._host, "POST", f"{self._path}/join", {"name": seat})
            for seat in SEATS
        ]
        self._tokens = [each["seat_token"] for each in tokens]
        self._call(
            self._host, "POST", f"{self._path}/start", {}, self._opened["host_token"]
        )
        self._callers = [stack.enter_context(Caller(port)) for _ in SEATS]
        self._seen: SimpleQueue[int] = SimpleQueue()
        for token in self._tokens:
            Thread(target=self._look, args=(port, token), daemon=True).start()
        for caller, token in zip(self._callers, self._tokens, strict=True):
            self._arm(caller, token)

    def _call(
        self,
        caller: Caller,
        method: str,
        path: str,
        body: object = None,
        token: str = "",
    ) -> Any:
        status, answer = caller.call(method, path, body, token)
        if status >= 400:
            raise NoAnswer(f"{path} was answered {status}: {answer}")
        return answer

    def _arm(self, caller: Caller, token: str) -> None:
        body: dict[str, object] = {}
        for _ in range(PROBES):
            answer = self._call(caller, "POST", f"{self._path}/clock", body, token)
            body = {"nonce": answer["nonce"], "t": monotonic_ns() / 1e6}

    def _look(self, port: int, token: str) -> None:
        """Tell when each finish was in the view of this phone."""
        shown = None
        with Caller(port) as caller:
            for _ in _events(port, f"{self._path}/live"):
                finish = self._call(caller, "GET", self._path, token=token)["finish"]
                at = monotonic_ns()
                if finish is not None and finish["race"] != shown:
                    shown = finish["race"]
                    self._seen.put(at)

    def race(self, slaps: int) -> list[float]:
        """Run a race with so many slaps and enter it; how long each phone waited for
        its finish, in ms.
        """
        view = self._call(
            self._host, "GET", self._path, token=self._opened["host_token"]
        )
        race = next(prompt["race"] for prompt in view["prompts"] if prompt["race"])
        begun = monotonic_ns()
        for caller, token in list(zip(self._callers, self._tokens, strict=True))[
            :slaps
        ]:
            self._call(
                caller,
                "POST",
                f"{self._path}/buzz",
                {"race": race, "t": monotonic_ns() / 1e6},
                token,
            )
        waits = [(self._seen.get(timeout=10) - begun) / 1e6 for _ in SEATS]
        entry = {
            "id": new_id(self._random),
            "kind": "slap",
            "data": {"order": [SEATS[0]]},
        }
        self._call(
            self._host,
            "POST",
            f"{self._path}/entries",
            entry,
            self._opened["host_token"],
        )
        sleep(QUIET_SECONDS)
        for caller, token in zip(self._callers, self._tokens, strict=True):
            self._arm(caller, token)
        return waits


def _events(port: int, path: str) -> Iterator[bytes]:
    """Yield each event of a live stream, until it ends."""
    with socket.create_connection((HERE, port)) as stream:
        stream.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {HERE}\r\nAccept: text/event-stream\r\n\r\n".encode()
        )
        while received := stream.recv(65_536):
            if b"event: changed" in received:
                yield received
