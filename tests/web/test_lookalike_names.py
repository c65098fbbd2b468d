"""Names that look alike are one name at a table, however they are sent."""

from __future__ import annotations

import pytest

from referee.hosting.room import CardRoom
from referee.hosting.store import SeatRow
from tests.web.conftest import Open, Opened
from tests.web.phone import Phone

LIKE_ANA = [
    "Ana\ufe0f",
    "\u3164Ana",
    "A\u2800na",
    "An\u034fa",
    "Ana\u180b",
    "\u0410na",
    "An\u0430",
    "\u0391na",
    "\uff21na",
]


@pytest.fixture
def two(open_table: Open) -> Opened:
    return open_table("highest-card", "Ana", "Ben")


@pytest.mark.parametrize("name", LIKE_ANA, ids=ascii)
def test_whoever_joins_under_a_name_that_looks_like_anas_asks_for_her_seat(two: Opened, name: str) -> None:
    Phone(two.host.app).post(two.path("join"), {"name": name}).said(202)
    [asked] = two.phones["Ana"].look(two.code)["claims"]
    assert asked["seat"] == "Ana"
    assert two.host.look(two.code)["seats"] == ["Ana", "Ben"]


@pytest.mark.parametrize("name", LIKE_ANA, ids=ascii)
def test_no_table_is_opened_with_both_and_no_seat_is_renamed_so(two: Opened, name: str) -> None:
    body = {"game": "highest-card", "seats": ["Ana", name]}
    refused = Phone(two.host.app).post("/tables", body)
    assert (refused.status, [one["field"] for one in refused.json["errors"]]) == (422, ["seats.1"])
    renamed = two.phones["Ben"].post(two.path("seats/Ben/name"), {"name": name})
    assert (renamed.status, [one["field"] for one in renamed.json["errors"]]) == (422, ["name"])


def test_a_free_seat_is_taken_under_a_name_that_looks_like_it(open_table: Open) -> None:
    table = open_table("highest-card", seats=("Ana", "Ben"))
    assert Phone(table.host.app).post(table.path("join"), {"name": "\u0410na"}).said(201)["seat"] == "Ana"


def test_ami_and_arni_both_sit_and_a_name_of_another_script_stays(open_table: Open) -> None:
    names = ["Ami", "Arni", "\u0410\u043d\u043d\u0430"]
    table = open_table("highest-card", *names)
    assert table.start()["seats"] == names


def test_a_table_that_was_laid_with_both_goes_on(open_table: Open, room: CardRoom) -> None:
    table = open_table("highest-card", "Ana")
    room.store.add_seat(SeatRow(table.code, 1, "\u0410na", None, True))
    room.store.add_seat(SeatRow(table.code, 2, "Ana\ufe0f", None, True))
    room.tables.forget(table.code)
    assert table.start()["seats"] == ["Ana", "\u0410na", "Ana\ufe0f"]
    for seat, card in (("Ana", "9S"), ("\u0410na", "8S"), ("Ana\ufe0f", "7S")):
        table.host.enter(table.code, "lay", seat, card=card).said(201)
    assert table.sit("\u0410na").look(table.code)["you"]["seat"] == "\u0410na"
    assert [one["score"] for one in table.host.look(table.code)["standings"]] == [1, 0, 0]
