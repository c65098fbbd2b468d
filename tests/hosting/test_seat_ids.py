"""A stored line of a log keeps seats by their ids: once a seat is renamed, it comes
back with the new name.
"""

import json
from typing import Any

import pytest

from referee.cards.card import CARDS
from referee.hosting.tables.seat_ids import SeatIds
from referee.match.log_entry import Record, RecordType
from referee.match.taking.position import Position
from referee.vocabulary.jsonable import as_stored
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.ruling import Reason, Ruling
from referee.vocabulary.text import say

SEATS = SeatIds({0: "Ana", 1: "Ben", 4: "Cy", 5: "AS", 6: "bid"})
RENAMED = SeatIds({0: "Zoe", 1: "Ben", 4: "Cy", 5: "Eve", 6: "Fay"})


def asking(type: str, *choices: str) -> Position:
    field = Field("it", type, say("Label"), choices=choices)
    return Position(None, (Prompt("play", ("Ana",), say("Enter"), fields=(field,)),))


def stored(
    type: RecordType,
    body: dict[str, Any],
    by: str | None = "Ana",
    asked: Position | None = None,
) -> Record:
    return SEATS.record_with_ids(
        Record(3, type, "id-1", by, 1.0, body),
        [asked] if asked else [],
        {1: "play"}.get,
    )


@pytest.mark.parametrize(
    ("type", "choices", "value", "renamed"),
    [
        ("card", (), "AS", "AS"),
        ("card_groups", (), [["3C"], ["AS"]], [["3C"], ["AS"]]),
        ("card_by_seat", (), {"Ana": "AS", "AS": "QC"}, {"Zoe": "AS", "Eve": "QC"}),
        (
            "cards_by_seat",
            (),
            {"Ana & Cy": [["3C"], []], "Ben": None},
            {"Zoe & Cy": [["3C"], []], "Ben": None},
        ),
        ("numbers_by_seat", (), {"Ana": 3, "Ben": 4}, {"Zoe": 3, "Ben": 4}),
        ("seat", (), "AS", "Eve"),
        ("seats", (), ["Ben", "Ana"], ["Ben", "Zoe"]),
        ("order", (), ["Ben", ["Ana", "Cy"]], ["Ben", ["Zoe", "Cy"]]),
        ("choice", ("bid", "pass"), "bid", "bid"),
        ("toss", ("Ana & Cy", "Ben"), "Ana & Cy", "Zoe & Cy"),
        ("toss", ("bid", "pass"), "bid", "bid"),
        ("flag", (), True, True),
        ("number", (), 3, 3),
        ("text", (), "Ana", "Ana"),
    ],
)
def test_the_type_of_a_field_says_what_names_a_seat(
    type: str, choices: tuple[str, ...], value: object, renamed: object
) -> None:
    line = stored(
        "entry",
        {"kind": "play", "seat": "Ana", "data": {"it": value}},
        asked=asking(type, *choices),
    )
    assert RENAMED.record_with_names(line).body == {
        "kind": "play",
        "seat": "Zoe",
        "data": {"it": renamed},
    }
    changed = stored(
        "change",
        {"edits": [{"seq": 1, "data": {"it": value}}]},
        asked=asking(type, *choices),
    )
    assert RENAMED.record_with_names(changed).body == {
        "edits": [{"seq": 1, "data": {"it": renamed}}]
    }


def ruling(name: str, side: str) -> dict[str, Any]:
    summary = say(
        "{side} wins {what}.",
        side=side,
        what=say("{card} of {seats}", card=CARDS["AS"], seats=(name, "Cy")),
    )
    because = (Reason("faj#joker", "rules", say("Not {seat}", seat=name)),)
    return as_stored(
        Ruling({"winner": name, "values": {name: 3, side: 2}}, summary, because)
    )


def toss(side: str) -> dict[str, Any]:
    return {"number": 1, "field": "it", "choices": [side, "Ben & Cy"], "outcome": side}


def lines(name: str, side: str) -> list[tuple[RecordType, dict[str, Any]]]:
    """What stands in a log, where Ana is called this."""
    finish = {
        "race": "slap-1",
        "order": [["Ben", name], ["Cy"]],
        "slaps": [{"seat": name, "time_ms": 0.0}],
    }
    sent = {
        "kind": "odd",
        "seat": name,
        "data": {"x": ["Cy", {name: side, "pot": "="}]},
    }
    refused = {"id": "x", **sent, "by": name, "ruling": ruling(name, side)}
    settled = {
        "as": "overruled",
        "verdict": {"winner": name, "reason": "higher"},
        "why": "Ana!",
    }
    return [
        ("entry", sent),
        ("entry", {**sent, "finish": finish}),
        ("change", {"edits": [{"seq": 2}]}),
        ("dispute", {"refused": None, "why": "Ana"}),
        ("dispute", {"refused": refused, "why": "Ana = Ben, =0="}),
        ("resolution", settled),
        ("change", {"edits": [], **settled}),
        ("vote", {"dispute": "y", "uphold": True}),
    ]


@pytest.mark.parametrize("place", range(8))
def test_a_line_comes_back_with_the_names_of_now(place: int) -> None:
    type, body = lines("Ana", "Ana & Cy")[place]
    line = stored(type, body)
    assert SEATS.record_with_names(line) == Record(3, type, "id-1", "Ana", 1.0, body)
    renamed = RENAMED.record_with_names(
        Record(3, type, "id-1", line.by, 1.0, json.loads(json.dumps(line.body)))
    )
    assert (renamed.by, renamed.body) == ("Zoe", lines("Zoe", "Zoe & Cy")[place][1])


def test_a_toss_and_how_a_match_was_set_up_name_seats() -> None:
    body = {
        "kind": "play",
        "seat": None,
        "data": {"it": "Ana & Cy"},
        "tosses": [toss("Ana & Cy")],
    }
    line = stored("entry", body, None, asking("toss", "Ana & Cy", "Ben & Cy"))
    assert RENAMED.record_with_names(line).body["tosses"] == [toss("Zoe & Cy")]
    there = SEATS.setting_with_ids(
        {"order": ["Ben", "Ana"], "dealer": "Ana", "options": {"Ana": "Ana"}}
    )
    assert RENAMED.with_names(there) == {
        "order": ["Ben", "Zoe"],
        "dealer": "Zoe",
        "options": {"Ana": "Ana"},
    }
