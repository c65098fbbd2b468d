"""A game that fails harms nothing but itself: nothing is kept of what it failed over,
and every page goes on.
"""

import json
import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import entry_points
from typing import Any

import pytest
from flask.testing import FlaskClient
from referee_web.commands.logging_config import JsonLines

from referee.hosting.room import CardRoom
from referee.plugin import discovery
from tests.toy_games import crooked
from tests.web.conftest import Open, Opened


@pytest.fixture
def table(open_table: Open) -> Iterator[Opened]:
    """Ana and Ben at a match of Crooked Cards, in which a card was laid."""
    opened = open_table("crooked", "Ana", "Ben")
    opened.start()
    opened.phones["Ana"].enter(opened.code, "lay", card="2H").said(201)
    yield opened
    crooked.FAILING.clear()


def browser(table: Opened, seat: str | None = None) -> FlaskClient:
    """A phone with the cookie of a seat, or of the host."""
    client = table.host.app.test_client()
    token = table.phones[seat].token if seat else table.host.token
    client.set_cookie(
        f"seat_{table.code}" if seat else f"host_{table.code}", token or ""
    )
    return client


PAGES = ("", "/log", "/board", "/scores", "/seat")


def shown(table: Opened) -> dict[str, int]:
    """What answers everything that there is to look at, by address."""
    client = browser(table)
    api = f"/api/v1/tables/{table.code}"
    addresses = [f"/t/{table.code}{page}" for page in PAGES]
    addresses += [
        "/",
        "/matches",
        api,
        f"{api}/log",
        f"{api}/export?as=json",
        f"{api}/export?as=csv",
    ]
    return {address: client.get(address).status_code for address in addresses}


def test_whatever_a_game_does_over_an_entry_nothing_is_kept_and_everything_goes_on(
    table: Opened,
) -> None:
    before = shown(table)
    assert set(before.values()) == {200}
    enter = partial(table.phones["Ben"].enter, table.code, "lay")
    for code in crooked.WAYS:
        # A daemon answers in threads, where only a game raises KeyboardInterrupt.
        with ThreadPoolExecutor(1) as daemon:
            problem = daemon.submit(enter, card=code).result().said(500)
        assert (problem["title"], problem["game"]) == (
            "The game has a fault",
            "crooked",
        ), code
        assert "Crooked Cards has a fault" in problem["detail"]
        assert len(table.host.get(table.path("log")).said(200)["entries"]) == 1, code
        assert shown(table) == before, code
    table.phones["Ben"].enter(table.code, "lay", card="3H").said(201)


@pytest.mark.parametrize("hook", ["begin", "prompts", "scene"])
def test_a_match_that_cannot_be_shown_does_not_begin(
    open_table: Open, hook: str
) -> None:
    table = open_table("crooked", "Ana", "Ben")
    crooked.FAILING.add(hook)
    try:
        table.host.post(table.path("start"), {}).said(500)
    finally:
        crooked.FAILING.clear()
    table.host.post(table.path("start"), {}).said(200)


def test_of_several_sent_together_none_is_kept_where_the_game_fails_over_one(
    table: Opened,
) -> None:
    entries = [
        {
            "id": f"00000000-0000-4000-8000-00000000000{n}",
            "kind": "lay",
            "data": {"card": card},
        }
        for n, card in enumerate(("3H", "5C", "4H"))
    ]
    table.host.post(table.path("entries"), {"entries": entries}).said(500)
    assert len(table.host.get(table.path("log")).said(200)["entries"]) == 1


def test_a_correction_over_which_the_game_fails_changes_nothing(table: Opened) -> None:
    table.host.post(
        table.path("corrections"), {"changes": [{"seq": 1, "data": {"card": "JC"}}]}
    ).said(500)
    [line] = table.host.get(table.path("log")).said(200)["entries"]
    assert (line["data"], line["corrections"]) == ({"card": "2H"}, [])


def test_the_host_is_told_until_something_else_goes_well(table: Opened) -> None:
    table.phones["Ben"].enter(table.code, "lay", card="4C").said(500)
    told = table.host.look(table.code)["fault"]
    assert told["game"] == "crooked"
    assert "Crooked Cards has a fault" in told["message"]
    assert "Crooked Cards has a fault" in browser(table).get(f"/t/{table.code}").text
    assert "fault" not in table.phones["Ana"].look(table.code)
    assert "has a fault" not in browser(table, "Ana").get(f"/t/{table.code}").text
    table.phones["Ben"].enter(table.code, "lay", card="3H").said(201)
    assert "fault" not in table.host.look(table.code)


def test_who_sent_it_from_a_page_is_told_there(table: Opened) -> None:
    page = browser(table, "Ben").get(f"/t/{table.code}").text
    form = page.split('name="form" value="')[1].split('"')[0]
    sent = {
        "id": "00000000-0000-4000-8000-000000000001",
        "kind": "lay",
        "form": form,
        "typed=card": "4c",
        "after": "1",
    }
    answer = browser(table, "Ben").post(f"/t/{table.code}/enter", data=sent)
    assert answer.status_code == 500
    assert "Crooked Cards has a fault" in answer.text


def test_the_log_of_the_program_says_what_the_author_needs(
    table: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    table.phones["Ben"].enter(table.code, "lay", card="4C").said(500)
    [record] = [
        one
        for one in caplog.records
        if one.name == "referee.web" and one.levelno == logging.ERROR
    ]
    line: dict[str, Any] = json.loads(JsonLines().format(record))
    assert (line["game"], line["hook"], line["fault"]) == (
        "crooked",
        "accept",
        "KeyError: 'Ana'",
    )
    assert line["where"].partition("crooked.py:")[2].isdigit()


def test_a_question_over_which_the_game_fails_is_told_too(table: Opened) -> None:
    problem = table.host.post("/games/crooked/ask/why", {"card": "2C"}).said(500)
    assert problem["game"] == "crooked"


# A game that fails on a match that there is already


@pytest.mark.parametrize("hook", ["begin", "prompts", "accept", "scene"])
def test_a_match_whose_game_fails_on_loading_says_so_and_harms_nothing_else(
    table: Opened, room: CardRoom, open_table: Open, hook: str
) -> None:
    other = open_table("highest-card", "Ana", "Ben")
    crooked.FAILING.add(hook)
    room.forget(table.code)
    client = browser(table)
    client.set_cookie(f"host_{other.code}", other.host.token or "")
    assert (
        client.get("/").status_code
        == client.get("/matches").status_code
        == client.get("/players").status_code
        == 200
    )
    for page in PAGES:
        answer = client.get(f"/t/{table.code}{page}")
        assert answer.status_code == 500, page
        assert (
            "Crooked Cards has a fault and can’t go on with this match" in answer.text
        ), page
    for call in ("", "/log"):
        problem = table.phones["Ana"].get(f"/tables/{table.code}{call}").said(500)
        assert (problem["title"], problem["game"]) == (
            "The game has a fault",
            "crooked",
        )
    assert table.phones["Ana"].enter(table.code, "lay", card="3H").status == 500
    assert other.host.look(other.code)["phase"] == "setting-up"
    crooked.FAILING.clear()
    assert table.host.look(table.code)["seq"] == 1


def test_a_score_sheet_that_the_game_cannot_show_any_more_is_all_that_is_missing(
    table: Opened, room: CardRoom
) -> None:
    table.phones["Ben"].enter(table.code, "lay", card="3H").said(201)
    crooked.FAILING.add("scene of 1")
    room.forget(table.code)
    client = browser(table)
    assert {
        page: client.get(f"/t/{table.code}{page}").status_code
        for page in ("", "/log", "/board")
    } == {
        "": 200,
        "/log": 200,
        "/board": 200,
    }
    answer = client.get(f"/t/{table.code}/scores")
    assert answer.status_code == 500
    assert "Crooked Cards has a fault and can’t go on with this match" in answer.text
    problem = table.host.get(table.path("sheet")).said(500)
    assert (problem["title"], problem["game"]) == ("The game has a fault", "crooked")
    table.phones["Ana"].enter(table.code, "lay", card="4H").said(201)
    crooked.FAILING.clear()
    assert client.get(f"/t/{table.code}/scores").status_code == 200


def test_a_correction_that_the_game_cannot_say_how_to_keep_is_its_fault(
    table: Opened, room: CardRoom
) -> None:
    table.phones["Ben"].enter(table.code, "lay", card="3H").said(201)
    crooked.FAILING.add("fields of 1")
    room.forget(table.code)
    changed = {"changes": [{"seq": 2, "data": {"card": "4H"}}]}
    problem = table.host.post(table.path("corrections"), changed).said(500)
    assert (problem["title"], problem["game"]) == ("The game has a fault", "crooked")
    crooked.FAILING.clear()
    room.forget(table.code)
    assert [
        line["data"] for line in table.host.get(table.path("log")).said(200)["entries"]
    ] == [
        {"card": "2H"},
        {"card": "3H"},
    ]
    table.host.post(table.path("corrections"), changed).said(201)


def test_what_was_entered_is_exported_as_far_as_one_may_read_it(
    table: Opened, room: CardRoom
) -> None:
    table.phones["Ben"].enter(table.code, "lay", card="3H").said(201)
    crooked.FAILING.add("begin")
    room.forget(table.code)
    exported = table.phones["Ana"].get(table.path("export?as=json")).said(200)
    assert (exported["game"], exported["seats"], exported["standings"]) == (
        "crooked",
        ["Ana", "Ben"],
        [],
    )
    read = [
        (line["kind"], line["by"], line["data"], line["sealed"])
        for line in exported["entries"]
    ]
    assert read == [("lay", "Ana", {"card": "2H"}, False), ("lay", "Ben", None, True)]
    in_rounds = table.phones["Ana"].get(table.path("export?as=csv")).said(409)
    assert "as JSON" in in_rounds["detail"]


def test_what_everybody_could_read_is_exported_as_far_as_the_game_can_be_followed(
    table: Opened, room: CardRoom
) -> None:
    crooked.FAILING.add("begin")
    room.forget(table.code)
    [line] = table.phones["Ben"].get(table.path("export?as=json")).said(200)["entries"]
    assert line["sealed"]  # nothing of it can be followed: not even how it began
    crooked.FAILING.clear()
    assert table.phones["Ben"].get(table.path("export?as=json")).said(200)["entries"][
        0
    ]["data"] == {"card": "2H"}


def test_what_was_corrected_is_exported_only_to_whoever_entered_it(
    table: Opened, room: CardRoom
) -> None:
    """Nobody knows any more whether others saw the first card."""
    table.phones["Ben"].enter(table.code, "lay", card="3H").said(201)
    changed = {"changes": [{"seq": 1, "data": {"card": "4H"}}]}
    table.phones["Ana"].post(table.path("corrections"), changed).said(201)
    table.phones["Ana"].enter(table.code, "lay", card="5H").said(201)
    crooked.FAILING.add("scene of 3")
    room.forget(table.code)
    path = table.path("export?as=json")
    first, second, _ = table.phones["Ben"].get(path).said(200)["entries"]
    assert (first["data"], second["data"]) == (None, {"card": "3H"})
    first, *_ = table.phones["Ana"].get(path).said(200)["entries"]
    assert first["data"] == {"card": "2H"}


def test_its_host_can_take_it_away_and_nobody_else(
    table: Opened, room: CardRoom
) -> None:
    crooked.FAILING.add("accept")
    room.forget(table.code)
    path = f"/t/{table.code}/delete"
    sure = {"sure": "yes"}
    assert 'name="sure"' in browser(table).get(f"/t/{table.code}").text
    assert 'name="sure"' not in browser(table, "Ana").get(f"/t/{table.code}").text
    assert browser(table, "Ana").post(path, data=sure).status_code == 403
    assert browser(table).post(path, data=sure).status_code == 303
    assert table.host.get(f"/tables/{table.code}").status == 404


def test_a_table_whose_game_is_not_installed_any_more_says_so_on_its_page_as_programs_are_told(
    table: Opened, room: CardRoom
) -> None:
    with discovery.finding(lambda group: entry_points(group=group)):
        room.forget(table.code)
        said = (
            "This table needs “crooked”, which is no longer installed. Install it "
            "again to go on."
        )
        problem = table.host.get(f"/tables/{table.code}").said(404)
        assert (problem["detail"], problem["title"], problem["game"]) == (
            said,
            "The game is not installed",
            "crooked",
        )
        answer = browser(table).get(f"/t/{table.code}")
        assert answer.status_code == 404
        assert said in answer.text
        assert browser(table).get("/").status_code == 200
        assert (
            browser(table)
            .post(f"/t/{table.code}/delete", data={"sure": "yes"})
            .status_code
            == 303
        )
