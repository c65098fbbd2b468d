"""Disputes at the API: the match pauses, all see what is questioned, the table decides."""

from typing import Any
from uuid import uuid4

import pytest

from tests.web.conftest import Open, Opened
from tests.web.phone import Answer, Phone


def question(phone: Phone, table: Opened, **body: Any) -> str:
    return str(phone.post(table.path("disputes"), body or {"seq": 2}).said(201)["id"])


def vote(phone: Phone, table: Opened, dispute: str, uphold: object) -> Answer:
    return phone.post(table.path(f"disputes/{dispute}/vote"), {"uphold": uphold})


def resolve(
    phone: Phone, table: Opened, dispute: str, resolved_as: str, **more: Any
) -> Answer:
    return phone.post(
        table.path(f"disputes/{dispute}/resolve"), {"as": resolved_as, **more}
    )


def test_the_match_pauses_but_for_the_host(played: Opened) -> None:
    id = question(played.phones["Ben"], played, seq=2, why="That was a ten.")
    problem = played.phones["Ana"].enter(played.code, "lay", card="TS").said(409)
    assert (problem["title"], problem["dispute"]) == ("The match pauses", id)
    played.host.enter(played.code, "lay", "Ana", card="TS").said(201)
    resolve(played.host, played, id, "upheld").said(201)
    played.phones["Ben"].enter(played.code, "lay", card="7S").said(201)


def test_an_entry_sent_again_is_answered_as_before_while_the_match_pauses(
    played: Opened,
) -> None:
    id = str(uuid4())
    played.phones["Ana"].enter(played.code, "lay", id=id, card="TS").said(201)
    question(played.phones["Ben"], played)
    played.phones["Ana"].enter(played.code, "lay", id=id, card="TS").said(201)


def test_everybody_sees_what_is_questioned(played: Opened, spectator: Phone) -> None:
    id = question(played.phones["Ben"], played, seq=2, why="That was a ten.")
    for phone in (spectator, played.host, *played.phones.values()):
        open_now = phone.look(played.code)["dispute"]
        assert (open_now["id"], open_now["by"], open_now["why"]) == (
            id,
            "Ben",
            "That was a ten.",
        )
        assert (open_now["entry"], open_now["place"]) == (2, 0)
        assert open_now["ruled"]["summary"] == "Ana wins."
        assert phone.get(played.path("log")).said(200)["disputes"] == [open_now]


def test_the_host_overrules_and_scores_follow(played: Opened) -> None:
    id = question(played.phones["Ben"], played)
    answer = resolve(
        played.host,
        played,
        id,
        "overruled",
        verdict={"winner": "Ben"},
        why="It was a ten.",
    ).said(201)
    [changed] = answer["changed"]
    assert (answer["id"], changed["seq"]) == (id, 2)
    assert changed["new"][0]["because"][0] == {
        "rule": "highest-card#trick",
        "basis": "house-rule",
        "text": "Overturned by the host: It was a ten.",
    }
    view = played.host.look(played.code)
    assert {one["seat"]: one["score"] for one in view["standings"]} == {
        "Ana": 0,
        "Ben": 1,
    }
    assert view["rulings"][0]["verdict"] == {"winner": "Ben"}
    assert view["dispute"] is None
    [line] = played.host.get(played.path("export")).said(200)["disputes"]
    assert (line["in_force"], line["ruled"]["summary"]) == (True, "Ana wins.")
    assert {
        name: line["resolution"][name] for name in ("as", "by", "why", "verdict")
    } == {
        "as": "overruled",
        "by": None,
        "why": "It was a ten.",
        "verdict": {"winner": "Ben"},
    }


def test_the_table_decides_by_more_than_half(played: Opened) -> None:
    id = question(played.phones["Ben"], played)
    vote(played.phones["Ben"], played, id, False).said(201)
    assert (
        resolve(
            played.phones["Ben"], played, id, "overruled", verdict={"winner": "Ben"}
        ).status
        == 403
    )
    assert vote(played.phones["Ana"], played, id, False).said(201)["votes"] == {
        "Ana": False,
        "Ben": False,
    }
    resolve(
        played.phones["Ben"], played, id, "overruled", verdict={"winner": "Ben"}
    ).said(201)


def test_corrected_side_by_side(played: Opened) -> None:
    id = question(played.phones["Ben"], played)
    changes = [{"seq": 2, "data": {"card": "TS"}}]
    [changed] = resolve(played.host, played, id, "corrected", changes=changes).said(
        201
    )["changed"]
    assert [changed[side][0]["summary"] for side in ("old", "new")] == [
        "Ana wins.",
        "Ben wins.",
    ]
    log = played.host.get(played.path("log")).said(200)
    assert log["disputes"][0]["resolution"]["correction"] == log["corrections"][0]["id"]


def test_what_was_sealed_cannot_be_questioned(played: Opened) -> None:
    played.phones["Ana"].enter(played.code, "lay", card="TS").said(201)
    assert played.phones["Ana"].post(played.path("disputes"), {"seq": 3}).status == 409
    assert played.host.post(played.path("disputes"), {"seq": 1}).status == 404


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({}, {"seq"}),
        ({"seq": 2, "entry": "x"}, {"seq"}),
        ({"seq": "2"}, {"seq"}),
        ({"seq": 2, "why": "x" * 501}, {"why"}),
        ({"seq": 2, "ruling": -1, "else": 1}, {"ruling", "else"}),
    ],
)
def test_wrong_bodies_are_refused_by_field(
    played: Opened, body: dict[str, Any], wrong: set[str]
) -> None:
    assert set(played.host.post(played.path("disputes"), body).fields()) == wrong


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({}, {"as"}),
        ({"as": "forgotten"}, {"as"}),
        ({"as": "overruled", "verdict": {"winner": "Cy"}}, {"verdict.winner"}),
        ({"as": "overruled", "verdict": {"score": 3}}, {"verdict.score"}),
        ({"as": "overruled", "verdict": {"winner": "Ana"}}, {"verdict"}),
        ({"as": "overruled", "verdict": 3}, {"verdict"}),
        ({"as": "corrected"}, {"changes"}),
        ({"as": "corrected", "changes": [{"seq": 1}]}, {"changes.0.data"}),
    ],
)
def test_wrong_settlements_are_refused_by_field(
    played: Opened, body: dict[str, Any], wrong: set[str]
) -> None:
    id = question(played.phones["Ben"], played)
    assert (
        set(played.host.post(played.path(f"disputes/{id}/resolve"), body).fields())
        == wrong
    )
    assert played.host.look(played.code)["dispute"]["id"] == id


def test_a_refusal_is_secret_until_who_was_refused_questions_it(
    played: Opened, spectator: Phone
) -> None:
    id = str(uuid4())
    played.phones["Ben"].enter(played.code, "lay", id=id, card="9S").said(422)
    assert "9S" not in str(played.host.get(played.path("log")).said(200)["disputes"])
    assert (
        played.phones["Ana"].post(played.path("disputes"), {"entry": id}).status == 404
    )
    assert played.host.post(played.path("disputes"), {"entry": id}).status == 404
    dispute = question(played.phones["Ben"], played, entry=id, why="Another nine.")
    shown = spectator.look(played.code)["dispute"]
    assert (
        shown["refused"]["data"],
        shown["refused"]["by"],
        shown["refused"]["secret"],
    ) == (
        {"card": "9S"},
        "Ben",
        True,
    )
    assert shown["ruled"]["summary"] == "The nine of spades was played."
    resolve(played.host, played, dispute, "overruled", why="Take another card.").said(
        201
    )
    line = played.host.get(played.path("log")).said(200)["disputes"][0]
    assert (
        line["resolution"]["as"],
        line["resolution"]["entered"],
        line["in_force"],
    ) == ("overruled", None, False)


def test_a_refused_move_is_entered_after_all_where_the_game_asks(
    open_table: Open,
) -> None:
    table = open_table("heads-or-tails", "Ana", "Ben")
    table.start()
    table.host.enter(table.code, "coin", winner="Ana").said(201)
    id = str(uuid4())
    table.phones["Ben"].enter(table.code, "take", "Ben", id).said(422)
    dispute = question(table.phones["Ben"], table, entry=id)
    resolve(table.host, table, dispute, "overruled", verdict={"legal": True}).said(201)
    log = table.host.get(table.path("log")).said(200)
    assert [(line["kind"], line["by"]) for line in log["entries"]] == [
        ("coin", None),
        ("take", "Ben"),
    ]
    assert log["disputes"][0]["resolution"]["entered"] == log["entries"][1]["seq"]
    assert log["disputes"][0]["in_force"]


def test_what_no_longer_fits_and_is_struck_with_it_is_answered(played: Opened) -> None:
    played.phones["Ana"].enter(played.code, "lay", card="TS").said(201)
    played.phones["Ben"].enter(played.code, "lay", card="7S").said(201)
    id = question(
        played.phones["Ben"],
        played,
        seq=2,
        why="Ben has won that one, and Ana the game before it.",
    )
    corrected = {
        "changes": [{"seq": 3, "strike": True}, {"seq": 1, "data": {"card": "TS"}}],
        "drop_unfit": True,
    }
    dropped = resolve(played.host, played, id, "corrected", **corrected).said(201)[
        "dropped"
    ]
    struck = [
        line["seq"]
        for line in played.host.get(played.path("log")).said(200)["entries"]
        if line["struck"]
    ]
    assert struck == sorted({3, *dropped})
    assert (
        resolve(played.host, played, question(played.host, played), "upheld").said(201)[
            "dropped"
        ]
        == []
    )


def test_a_vote_may_be_for_one_verdict_alone(played: Opened) -> None:
    ana, ben = played.phones["Ana"], played.phones["Ben"]
    id = question(ben, played)
    path = played.path(f"disputes/{id}/vote")
    for phone, winner in ((ben, "Ben"), (ana, None)):
        body = {"uphold": False, "verdict": {"winner": winner}}
        line = phone.post(path, body).said(201)
    assert line["verdicts"] == {"Ben": {"winner": "Ben"}, "Ana": {"winner": None}}
    verdict = {"verdict": {"winner": "Ben"}}
    assert resolve(ben, played, id, "overruled", **verdict).status == 403
    changes = [{"seq": 2, "data": {"card": "TS"}}]
    assert resolve(ben, played, id, "corrected", changes=changes).status == 403
    ana.post(path, {"uphold": False, **verdict}).said(201)
    assert resolve(ben, played, id, "overruled").status == 403
    resolve(ben, played, id, "overruled", **verdict).said(201)


def test_whoever_votes_again_is_for_nothing_that_they_named_before(
    played: Opened,
) -> None:
    id = question(played.phones["Ben"], played)
    path = played.path(f"disputes/{id}/vote")
    body = {"uphold": False, "verdict": {"winner": "Ben"}}
    played.phones["Ben"].post(path, body).said(201)
    line = vote(played.phones["Ben"], played, id, True).said(201)
    assert (line["votes"], line["verdicts"]) == ({"Ben": True}, {})


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"uphold": False, "verdict": {"winner": "Cy"}}, {"verdict.winner"}),
        ({"uphold": False, "verdict": {"winner": "Ana"}}, {"verdict"}),
        ({"uphold": True, "verdict": {"winner": "Ben"}}, {"verdict"}),
        ({"uphold": False, "verdict": 3}, {"verdict"}),
    ],
)
def test_nobody_votes_for_a_verdict_that_cannot_be(
    played: Opened, body: dict[str, Any], wrong: set[str]
) -> None:
    id = question(played.phones["Ben"], played)
    path = played.path(f"disputes/{id}/vote")
    assert set(played.phones["Ana"].post(path, body).fields()) == wrong
    assert played.host.look(played.code)["dispute"]["votes"] == {"Ben": False}


def test_who_disputes_may_say_what_should_count(played: Opened) -> None:
    body = {"seq": 2, "verdict": {"winner": "Ben"}}
    played.phones["Ben"].post(played.path("disputes"), body).said(201)
    dispute = played.host.look(played.code)["dispute"]
    assert dispute["votes"] == {"Ben": False}
    assert dispute["verdicts"] == {"Ben": {"winner": "Ben"}}


def test_a_dispute_for_what_cannot_be_is_not_opened(played: Opened) -> None:
    body = {"seq": 2, "verdict": {"winner": "Cy"}}
    refused = played.phones["Ben"].post(played.path("disputes"), body)
    assert set(refused.fields()) == {"verdict.winner"}
    assert played.host.look(played.code)["dispute"] is None
