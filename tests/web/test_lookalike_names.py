"""Names that look alike are one name at a table, however they are sent."""

import pytest

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
def test_whoever_joins_under_a_name_that_looks_like_anas_asks_for_her_seat(
    two: Opened, name: str
) -> None:
    Phone(two.host.app).post(two.path("join"), {"name": name}).said(202)
    [asked] = two.phones["Ana"].look(two.code)["claims"]
    assert asked["seat"] == "Ana"
    assert two.host.look(two.code)["seats"] == ["Ana", "Ben"]


@pytest.mark.parametrize("name", LIKE_ANA, ids=ascii)
def test_no_table_is_opened_with_both_and_no_seat_is_renamed_so(
    two: Opened, name: str
) -> None:
    body = {"game": "highest-card", "seats": ["Ana", name]}
    refused = Phone(two.host.app).post("/tables", body)
    assert (refused.status, [one["field"] for one in refused.json["errors"]]) == (
        422,
        ["seats.1"],
    )
    renamed = two.phones["Ben"].post(two.path("seats/Ben/name"), {"name": name})
    assert (renamed.status, [one["field"] for one in renamed.json["errors"]]) == (
        422,
        ["name"],
    )


def test_a_free_seat_is_taken_under_a_name_that_looks_like_it(open_table: Open) -> None:
    table = open_table("highest-card", seats=("Ana", "Ben"))
    assert (
        Phone(table.host.app)
        .post(table.path("join"), {"name": "\u0410na"})
        .said(201)["seat"]
        == "Ana"
    )


def test_ami_and_arni_both_sit_and_a_name_of_another_script_stays(
    open_table: Open,
) -> None:
    names = ["Ami", "Arni", "\u0410\u043d\u043d\u0430"]
    table = open_table("highest-card", *names)
    assert table.start()["seats"] == names
