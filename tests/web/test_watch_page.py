"""The page of the watching device, and the sign on everybody's page."""

import html
import re
from typing import Any

import pytest
from flask import Flask
from referee_web.public_url import PublicUrl
from werkzeug.test import TestResponse

from referee.hosting.room import CardRoom
from tests.web.cameras import lay, watching_at
from tests.web.conftest import Open, Opened
from tests.web.phone import Phone
from tests.web.served import served


def opened(phone: Phone, path: str, **data: Any) -> TestResponse:
    """What this phone is answered to a page, or to a form of it."""
    headers = {"Authorization": f"Bearer {phone.token}"} if phone.token else {}
    client = phone.app.test_client(use_cookies=False)
    return client.open(
        path, method="POST" if data else "GET", data=data or None, headers=headers
    )


def page(phone: Phone, path: str) -> str:
    return opened(phone, path).get_data(as_text=True)


@pytest.fixture
def table(open_table: Open) -> Opened:
    """Ana and Ben at a match that has begun."""
    table = open_table("highest-card", "Ana", "Ben")
    table.start()
    return table


def enter_two_cards(table: Opened) -> None:
    draft = (
        watching_at(table)
        .sees(table.code, lay("Ana", "9S"), lay("Ben", "8S"), seconds=None)
        .said(201)["id"]
    )
    table.phones["Ana"].post(table.path("watch/enter"), {"id": draft}).said(201)


def test_only_this_page_may_ask_for_a_camera(open_table: Open, app: Flask) -> None:
    table = open_table("highest-card", "Ana", "Ben")
    client = app.test_client()
    policies = {
        path: client.get(f"/t/{table.code}{path}")
        .headers["Permissions-Policy"]
        .split(",")[0]
        for path in ("", "/board", "/watch")
    }
    assert policies == {
        "": "camera=()",
        "/board": "camera=()",
        "/watch": "camera=(self)",
    }


def test_everybody_sees_that_a_camera_watches_and_what_it_is_about_to_enter(
    open_table: Open, app: Flask
) -> None:
    table = open_table("highest-card", "Ana", "Ben")
    table.start()
    path = f"/t/{table.code}"
    assert "A camera watches" not in page(table.phones["Ben"], path)
    camera = watching_at(table)
    for phone in (*table.phones.values(), Phone(app)):
        assert "A camera watches this table." in page(phone, path)
    camera.sees(table.code, lay("Ana", "9S"), lay("Ben", "8S")).said(201)
    shown = page(table.phones["Ben"], path)
    assert (
        "The camera saw: <strong><span>Ana 9♠</span>, <span>Ben 8♠</span></strong>"
        in " ".join(shown.split())
    )
    assert "watch/drop" in shown
    assert "watch/drop" not in page(Phone(app), path), (
        "whoever only looks on stops nothing"
    )


def test_it_is_stopped_and_entered_by_forms(open_table: Open) -> None:
    table = open_table("highest-card", "Ana", "Ben")
    table.start()
    camera = watching_at(table)
    seen = camera.sees(table.code, lay("Ana", "9S")).said(201)
    ben = {"Authorization": f"Bearer {table.phones['Ben'].token}"}
    client = camera.app.test_client()
    draft = {"id": seen["id"], "content": seen["content"]}
    assert (
        client.post(f"/t/{table.code}/watch/enter", data=draft, headers=ben).status_code
        == 303
    )
    assert table.host.look(table.code)["seq"] == 1
    assert client.post(f"/t/{table.code}/watch/stop", headers=ben).status_code == 303
    assert "watch" not in table.host.look(table.code)


def test_the_sign_stands_before_the_match_and_on_the_board_too(
    open_table: Open,
) -> None:
    table = open_table("highest-card", "Ana", "Ben")
    camera = watching_at(table)
    assert "A camera watches this table." in page(
        table.phones["Ben"], f"/t/{table.code}"
    )
    table.start()
    camera.sees(table.code, lay("Ana", "9S")).said(201)
    board = page(table.phones["Ben"], f"/t/{table.code}/board")
    assert "A camera watches this table." in board
    assert "The camera saw:" in board
    assert "watch/drop" not in board, "nobody taps on a board"


def test_the_bar_counts_down_what_is_left_and_stands_for_nobody_who_is_asked(
    table: Opened,
) -> None:
    camera = watching_at(table)
    camera.sees(table.code, lay("Ana", "9S"), seconds=20).said(201)
    [(width, left)] = re.findall(
        r'<rect width="([\d.]+)" height="1"><animate attributeName="width" to="0" '
        r'dur="([\d.]+)s"',
        page(table.phones["Ben"], f"/t/{table.code}"),
    )
    assert 90 < float(width) <= 100
    assert 18 < float(left) <= 20
    camera.sees(table.code, lay("Ana", "9S"), seconds=None).said(201)
    assert "countdown" not in page(table.phones["Ben"], f"/t/{table.code}")


class TestTakingBack:
    def test_one_tap_of_anybody_takes_back_all_that_was_entered_as_one(
        self, table: Opened
    ) -> None:
        enter_two_cards(table)
        for phone in (*table.phones.values(), table.host):
            shown = page(phone, f"/t/{table.code}")
            assert re.findall(r'<button[^>]* form="(take-back-\d+)"', shown) == [
                "take-back-2"
            ]
        path = f"/t/{table.code}/correct/2"
        assert (
            opened(table.phones["Ben"], path, do="strike", together="yes").status_code
            == 303
        )
        assert [
            line["struck"] for line in table.host.get(table.path("log")).json["entries"]
        ] == [True, True]

    def test_one_tap_has_it_again(self, table: Opened) -> None:
        enter_two_cards(table)
        ben = table.phones["Ben"]
        opened(ben, f"/t/{table.code}/correct/2", do="strike", together="yes")
        shown = page(ben, f"/t/{table.code}")
        [path] = re.findall(r'action="([^"]+)" id="put-back"', shown)
        assert opened(ben, path, do="undo").status_code == 303
        assert [
            line["struck"] for line in table.host.get(table.path("log")).json["entries"]
        ] == [False, False]

    def test_one_card_of_it_is_put_right_in_the_log(self, table: Opened) -> None:
        enter_two_cards(table)
        opened(table.phones["Ben"], f"/t/{table.code}/correct/1", do="strike")
        assert [
            line["struck"] for line in table.host.get(table.path("log")).json["entries"]
        ] == [True, False]

    def test_who_only_looks_on_takes_nothing_back(
        self, table: Opened, app: Flask
    ) -> None:
        enter_two_cards(table)
        assert "take-back-" not in page(Phone(app), f"/t/{table.code}")


def test_the_log_says_that_the_camera_saw_it(table: Opened) -> None:
    enter_two_cards(table)
    shown = page(table.phones["Ben"], f"/t/{table.code}/log")
    assert shown.count("seen by the camera") == 1
    assert "entered by the host" not in shown


class TestAnotherDevice:
    def test_the_host_shows_it_an_address_with_the_right_in_its_fragment(
        self, table: Opened
    ) -> None:
        shown = html.unescape(page_posted(table.host, f"/t/{table.code}/watch"))
        [address] = re.findall(r'<a href="[^"]+">([^<]+)</a></p>', shown)
        base, _, token = address.partition("#")
        assert re.fullmatch(
            rf"http://referee\.test:8642/t/{table.code}-\w+/watch", base
        )
        assert f"<title>QR code: {address}</title>" in shown
        Phone(table.host.app, token).post(table.path("watch/stop"), {}).said(200)

    def test_nobody_else_does(self, table: Opened, app: Flask) -> None:
        path = f"/t/{table.code}/watch"
        for phone in (table.phones["Ben"], Phone(app)):
            assert opened(phone, path, now="yes").status_code in (401, 403)
            assert "Watch with a phone" not in page(phone, path)

    def test_it_is_offered_only_where_a_browser_lends_it_a_camera(
        self, room: CardRoom, table: Opened
    ) -> None:
        path = f"/t/{table.code}/watch"
        assert "start the referee with --https" in page(table.host, path)
        served(room, PublicUrl(8642, "https://referee.test:8642", list, scheme="https"))
        assert "Show its QR code" in page(table.host, path)


def page_posted(phone: Phone, path: str) -> str:
    answer = opened(phone, path, now="yes")
    assert answer.status_code == 200
    assert answer.headers["Permissions-Policy"].startswith("camera=(self)")
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.get_data(as_text=True)
