"""Lines of a log name seats by their ids where seats are meant, and nowhere else; names come back as they were."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.cards.card import CARDS
from referee.match.disputes import ruling_body
from referee.match.position import Position
from referee.match.record import Record, RecordType
from referee.match.seat_ids import SeatIds
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.ruling import Reason, Ruling
from referee.vocabulary.text import say

IDS = SeatIds({0: "Ana", 1: "Ben", 4: "Cy", 5: "AS", 6: "bid", 7: "C++"})
RENAMED = SeatIds({0: "Anna", 1: "B & B", 4: "Cy", 5: "Eve", 6: "Fay", 7: "Gus"})


def field(type: str, name: str, *choices: str) -> Field:
    return Field(name, type, say("Label"), choices=choices)


def asking(kind: str, *fields: Field) -> Position:
    return Position(None, (Prompt(kind, ("Ana",), say("Enter"), fields=fields),))


ASKED = [
    asking("play", field("card_by_seat", "plays"), field("card", "card"), field("order", "who")),
    asking("coin", field("toss", "winner", "Ana & Cy", "Ben & AS")),
    asking("slap", field("order", "order")),
    asking(
        "bid",
        field("seat", "bid"),
        field("choice", "how", "bid", "pass"),
        field("choice", "next", "bid", "Ben"),
        field("seat", "then", "bid", "Ben"),
    ),
]
RULING = ruling_body(
    Ruling(
        {"winner": "Ana", "values": {"Ana": 3, "Ben & Cy": 2}},
        say("{side} wins {what}.", side="Ana & Cy", what=say("{card} of {seats}", card=CARDS["AS"], seats=("AS",))),
        (Reason("faj#joker", "rules", say("Not {seat}", seat="Ana, or Anabel, or C++")),),
    )
)
TOSS = {"number": 1, "field": "winner", "choices": ["Ana & Cy", "Ben & AS"], "outcome": "Ana & Cy"}
SLAP = {"seat": "Ana", "time_ms": 0.0}
FINISH = {"race": "slap-1", "order": [["Ben", "Ana"], ["Cy"]], "slaps": [SLAP]}
REFUSED = {"id": "x", "kind": "play", "seat": "Ana", "data": {"plays": {"Ana": "AS"}}, "by": "Ana", "ruling": RULING}
STORED: list[tuple[RecordType, dict[str, Any], dict[str, Any]]] = [
    (
        "entry",
        {"kind": "play", "seat": "AS", "data": {"plays": {"Ana": "AS", "AS": "QC"}, "card": "AS", "who": ["Ana"]}},
        {"kind": "play", "seat": "=5=", "data": {"plays": {"=0=": "AS", "=5=": "QC"}, "card": "AS", "who": ["=0="]}},
    ),
    (
        "entry",
        {"kind": "bid", "seat": "bid", "data": {"bid": "bid", "how": "bid", "next": "bid", "then": "bid"}},
        {"kind": "bid", "seat": "=6=", "data": {"bid": "=6=", "how": "bid", "next": "bid", "then": "=6="}},
    ),
    (
        "entry",
        {"kind": "coin", "seat": None, "data": {"winner": "Ana & Cy"}, "tosses": [TOSS]},
        {
            "kind": "coin",
            "seat": None,
            "data": {"winner": "=0= & =4="},
            "tosses": [TOSS | {"choices": ["=0= & =4=", "=1= & =5="], "outcome": "=0= & =4="}],
        },
    ),
    (
        "entry",
        {"kind": "slap", "seat": "Ben", "data": {"order": [["Ana", "Ben"], "Cy"]}, "finish": FINISH},
        {
            "kind": "slap",
            "seat": "=1=",
            "data": {"order": [["=0=", "=1="], "=4="]},
            "finish": FINISH | {"order": [["=1=", "=0="], ["=4="]], "slaps": [SLAP | {"seat": "=0="}]},
        },
    ),
    (
        "correction",
        {"changes": [{"seq": 1, "data": {"plays": {"Ana": "AS"}}}, {"seq": 2, "strike": True}]},
        {"changes": [{"seq": 1, "data": {"plays": {"=0=": "AS"}}}, {"seq": 2, "strike": True}]},
    ),
    ("dispute", {"refused": None, "why": "Ana = Ben, =0="}, {"refused": None, "why": "Ana == Ben, ==0=="}),
    (
        "resolution",
        {"verdict": {"winner": "Ana", "reason": "bid"}, "of_seats": ["winner"], "taken_back": None},
        {"verdict": {"winner": "=0=", "reason": "bid"}, "of_seats": ["winner"], "taken_back": None},
    ),
    ("vote", {"dispute": "y", "uphold": True}, {"dispute": "y", "uphold": True}),
]


def stored(type: RecordType, body: dict[str, Any], by: str | None = "Ana") -> Record:
    return IDS.stored_record(Record(3, type, "id-1", by, 1.0, body), ASKED, {1: "play"}.__getitem__)


@pytest.mark.parametrize(("type", "body", "there"), STORED)
def test_a_line_names_seats_by_their_ids(type: RecordType, body: dict[str, Any], there: dict[str, Any]) -> None:
    line = stored(type, body)
    assert (line.by, line.body) == ("=0=", there)
    assert IDS.named_record(line) == Record(3, type, "id-1", "Ana", 1.0, body)


@pytest.mark.parametrize(
    ("type", "body"),
    [
        ("dispute", {"entry": None, "refused": REFUSED, "why": ""}),
        (
            "resolution",
            {"as": "overruled", "verdict": {"winner": "Ana"}, "of_seats": ["winner"], "why": "", "taken_back": RULING},
        ),
    ],
)
def test_a_ruling_names_seats_by_their_ids_in_verdict_and_texts(type: RecordType, body: dict[str, Any]) -> None:
    line = stored(type, body)
    told = json.dumps(line.body)
    assert not [name for name in ("Ana", "Ben", "Cy", "C++") if f"{name} " in told or f'"{name}"' in told]
    assert "Anabel" in told
    assert IDS.named_record(line).body == body


def test_cards_and_words_of_a_verdict_are_no_seats() -> None:
    named = SeatIds({0: "QS", 1: "winner", 2: "2"})
    verdict = {"winner": "QS", "cards": ["KH", "QS"], "seats": ["winner"], "totals": {"winner": 3, "2": 1}}
    told = named.in_verdict(verdict)
    assert told == {"winner": "=0=", "cards": ["KH", "QS"], "seats": ["=1="], "totals": {"=1=": 3, "=2=": 1}}
    assert named.named(told) == verdict


def test_a_name_in_figures_is_no_number_of_a_sentence() -> None:
    named = SeatIds({0: "2", 1: "Ana"})
    assert [named.in_words(words) for words in ("2 cards", "2", "2 for Ana")] == ["2 cards", "=0=", "2 for =1="]


def test_a_field_that_only_an_earlier_prompt_had_is_known() -> None:
    asked = [asking("play", field("choice", "takes", "Ana", "pass")), asking("play", field("seat", "who"))]
    body = {"kind": "play", "seat": None, "data": {"takes": "Ana", "who": "Ana"}}
    line = IDS.stored_record(Record(3, "entry", "id-1", None, 1.0, body), asked, {}.__getitem__)
    assert line.body["data"] == {"takes": "Ana", "who": "=0="}


def test_what_is_loaded_has_the_names_of_now() -> None:
    line = stored("dispute", {"entry": None, "refused": REFUSED, "why": "Ana!"}, None)
    body = RENAMED.named_record(line).body
    assert body["refused"]["data"] == {"plays": {"Anna": "AS"}}
    assert body["refused"]["ruling"]["verdict"] == {"winner": "Anna", "values": {"Anna": 3, "B & B & Cy": 2}}
    assert body["why"] == "Ana!", "what people wrote stays as they wrote it"


def test_a_kind_that_was_never_asked_for_names_no_seat() -> None:
    line = stored("entry", {"kind": "odd", "seat": None, "data": {"x": ["Ana", {"Ben": "Cy & Ana"}]}})
    assert line.body["data"] == {"x": ["=0=", {"=1=": "=4= & =0="}]}


def test_how_a_match_was_set_up_names_seats_by_their_ids() -> None:
    setting = {"order": ["Ben", "Ana"], "dealer": "Ben", "options": {"Ana": "="}, "toss": TOSS}
    there = IDS.stored_setting(setting)
    assert there["order"] == ["=1=", "=0="]
    assert (there["dealer"], there["options"]) == ("=1=", {"Ana": "=="})
    assert there["toss"]["outcome"] == "=0= & =4="
    assert IDS.named(there) == setting
