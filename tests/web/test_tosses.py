"""Tosses at the API and on the pages: sealed before, told afterwards."""

import hashlib
import json
from html.parser import HTMLParser

from flask.testing import FlaskClient

from referee.match.showing.export import check_tosses
from tests.web.conftest import Open, Opened
from tests.web.phone import Phone


def begun(open_table: Open) -> Opened:
    table = open_table("heads-or-tails", "Ana", "Ben")
    table.start()
    return table


def page(table: Opened, phone: Phone, rest: str = "") -> str:
    client: FlaskClient = phone.app.test_client()
    return client.get(f"/t/{table.code}{rest}").get_data(as_text=True)


def strike(table: Opened, phone: Phone, seq: int) -> None:
    phone.post(
        table.path("corrections"), {"changes": [{"seq": seq, "strike": True}]}
    ).said(201)


def test_a_seat_that_strikes_its_toss_and_enters_it_again_gets_the_same_one(
    open_table: Open,
) -> None:
    table = begun(open_table)
    ana = table.phones["Ana"]
    ben = table.phones["Ben"]
    ana.enter(table.code, "coin").said(201)
    for phone in (ana, ben, ana, ben, ana, ben, ana, ben, ana, ben):
        last = table.host.get(table.path("log")).said(200)["entries"][-1]
        strike(table, table.phones[last["by"]], last["seq"])
        shown = table.host.look(table.code)["toss"]
        phone.enter(table.code, "coin").said(201)
        toss = table.host.get(table.path("log")).said(200)["entries"][-1]["tosses"][0]
        assert shown == {"number": 1, "commitment": toss["commitment"]}
    entries = table.host.get(table.path("log")).said(200)["entries"]
    assert len({line["id"] for line in entries}) == 11
    [[proof]] = {tuple(map(json.dumps, line["tosses"])) for line in entries}
    assert json.loads(proof)["id"] == entries[0]["id"]
    assert {line["data"]["winner"] for line in entries} == {
        json.loads(proof)["outcome"]
    }
    assert table.host.look(table.code)["toss"]["number"] == 2
    exported = table.host.get(table.path("export")).said(200)
    checked = check_tosses(exported)
    assert (checked.count, checked.broken) == (11, ())
    assert all(
        f"is that of entry 1, by its id {entries[0]['id']}." in sentence
        for sentence in checked.handed_on
    )
    assert len(checked.handed_on) == 10


def test_a_seat_that_corrects_its_toss_away_and_enters_another_gets_the_same_one(
    open_table: Open,
) -> None:
    """The slap stands, corrected to one that needs no toss; then the dead heat is
    entered again.
    """
    table = open_table("slapjack", "Ana", "Ben", "Cy")
    table.start(dealer="Cy")
    for seat in ("Ana", "Ben", "Cy"):
        table.host.enter(table.code, "play", seat).said(201)
    ana = table.phones["Ana"]
    outcomes = []
    for _ in range(6):
        seq = ana.enter(table.code, "slap", order=[["Ana", "Ben"]], takes=["JS"]).said(
            201
        )["seq"]
        line = table.host.get(table.path("log")).said(200)["entries"][-1]
        outcomes.append((line["tosses"][0]["number"], line["data"]["toss"]))
        data = {"order": [["Cy"]], "takes": []}
        ana.post(
            table.path("corrections"), {"changes": [{"seq": seq, "data": data}]}
        ).said(201)
    assert set(outcomes) == {outcomes[0]}
    assert outcomes[0][0] == 1
    assert check_tosses(table.host.get(table.path("export")).said(200)).broken == ()


def test_one_toss_does_not_decide_twice_by_taking_a_strike_back(
    open_table: Open,
) -> None:
    table = begun(open_table)
    ana = table.phones["Ana"]
    ana.enter(table.code, "coin").said(201)
    changes = {"changes": [{"seq": 1, "strike": True}]}
    struck = ana.post(table.path("corrections"), changes).said(201)["id"]
    ana.enter(table.code, "coin").said(201)
    undone = ana.post(table.path(f"corrections/{struck}/undo"), {})
    assert undone.status == 422
    assert [one["field"] for one in undone.json["errors"]] == ["entry 3"]


class Words(HTMLParser):
    """The text of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.feed(html)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_client_can_check_a_toss_with_what_it_was_told(open_table: Open) -> None:
    table = begun(open_table)
    before = table.host.look(table.code)["toss"]
    entered = table.phones["Ana"].enter(table.code, "coin").said(201)
    [line] = table.host.get(table.path("log")).said(200)["entries"]
    [toss] = line["tosses"]
    nonce = bytes.fromhex(toss["nonce"])
    said = nonce + line["id"].encode()
    assert before == {
        "number": toss["number"],
        "commitment": hashlib.sha256(nonce).hexdigest(),
    }
    assert (
        toss["choices"][int(hashlib.sha256(said).hexdigest(), 16) % 2]
        == toss["outcome"]
    )
    assert (
        entered["rulings"][0]["verdict"]["winner"]
        == line["data"]["winner"]
        == toss["outcome"]
    )


def test_the_dealers_toss_stands_in_log_and_export(open_table: Open) -> None:
    table = open_table("heads-or-tails", "Ana", "Ben")
    before = table.host.look(table.code)["toss"]
    dealer = table.start(toss_dealer=True)["dealer"]
    told = table.host.get(table.path("log")).said(200)["dealer_toss"]
    assert (told["number"], told["commitment"], told["outcome"]) == (
        0,
        before["commitment"],
        dealer,
    )
    assert table.host.get(table.path("export")).said(200)["dealer_toss"] == told


def test_what_is_sent_with_a_toss_must_fit_however_it_comes(open_table: Open) -> None:
    table = begun(open_table)
    coin = {"id": "7d9f2c54-0b1e-4a36-9c8d-2f6a1e5b3c70", "kind": "coin"}
    take = {"id": "7d9f2c54-0b1e-4a36-9c8d-2f6a1e5b3c71", "kind": "take", "seat": "Ana"}
    assert (
        table.host.post(table.path("entries"), {"entries": [coin, take]}).status == 422
    )
    assert table.host.look(table.code)["toss"]["number"] == 1


def test_the_page_shows_the_seal_where_a_toss_can_come_and_the_proof_in_the_log(
    open_table: Open,
) -> None:
    table = begun(open_table)
    seal = table.host.look(table.code)["toss"]["commitment"]
    said = Words(page(table, table.host)).text
    assert "Check tosses" in said
    assert "The referee has already fixed its next toss" in said
    assert seal in page(table, table.host)
    table.host.enter(table.code, "coin").said(201)
    assert "Check tosses" not in page(table, table.host)
    log = page(table, table.host, "/log")
    assert seal in log
    assert "Toss 1: the referee drew" in Words(log).text


def test_the_dealers_seal_shows_while_the_table_is_set_up(open_table: Open) -> None:
    table = open_table("heads-or-tails", "Ana", "Ben")
    seal = table.host.look(table.code)["toss"]["commitment"]
    assert seal in page(table, table.host, "?watch=1")
    table.start(toss_dealer=True)
    assert seal in page(table, table.host, "/log")
