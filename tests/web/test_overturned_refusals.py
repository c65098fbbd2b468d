"""A card that the table lets lie is not refused once more with the next card."""

import re
from html import unescape
from uuid import uuid4

from tests.web.conftest import Open, Opened
from tests.web.pages.test_disputes import opened, settle, words

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


def refuse_diamond(open_table: Open) -> tuple[Opened, str]:
    """Return a table at which Ben's ace of diamonds on the six of clubs is disputed."""
    table = open_table("crazy-eights", "Ana", "Ben", "Cy")
    table.start(dealer="Cy")
    table.host.enter(table.code, "depth").said(201)
    table.host.enter(table.code, "starter", card="9C").said(201)
    table.phones["Ana"].enter(table.code, "play", "Ana", card="6C").said(201)
    refused = str(uuid4())
    table.phones["Ben"].enter(table.code, "play", "Ben", refused, card="AD").said(422)
    sent = {"entry": refused}
    answer = table.phones["Ben"].post(table.path("disputes"), sent).said(201)
    return table, str(answer["id"])


def is_laid(table: Opened) -> bool:
    last = table.host.get(table.path("log")).said(200)["entries"][-1]
    return bool(last["data"] == {"card": "AD"} and last["seat"] == "Ben")


def test_the_hosts_button_lays_the_refused_card(open_table: Open) -> None:
    table, id = refuse_diamond(open_table)
    page = opened(table.host, f"/t/{table.code}").get_data(as_text=True)
    form = page.partition('id="overrule-form"')[2].partition("</form>")[0]
    sent = re.findall(r'name="(verdict=\w+)" value="(\w+)"(?: checked)?', form)
    assert ("verdict=legal", "yes") in sent
    assert "Overturn it is allowed: Ben plays A♦" in words(
        opened(table.host, f"/t/{table.code}")
    )
    filled = {"as": "overruled", "verdict=legal": "yes"}
    shown = words(settle(table.host, table, id, **filled, preview="yes"))
    assert "It is allowed: Ben plays A♦." in shown
    assert not is_laid(table)
    settle(table.host, table, id, **filled)
    assert is_laid(table)


def test_votes_lay_the_refused_card(open_table: Open) -> None:
    table, id = refuse_diamond(open_table)
    page = opened(table.phones["Ana"], f"/t/{table.code}").get_data(as_text=True)
    ballot = page.partition('class="ballot"')[2]
    [verdict] = re.findall(r'name="verdict" value="([^"]*)"', ballot)
    vote = {"uphold": "no", "settle": "yes", "verdict": unescape(verdict)}
    opened(table.phones["Ana"], f"/t/{table.code}/disputes/{id}/vote", **vote)
    assert is_laid(table)
