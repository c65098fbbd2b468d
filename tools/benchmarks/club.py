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
from benchmarks.daemon import Caller, Daemon, opened
from benchmarks.phones import listening
from benchmarks.report import Row, percentile, table

PEOPLE = 200
TABLES = PEOPLE // 4
BETWEEN = PEOPLE // 2
"""The phones that wait for the next round: none at first and all at last, so half."""

SECONDS = 2.0
PAUSE_SECONDS = 0.05
MOST_STANDINGS_MS = 300.0
MOST_TIMES_FLOOR = 3.0
PLAN: dict[str, Any] = {
    "name": "Club night",
    "game": "score-pad",
    "movement": "individual",
    "rounds": 3,
    "options": {"rounds": 1},
}


def measure(quick: bool) -> str:
    """Return the figures of one evening."""
    with opened() as daemon:
        return table(f"An evening of {TABLES} tables", _rows(daemon, quick))


def _rows(daemon: Daemon, quick: bool) -> list[Row]:
    port = daemon.port
    _, event = _timed(port, "POST", "/events", PLAN)
    path = f"/events/{event['code']}"
    token = event["director_token"]
    names = "\n".join(f"Guest {number}" for number in range(PEOPLE))
    entered, _ = _timed(port, "POST", f"{path}/list", {"csv": names}, token)
    code = event["code"]
    phones = dict(_enter(port, path, number) for number in range(PEOPLE))
    waiting = list(phones.values())[:BETWEEN]
    rounds = 1 if quick else PLAN["rounds"]
    seated = []
    waits = []
    standings = []
    pages = []
    behind = []
    floor = []
    for _ in range(rounds):
        begun, view = _timed(port, "POST", f"{path}/rounds", {}, token)
        seated.append(begun)
        tables = {}
        for each in view["rounds"][-1]["tables"]:
            tables[each["code"]] = phones[each["seats"][0]]
        entries = _entries(port, tables)
        with (
            listening(port, [path.strip("/")], PEOPLE - BETWEEN, event["board_token"]),
            fetching(port, code, waiting) as between,
            ThreadPoolExecutor(1) as threads,
        ):
            playing = threads.submit(_results, port, tables, entries)
            while not playing.done():
                took, _ = _timed(port, "GET", f"{path}/standings", None, token)
                standings.append(took)
                sleep(PAUSE_SECONDS)
            waits += playing.result()
            since = monotonic()
            pages += between.end()
            behind.append(1000 * (monotonic() - since))
        plain = _plain_tables(port)
        entries = _entries(port, plain)
        with listening(port, list(plain), PEOPLE // TABLES):
            floor += _results(port, plain, entries)
    _, ranking = _timed(port, "GET", f"{path}/standings", None, token)
    assert sum(each["total"] for each in ranking) == rounds * TABLES * 10

    p99 = percentile(waits, 99)
    floor_p99 = percentile(floor, 99)
    together = f"{TABLES} results in {SECONDS:g} s, {BETWEEN} of {PEOPLE} phones fetch"
    return [
        Row(f"entering a list of {PEOPLE}", entered, "ms"),
        Row(f"seating a round and opening {TABLES} tables", max(seated), "ms"),
        Row(f"{together}, p50", percentile(waits, 50), "ms"),
        Row(f"{together}, p99", p99, "ms", MOST_TIMES_FLOOR * floor_p99),
        Row("the same at tables of no event, p99", floor_p99, "ms"),
        Row(
            "standings meanwhile, p95",
            percentile(standings, 95),
            "ms",
            MOST_STANDINGS_MS,
        ),
        Row("pages fetched", len(pages), ""),
        Row("a page fetched, p50", percentile(pages, 50), "ms"),
        Row("a page fetched, p99", percentile(pages, 99), "ms"),
        Row("all phones know all results after the last", max(behind), "ms"),
        Row("memory", daemon.resident_mb(), "MB"),
    ]


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
