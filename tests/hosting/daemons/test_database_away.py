"""A database that does not answer is said to be away, and whoever waits is told so
soon.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from uuid import uuid4

import pytest

from referee.hosting.room import CardRoom
from referee.hosting.store import Store, postgresql
from referee.testing.phone import Phone as KitsPhone
from tests import postgres as server
from tests.web.conftest import app_over
from tests.web.line import HOST, answering
from tests.web.phone import Phone

PATIENCE = 20.0


@pytest.fixture(scope="module")
def own_server() -> Iterator[server.Server]:
    with server.served() as started:
        yield started


@pytest.fixture
def away(own_server: server.Server) -> Iterator[CardRoom]:
    """A card room over a server that may be frozen."""
    room = CardRoom(Store.open(own_server.url))
    yield room
    room.close()


def eventually_answers(phone: Phone, code: str) -> None:
    end = monotonic() + PATIENCE
    while phone.get(f"/tables/{code}").status != 200:
        assert monotonic() < end


@pytest.mark.parametrize(
    "how", [pytest.param("frozen", marks=pytest.mark.slow), "killed"]
)
def test_whoever_asks_is_told_that_the_database_does_not_answer_until_it_does(
    own_server: server.Server,
    away: CardRoom,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    how: str,
) -> None:
    monkeypatch.setattr(postgresql, "ANSWER_SECONDS", 1.5)
    app = app_over(away)
    code = away.open_table("highest-card", ["Ana", "Ben"]).code
    phone = Phone(app)
    eventually_answers(phone, code)
    if how == "killed":
        own_server.kill()
        _is_told(phone, code)
        own_server.start_again()
    else:
        with own_server.frozen():
            _is_told(phone, code)
    eventually_answers(phone, code)
    said = [record.getMessage() for record in caplog.records]
    assert any(line.startswith("The database does not answer: ") for line in said)
    assert "The database answers again." in said
    assert not any("game" in line for line in said)


def _is_told(phone: Phone, code: str) -> None:
    for _ in range(3):
        answer = phone.get(f"/tables/{code}")
        assert (answer.status, answer.json["title"]) == (503, "The database is away")
        assert answer.response.headers["Retry-After"] == "2"
    shown = phone.app.test_client().get(f"/t/{code}")
    assert shown.status_code == 503
    assert "database isn’t answering" in shown.text
    assert '<meta http-equiv="refresh" content="2">' in shown.text


CUT = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
)
CUTS = 50


def test_however_often_all_connections_are_cut_no_match_is_ruled_again_from_its_start(
    own_server: server.Server, away: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ruling thousands of entries again would have phones wait for seconds."""

    def rule_again(_: Store, code: str) -> None:
        raise AssertionError(f"table {code} is loaded again")

    with answering(app_over(away)) as daemon, ThreadPoolExecutor(1) as cutting:
        address = f"http://{HOST}:{daemon.port}"
        options = {"target": 9}
        seats = ["Ana", "Ben"]
        opening = {"game": "highest-card", "seats": seats, "options": options}
        opened = KitsPhone(address).post("/tables", opening).said(201)
        code = opened["code"]
        host = KitsPhone(address, opened["host_token"])
        host.post(f"/tables/{code}/start").said(200)
        host.look(code)
        monkeypatch.setattr("referee.hosting.room.load", rule_again)
        # Both lay the same rank: nobody wins, and the match goes on.
        cards = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "SHDC"]
        laid = []
        for number, card in enumerate(cards[:CUTS]):
            cut = cutting.submit(server.tell, own_server.url, CUT)
            laid.append(str(uuid4()))
            seat = seats[number % 2]
            answer = host.enter(code, "lay", seat, id=laid[-1], card=card)
            while answer.status != 201:
                assert answer.status == 503, answer.text
                answer = host.enter(code, "lay", seat, id=laid[-1], card=card)
            cut.result()
        log = host.get(f"/tables/{code}/log")
        while log.status == 503:
            # The last cut may only be noticed now.
            log = host.get(f"/tables/{code}/log")
        assert [line["id"] for line in log.said(200)["entries"]] == laid
