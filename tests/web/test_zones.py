"""Where cards lie, on the table's page."""

from __future__ import annotations

import re

from tests.web.conftest import Open


def test_zones_stand_as_the_game_tells_them(open_table: Open) -> None:
    table = open_table("tripp-jokes", "Ana", "Ben")
    table.start(dealer="Ana")
    table.host.enter(table.code, "flip", card="9H").said(201)
    for seat, cards in (("Ana", "4S 6S 7S"), ("Ben", "8S 9S JS")):
        table.host.enter(table.code, "lay", seat, cards=cards).said(201)
    for cards in ("9C 9D", "5H"):
        table.host.enter(table.code, "play", "Ben", hand=cards).said(201)
    page = table.host.app.test_client().get(f"/t/{table.code}").get_data(as_text=True)
    shown = re.findall(r'<section class="zone" aria-label="([^"]*)">\s*<h2>\1</h2>\s*<div class="zone-line">', page)
    assert shown == ["pile", "stock", "discard", "hand", "penultimate", "final"]
