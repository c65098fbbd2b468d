"""The table's page: where cards lie, and what the buttons say."""

import re

import pytest
from flask import Flask

from tests.web.conftest import Open, Opened
from tests.web.played import play


@pytest.fixture
def laid(open_table: Open) -> Opened:
    """Ana and Ben at Tripp Jokes with a nine on the pile; it is Ben's turn."""
    table = open_table("tripp-jokes", "Ana", "Ben")
    table.start(dealer="Ana")
    table.host.enter(table.code, "flip", card="9H").said(201)
    for seat, cards in (("Ana", "4S 6S 7S"), ("Ben", "8S 9S JS")):
        table.host.enter(table.code, "lay", seat, cards=cards).said(201)
    return table


def shown(table: Opened, seat: str = "") -> str:
    """The page as the host gets it, or this seat."""
    phone = table.phones[seat] if seat else table.host
    bears = {"Authorization": f"Bearer {phone.token}"}
    return (
        table.host.app.test_client()
        .get(f"/t/{table.code}", headers=bears)
        .get_data(as_text=True)
    )


def test_zones_stand_as_the_game_tells_them(laid: Opened) -> None:
    for cards in ("9C 9D", "5H"):
        laid.host.enter(laid.code, "play", "Ben", hand=cards).said(201)
    zones = (
        r'<section class="zone" aria-label="([^"]*)">\s*<h2>\1</h2>\s*<div '
        r'class="zone-line">'
    )
    told = ["pile", "stock", "discard", "hand", "penultimate", "final"]
    assert re.findall(zones, shown(laid)) == told


def test_beside_a_good_slap_stands_the_rule_that_makes_it_good(
    open_table: Open,
) -> None:
    """Who plays next is a reading, but not why the slap is good."""
    table = open_table("slapjack", "Ana", "Ben")
    table.start(dealer="Ana")
    table.host.enter(table.code, "play", "Ben", card="JC").said(201)
    table.host.enter(table.code, "slap", order=["Ana"], takes=["JC"]).said(201)
    (why,) = re.findall(
        r"<summary><span class=\"ask-why\">Why\?</span>(.*?)</summary>", shown(table)
    )
    assert (
        "The jack of clubs can be slapped: the first to do it wins the whole pile."
        in why
    )
    assert "Our reading" not in why


def test_a_broken_rule_hides_in_no_line_who_won(app: Flask) -> None:
    code, host = play(app, "hearts/a_revoke")
    bears = {"Authorization": f"Bearer {host.token}"}
    page = app.test_client().get(f"/t/{code}", headers=bears).get_data(as_text=True)
    line = page.partition('data-says="brief"')[2].partition("</summary>")[0]
    assert "Dee revoked in trick\u00a01" in line
    assert "Ana wins the trick with the king of clubs." in line


def test_no_line_of_a_headline_ends_before_a_number(open_table: Open) -> None:
    table = open_table("hearts", seats=("Ana", "Ben", "Cy"))
    table.start(dealer="Cy")
    deal = {"hearts": {"Ana": 4, "Ben": 0, "Cy": 9}, "queen": "Ana"}
    table.host.enter(table.code, "deal", **deal).said(201)
    assert "Ana takes\u00a017, Cy\u00a09</h2>" in shown(table)


def test_a_ruling_says_each_of_its_reasons_once(open_table: Open) -> None:
    """Skat rules on the game and on the list by one entry, for the same reasons."""
    table = open_table("skat", "Ana", "Ben", "Cy", options={"depth": "deals"})
    table.start()
    contract = {"declarer": "Ana", "game": "hearts", "announced": "nothing", "bid": 18}
    table.host.enter(table.code, "contract", **contract).said(201)
    deal = {"matadors": 1, "without": False, "points": 40, "tricks": "some"}
    table.host.enter(table.code, "deal", **deal).said(201)
    lists = re.findall(r"<ul class=\"because\">.*?</ul>", shown(table), re.DOTALL)
    [reasons] = [each for each in lists if "has 40 card points" in each]
    assert reasons.count("has 40 card points") == 1
