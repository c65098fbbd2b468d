"""Whatever a page or an answer says of a table is of one moment, though somebody enters
while it is being made.
"""

import re
from typing import Any

import pytest
from flask import Flask

from referee.hosting.room import CardRoom
from referee.hosting.tables.snapshot import Snapshot
from tests.web.conftest import Open, Opened

OF_ONE_ENTRY = ("/correct/2", "/dispute/3", "/corrections/{correction}")
PAGES = ("", "/board", "/log", "/scores", "/scores.svg", *OF_ONE_ENTRY)
ANSWERS = ("", "/log", "/sheet", "/export", "/export?as=csv")


@pytest.fixture
def table(open_table: Open) -> Opened:
    """A trick that was played and corrected, and another of which the board lies and
    Ben has placed his card.
    """
    table = open_table("faj", "Ana", "Ben")
    table.start(dealer="Ana")
    ana = table.phones["Ana"]
    ben = table.phones["Ben"]
    ana.enter(table.code, "board", cards=["3C"]).said(201)
    ben.enter(table.code, "play", plays={"Ben": "KC"}).said(201)
    ana.enter(table.code, "play", plays={"Ana": "JS"}).said(201)
    table.host.post(
        table.path("corrections"), {"changes": [{"seq": 1, "data": {"cards": ["4C"]}}]}
    ).said(201)
    ana.enter(table.code, "board", cards=["5C", "6D"]).said(201)
    ben.enter(table.code, "play", plays={"Ben": "QC"}).said(201)
    return table


@pytest.fixture
def somebody_enters(
    table: Opened, room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> list[int]:
    """From now on, Ana's card completes the trick as soon as somebody has looked at the
    table: the entry's number.
    """
    snapshot = room.snapshot
    entered = list[int]()

    def look_then_enter(*given: Any, **how: Any) -> Snapshot:
        seen = snapshot(*given, **how)
        if not entered:
            entered.append(0)
            entered[0] = (
                table.phones["Ana"]
                .enter(table.code, "play", plays={"Ana": "AS"})
                .said(201)["seq"]
            )
        return seen

    monkeypatch.setattr(room, "snapshot", look_then_enter)
    return entered


def read(app: Flask, table: Opened, address: str) -> str:
    """What Ben's phone is shown, without the ids of forms, which are new each time, and
    the line of the log from which on a page says that something has changed.
    """
    bears = {"Authorization": f"Bearer {table.phones['Ben'].token}"}
    answer = app.test_client(use_cookies=False).get(address, headers=bears)
    assert answer.status_code == 200
    return re.sub(
        r'[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|data-moved="[0-9]+"',
        "id",
        answer.get_data(as_text=True),
    )


def addresses(table: Opened) -> dict[str, str]:
    """By what the test is called: the addresses of this table."""
    [correction] = table.host.get(table.path("log")).said(200)["corrections"]
    pages = {
        page: f"/t/{table.code}{page}".format(correction=correction["id"])
        for page in PAGES
    }
    return pages | {
        f"api{answer}": f"/api/v1/tables/{table.code}{answer}" for answer in ANSWERS
    }


@pytest.mark.parametrize("page", [*PAGES, *(f"api{answer}" for answer in ANSWERS)])
def test_all_of_it_is_of_the_moment_before_somebody_entered(
    app: Flask, table: Opened, page: str, request: pytest.FixtureRequest
) -> None:
    address = addresses(table)[page]
    before = read(app, table, address)
    entered = request.getfixturevalue("somebody_enters")
    meanwhile = read(app, table, address)
    assert entered == [7], "somebody did enter"
    assert meanwhile == before
    assert (read(app, table, address) == before) == (page in OF_ONE_ENTRY)


def test_all_of_a_questioned_ruling_is_of_one_moment(
    app: Flask, table: Opened, request: pytest.FixtureRequest
) -> None:
    """The host goes on while a ruling is questioned."""
    dispute = (
        table.phones["Ben"].post(table.path("disputes"), {"seq": 3}).said(201)["id"]
    )
    address = f"/t/{table.code}/disputes/{dispute}"
    before = read(app, table, address)
    table.phones["Ana"] = table.host
    entered = request.getfixturevalue("somebody_enters")
    assert read(app, table, address) == before
    assert entered == [8]
