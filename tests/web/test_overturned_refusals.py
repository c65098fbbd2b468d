"""A card that the table lets lie is not refused once more with the next card."""

from uuid import uuid4

from tests.web.conftest import Open, Opened

SEATS = ("Ana", "Ben", "Cy", "Dee")


def lay(table: Opened, seat: str, card: str, id: str = "") -> int:
    entry = {"kind": "trick", "seat": seat, "data": {"plays": {seat: card}}}
    answer = table.host.post(table.path("entries"), {"id": id or str(uuid4()), **entry})
    return int(answer.status)


def allow(table: Opened, id: str) -> None:
    dispute = table.host.post(table.path("disputes"), {"entry": id}).said(201)["id"]
    body = {"as": "overruled", "verdict": {"legal": True}}
    table.host.post(table.path(f"disputes/{dispute}/resolve"), body).said(201)


def test_it_lies_for_the_rest_of_the_deal_and_in_no_other(open_table: Open) -> None:
    table = open_table("hearts", *SEATS, options={"passing": "none"})
    table.start(dealer="Dee")
    table.host.enter(table.code, "depth").said(201)
    assert lay(table, "Ana", "2C") == 201
    refused = str(uuid4())
    assert lay(table, "Ben", "9H", refused) == 422
    allow(table, refused)
    assert lay(table, "Cy", "KC") == 201
    assert lay(table, "Dee", "AC") == 201

    table.host.enter(table.code, "misdeal").said(201)
    assert lay(table, "Ana", "2C") == 201
    assert lay(table, "Ben", "9H") == 422
