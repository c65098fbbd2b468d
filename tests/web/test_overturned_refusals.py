"""A card that the table lets lie is not refused once more with the next card."""

import re
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


def test_a_trick_that_goes_to_somebody_else_leaves_the_next_lead_as_it_was_made(
    open_table: Open,
) -> None:
    table = open_table("hearts", *SEATS, options={"passing": "none"})
    table.start(dealer="Dee")
    table.host.enter(table.code, "depth").said(201)
    first = dict(zip(SEATS, ("2C", "KC", "9C", "AC"), strict=True))
    won = table.host.enter(table.code, "trick", plays=first).said(201)["seq"]
    second = {"Dee": "3D", "Ana": "7D", "Ben": "8D", "Cy": "TD"}
    table.host.enter(table.code, "trick", plays=second).said(201)

    dispute = table.host.post(table.path("disputes"), {"seq": won}).said(201)["id"]
    body = {"as": "overruled", "verdict": {"winner": "Ben"}}
    table.host.post(table.path(f"disputes/{dispute}/resolve"), body).said(201)
    log = table.host.get(table.path("log")).said(200)
    assert log["entries"][-1]["data"] == {"plays": second, "leader": "Dee"}
    [ruling] = log["entries"][-1]["rulings"]
    assert ruling["verdict"]["winner"] == "Cy"
    assert "it was Ben’s lead" in ruling["because"][-1]["text"]
    page = table.host.app.test_client().get(f"/t/{table.code}").get_data(as_text=True)
    [latest] = re.findall(r'<ul class="news".*?</ul>', page, re.DOTALL)
    assert "Overturned: Ben wins" in latest
    assert "Dee led" in latest


def test_the_verdict_says_which_card_may_be_played(open_table: Open) -> None:
    table = open_table("hearts", *SEATS, options={"passing": "none"})
    table.start(dealer="Dee")
    table.host.enter(table.code, "depth").said(201)
    lay(table, "Ana", "2C")
    refused = str(uuid4())
    lay(table, "Ben", "9H", refused)
    allow(table, refused)
    page = table.host.app.test_client().get(f"/t/{table.code}/log")
    assert "Ben may play the" in page.get_data(as_text=True)
