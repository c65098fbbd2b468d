"""An evening of 50 tables and 200 phones on one machine: the end of a round, at which
all results come within two seconds, beside the same entries at tables of no event.
"""

from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep
from typing import Any
from uuid import uuid4

from benchmarks.daemon import Caller, Daemon, opened
from benchmarks.phones import listening
from benchmarks.report import Row, percentile, table

PEOPLE = 200
TABLES = PEOPLE // 4
SECONDS = 2.0
STANDINGS = 40
MOST_STANDINGS_MS = 300.0
MOST_TIMES_FLOOR = 3.0
PLAN = {
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
    with Caller(daemon.port) as caller:
        event = _call(caller, "POST", "/events", PLAN)
        code, token = event["code"], event["director_token"]
        path = f"/events/{code}"
        names = "\n".join(f"Guest {number}" for number in range(PEOPLE))
        entered, _ = _timed(caller, "POST", f"{path}/list", {"csv": names}, token)
        begun, view = _timed(caller, "POST", f"{path}/rounds", {}, token)
        tables = [each["code"] for each in view["rounds"][0]["tables"]]
        with listening(daemon.port, [f"events/{code}"], PEOPLE):
            waits = _results(daemon.port, tables, token)
            standings = []
            for _ in range(5 if quick else STANDINGS):
                took, ranking = _timed(caller, "GET", f"{path}/standings", None, token)
                standings.append(took)
        assert sum(each["total"] for each in ranking) == TABLES * 10
        floor = _results(daemon.port, *_plain_tables(caller))

    p99, floor_p99 = percentile(waits, 99), percentile(floor, 99)
    return [
        Row(f"entering a list of {PEOPLE}", entered, "ms"),
        Row(f"seating a round and opening {TABLES} tables", begun, "ms"),
        Row(
            f"{TABLES} results in {SECONDS:g} s, {PEOPLE} phones, p50",
            percentile(waits, 50),
            "ms",
        ),
        Row("the same, p99", p99, "ms", MOST_TIMES_FLOOR * floor_p99),
        Row("at tables of no event, p99", floor_p99, "ms"),
        Row("standings, p95", percentile(standings, 95), "ms", MOST_STANDINGS_MS),
        Row("memory", daemon.resident_mb(), "MB"),
    ]


def _plain_tables(caller: Caller) -> tuple[list[str], dict[str, str]]:
    tokens = {}
    for _ in range(TABLES):
        body = {"game": "score-pad", "seats": list("ABCD"), "options": {"rounds": 1}}
        made = _call(caller, "POST", "/tables", body)
        code, token = made["code"], made["host_token"]
        _call(caller, "POST", f"/tables/{code}/start", {}, token)
        tokens[code] = token
    return list(tokens), tokens


def _results(port: int, tables: list[str], tokens: str | dict[str, str]) -> list[float]:
    """Return what each table's last entry waits, all begun within the seconds."""

    def play(number: int) -> float:
        code = tables[number]
        token = tokens if isinstance(tokens, str) else tokens[code]
        with Caller(port) as caller:
            seats = _call(caller, "GET", f"/tables/{code}", None, token)["seats"]
            points = {seat: place for place, seat in enumerate(seats, 1)}
            entry = {"id": str(uuid4()), "kind": "round", "data": {"points": points}}
            sleep(SECONDS * number / len(tables))
            return _timed(caller, "POST", f"/tables/{code}/entries", entry, token)[0]

    with ThreadPoolExecutor(len(tables)) as threads:
        return list(threads.map(play, range(len(tables))))


def _timed(
    caller: Caller, method: str, path: str, body: Any, token: str
) -> tuple[float, Any]:
    since = monotonic()
    answer = _call(caller, method, path, body, token)
    return 1000 * (monotonic() - since), answer


def _call(
    caller: Caller, method: str, path: str, body: Any = None, token: str = ""
) -> Any:
    status, answer = caller.call(method, f"/api/v1{path}", body, token)
    assert status < 300, answer
    return answer
