"""A seat that is renamed: before the match, during it and afterwards, over HTTP."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.web.conftest import Open, Opened, Phone


def rename(phone: Phone, table: Opened, seat: str, name: object) -> Any:
    return phone.post(table.path(f"seats/{seat}/name"), {"name": name})


def test_a_seat_is_renamed_by_its_owner_and_the_host(
    started: Opened, spectator: Phone
) -> None:
    ana = started.phones["Ana"]
    ben = started.phones["Ben"]
    assert rename(spectator, started, "Ana", "Anna").status == 401
    assert rename(ben, started, "Ana", "Anna").status == 403
    assert rename(ana, started, "Ana", "  Anna ").said(200) == {"seat": "Anna"}
    assert ana.look(started.code)["you"]["seat"] == "Anna"
    assert rename(started.host, started, "Ben", "Benno").said(200) == {"seat": "Benno"}
    assert rename(started.host, started, "Ben", "Bo").status == 404
    assert ben.look(started.code)["seats"][:2] == ["Anna", "Benno"]
    assert rename(ana, started, "Anna", "Anna").said(200) == {"seat": "Anna"}


@pytest.mark.parametrize("name", ["Ben", "BEN", "", "a=b", "x" * 31, 7, None])
def test_a_name_that_cannot_be_is_refused_and_changes_nothing(
    started: Opened, name: object
) -> None:
    answer = rename(started.phones["Ana"], started, "Ana", name)
    assert answer.status == 422
    assert answer.json["errors"][0]["field"] == "name"
    assert started.host.look(started.code)["seats"][0] == "Ana"


def test_view_log_sheet_and_results_have_the_new_name(
    open_table: Open, spectator: Phone
) -> None:
    table = open_table("highest-card", "Ana", "Ben", options={"target": 1})
    assert rename(table.host, table, "Ben", "Ned").said(200) == {"seat": "Ned"}
    table.start()
    table.phones["Ana"].enter(table.code, "lay", card="KC").said(201)
    rename(table.phones["Ana"], table, "Ana", "Zoe").said(200)
    table.phones["Ben"].enter(table.code, "lay", card="3C").said(201)
    for path in ("", "/log", "/sheet", "/export", "/export?as=csv"):
        text = spectator.get(f"/tables/{table.code}{path}").text
        assert "Zoe" in text, path
        assert "Ana" not in text, path
    assert spectator.look(table.code)["winners"] == ["Zoe"]
    rename(table.phones["Ana"], table, "Zoe", "Eve").said(200)
    assert {row["name"] for row in spectator.get("/players").said(200)["players"]} == {
        "Eve",
        "Ned",
    }
    [match] = spectator.get("/matches").said(200)["matches"]
    assert [one["name"] for one in match["placings"]] == ["Eve", "Ned"]


def test_what_is_sealed_stays_sealed_and_is_its_authors(open_table: Open) -> None:
    told = []
    for card in ("KC", "QD"):
        table = open_table("faj", "Ana", "Ben")
        table.start()
        ana = table.phones["Ana"]
        ben = table.phones["Ben"]
        ana.enter(table.code, "board", cards=["3C"]).said(201)
        table.place("Ben", card).said(201)
        renamed = rename(ben, table, "Ben", "KC")
        assert renamed.said(200) == {"seat": "KC"}
        assert [
            line["data"] for line in ben.get(table.path("log")).said(200)["entries"]
        ][1] == {"plays": {"KC": card}}
        told.append(
            [ana.get(table.path("log")).said(200)["entries"][1]["data"], renamed.json]
        )
        ana.enter(table.code, "play", plays={"Ana": "AD"}).said(201)
        assert ana.get(table.path("log")).said(200)["entries"][1]["data"] == {
            "plays": {"KC": card}
        }
    assert told[0] == told[1] == [None, {"seat": "KC"}]


def test_an_entry_for_the_old_name_is_refused_and_one_for_none_is_taken(
    open_table: Open,
) -> None:
    table = open_table("highest-card", "Ana", "Ben")
    table.start()
    ana = table.phones["Ana"]
    rename(table.host, table, "Ana", "Anna").said(200)
    assert ana.enter(table.code, "lay", "Ana", card="KC").status == 422
    assert ana.look(table.code)["seq"] == 0
    ana.enter(table.code, "lay", card="KC").said(201)
    assert [
        line["seat"] for line in ana.get(table.path("log")).said(200)["entries"]
    ] == ["Anna"]


def test_of_an_entry_and_a_renaming_at_once_nothing_is_lost(
    open_table: Open, room: Any
) -> None:
    for number in range(5):
        table = open_table("highest-card", "Ana", "Ben")
        table.start()
        with ThreadPoolExecutor(2) as both:
            entered = both.submit(
                table.phones["Ana"].enter, table.code, "lay", "Ana", card="KC"
            )
            renamed = both.submit(rename, table.host, table, "Ana", f"Anna {number}")
        assert renamed.result().status == 200
        taken = entered.result().status
        assert taken in (201, 422)
        for _ in range(2):
            lines = table.phones["Ana"].get(table.path("log")).said(200)["entries"]
            assert [(line["seat"], line["data"]) for line in lines] == (
                [(f"Anna {number}", {"card": "KC"})] if taken == 201 else []
            )
            room.forget(table.code)


def test_a_verdict_about_a_suit_stays_when_somebody_of_its_name_is_renamed(
    open_table: Open,
) -> None:
    table = open_table("faj", "S", "E")
    table.start(dealer="S")
    host = table.host
    host.enter(table.code, "board", cards=["2C"]).said(201)
    table.place("S", "QH").said(201)
    table.place("E", "JD").said(201)
    [ruled] = host.look(table.code)["rulings"]
    assert ruled["verdict"]["trump"] == "C"
    dispute = host.post(table.path("disputes"), {"seq": 3}).said(201)["id"]
    resolve = table.path(f"disputes/{dispute}/resolve")
    host.post(resolve, {"as": "overruled", "verdict": {"trump": "S"}}).said(201)
    rename(host, table, "S", "Sue").said(200)
    [line] = host.get(table.path("log")).said(200)["disputes"]
    assert line["resolution"]["verdict"] == {"trump": "S"}
    assert host.look(table.code)["rulings"][0]["verdict"]["trump"] == "S"
