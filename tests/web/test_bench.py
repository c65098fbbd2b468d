"""The bench of `referee serve --dev`: what it shows and does, and that only the host on
this machine gets at it.
"""

import re
from collections.abc import Iterator
from html import unescape
from ipaddress import ip_network
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_web.server.daemon import Daemon

from referee.hosting.room import CardRoom
from referee.testing.game_bench import GameBench
from tests.toy_games import crooked
from tests.web.conftest import Opened
from tests.web.line import Answer, Line, answering
from tests.web.phone import Phone
from tests.web.served import served as served_without, with_bench

pytestmark = pytest.mark.slow

SEALED = "KD"
NOTICE = "the host can see sealed entries"
ACTIONS = ("random", "to-end", "back/0")
OWN_MACHINE = "127.0.0.1"
ANOTHER = "127.0.0.2"
"""Both can be called from here; the second is another phone's, as far as the daemon
knows.
"""


@pytest.fixture
def app(room: CardRoom) -> Flask:
    return with_bench(room, (), GameBench())


@pytest.fixture
def sealed(started: Opened) -> Opened:
    """A match of Highest Card in which Ben has laid a card that nobody may see yet."""
    started.phones["Ben"].enter(started.code, "lay", card=SEALED).said(201)
    return started


def browser(table: Opened, seat: str | None = None) -> FlaskClient:
    """A browser on this machine with the cookie of a seat, or of the host."""
    client = table.host.app.test_client()
    for name, value in cookies(table, seat).items():
        client.set_cookie(name, value)
    return client


def cookies(table: Opened, seat: str | None = None) -> dict[str, str]:
    token = table.phones[seat].token if seat else table.host.token
    return {f"seat_{table.code}" if seat else f"host_{table.code}": token or ""}


def page(client: FlaskClient, table: Opened) -> str:
    return unescape(client.get(f"/t/{table.code}").get_data(as_text=True))


def do(client: FlaskClient, table: Opened, action: str) -> int:
    return client.post(f"/t/{table.code}/bench/{action}").status_code


def entries(table: Opened) -> int:
    return len(standing(table))


def standing(table: Opened) -> list[dict[str, object]]:
    return [
        entry
        for entry in table.host.get(table.path("log")).said(200)["entries"]
        if not entry["struck"]
    ]


def numbers(table: Opened) -> list[object]:
    return [entry["seq"] for entry in standing(table)]


def undo_the_correction(table: Opened) -> None:
    [correction] = table.host.get(table.path("log")).said(200)["corrections"]
    table.host.post(table.path(f"corrections/{correction['id']}/undo"), {}).said(201)


# What the host sees and does there


def test_the_host_sees_the_state_the_prompts_and_what_is_sealed(sealed: Opened) -> None:
    shown = page(browser(sealed), sealed)
    assert "State(seats=('Ana', 'Ben'), target=2, seen=(), points={})" in shown
    assert (
        '{"name": "card", "type": "card", "label": "Card", "choices": ["2C", ' in shown
    )
    assert f'{{"card": "{SEALED}"}}' in shown


def test_each_ruling_names_the_file_and_line_of_its_sentence(sealed: Opened) -> None:
    sealed.phones["Ana"].enter(sealed.code, "lay", card="2D").said(201)
    [place] = re.findall(
        r"Ben wins\. <code[^>]*>([^<]*)<", page(browser(sealed), sealed)
    )
    file, _, line = place.rpartition(":")
    assert "{seat} wins." in Path(file).read_text("utf-8").splitlines()[int(line) - 1]


def test_a_tap_enters_something_that_fits_and_another_plays_to_the_end(
    started: Opened,
) -> None:
    host = browser(started)
    assert do(host, started, "random") == 303
    assert entries(started) == 1
    assert do(host, started, "to-end") == 303
    assert started.host.get(started.path("")[:-1]).said(200)["finished"]


def test_a_tap_goes_back_to_an_entry_and_the_log_can_undo_it(sealed: Opened) -> None:
    for seat, card in (("Ana", "2D"), ("Ben", "QD"), ("Ana", "3D")):
        sealed.phones[seat].enter(sealed.code, "lay", card=card).said(201)
    assert do(browser(sealed), sealed, "back/1") == 303
    assert numbers(sealed) == [1]
    undo_the_correction(sealed)
    assert numbers(sealed) == [1, 2, 3, 4]


def test_what_cannot_be_done_says_so_on_the_page(started: Opened) -> None:
    answer = browser(started).post(f"/t/{started.code}/bench/back/0")
    assert answer.status_code == 409
    assert "Nothing was entered after that." in answer.get_data(as_text=True)


def test_a_fault_shows_its_traceback_with_file_and_line(
    open_table: object, room: CardRoom, app: Flask
) -> None:
    table = crooked_match(app)
    table.phones["Ben"].enter(table.code, "lay", card=next(iter(crooked.WAYS))).said(
        500
    )
    shown = page(browser(table), table)
    assert re.search(r"tests/toy_games/crooked\.py:\d+</strong> accept: ", shown)
    assert "Crooked Cards has a fault" in shown


def test_a_match_that_cannot_be_shown_says_where_its_game_failed(
    app: Flask, room: CardRoom
) -> None:
    table = crooked_match(app)
    crooked.FAILING.add("scene")
    room.forget(table.code)
    answer = browser(table).get(f"/t/{table.code}")
    assert answer.status_code == 500
    told = unescape(answer.get_data(as_text=True))
    assert re.search(r"tests/toy_games/crooked\.py:\d+</strong> scene: ", told)
    assert "Traceback (most recent call last)" in told
    assert "Traceback" not in browser(table, "Ben").get(f"/t/{table.code}").get_data(
        as_text=True
    )


@pytest.fixture(autouse=True)
def mended() -> Iterator[None]:
    yield
    crooked.FAILING.clear()


def crooked_match(app: Flask) -> Opened:
    made = Phone(app).post("/tables", {"game": "crooked"}).said(201)
    table = Opened(made["code"], Phone(app, made["host_token"]))
    table.sit("Ana")
    table.sit("Ben")
    table.start()
    table.phones["Ana"].enter(table.code, "lay", card="2H").said(201)
    return table


# Everybody is told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", NOTICE),
        ("de", "kann sehen, was versiegelt ist"),
        ("es", "lo que está sellado"),
    ],
)
def test_every_page_and_the_api_say_that_the_host_can_see_what_is_sealed(
    started: Opened, language: str, told: str
) -> None:
    phone = browser(started, "Ben")
    asks = {"Accept-Language": language}
    for path in (
        f"/t/{started.code}",
        f"/t/{started.code}/board",
        f"/t/{started.code}/log",
        "/",
        "/games/faj/rules",
    ):
        assert told in unescape(phone.get(path, headers=asks).get_data(as_text=True)), (
            path
        )
    assert (
        told
        in phone.get(f"/api/v1/tables/{started.code}", headers=asks).get_json()[
            "notice"
        ]
    )


def test_without_a_bench_nobody_is_told_anything(
    room: CardRoom, started: Opened
) -> None:
    plain = served_without(room)
    assert "notice" not in Phone(plain).get(f"/tables/{started.code}").said(200)
    assert NOTICE not in plain.test_client().get(f"/t/{started.code}").get_data(
        as_text=True
    )


# Nobody else gets at it


def ask(
    served: Daemon,
    path: str,
    table: Opened,
    *headers: str,
    caller: str = OWN_MACHINE,
    seat: str = "",
) -> Answer:
    """The answer to a request that the host's, or a seat's, cookies come with; POST for
    what the bench does.
    """
    kept = "; ".join(
        f"{name}={value}" for name, value in cookies(table, seat or None).items()
    )
    method = "POST" if "/bench/" in path else "GET"
    lines = (
        f"{method} /t/{table.code}{path} HTTP/1.1",
        "Connection: close",
        "Content-Length: 0",
        f"Cookie: {kept}",
    )
    named = (
        ()
        if any(header.startswith("Host:") for header in headers)
        else (f"Host: 127.0.0.1:{served.port}",)
    )
    with Line(served, caller) as line:
        line.say("\r\n".join((*lines, *named, *headers, "\r\n")).encode())
        return line.answer()


def shows_bench(answer: Answer) -> bool:
    return (
        b'id="bench"' in answer.body
        or SEALED.encode() in answer.body.partition(b"<pre")[2]
    )


@pytest.fixture
def served(app: Flask) -> Iterator[Daemon]:
    with answering(app) as daemon:
        yield daemon


def refused(
    served: Daemon,
    table: Opened,
    *headers: str,
    caller: str = OWN_MACHINE,
    seat: str = "",
) -> None:
    """Whoever asks so sees no bench, and changes nothing."""
    before = standing(table)
    assert not shows_bench(
        ask(served, "", table, *headers, caller=caller, seat=seat)
    ), headers
    for action in ACTIONS:
        answer = ask(
            served, f"/bench/{action}", table, *headers, caller=caller, seat=seat
        )
        assert answer.status == 403, (action, headers)
        assert not shows_bench(answer), (action, headers)
    assert standing(table) == before


def test_the_host_on_this_machine_has_a_bench(served: Daemon, sealed: Opened) -> None:
    assert shows_bench(ask(served, "", sealed))
    assert ask(served, "/bench/random", sealed).status == 303


def test_the_host_at_another_machine_has_none(served: Daemon, sealed: Opened) -> None:
    refused(served, sealed, caller=ANOTHER)


FORGED = (
    "X-Forwarded-For: 127.0.0.1",
    "X-Real-IP: 127.0.0.1",
    "Forwarded: for=127.0.0.1",
    "Host: localhost",
    "Host: 127.0.0.1",
    "referee.peer: 127.0.0.1",
    "Referee_Peer: 127.0.0.1",
    "Remote-Addr: 127.0.0.1",
)


def test_no_header_makes_another_machine_this_one(
    served: Daemon, sealed: Opened
) -> None:
    for forged in FORGED:
        refused(served, sealed, forged, caller=ANOTHER)


def test_no_proxy_makes_another_machine_this_one(
    room: CardRoom, sealed: Opened
) -> None:
    named = (ip_network("127.0.0.0/8"),)
    with answering(with_bench(room, named, GameBench())) as served:
        refused(served, sealed, "X-Forwarded-For: 127.0.0.1", caller=ANOTHER)
        refused(served, sealed, caller=ANOTHER)
        assert shows_bench(ask(served, "", sealed))


PASSED_ON = (
    "X-Forwarded-For: 203.0.113.5",
    "X-Forwarded-For: 127.0.0.1",
    "Via: 1.1 tunnel",
    "Forwarded: for=_a",
)


def test_what_a_proxy_on_this_machine_passes_on_is_not_from_here(
    served: Daemon, sealed: Opened
) -> None:
    for passed_on in PASSED_ON:
        refused(served, sealed, passed_on)


def test_a_seat_on_this_machine_that_is_not_the_host_has_none(
    served: Daemon, sealed: Opened
) -> None:
    for seat in ("Ana", "Ben"):
        refused(served, sealed, seat=seat)


def test_whoever_only_watches_has_none(app: Flask, sealed: Opened) -> None:
    watching = app.test_client()
    assert 'id="bench"' not in page(watching, sealed)
    assert {do(watching, sealed, action) for action in ACTIONS} == {401}


def test_without_dev_there_are_no_such_addresses(
    room: CardRoom, sealed: Opened
) -> None:
    before = standing(sealed)
    host = served_without(room).test_client()
    for name, value in cookies(sealed).items():
        host.set_cookie(name, value)
    assert 'id="bench"' not in page(host, sealed)
    assert {do(host, sealed, action) for action in ACTIONS} == {404}
    assert standing(sealed) == before


def test_a_bench_makes_no_difference_to_what_other_phones_are_answered(
    sealed: Opened, app: Flask
) -> None:
    """What Ana's phone gets is the same, whichever card Ben has sealed."""
    told = []
    for card in (SEALED, "3C"):
        sealed.phones["Ben"].enter(sealed.code, "lay", card=card).said(201)
        phone = browser(sealed, "Ana")
        own = re.compile(
            r'name="id" value="[^"]*"|data-(?:tag|content)="\w*"|data-seq="\d+"|"seq":\d+'
        )
        told.append(
            [
                own.sub("", phone.get(f"/t/{sealed.code}{at}").get_data(as_text=True))
                for at in ("", "/board")
            ]
        )
    assert SEALED not in told[0][0].partition("<main")[0].replace(sealed.code, "")
    assert [re.sub(r"\d+", "", one) for one in told[0]] == [
        re.sub(r"\d+", "", one) for one in told[1]
    ]


# To and fro through the entries


def laid(table: Opened) -> None:
    for seat, card in (("Ana", "2D"), ("Ben", "QD")):
        table.phones[seat].enter(table.code, "lay", card=card).said(201)


def at_step(table: Opened, step: int) -> str:
    answer = browser(table).get(f"/t/{table.code}?step={step}")
    return unescape(answer.get_data(as_text=True))


def test_a_step_back_shows_the_state_the_prompts_and_the_seats_as_they_were(
    sealed: Opened,
) -> None:
    laid(sealed)
    now = page(browser(sealed), sealed)
    assert "After entry 3 of 3" in now
    assert "seen=()" not in now
    before = at_step(sealed, 1)
    assert "After entry 1 of 3" in before
    assert "State(seats=('Ana', 'Ben'), target=2, seen=(), points={})" in before
    for step in (0, 2):
        assert f"?step={step}#bench" in before
    assert entries(sealed) == 3
    assert "After entry 3 of 3" in at_step(sealed, 99)
    assert "After entry 0 of 3" in at_step(sealed, -1)
    assert "After entry 3 of 3" in unescape(
        browser(sealed).get(f"/t/{sealed.code}?step=x").get_data(as_text=True)
    )


def test_every_seats_view_stands_beside_the_others(sealed: Opened) -> None:
    _, _, shown = page(browser(sealed), sealed).partition('id="bench-seats"')
    ana, ben = re.findall(r"<section><h3>(.*?)</section>", shown, re.DOTALL)
    assert ana.startswith("Ana")
    assert "your turn" in ana
    assert SEALED not in ana
    assert f'{{"card": "{SEALED}"}}' in ben
