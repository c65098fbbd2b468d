"""The way back: every page that is reached from a table leads back to it, however many
pages lie between.
"""

import html
import re

import pytest
from flask import Flask

from tests.web.conftest import Open, Opened

ELSEWHERE = ("/static/", "/api", "/words/", "bgstats:", "http")
STEPS = 2


@pytest.fixture
def table(open_table: Open) -> Opened:
    """Ana and Ben, who begin to play; the first trick is ruled."""
    table = open_table("faj", "Ana", "Ben")
    table.start(dealer="Ana")
    table.host.enter(table.code, "board", cards=["3C"]).said(201)
    table.host.enter(table.code, "play", plays={"Ana": "JS", "Ben": "KC"}).said(201)
    return table


def read(app: Flask, path: str) -> str:
    """The page at this address, wherever it leads on to."""
    answer = app.test_client().get(path, follow_redirects=True)
    assert answer.status_code == 200, path
    return answer.get_data(as_text=True)


def links(page: str) -> set[str]:
    """Where one gets by a tap on this page; the first page of all is for whoever wants
    to leave.
    """
    found = {
        html.unescape(link).partition("#")[0]
        for link in re.findall(r'<a\b[^>]*\bhref="([^"]+)"', page)
    }
    return {
        link
        for link in found
        if link not in ("", "/") and not link.startswith(ELSEWHERE)
    }


def test_every_page_reached_from_a_table_leads_back_to_it(
    app: Flask, table: Opened
) -> None:
    home = f"/t/{table.code}"
    reached = {home}
    for _ in range(STEPS):
        for path in sorted(reached):
            there = links(read(app, path))
            assert any(link.partition("?")[0] == home for link in there), path
            reached |= there
    outside = {path.partition("?")[0] for path in reached if not path.startswith("/t/")}
    assert outside >= {"/games/faj", "/preferences", "/ask/faj/trick"}


def test_the_rules_lead_back_first_and_open_no_other_table(
    app: Flask, table: Opened
) -> None:
    page = read(app, f"/games/faj?table={table.code}")
    assert re.findall(r'<a class="button" href="([^"]+)">', page) == [
        f"/t/{table.code}"
    ]
    assert "New table" not in page
    assert re.findall(
        r'<a class="button" href="([^"]+)">New table', read(app, "/games/faj")
    ) == ["/new/faj"]


def test_a_search_of_the_rules_knows_the_table_too(app: Flask, table: Opened) -> None:
    assert f'name="table" value="{table.code}"' in read(
        app, f"/games/faj?table={table.code}"
    )


@pytest.mark.parametrize("named", ["", "//evil.test", "AAAA", "<b>AC", "O0O0O"])
def test_what_is_no_tables_code_leads_nowhere(app: Flask, named: str) -> None:
    page = (
        app.test_client()
        .get("/games/faj", query_string={"table": named})
        .get_data(as_text=True)
    )
    assert "Back to the table" not in page
    assert "table=" not in page
