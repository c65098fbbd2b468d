"""The page of the log."""

import importlib
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_web.guards.service_set import services_of

from tests.web.conftest import Open
from tests.web.plain_pages import open_table, page, play_a_trick


def test_a_long_log_is_shown_in_parts_and_nothing_is_left_out(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code, host, ana, ben = playing
    play_a_trick(code, ana, ben)
    ben.post(f"/t/{code}/correct/3", data={"do": "change", "pick=plays=Ben": "QD"})
    monkeypatch.setattr(
        importlib.import_module("referee_web.pages.entries.log"), "LINES_OF_A_PAGE", 2
    )
    first = host.get(f"/t/{code}/log").get_data(as_text=True)
    assert [f'id="entry-{seq}"' in first for seq in (1, 2, 3)] == [False, False, True]
    assert "Correction" in first
    assert 'href="#entry-3"' in first
    assert f'href="/t/{code}/log?before=3"' in first
    last = host.get(f"/t/{code}/log?before=3").get_data(as_text=True)
    assert [f'id="entry-{seq}"' in last for seq in (1, 2, 3)] == [True, True, False]
    assert "?before=" not in last
    linked = host.get(f"/t/{code}/log?before=5").get_data(as_text=True)
    monkeypatch.setattr(
        importlib.import_module("referee_web.pages.entries.log"), "LINES_OF_A_PAGE", 1
    )
    assert f'href="/t/{code}/log?before=4#entry-3"' in host.get(
        f"/t/{code}/log"
    ).get_data(as_text=True)
    assert linked.partition("<main")[2] == first.partition("<main")[2]


def test_a_drawn_dealer_is_said_at_the_table_and_in_the_log(
    phone: Callable[[], FlaskClient], app: Flask
) -> None:
    host = phone()
    code = open_table(host, seats=["Ana", "Ben"])
    assert "drawn" not in page(host.get(f"/t/{code}")).text
    host.post(f"/t/{code}/start", data={"dealer": "", "how": "toss"})
    dealer = services_of(app).room.table(code).match.dealer_toss.outcome
    assert "dealer, drawn" in page(host.get(f"/t/{code}")).text
    log = page(host.get(f"/t/{code}/log")).text
    assert f"{dealer} was drawn to deal first" in log
    assert f"the referee drew {dealer}" in log


def test_what_a_round_comes_to_is_told_once(
    phone: Callable[[], FlaskClient], open_table: Open
) -> None:
    table = open_table("hearts", "Ana", "Ben", "Cy")
    table.start()
    hearts = {"Ana": 3, "Ben": 10, "Cy": 0}
    table.host.enter(table.code, "deal", hearts=hearts, queen="Ben").said(201)
    log = page(phone().get(f"/t/{table.code}/log")).text
    assert log.count("Ben takes 23, Ana 3") == 1
