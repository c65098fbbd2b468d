"""An entry that is surely right is taken before Flask begins, and answered alike."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from referee_web.server.daemon import Daemon

from referee.hosting.room import CardRoom
from tests.web.conftest import Opened, app_over
from tests.web.line import Answer, Line, answering
from tests.web.test_api_entries import entry

pytestmark = pytest.mark.usefixtures("reader")

PLAIN = "application/json"
LEFT_TO_THE_CALL = "application/json; charset=utf-8"
Body = dict[str, Any]


@pytest.fixture
def numbers(room: CardRoom) -> list[int]:
    """How far the tables' logs were, whenever Flask began to answer an entry."""
    return []


@pytest.fixture
def app(room: CardRoom, numbers: list[int]) -> Flask:
    app = app_over(room)

    @app.before_request
    def note() -> None:
        codes = [table.code for table in room.in_memory._tables.values()]
        numbers.append(sum(room.store.stamp(code).seq for code in codes))

    return app


@pytest.fixture
def served(app: Flask) -> Iterator[Daemon]:
    with answering(app) as daemon:
        yield daemon


def sent(
    daemon: Daemon, table: Opened, body: object, query: str = "", **headers: str
) -> Answer:
    """Return the answer to an entry of Ana's, unless a header says otherwise."""
    token = table.phones["Ana"].token
    named = {
        "Host": "referee.test",
        "Content-Type": PLAIN,
        "Authorization": f"Bearer {token}",
        "Accept-Language": "de",
    }
    for name, value in headers.items():
        named[name.replace("_", "-")] = value
    data = json.dumps(body).encode()
    lines = [f"POST /api/v1{table.path('entries')}{query} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in named.items() if value]
    lines += [f"Content-Length: {len(data)}", "", ""]
    with Line(daemon) as line:
        line.say("\r\n".join(lines).encode() + data)
        return line.answer()


@pytest.mark.parametrize("query", ["", "?view=none"])
def test_a_plain_entry_is_in_the_log_before_flask_begins(
    served: Daemon, started: Opened, numbers: list[int], query: str
) -> None:
    numbers.clear()
    answer = sent(served, started, entry("lay", "Ana", card="9S"), query)
    assert (answer.status, numbers) == (201, [1])
    assert ("view" in json.loads(answer.body)) is not query.startswith("?")


@pytest.mark.parametrize(
    ("query", "headers"),
    [
        ("?view=full", {}),
        ("", {"Content_Type": LEFT_TO_THE_CALL}),
        ("", {"Origin": "http://referee.test"}),
        ("", {"Sec_Fetch_Site": "same-origin"}),
    ],
)
def test_whatever_else_is_said_is_left_to_the_call(
    served: Daemon,
    started: Opened,
    numbers: list[int],
    query: str,
    headers: dict[str, str],
) -> None:
    numbers.clear()
    answer = sent(served, started, entry("lay", card="9S"), query, **headers)
    assert (answer.status, numbers) == (201, [0])


def test_a_phones_cookie_is_left_to_the_call(
    served: Daemon, started: Opened, numbers: list[int]
) -> None:
    numbers.clear()
    cookie = f"seat_{started.code}={started.phones['Ana'].token}"
    body = entry("lay", card="9S")
    answer = sent(served, started, body, Authorization="", Cookie=cookie)
    assert (answer.status, numbers) == (201, [0])


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (421, {"Host": "elsewhere.example"}),
        (403, {"Origin": "http://elsewhere.example"}),
        (403, {"Sec_Fetch_Site": "cross-site"}),
        (401, {"Authorization": "Bearer nobodys"}),
        (401, {"Authorization": "Bearer "}),
        (401, {"Authorization": "Basic QW5h"}),
        (401, {"Authorization": ""}),
    ],
)
def test_what_guards_refuse_is_not_taken(
    served: Daemon,
    started: Opened,
    room: CardRoom,
    status: int,
    headers: dict[str, str],
) -> None:
    answer = sent(served, started, entry("lay", card="9S"), **headers)
    assert (answer.status, room.seq(started.code)) == (status, 0)


def test_answers_are_those_of_the_call(served: Daemon, open_table: Any) -> None:
    once = entry("lay", card="9S")
    low = entry("lay", card="8S")
    several = [
        ("Ana", once | {"id": "no UUID"}),
        ("Ana", once | {"kind": "no such kind"}),
        ("Ana", once | {"seat": "Ben"}),
        ("Ana", once | {"data": {"card": "no card"}}),
        ("Ana", once),
        ("Ana", once),
        ("Ben", once),
        ("Ben", low),
        ("Ana", entry("lay", card="7S") | {"after": 0}),
        ("Ana", entry("lay", card="9S") | {"after": 2}),
        ("Ana", "no object"),
        ("Ana", {"entries": [entry("lay", card="7S")]}),
    ]
    told = []
    for kind in (PLAIN, LEFT_TO_THE_CALL):
        table = open_table("highest-card", "Ana", "Ben")
        table.start()
        answers = []
        for seat, body in several:
            bearer = f"Bearer {table.phones[seat].token}"
            answer = sent(served, table, body, Content_Type=kind, Authorization=bearer)
            words = answer.body.decode().replace(table.code, "CODE")
            answers.append((answer.status, json.loads(words)))
        told.append(answers)
    early, late = told
    assert [status for status, _ in early].count(201) == 4
    for mine, others in zip(early, late, strict=True):
        assert mine == others
