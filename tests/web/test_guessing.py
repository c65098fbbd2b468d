"""Nobody finds tables by trying out codes, and nobody who need not guess is kept out by
those who do.
"""

import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from itertools import islice, product
from threading import Barrier
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_web.commands.listening import listen
from referee_web.guards.limits import MOST_GUESSES_OF_A_SITE, Limits, Rate
from referee_web.guards.service_set import services_of
from referee_web.server.bridge import MOST_AT_ONCE
from referee_web.server.daemon import Daemon
from werkzeug.test import TestResponse

from referee.hosting.room import CardRoom
from referee.hosting.tables.tokens import LETTERS
from tests.web.conftest import Opened
from tests.web.phone import V1, Phone
from tests.web.served import served

MOST = 20
WRONG = "ZZZZZ"
"""No table has it: a Z looks like a 2."""


class Clock:
    """A clock that stands still until it is put forward."""

    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limited(room: CardRoom, clock: Clock) -> Flask:
    """The app over the room, with its limits, on this clock."""
    app = served(room, limits=True)
    services_of(app).limits = Limits(True, clock)
    return app


def wrong_codes() -> Iterator[str]:
    return ("Z" + "".join(letters) for letters in product(LETTERS, repeat=4))


def guess(app: Flask, times: int = MOST) -> None:
    """Try out wrong codes, as somebody does who looks for tables."""
    client = app.test_client()
    for code in islice(wrong_codes(), times):
        assert client.get(f"{V1}/tables/{code}").status_code == 404


def ask(app: Flask, method: str, path: str, **more: object) -> TestResponse:
    return app.test_client(use_cookies=False).open(path, method=method, **more)  # type: ignore[arg-type]


def named_addresses(app: Flask) -> list[tuple[str, str]]:
    """Every method and address that names a table's code, with a `{code}` in it."""
    rules = [
        rule
        for rule in app.url_map.iter_rules()
        if re.search("/(t|tables)/<code>", rule.rule)
    ]

    def filled(rule: str) -> str:
        rule = re.sub(r"<any\((\w+)[^>]*>", r"\1", rule)
        return re.sub(
            r"<(?:\w+:)?(\w+)>",
            lambda name: "{code}" if name[1] == "code" else "1",
            rule,
        )

    return [
        (method, filled(rule.rule))
        for rule in rules
        for method in (rule.methods or set()) - {"OPTIONS"}
    ]


def test_after_too_many_wrong_codes_a_right_one_is_answered_as_a_wrong_one(
    limited: Flask, started: Opened
) -> None:
    guess(limited)
    addresses = named_addresses(limited)
    assert len(addresses) > 60
    for method, path in [*addresses, ("GET", "/go?code={code}")]:
        right, wrong = (
            ask(limited, method, path.format(code=code))
            for code in (started.code, WRONG)
        )
        assert (right.status_code, wrong.status_code) == (429, 429), (method, path)
        # Both list the tables that play, with their codes: this daemon is not public.
        code = started.code.encode()
        told = [answer.data.replace(code, WRONG.encode()) for answer in (right, wrong)]
        assert told[0] == told[1]
        assert right.headers["Retry-After"] == wrong.headers["Retry-After"] == "60"


def test_nothing_tells_of_a_table_to_another_sites_page(
    limited: Flask, started: Opened
) -> None:
    elsewhere = {"Origin": "http://elsewhere.test"}
    right, wrong = (
        ask(limited, "POST", f"/t/{code}/join", headers=elsewhere)
        for code in (started.code, WRONG)
    )
    assert (right.status_code, wrong.status_code) == (403, 403)
    assert right.data.replace(started.code.encode(), WRONG.encode()) == wrong.data


def test_a_wrong_code_counts_once_a_minute(limited: Flask, started: Opened) -> None:
    for _ in range(3 * MOST):
        assert ask(limited, "GET", f"/t/{WRONG}").status_code == 404
    assert ask(limited, "GET", f"/t/{started.code}").status_code == 200


def test_right_codes_and_joins_do_not_count(limited: Flask, started: Opened) -> None:
    for _ in range(MOST + 1):
        assert ask(limited, "GET", f"/go?code={started.code}").status_code == 303
        # After some the seat has enough who wait for it: that is no guess either.
        assert ask(
            limited, "POST", f"{V1}/tables/{started.code}/join", json={"name": "Ana"}
        ).status_code in (202, 409)
    assert ask(limited, "GET", f"/t/{WRONG}").status_code == 404


def test_the_wait_is_a_minute_and_asking_makes_it_no_longer(
    limited: Flask, started: Opened, clock: Clock
) -> None:
    guess(limited)
    for seconds in range(59):
        clock.seconds += 1
        answer = ask(limited, "GET", f"/t/{started.code}")
        assert (answer.status_code, answer.headers["Retry-After"]) == (
            429,
            str(59 - seconds),
        )
    clock.seconds += 1
    assert ask(limited, "GET", f"/t/{started.code}").status_code == 200


def test_each_address_is_counted_by_itself_whatever_it_says_of_itself(
    limited: Flask, started: Opened
) -> None:
    guess(limited)
    path = f"/t/{started.code}"
    forged = dict.fromkeys(
        ("X-Forwarded-For", "X-Real-IP", "Forwarded", "Client-IP"), "10.0.0.9"
    )
    assert ask(limited, "GET", path, headers=forged).status_code == 429
    assert (
        ask(
            limited, "GET", path, environ_overrides={"REMOTE_ADDR": "10.0.0.9"}
        ).status_code
        == 200
    )


# Never kept out


def opened_as(
    app: Flask, path: str, cookies: dict[str, str] | None = None
) -> FlaskClient:
    """A phone that opens this page, with these cookies."""
    client = app.test_client()
    for name, value in (cookies or {}).items():
        client.set_cookie(name, value)
    assert client.get(path).status_code == 200
    return client


def test_who_shows_a_seat_or_the_hosts_token_gets_in(
    limited: Flask, started: Opened
) -> None:
    guess(limited)
    for token in (started.host.token, started.phones["Ana"].token):
        assert Phone(limited, token).get(f"/tables/{started.code}").status == 200
        for cookie in (f"seat_{started.code}", f"host_{started.code}"):
            opened_as(limited, f"/t/{started.code}", {cookie: token or ""})


def test_a_token_of_another_table_opens_nothing(
    limited: Flask, started: Opened, open_table: object
) -> None:
    guess(limited)
    other = Phone(started.host.app).post("/tables", {"game": "highest-card"}).said(201)
    for code in (started.code, WRONG):
        assert Phone(limited, other["host_token"]).get(f"/tables/{code}").status == 429


def test_the_qr_codes_address_gets_in_and_brings_everything_else_along(
    limited: Flask, started: Opened
) -> None:
    opened = (
        Phone(started.host.app)
        .post("/tables", {"game": "highest-card", "seats": ["Ana"]})
        .said(201)
    )
    guess(limited)
    path = urlsplit(opened["join_url"]).path
    code = opened["code"]
    client = opened_as(limited, path)
    assert client.get(f"{path}/qr.svg").status_code == 200
    assert client.get(f"/t/{code}/board").status_code == 200, (
        "the page left its key on the phone"
    )
    assert client.post(f"/t/{code}/join", data={"name": "Ana"}).status_code == 303
    keyed = path.removeprefix("/t/")
    for typed in (keyed, keyed.lower(), keyed.replace("-", " ")):
        assert Phone(limited).get(f"/tables/{typed}").status == 200
    assert Phone(limited).post(f"/tables/{keyed}/join", {"name": "Ben"}).status == 201


def test_a_wrong_key_is_none(limited: Flask, started: Opened) -> None:
    guess(limited)
    right = services_of(limited).room.keyed(started.code)
    other = services_of(limited).room.keyed(WRONG).partition("-")[2]
    for keyed in (
        f"{started.code}-AAAAAA",
        f"{started.code}-{other}",
        right[:-1],
        f"{right}A",
        f"{started.code}-",
    ):
        assert ask(limited, "GET", f"/t/{keyed}").status_code == 429
    client = limited.test_client()
    client.set_cookie(
        "opened", f"{started.code}-AAAAAA.{started.code}.-.{WRONG}-{other}"
    )
    assert client.get(f"/t/{started.code}").status_code == 429


@pytest.mark.parametrize("page", ["", "/board", "/log", "/scores"])
def test_a_page_that_was_opened_before_stays_open(
    limited: Flask, started: Opened, page: str
) -> None:
    client = opened_as(limited, f"/t/{started.code}{page}")
    guess(limited)
    assert client.get(f"/t/{started.code}{page}").status_code == 200
    live = client.get(f"{V1}/tables/{started.code}/live", buffered=False)
    assert live.status_code == 200
    live.close()
    assert limited.test_client().get(f"/t/{started.code}{page}").status_code == 429


def test_pages_of_a_deleted_table_learn_that_it_is_gone(
    limited: Flask, started: Opened
) -> None:
    client = opened_as(limited, f"/t/{started.code}")
    host = limited.test_client()
    host.set_cookie(f"host_{started.code}", started.host.token or "")
    host.post(f"/t/{started.code}/delete", data={"sure": "yes"})
    for _ in range(MOST + 1):
        assert client.get(f"/t/{started.code}").status_code == 404
    guess(limited)
    gone = client.get(f"/t/{started.code}")
    assert gone.status_code == 404
    assert "<script" not in gone.get_data(as_text=True), (
        "a page that was loaded again asks for nothing any more"
    )


def test_a_link_gets_in(limited: Flask, started: Opened) -> None:
    def link() -> str:
        made = started.host.post(started.path("seats/Ana/link")).said(201)
        return str(urlsplit(made["url"]).path)

    guess(limited)
    path = link()
    assert [
        ask(limited, "GET", path).status_code,
        ask(limited, "GET", f"{path}/qr.svg").status_code,
    ] == [200, 200]
    assert ask(limited, "POST", path).status_code == 303
    token = link().rpartition("/")[2]
    assert Phone(limited).post(started.path("links"), {"token": token}).status == 201
    assert Phone(limited).post(started.path("links"), {"token": token}).status == 429, (
        "it was used up"
    )
    for code in (started.code, WRONG):
        assert ask(limited, "GET", f"/t/{code}/link/{'x' * 32}").status_code == 429


def test_who_asked_for_a_seat_hears_the_answer(limited: Flask, started: Opened) -> None:
    asks = limited.test_client()
    asks.post(f"/t/{started.code}/join", data={"name": "Ana"})
    asks.delete_cookie("opened")
    claim = (
        Phone(limited).post(started.path("join"), {"name": "Ana"}).said(202)["claim"]
    )
    guess(limited)
    assert asks.get(f"/t/{started.code}/waiting").status_code == 200
    assert Phone(limited).get(started.path(f"claims/{claim}")).status == 200
    public = claim.partition(".")[0]
    assert Phone(limited).get(started.path(f"claims/{public}.wrong")).status == 429


def test_trying_out_links_and_claims_of_a_table_is_guessing_too(
    limited: Flask, started: Opened
) -> None:
    for place in range(MOST // 2):
        assert Phone(limited).get(started.path(f"claims/{place}.x")).status == 404
        assert (
            Phone(limited)
            .post(started.path("links"), {"token": f"guessed{place}"})
            .status
            == 404
        )
    assert Phone(limited).get(started.path("claims/x")).status == 429
    assert started.host.get(f"/tables/{started.code}").status == 200


def test_the_lobby_says_nothing_of_tables_whose_codes_a_phone_made_up(
    limited: Flask, started: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    room: CardRoom = services_of(limited).room
    looked_for: list[str] = []
    monkeypatch.setattr(room, "table", looked_for.append)
    client = limited.test_client()
    for code in (started.code, WRONG):
        client.set_cookie(f"seat_{code}", "made-up")
    assert client.get("/").status_code == 200
    assert looked_for == [], "how long it takes would tell"


# Counting


def test_whoever_has_many_networks_of_ipv6_does_not_guess_on_in_the_next(
    limited: Flask, started: Opened
) -> None:
    """One subscriber may have a /48, which holds 65,536 networks that are counted one
    by one.
    """

    def look(network: str, code: str) -> int:
        return ask(
            limited,
            "GET",
            f"{V1}/tables/{code}",
            environ_base={"REMOTE_ADDR": f"{network}::5"},
        ).status_code

    codes = wrong_codes()
    for place in range(MOST_GUESSES_OF_A_SITE // MOST):
        assert {look(f"2001:db8:7:{place}", code) for code in islice(codes, MOST)} == {
            404
        }
    assert look("2001:db8:7:ffff", started.code) == 429
    assert look("2001:db8:8:ffff", started.code) == 200
    keyed = services_of(started.host.app).room.keyed(started.code)
    assert look("2001:db8:7:ffff", keyed) == 200, (
        "a guest who scanned the code need not guess"
    )


def test_right_codes_of_a_household_are_no_guesses_of_its_site(
    limited: Flask, started: Opened
) -> None:
    for place in range(MOST_GUESSES_OF_A_SITE + 5):
        there = {"REMOTE_ADDR": f"2001:db8:7:{place:x}::5"}
        assert (
            ask(
                limited, "GET", f"/go?code={started.code}", environ_base=there
            ).status_code
            == 303
        )


def test_guesses_over_many_connections_at_once_gain_no_more_than_are_answered_at_once(
    limited: Flask, started: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As somebody sends them who is in a hurry: all at the same moment."""
    monkeypatch.setattr("referee_web.server.bridge.is_this_machine", lambda _: False)
    daemon = Daemon(limited, listen("127.0.0.1", 0))
    daemon.start()
    codes = list(islice(wrong_codes(), 120))
    together = Barrier(len(codes))

    def ask_for(code: str) -> int:
        connection = HTTPConnection("127.0.0.1", daemon.port, timeout=30)
        connection.connect()
        together.wait()
        connection.request("GET", f"{V1}/tables/{code}")
        status = connection.getresponse().status
        connection.close()
        return status

    try:
        with ThreadPoolExecutor(len(codes)) as phones:
            answers = Counter(phones.map(ask_for, codes))
    finally:
        daemon.stop()
    assert set(answers) == {404, 429}
    assert MOST <= answers[404] < MOST + MOST_AT_ONCE
    assert ask(limited, "GET", f"/t/{started.code}").status_code == 429


def test_what_is_counted_has_an_end(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee_web.guards.limits.MOST_ADDRESSES", 100)
    rate = Rate(MOST, clock)
    for place in range(300):
        rate.count(f"10.0.{place}.1")
    assert len(rate._of) == 100
