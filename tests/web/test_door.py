"""What a daemon answers while Flask and the pages are still being imported."""

from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from referee_web.app import create_app
from referee_web.door import Door
from referee_web.guards.received import HEADERS
from referee_web.guards.service_set import Services
from referee_web.public_url import PublicUrl
from werkzeug.test import Client, EnvironBuilder, TestResponse

from referee.hosting.room import CardRoom

PAGES = {
    "/": 200,
    "/ask": 200,
    "/camera": 200,
    "/docs": 200,
    "/games/faj": 200,
    "/matches": 200,
    "/players": 200,
    "/api/v1/games": 200,
    "/api/v1/openapi.json": 200,
    "/nothing-here": 404,
}
HEALTH = "/healthz"


@pytest.fixture
def services(room: CardRoom) -> Services:
    return Services.over(room, PublicUrl(8642, None, list), limits=False)


def ask(door: Door, path: str, **more: Any) -> TestResponse:
    environ = EnvironBuilder(path, **more).get_environ()
    return Client(door).open(environ)


def test_the_store_is_told_well_before_the_app_is_there(services: Services) -> None:
    early = ask(Door(services), HEALTH)
    later = create_app(services).test_client().get(HEALTH)
    assert (early.status_code, early.data) == (200, later.data)
    assert early.mimetype == later.mimetype
    for name in HEADERS:
        assert early.headers[name] == later.headers[name]


def test_ten_phones_wait_for_ten_pages_and_get_them(services: Services) -> None:
    door = Door(services)
    with ThreadPoolExecutor(len(PAGES)) as phones:
        answers: dict[str, Future[TestResponse]] = {}
        for path in PAGES:
            answers[path] = phones.submit(ask, door, path)
        assert ask(door, HEALTH).status_code == 200
        assert not any(answer.done() for answer in answers.values())

        door.lead_to(create_app(services))
        statuses = {
            path: answer.result().status_code for path, answer in answers.items()
        }
    assert statuses == PAGES


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"headers": {"Host": "evil.example"}}, 421),
        ({"method": "POST"}, 405),
    ],
)
def test_whoever_may_not_ask_for_the_health_waits_to_be_refused(
    services: Services, more: dict[str, Any], status: int
) -> None:
    door = Door(services)
    with ThreadPoolExecutor() as phones:
        answer = phones.submit(ask, door, HEALTH, **more)
        assert ask(door, HEALTH).status_code == 200
        assert not answer.done()
        door.lead_to(create_app(services))
        assert answer.result().status_code == status


def test_a_store_that_fails_is_told_by_the_app(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(code: str) -> None:
        raise OSError(f"no disk for {code}")

    monkeypatch.setattr(services.room.store, "table", broken)
    door = Door(services)
    with ThreadPoolExecutor() as phones:
        answer = phones.submit(ask, door, HEALTH)
        door.lead_to(create_app(services))
        assert answer.result().status_code == 503
