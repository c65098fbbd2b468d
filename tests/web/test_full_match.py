"""A match takes ten thousand entries. Then a rematch goes on, and what was entered can
still be put right.
"""

from typing import Any
from uuid import uuid4

import pytest

from referee.hosting.room import CardRoom
from referee.hosting.tables.entering import append_records
from referee.hosting.tables.held_table import HeldTable
from referee.match.log_entry import LogEntry, Record
from referee.match.records import record_of
from referee.match.viewer import Viewer
from tests.at_table import change
from tests.web.conftest import Opened
from tests.web.pages.test_disputes import opened, words
from tests.web.phone import Answer, Phone

MOST = 10_000


def lay(seat: str, card: str) -> dict[str, Any]:
    return {"id": str(uuid4()), "kind": "lay", "seat": seat, "data": {"card": card}}


def enter(phone: Phone, table: Opened, *entries: dict[str, Any]) -> Answer:
    return phone.post(table.path("entries"), {"entries": list(entries)})


def correct(phone: Phone, table: Opened, seq: int, card: str) -> Answer:
    return phone.post(
        table.path("corrections"), {"changes": [{"seq": seq, "data": {"card": card}}]}
    )


def add(held: HeldTable, records: list[Record]) -> None:
    """Keep these lines, however many, as if each had been sent."""
    match = held.table.begun_match
    append_records(held, records, None, [match.history.position])
    match.fold(records)


@pytest.fixture
def all_but_one(played: Opened, room: CardRoom) -> Opened:
    """After a trick, the host chose another card for Ana again and again: with one
    entry more the match is full.
    """
    records = [
        record_of(
            LogEntry(
                seq, str(uuid4()), "lay", "Ana", {"card": "JS"}, None, False, 1e9 + seq
            )
        )
        for seq in range(3, MOST)
    ]
    change(room, played.code, Viewer(host=True), add, records)
    return played


@pytest.mark.slow
def test_a_match_takes_ten_thousand_entries_then_it_is_ended_by_a_rematch(
    all_but_one: Opened,
) -> None:
    table = all_but_one
    ana = all_but_one.phones["Ana"]
    ben = all_but_one.phones["Ben"]
    refused = enter(table.host, table, lay("Ana", "TS"), lay("Ben", "7S")).said(409)
    assert "1 more entry" in refused["detail"]
    assert table.host.look(table.code)["seq"] == MOST - 1, "neither was taken"
    assert ana.post(table.path("rematch")).status == 409, "the match goes on"
    last = lay("Ana", "TS")
    enter(ana, table, last).said(201)

    refused = enter(ben, table, lay("Ben", "7S")).said(409)
    assert str(MOST) in refused["detail"]
    assert "rematch" in refused["detail"]
    enter(ana, table, last).said(201)  # it was taken before

    form = opened(
        ben, f"/t/{table.code}/enter", kind="lay", seat="Ben", **{"pick=card": "7S"}
    )
    assert form.status_code == 409
    for page in (form, opened(ben, f"/t/{table.code}")):
        assert "End it here and go on with a rematch." in words(page)
        assert f'action="/t/{table.code}/rematch"' in page.text
        assert f'action="/t/{table.code}/enter"' not in page.text

    # The first entry decided a trick; the last is sealed.
    assert correct(ana, table, 1, "6S").said(201)["changed"]
    correct(ana, table, MOST, "QS").said(201)
    [line] = ana.get(table.path(f"log?after={MOST - 1}")).said(200)["entries"][:1]
    assert line["data"] == {"card": "QS"}

    there = ben.post(table.path("rematch")).said(201)["code"]
    enter(ana, Opened(there, table.host), lay("Ana", "9S")).said(201)
    assert ana.look(table.code)["rematch"] == there


def test_nobody_uses_up_what_others_may_correct(played: Opened, room: CardRoom) -> None:
    """Ben has undone and made again one correction for as long as he could."""
    ben = played.phones["Ben"]
    made = correct(ben, played, 2, "7S").said(201)["id"]
    turns = [
        Record(
            3 + n,
            "change",
            str(uuid4()),
            "Ben",
            1e9 + n,
            {"undoes" if n % 2 else "redoes": made, "edits": [], "opened": []},
        )
        for n in range(1, 2_000)
    ]
    change(room, played.code, Viewer(host=True), add, turns)
    for path, body in (
        (f"corrections/{made}/undo", {}),
        ("corrections", {"changes": [{"seq": 2, "data": {"card": "6S"}}]}),
        ("disputes", {"seq": 2}),
    ):
        assert (
            "Ask somebody else to do it."
            in ben.post(played.path(path), body).said(409)["detail"]
        )
    correct(played.phones["Ana"], played, 1, "TS").said(201)
    dispute = (
        played.phones["Ana"].post(played.path("disputes"), {"seq": 2}).said(201)["id"]
    )
    assert (
        ben.post(played.path(f"disputes/{dispute}/vote"), {"uphold": True}).status
        == 409
    )
    correct(played.host, played, 2, "6S").said(201)


def test_nobody_uses_up_what_others_may_enter(played: Opened, room: CardRoom) -> None:
    """Ben has chosen another card in secret for as long as he could."""
    entries = [
        record_of(
            LogEntry(
                seq, str(uuid4()), "lay", "Ben", {"card": "7S"}, "Ben", False, 1e9 + seq
            )
        )
        for seq in range(3, 3 + MOST // 2)
    ]
    change(room, played.code, Viewer(host=True), add, entries)
    refused = enter(played.phones["Ben"], played, lay("Ben", "6S")).said(409)
    assert "Have the host enter for you" in refused["detail"]
    enter(played.host, played, lay("Ben", "6S")).said(201)
    enter(played.phones["Ana"], played, lay("Ana", "TS")).said(201)
