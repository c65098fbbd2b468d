"""Tosses at the API and on the pages: sealed before, told afterwards."""

from __future__ import annotations

import hashlib
from html.parser import HTMLParser

from flask.testing import FlaskClient

from tests.web.conftest import Open, Opened
from tests.web.phone import Phone


def begun(open_table: Open) -> Opened:
    table = open_table("heads-or-tails", "Ana", "Ben")
    table.start()
    return table


def page(table: Opened, phone: Phone, rest: str = "") -> str:
    client: FlaskClient = phone.app.test_client()
    return client.get(f"/t/{table.code}{rest}").get_data(as_text=True)


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
    assert before == {"number": toss["number"], "commitment": hashlib.sha256(nonce).hexdigest()}
    assert toss["choices"][int(hashlib.sha256(said).hexdigest(), 16) % 2] == toss["outcome"]
    assert entered["rulings"][0]["verdict"]["winner"] == line["data"]["winner"] == toss["outcome"]


def test_the_dealers_toss_stands_in_log_and_export(open_table: Open) -> None:
    table = open_table("heads-or-tails", "Ana", "Ben")
    before = table.host.look(table.code)["toss"]
    dealer = table.start(toss_dealer=True)["dealer"]
    told = table.host.get(table.path("log")).said(200)["dealer_toss"]
    assert (told["number"], told["commitment"], told["outcome"]) == (0, before["commitment"], dealer)
    assert table.host.get(table.path("export")).said(200)["dealer_toss"] == told


def test_what_is_sent_with_a_toss_must_fit_however_it_comes(open_table: Open) -> None:
    table = begun(open_table)
    coin = {"id": "7d9f2c54-0b1e-4a36-9c8d-2f6a1e5b3c70", "kind": "coin"}
    take = {"id": "7d9f2c54-0b1e-4a36-9c8d-2f6a1e5b3c71", "kind": "take", "seat": "Ana"}
    assert table.host.post(table.path("entries"), {"entries": [coin, take]}).status == 422
    assert table.host.look(table.code)["toss"]["number"] == 1


def test_the_page_shows_the_seal_where_a_toss_can_come_and_the_proof_in_the_log(open_table: Open) -> None:
    table = begun(open_table)
    seal = table.host.look(table.code)["toss"]["commitment"]
    said = Words(page(table, table.host)).text
    assert "Check tosses" in said and "The referee has already fixed its next toss" in said
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
