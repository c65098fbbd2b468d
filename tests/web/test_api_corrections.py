"""Corrections, undone and made again; the log, the export and the live stream."""

import csv
import io
from typing import Any

import pytest
from flask import Flask
from referee_web.guards.service_set import services_of

from referee.match.showing.export import rule_again
from tests.web.conftest import Open, Opened
from tests.web.line import Line, answering
from tests.web.phone import V1, Phone


@pytest.fixture
def won(started: Opened) -> Opened:
    """Ana's nine has beaten Ben's eight; then Ana lays the ten, and Ben the seven: the
    match is Ana's.
    """
    for seat, card in (("Ana", "9S"), ("Ben", "8S"), ("Ana", "TS"), ("Ben", "7S")):
        started.phones[seat].enter(started.code, "lay", card=card).said(201)
    return started


def correct(phone: Phone, table: Opened, *changes: dict[str, Any], **more: Any) -> Any:
    return phone.post(table.path("corrections"), {"changes": list(changes), **more})


def lines(phone: Phone, table: Opened) -> list[dict[str, Any]]:
    return list(phone.get(table.path("log")).said(200)["entries"])


BETTER = {"seq": 2, "data": {"card": "JS"}}


def test_a_correction_shows_the_rulings_side_by_side(won: Opened) -> None:
    made = correct(won.phones["Ben"], won, BETTER).said(201)
    [changed] = made["changed"]
    assert changed["seq"] == 2
    assert [ruling["summary"] for ruling in changed["old"]] == ["Ana wins."]
    assert [ruling["summary"] for ruling in changed["new"]] == ["Ben wins."]
    view = won.host.look(won.code)
    assert [standing["score"] for standing in view["standings"]] == [1, 1]
    assert not view["finished"]
    assert view["seq"] == 5


def test_the_log_keeps_what_was_entered_first(won: Opened) -> None:
    made = correct(won.host, won, BETTER).said(201)
    line = lines(Phone(won.host.app), won)[1]
    assert (line["data"], line["was"], line["corrections"]) == (
        {"card": "JS"},
        {"card": "8S"},
        [made["id"]],
    )
    [correction] = won.host.get(won.path("log")).said(200)["corrections"]
    assert correction["id"] == made["id"]
    assert correction["changes"] == [
        {"seq": 2, "strike": False, "data": {"card": "JS"}}
    ]
    assert (correction["seq"], correction["by"], correction["undone"]) == (
        5,
        None,
        False,
    )


def test_undone_and_made_again(won: Opened) -> None:
    made = correct(won.host, won, BETTER).said(201)
    path = won.path(f"corrections/{made['id']}")
    [back] = won.host.post(f"{path}/undo").said(201)["changed"]
    assert back["new"] == made["changed"][0]["old"]
    assert won.host.look(won.code)["winners"] == ["Ana"]
    assert won.host.get(won.path("log")).said(200)["corrections"][0]["undone"]
    [again] = won.host.post(f"{path}/redo").said(201)["changed"]
    assert again["new"] == made["changed"][0]["new"]
    assert not won.host.look(won.code)["finished"]


def test_an_undo_strikes_what_no_longer_fits_only_where_that_is_said(
    won: Opened,
) -> None:
    path = won.path(f"corrections/{correct(won.host, won, BETTER).said(201)['id']}")
    for seat, card in (("Ana", "2S"), ("Ben", "3S")):
        won.phones[seat].enter(won.code, "lay", card=card).said(201)
    assert [one["seq"] for one in won.host.post(f"{path}/undo").said(422)["unfit"]] == [
        6,
        7,
    ]
    assert not won.host.get(won.path("log")).said(200)["corrections"][0]["undone"]
    assert set(won.host.post(f"{path}/undo", {"drop_unfit": "yes"}).fields()) == {
        "drop_unfit"
    }
    won.host.post(f"{path}/undo", {"drop_unfit": True}).said(201)
    assert won.host.look(won.code)["winners"] == ["Ana"]
    assert [line["seq"] for line in lines(won.host, won) if line["struck"]] == [6, 7]


def test_undo_and_redo_only_what_can_be(won: Opened, spectator: Phone) -> None:
    made = correct(won.phones["Ben"], won, BETTER).said(201)
    path = won.path(f"corrections/{made['id']}")
    assert won.host.post(f"{path}/redo").status == 409
    assert won.phones["Ana"].post(f"{path}/undo").status == 403
    assert spectator.post(f"{path}/undo").status == 401
    assert won.host.post(won.path("corrections/none/undo")).status == 404
    assert won.phones["Ben"].post(f"{path}/undo").status == 201
    assert won.host.post(f"{path}/undo").status == 409


def test_later_entries_that_no_longer_fit_are_named(won: Opened) -> None:
    problem = correct(won.host, won, {"seq": 1, "data": {"card": "TS"}}).said(422)
    assert [one["seq"] for one in problem["unfit"]] == [3]
    assert "ten of spades" in problem["unfit"][0]["message"]
    assert lines(won.host, won)[0]["data"] == {"card": "9S"}


def test_or_are_struck_too(won: Opened) -> None:
    correct(won.host, won, {"seq": 1, "data": {"card": "TS"}}, drop_unfit=True).said(
        201
    )
    log = won.host.get(won.path("log")).said(200)
    assert [line["struck"] for line in log["entries"]] == [False, False, True, False]
    assert log["corrections"][0]["dropped"] == [3]
    assert won.host.look(won.code)["to_act"] == ["Ana"]


def test_an_entry_is_struck(won: Opened) -> None:
    correct(won.host, won, {"seq": 4, "strike": True}).said(201)
    line = lines(won.host, won)[3]
    assert (line["struck"], line["rulings"]) == (True, [])
    assert won.host.look(won.code)["to_act"] == ["Ben"]


def test_what_cannot_be_read_is_no_correction(won: Opened) -> None:
    problem = correct(
        won.host, won, {"seq": 2, "data": {"card": "ZZ"}}, drop_unfit=True
    ).said(422)
    assert [one["seq"] for one in problem["unfit"]] == [2]
    assert won.host.look(won.code)["seq"] == 4


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({}, {"changes"}),
        ({"changes": []}, {"changes"}),
        ({"changes": [{}]}, {"changes.0.seq"}),
        ({"changes": [{"seq": 0, "strike": True}]}, {"changes.0.seq"}),
        ({"changes": [{"seq": "2", "strike": True}]}, {"changes.0.seq"}),
        ({"changes": [{"seq": 2}]}, {"changes.0.data"}),
        ({"changes": [{"seq": 2, "strike": False}]}, {"changes.0.data"}),
        ({"changes": [{"seq": 2, "strike": True, "data": {}}]}, {"changes.0.data"}),
        ({"changes": [{"seq": 2, "data": None}]}, {"changes.0.data"}),
        ({"changes": [{"seq": 2, "strike": "yes"}]}, {"changes.0.strike"}),
        ({"changes": [{"seq": 2, "strike": True, "why": "x"}]}, {"changes.0.why"}),
        ({"changes": [{"seq": 99, "strike": True}]}, {"changes"}),
        ({"changes": [{"seq": 2, "strike": True}] * 2}, {"changes"}),
        ({"changes": [{"seq": 2, "strike": True}] * 201}, {"changes"}),
        ({"changes": [BETTER], "drop_unfit": 1}, {"drop_unfit"}),
    ],
)
def test_a_correction_that_makes_no_sense(
    won: Opened, body: object, wrong: set[str]
) -> None:
    assert set(won.host.post(won.path("corrections"), body).fields()) == wrong
    assert won.host.look(won.code)["seq"] == 4


# The log, the export, the stream


def test_the_log_says_who_entered_what_for_whom(
    started: Opened, spectator: Phone
) -> None:
    started.host.enter(started.code, "lay", "Ana", card="9S").said(201)
    started.phones["Ben"].enter(started.code, "lay", card="8S").said(201)
    first, second = lines(spectator, started)
    assert (first["kind"], first["seat"], first["by"], first["data"]) == (
        "lay",
        "Ana",
        None,
        {"card": "9S"},
    )
    assert (second["seat"], second["by"], second["rulings"][0]["summary"]) == (
        "Ben",
        "Ben",
        "Ana wins.",
    )


def test_an_exported_match_can_be_ruled_again(won: Opened, spectator: Phone) -> None:
    correct(won.host, won, BETTER).said(201)
    answer = spectator.get(won.path("export"))
    assert (
        answer.response.headers["Content-Disposition"]
        == f'attachment; filename="match-{won.code}.json"'
    )
    document = answer.said(200)
    assert document["seats"] == ["Ana", "Ben"]
    assert document["options"] == {"target": 2}
    assert rule_again(document) == (4, ())
    document["entries"][1]["data"] = {"card": "2S"}
    assert [difference.seq for difference in rule_again(document)[1]] == [2]


def test_a_match_as_csv(won: Opened, spectator: Phone) -> None:
    answer = spectator.get(won.path("export?as=csv"))
    assert answer.response.mimetype == "text/csv"
    assert answer.response.headers["Content-Disposition"].endswith('.csv"')
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [(row["Ana"], row["Ana (total)"], row["winner"]) for row in rows] == [
        ("1", "1", "Ana"),
        ("1", "2", "Ana"),
    ]
    assert rows[1]["ruling"] == "Ana wins."


def test_an_export_that_cannot_be(
    open_table: Open, started: Opened, spectator: Phone
) -> None:
    assert set(spectator.get(started.path("export?as=xml")).fields()) == {"as"}
    assert spectator.get(open_table().path("export")).status == 409


def test_the_stream_says_that_the_table_changed_and_nothing_else(
    started: Opened, app: Flask
) -> None:
    with answering(app) as daemon, Line(daemon) as line:
        line.say(
            f"GET {V1}{started.path('live')} HTTP/1.0\r\nHost: referee.test\r\n\r\n".encode()
        )
        line.heard_until(b"\r\n\r\n")
        assert (
            line.heard_until(b"\n\n")
            == b'retry: 2000\nevent: changed\nid: 0\ndata: {"seq":0}\n\n'
        )
        started.phones["Ana"].enter(started.code, "lay", card="9S").said(201)
        assert (
            line.heard_until(b"\n\n") == b'event: changed\nid: 1\ndata: {"seq":1}\n\n'
        )
        assert daemon.streams.open == 1


def test_a_server_that_sends_no_streams_on_has_the_phone_ask_again(
    started: Opened, spectator: Phone
) -> None:
    answer = spectator.get(started.path("live"))
    streams = services_of(spectator.app).streams
    assert streams.open == 1
    assert (
        answer.response.data
        == b'retry: 2000\nevent: changed\nid: 0\ndata: {"seq":0}\n\n'
    )
    answer.response.close()
    assert streams.open == 0


def test_too_many_streams(started: Opened, spectator: Phone) -> None:
    services_of(spectator.app).streams.most = 0
    answer = spectator.get(started.path("live"))
    assert answer.said(503)["title"] == "Busy"
    assert int(answer.response.headers["Retry-After"]) > 0


def test_a_ruling_that_differs_only_in_the_cards_that_it_shows_has_changed(
    open_table: Open,
) -> None:
    table = open_table("faj", "Ana", "Ben")
    table.start()
    table.host.enter(table.code, "board", cards="3c").said(201)
    table.host.enter(table.code, "play", plays={"Ana": "AC", "Ben": "QD"}).said(201)
    made = correct(
        table.host, table, {"seq": 2, "data": {"plays": {"Ana": "AC", "Ben": "KD"}}}
    ).said(201)
    [changed] = made["changed"]
    [old], [new] = changed["old"], changed["new"]
    assert (
        old["summary"] == new["summary"] == "Ana wins the trick with the ace of clubs"
    )
    shown = [
        {card for laid in one["laid"] for card in laid["cards"]} for one in (old, new)
    ]
    assert shown == [{"3C", "AC", "QD"}, {"3C", "AC", "KD"}]


def test_what_was_struck_with_a_correction_is_answered(won: Opened) -> None:
    changes = {"changes": [{"seq": 1, "data": {"card": "TS"}}], "drop_unfit": True}
    made = won.host.post(won.path("corrections"), changes).said(201)
    struck = [line["seq"] for line in lines(won.host, won) if line["struck"]]
    assert made["dropped"] == struck
    assert (
        correct(won.host, won, {"seq": 2, "data": {"card": "2S"}}).said(201)["dropped"]
        == []
    )


def test_what_somebody_else_entered_for_a_seat_alone_that_seat_corrects(
    open_table: Open,
) -> None:
    seats = ("Ana", "Ben", "Cy", "Di")
    table = open_table("hearts", *seats, options={"depth": "tricks"})
    table.start(dealer="Di")
    ben, cy, di = (table.phones[seat] for seat in seats[1:])
    ben.enter(table.code, "trick", plays={"Cy": "4C"}).said(201)
    ben.enter(table.code, "trick", plays={"Ana": "2C", "Di": "5C"}).said(201)
    right = {"seq": 1, "data": {"plays": {"Cy": "6C"}}}
    correct(di, table, right).said(403)
    correct(cy, table, right).said(201)
    both = {"seq": 2, "data": {"plays": {"Ana": "3C", "Di": "7C"}}}
    correct(di, table, both).said(403)
    own = {"seq": 2, "data": {"plays": {"Ana": "2C", "Di": "7C"}}}
    correct(cy, table, own).said(403)
    correct(di, table, own).said(201)
    correct(di, table, {"seq": 2, "strike": True}).said(403)
    correct(ben, table, both).said(201)


def test_what_is_sealed_hinders_no_correction_on_one_phone_for_all(
    open_table: Open,
) -> None:
    """Ben's bid lies face down when Ana's decision to bid is corrected to a pass: now he
    bids alone and openly.
    """
    table = open_table("jizara", seats=("Ana", "Ben"))
    table.start()
    host = table.host
    host.enter(table.code, "turn", card="4S").said(201)
    for seat in ("Ben", "Ana"):
        host.enter(table.code, "decide", seat, bid=True).said(201)
    host.enter(table.code, "bid", "Ben", cards=["8H", "2D", "2H"]).said(201)
    made = correct(host, table, {"seq": 3, "data": {"bid": False}}).said(201)
    assert made["dropped"] == [4]
    view = host.look(table.code)
    assert view["to_act"] == ["Ben"]
    assert [prompt["secret"] for prompt in view["prompts"]] == [False]
    host.enter(table.code, "bid", "Ben", cards=["8H", "2D", "2H"]).said(201)
