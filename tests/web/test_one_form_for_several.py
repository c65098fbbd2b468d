"""What a page asks several seats at once is one form, sent as one batch."""

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.plain_pages import enter, open_table, page, sit

HANDS = {
    "Ana": ("2s 3s 4s", "5s 6s 7s"),
    "Ben": ("8s 9s ts", "js qs ks"),
    "Cy": ("2c 3c 4c", "5c 6c 7c"),
}
SEATS = tuple(HANDS)


def send(
    host: FlaskClient, code: str, hands: dict[str, tuple[str, str]], **more: str
) -> TestResponse:
    """Fill in the hands of these seats, and send the form of all."""
    form = page(host.get(f"/t/{code}")).form("round", "Cy")
    typed = {}
    for seat, (hidden, exposed) in hands.items():
        place = SEATS.index(seat)
        typed |= {f"typed=hidden--{place}": hidden, f"typed=exposed--{place}": exposed}
    return host.post(
        f"/t/{code}/enter", data=form | {"seat": list(SEATS)} | typed | more
    )


def length(who: FlaskClient, code: str) -> int:
    return len(who.get(f"/api/v1/tables/{code}/log").get_json()["entries"])


@pytest.fixture
def table(app: Flask) -> tuple[str, FlaskClient]:
    """Three at Four Aces and one phone, the host's."""
    host = app.test_client()
    code = open_table(host, "four-aces", seats=list(SEATS))
    host.post(f"/t/{code}/start")
    return code, host


def test_all_enter_with_one_button(table: tuple[str, FlaskClient]) -> None:
    code, host = table
    assert send(host, code, HANDS).status_code == 303
    assert length(host, code) == 3


def test_who_is_left_out_is_still_asked(table: tuple[str, FlaskClient]) -> None:
    code, host = table
    some = {seat: HANDS[seat] for seat in ("Ana", "Ben")}
    assert send(host, code, some).status_code == 303
    assert length(host, code) == 2
    assert "Waiting for Cy" in page(host.get(f"/t/{code}")).text


def test_sent_again_it_counts_once(table: tuple[str, FlaskClient]) -> None:
    code, host = table
    some = {seat: HANDS[seat] for seat in ("Ana", "Ben")}
    id = {"id": "3b241101-e2bb-4255-8caf-4136c566a962"}
    first = page(host.get(f"/t/{code}")).form("round", "Cy")["after"]
    for _ in range(2):
        assert send(host, code, some, after=first, **id).status_code == 303
    assert length(host, code) == 2


def test_nothing_filled_in_is_no_entry(table: tuple[str, FlaskClient]) -> None:
    code, host = table
    answer = send(host, code, {})
    assert answer.status_code == 422
    assert "Nothing filled in yet" in page(answer).text


def test_what_cannot_be_read_is_marked_at_its_seat_and_nothing_is_lost(
    table: tuple[str, FlaskClient],
) -> None:
    code, host = table
    answer = send(host, code, HANDS | {"Ben": ("8s 9s ts", "no such card")})
    html = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert html.count("data-wrong") == 1
    assert 'data-field="exposed--1"' in html[html.index("data-wrong") :][:80]
    assert 'value="no such card"' in html
    assert 'value="2s 3s 4s"' in html
    assert length(host, code) == 0


def test_the_same_card_in_two_hands_is_refused_by_name(
    table: tuple[str, FlaskClient],
) -> None:
    code, host = table
    answer = send(host, code, HANDS | {"Ben": ("2s 9s ts", "js qs ks")})
    assert answer.status_code == 422
    assert 'data-refused-of="Ben"' in answer.get_data(as_text=True)
    assert length(host, code) == 0


def test_who_has_a_phone_is_named_once_they_have_entered(
    table: tuple[str, FlaskClient], app: Flask
) -> None:
    code, host = table
    ana = app.test_client()
    sit(ana, code, "Ana")
    enter(
        ana, code, "round", "Ana", typed__hidden="2s 3s 4s", typed__exposed="5s 6s 7s"
    )
    shown = page(host.get(f"/t/{code}"))
    assert "Ana entered" in shown.text
    assert "5s" not in shown.text
    some = {seat: HANDS[seat] for seat in ("Ben", "Cy")}
    form = shown.form("round", "Cy")
    typed = {
        f"typed={field}--{SEATS.index(seat)}": hand
        for seat, hands in some.items()
        for field, hand in zip(("hidden", "exposed"), hands, strict=True)
    }
    assert (
        host.post(
            f"/t/{code}/enter", data=form | {"seat": list(some)} | typed
        ).status_code
        == 303
    )
    assert length(host, code) == 3
