"""Sitting down at a table: names, claims, links to a seat, and leaving."""

import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_web.guards.service_set import services_of

from tests.web.plain_pages import open_table, page, sit


def test_what_is_missing_is_said_to_the_host(phone: Callable[[], FlaskClient]) -> None:
    host = phone()
    code = open_table(host, seats=["Ana"])
    assert "one more is needed" in page(host.get(f"/t/{code}")).text
    assert "2 are needed" in page(host.get(f"/t/{open_table(host)}")).text


def test_who_comes_to_a_full_table_is_told_so(phone: Callable[[], FlaskClient]) -> None:
    code = open_table(phone())
    for name in ("Ana", "Ben", "Cy"):
        sit(phone(), code, name)
    assert "All seats are taken" not in page(phone().get(f"/t/{code}")).text
    sit(phone(), code, "Di")
    assert "All seats are taken" in page(phone().get(f"/t/{code}")).text


def test_who_has_no_seat_is_asked_for_a_name_and_not_to_set_the_game_up(
    phone: Callable[[], FlaskClient],
) -> None:
    host = phone()
    code = open_table(host, seats=["Ana", "Ben"])
    newcomer = phone()
    assert "Set up the game" not in page(newcomer.get(f"/t/{code}")).text
    sit(newcomer, code, "Ben")
    assert "Set up the game" in page(newcomer.get(f"/t/{code}")).text
    assert "Set up the game" in page(phone().get(f"/t/{code}?watch=1")).text


def test_seats_start_in_the_order_of_their_places(
    phone: Callable[[], FlaskClient], app: Flask
) -> None:
    host = phone()
    code = open_table(host, seats=["Ana", "Ben", "Cy"])
    host.post(
        f"/t/{code}/start",
        data={"place=Ana": "3", "place=Ben": "1", "place=Cy": "2", "dealer": "Cy"},
    )
    table = services_of(app).room.table(code)
    assert table.names == ("Ben", "Cy", "Ana")
    assert table.match.history.setting.dealer == "Cy"


def test_a_page_that_waits_loads_itself_again_unless_a_name_may_be_typed_there(
    phone: Callable[[], FlaskClient],
) -> None:
    waits = []
    for seats in (["Ana", "Ben", "Cy"], ["Ana", "Ben", "Cy", "Dee"]):
        code = open_table(phone(), seats=seats)
        ana = phone()
        other = phone()
        sit(ana, code, "Ana")
        other.post(f"/t/{code}/join", data={"name": "Ana"})
        waits.append(other.get(f"/t/{code}/waiting").get_data(as_text=True))
    assert ['id="own-name"' in shown for shown in waits] == [True, False]
    assert ['http-equiv="refresh"' in shown for shown in waits] == [False, True]
    assert ["<span data-looks hidden>" in shown for shown in waits] == [True, False]


def test_who_waits_for_a_seat_is_told_that_the_match_has_begun(
    phone: Callable[[], FlaskClient],
) -> None:
    host = phone()
    other = phone()
    code = open_table(host)
    for name in ("Ana", "Ben"):
        sit(phone(), code, name)
    other.post(f"/t/{code}/join", data={"name": "ana"})
    assert host.post(f"/t/{code}/start", data={"dealer": "Ana"}).status_code == 303
    waits = page(other.get(f"/t/{code}/waiting"))
    assert "after two minutes the others at the table can let you in" in waits.text
    assert "Choose another" not in waits.text


def claims_at(phone: FlaskClient, code: str) -> list[str]:
    """Where this phone answers who asks for a seat."""
    return [
        form["action"]
        for form in page(phone.get(f"/t/{code}")).forms
        if "/claims/" in form["action"]
    ]


def test_who_sits_down_elsewhere_asks_no_more_for_a_seat(
    phone: Callable[[], FlaskClient],
) -> None:
    code = open_table(phone())
    ana = phone()
    other = phone()
    sit(ana, code, "Ana")
    other.post(f"/t/{code}/join", data={"name": "ana"})
    [action] = claims_at(ana, code)
    sit(other, code, "Cy")
    assert claims_at(ana, code) == []
    assert ana.post(action, data={"admit": "yes"}).status_code == 409
    for client in (ana, other):
        assert "You’re" in page(client.get(f"/t/{code}")).text


def test_a_link_takes_the_seat_once_and_not_by_looking(
    phone: Callable[[], FlaskClient],
) -> None:
    code = open_table(phone())
    ana = phone()
    new = phone()
    late = phone()
    sit(ana, code, "Ana")
    made = ana.post(f"/t/{code}/seat/link", data={"seat": "Ana"}).get_data(as_text=True)
    path = re.findall(rf"/t/{code}/link/[\w-]+", made)[0]
    assert new.get(path).status_code == new.get(path).status_code == 200
    assert new.get(f"{path}/qr.svg").mimetype == "image/svg+xml"
    assert new.post(path).status_code == 303
    assert "You’re" in page(new.get(f"/t/{code}")).text
    assert "You’re" not in page(ana.get(f"/t/{code}")).text
    assert late.post(path).status_code == 404


def test_leaving_hosting_and_taking_the_table_away(
    phone: Callable[[], FlaskClient],
) -> None:
    host = phone()
    ana = phone()
    code = open_table(host, seats=["Ana", "Ben"])
    sit(ana, code, "Ana")
    assert "All seats" in page(host.get(f"/t/{code}/seat")).text
    host.post(f"/t/{code}/seat/host", data={"seat": "Ana"})
    assert "All seats" not in page(host.get(f"/t/{code}/seat")).text
    assert ana.post(f"/t/{code}/delete").status_code == 422
    assert (
        ana.post(f"/t/{code}/delete", data={"sure": "yes"}).headers["Location"] == "/"
    )
    assert ana.get(f"/t/{code}").status_code == 404
    for path in (f"/t/{code}", f"/t/{code}/board", f"/t/{code}/log"):
        gone = page(ana.get(path)).text
        assert f"There’s no table with the code {code} (any more)." in gone
        assert "Go to the first page" in gone
        assert "Go to the table" not in gone


@pytest.mark.parametrize("way", ["", "/board"])
def test_a_table_is_called_by_the_variant_that_names_it(
    phone: Callable[[], FlaskClient], way: str
) -> None:
    ana = phone()
    options = {"pick=variant": "mau-mau"}
    code = open_table(ana, "crazy-eights", seats=["Ana", "Ben"], **options)
    for started in (False, True):
        if started:
            ana.post(f"/t/{code}/start", data={"dealer": "Ana"})
        html = ana.get(f"/t/{code}{way}").get_data(as_text=True)
        assert "Mau-Mau" in html.partition("<title>")[2].partition("</title>")[0]
        assert "Crazy Eights, table" not in html
