"""Events that several daemons serve, and daemons that are killed while a round begins."""

import json
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPException
from pathlib import Path
from time import sleep
from typing import Any
from uuid import uuid4

import pytest

from referee.commandline.data_dir import STORE
from referee.hosting.store import Store
from tests import postgres as server
from tests.commandline.running import Running, free_port
from tests.hosting.daemons.sending import start

pytestmark = pytest.mark.slow

KILLS = 50
FIRST_KILL = 0.03
"""Seconds from the request to the first kill. After one that came before the round was
stored the next is later, else earlier: however busy the machine is, most come then.
"""


def open_event(daemon: Running, people: int, rounds: int) -> tuple[str, str]:
    wanted = {"name": "Club", "game": "score-pad", "movement": "swiss"}
    body = {**wanted, "rounds": rounds, "options": {"rounds": 1}}
    status, opened = daemon.post("/events", body)
    assert status == 201, opened
    code = opened["code"]
    token = opened["director_token"]
    names = "\n".join(f"Guest {number}" for number in range(people))
    daemon.post(f"/events/{code}/list", {"csv": names}, token)
    return code, token


def see(daemon: Running, code: str, token: str, what: str = "") -> Any:
    return json.loads(daemon.get(f"/api/v1/events/{code}{what}", token))


def begin(daemon: Running, code: str, token: str) -> int:
    try:
        path = f"/events/{code}/rounds"
        body = {"anyway": True}
        return daemon.post(path, body, token)[0]
    except (OSError, HTTPException, ValueError):
        return 0


def all_sit_once(event: Any, tables_kept: int) -> None:
    """Nobody is seated twice in a round, and no table is left over from a round that
    was never stored.
    """
    everybody = {entrant["id"] for entrant in event["entrants"]}
    for played in event["rounds"]:
        seated = Counter(seat for table in played["tables"] for seat in table["seats"])
        seated.update(played["sits_out"])
        assert seated == Counter(everybody)
    codes = [table["code"] for each in event["rounds"] for table in each["tables"]]
    assert len({*codes}) == len(codes) == tables_kept


def test_a_kill_while_a_round_begins_seats_nobody_twice_and_loses_nothing(
    tmp_path: Path,
) -> None:
    port = free_port()
    daemon = start(str(tmp_path), port)
    code, token = open_event(daemon, 13, 99)
    begun = 0
    wait = FIRST_KILL
    with ThreadPoolExecutor(1) as threads:
        for _ in range(KILLS):
            beginning = threads.submit(begin, daemon, code, token)
            sleep(wait * random.uniform(0.7, 1.3))
            daemon.process.kill()
            was_begun = beginning.result() == 201
            daemon.end()
            daemon = start(str(tmp_path), port)
            event = see(daemon, code, token)
            now = len(event["rounds"])
            assert begun + was_begun <= now <= begun + 1
            wait *= 0.8 if now > begun else 1.25
            begun = now
    assert 0 < begun < KILLS
    try:
        for table in event["rounds"][-1]["tables"]:
            assert daemon.look(table["code"], token)["phase"] != "setting-up"
    finally:
        daemon.end()
    with Store.open(tmp_path / STORE) as store:
        [[kept]] = store.read("SELECT count(*) FROM event_tables")
        [[tables]] = store.read("SELECT count(*) FROM tables")
    assert kept == tables
    all_sit_once(event, kept)


@pytest.mark.skipif(not server.THERE, reason="there is no PostgreSQL")
def test_three_daemons_over_one_database_show_the_same_event() -> None:
    with server.served() as postgres, ExitStack() as ending:
        daemons = []
        for _ in range(3):
            daemon = start(postgres.url, free_port())
            ending.callback(daemon.end)
            daemons.append(daemon)
        first, second, third = daemons
        code, token = open_event(first, 9, 3)
        with ThreadPoolExecutor(3) as threads:
            statuses = [
                each.result()
                for each in [threads.submit(begin, d, code, token) for d in daemons]
            ]
        assert statuses.count(201) >= 1
        event = see(second, code, token)
        assert len(event["rounds"]) == statuses.count(201)
        table = event["rounds"][-1]["tables"][0]
        scores = {table["seats"][0]: 7, table["seats"][1]: 3}
        body = {"table": table["code"], "scores": scores}
        assert third.post(f"/events/{code}/scores", body, token)[0] == 201
        shown = [see(daemon, code, token, "/standings") for daemon in daemons]
        assert shown[0] == shown[1] == shown[2]
        assert sum(each["total"] for each in shown[0]) >= 10
        # Each has made what it shows; then one of them takes another table's result.
        other = event["rounds"][-1]["tables"][1]["code"]
        points = dict(zip(second.look(other, token)["seats"], (40, 2), strict=True))
        entry = {"id": str(uuid4()), "kind": "round", "data": {"points": points}}
        assert second.post(f"/tables/{other}/entries", entry, token)[0] == 201
        after = [see(daemon, code, token, "/standings") for daemon in daemons]
        assert after[0] == after[1] == after[2]
        total = sum(each["total"] for each in shown[0])
        assert sum(each["total"] for each in after[0]) == total + 42
        all_sit_once(event, sum(len(each["tables"]) for each in event["rounds"]))
