"""An evening of 50 tables and 200 phones on one machine: the end of a round, at which
all results come within two seconds, beside the same entries at tables of no event with
as many phones.

All phones of the event hear of each result. Those between rounds, half of them, fetch
their page.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep
from typing import Any
from uuid import uuid4

from benchmarks.between_rounds import fetching
from benchmarks.daemon import Caller, opened
from benchmarks.phones import listening
from benchmarks.report import Row, percentile, table

PEOPLE = 200
TABLES = PEOPLE // 4
BETWEEN = PEOPLE // 2
"""The phones that wait for the next round: none at first and all at last, so half."""

SECONDS = 2.0
PAUSE_SECONDS = 0.25
"""How often a program asks for the standings meanwhile."""

MOST_STANDINGS_MS = 200.0
MOST_TIMES_FLOOR = 3.0
PLAN: dict[str, Any] = {
    "name": "Club night",
    "game": "score-pad",
    "movement": "individual",
    "rounds": 6,
    "options": {"rounds": 1},
}


def measure(quick: bool) -> str:
    """Return the figures of one evening."""
    with opened() as daemon:
        evening = _Evening(daemon.port)
        rounds = 1 if quick else PLAN["rounds"]
        for _ in range(rounds):
            evening.play_round()
            evening.play_plain_tables()
        evening.check_totals(rounds)
        memory = Row("memory", daemon.resident_mb(), "MB")
        return table(f"An evening of {TABLES} tables", [*evening.rows(), memory])


class _Evening:
    """A club night whose guests have entered, and what was measured of it so far.

    All in milliseconds.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        _, event = _timed(port, "POST", "/events", PLAN)
        self.code = event["code"]
        self.path = f"/events/{self.code}"
        self.director = event["director_token"]
        self.board = event["board_token"]
        names = "\n".join(f"Guest {number}" for number in range(PEOPLE))
        body = {"csv": names}
        self.listed, _ = _timed(port, "POST", f"{self.path}/list", body, self.director)
        self.phones: dict[str, str] = {}
        """The entrants' tokens, by id."""
        for number in range(PEOPLE):
            entrant, token = _enter(port, self.path, number)
            self.phones[entrant] = token

        self.seated: list[float] = []
        self.results: list[float] = []
        self.plain_results: list[float] = []
        self.standings: list[float] = []
        self.pages: list[float] = []
        self.behind: list[float] = []

    def play_round(self) -> None:
        """Seat a round, and enter all its results while phones listen and look."""
        path = f"{self.path}/rounds"
        begun, view = _timed(self.port, "POST", path, {}, self.director)
        self.seated.append(begun)
        tables = {}
        for each in view["rounds"][-1]["tables"]:
            tables[each["code"]] = self.phones[each["seats"][0]]
        entries = _entries(self.port, tables)
        code = self.path.strip("/")
        waiting = list(self.phones.values())[:BETWEEN]
        with (
            listening(self.port, [code], PEOPLE - BETWEEN, self.board),
            fetching(self.port, self.code, waiting) as between,
            ThreadPoolExecutor(1) as threads,
        ):
            playing = threads.submit(_results, self.port, tables, entries)
            while not playing.done():
                took, _ = self._read_standings()
                self.standings.append(took)
                sleep(PAUSE_SECONDS)
            self.results += playing.result()
            since = monotonic()
            self.pages += between.end()
            self.behind.append(1000 * (monotonic() - since))

    def play_plain_tables(self) -> None:
        """Enter as many results at tables of no event, with as many phones."""
        tables = _plain_tables(self.port)
        entries = _entries(self.port, tables)
        with listening(self.port, list(tables), PEOPLE // TABLES):
            self.plain_results += _results(self.port, tables, entries)

    def check_totals(self, rounds: int) -> None:
        """Raise AssertionError unless the standings have all results."""
        _, ranking = self._read_standings()
        assert sum(each["total"] for each in ranking) == rounds * TABLES * 10

    def rows(self) -> list[Row]:
        """Return what was measured."""
        plain_p99 = percentile(self.plain_results, 99)
        most = MOST_TIMES_FLOOR * plain_p99
        together = (
            f"{TABLES} results in {SECONDS:g} s, {BETWEEN} of {PEOPLE} phones fetch"
        )
        return [
            Row(f"entering a list of {PEOPLE}", self.listed, "ms"),
            Row(f"seating a round and opening {TABLES} tables", max(self.seated), "ms"),
            Row(f"{together}, p50", percentile(self.results, 50), "ms"),
            Row(f"{together}, p99", percentile(self.results, 99), "ms", most),
            Row("the same at tables of no event, p99", plain_p99, "ms"),
            Row(
                "standings meanwhile, p95",
                percentile(self.standings, 95),
                "ms",
                MOST_STANDINGS_MS,
            ),
            Row("pages fetched", len(self.pages), ""),
            Row("a page fetched, p50", percentile(self.pages, 50), "ms"),
            Row("a page fetched, p99", percentile(self.pages, 99), "ms"),
            Row("all phones know all results after the last", max(self.behind), "ms"),
        ]

    def _read_standings(self) -> tuple[float, Any]:
        return _timed(self.port, "GET", f"{self.path}/standings", None, self.director)


def _enter(port: int, path: str, number: int) -> tuple[str, str]:
    """Return who enters as somebody on the list, by id, and their phone's token."""
    body = {"names": [f"Guest {number}"]}
    _, entered = _timed(port, "POST", f"{path}/entrants", body)
    return entered["entrant"], entered["token"]


def _plain_tables(port: int) -> dict[str, str]:
    """Return tables of no event by code, with their hosts' tokens."""
    tokens = {}
    body = {"game": "score-pad", "seats": list("ABCD"), "options": {"rounds": 1}}
    for _ in range(TABLES):
        _, opened_table = _timed(port, "POST", "/tables", body)
        code = opened_table["code"]
        tokens[code] = opened_table["host_token"]
        _timed(port, "POST", f"/tables/{code}/start", {}, tokens[code])
    return tokens


def _entries(port: int, tables: dict[str, str]) -> list[dict[str, Any]]:
    """Return each table's last entry; who enters it has been at the table for long."""
    entries = []
    for code, token in tables.items():
        _, view = _timed(port, "GET", f"/tables/{code}", None, token)
        points = {seat: place for place, seat in enumerate(view["seats"], 1)}
        entry = {"id": str(uuid4()), "kind": "round", "data": {"points": points}}
        entries.append(entry)
    return entries


def _results(
    port: int, tables: dict[str, str], entries: Sequence[object]
) -> list[float]:
    """Return what each table's last entry waits, all begun within the seconds."""

    def play(number: int, code: str, token: str, entry: object) -> float:
        sleep(SECONDS * number / TABLES)
        return _timed(port, "POST", f"/tables/{code}/entries", entry, token)[0]

    numbers = range(TABLES)
    with ThreadPoolExecutor(TABLES) as threads:
        return list(threads.map(play, numbers, tables, tables.values(), entries))


def _timed(
    port: int, method: str, path: str, body: object = None, token: str = ""
) -> tuple[float, Any]:
    """Return how many milliseconds a call took, over a connection of its own."""
    with Caller(port) as caller:
        since = monotonic()
        status, answer = caller.call(method, f"/api/v1{path}", body, token)
        took = 1000 * (monotonic() - since)
    assert status < 300, answer
    return took, answer
