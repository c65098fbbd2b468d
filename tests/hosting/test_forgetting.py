"""A name taken out of lines of a log: wherever a seat is meant, and nowhere else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.cards.card import CARDS
from referee.hosting.history.forgetting import (
    line_without,
    line_without_mention,
    mentions,
    neutral_name,
    renamed,
    unwritten,
)
from referee.match.disputes import ruling_body
from referee.match.record import Record
from referee.vocabulary.ruling import Reason, Ruling
from referee.vocabulary.text import say

RULING = ruling_body(
    Ruling(
        {"winner": "Ana", "values": {"Ana": 3, "Ben": 2}},
        say(
            "{side} wins {what}.", side="Ana & Cy", what=say("the {card} of {seats}", card=CARDS["AH"], seats=("Ana",))
        ),
        (Reason("faj#joker", "rules", say("Ana did not lay it.")), Reason("faj#trump", "rules", say("{n} cards", n=2))),
    )
)
TOSS = {"number": 1, "field": "winner", "choices": ["Ana", "Ben"], "outcome": "Ana", "nonce": "ab", "commitment": "cd"}
FINISH = {
    "race": "slap-1",
    "heat": 1,
    "seq": 3,
    "order": [["Ben", "Ana"], ["Cy"]],
    "slaps": [{"seat": "Ana", "time_ms": 0.0, "uncertainty_ms": 1.0, "clamped_ms": 0.0}],
    "margin_ms": None,
    "needed_ms": None,
}
REFUSED = {
    "id": "x",
    "kind": "Ana's",
    "seat": "Ana",
    "data": {"plays": {"Ana": "JS"}},
    "by": "Ana",
    "host": False,
    "secret": False,
    "ruling": RULING,
}
LINES: list[tuple[str, dict[str, Any]]] = [
    ("entry", {"kind": "play", "seat": "Ana", "data": {"plays": {"Ana": "JS", "Ben": "QC"}, "who": ["Ana", ["Ben"]]}}),
    ("entry", {"kind": "coin", "seat": None, "data": {"winner": "Ana & Cy"}, "tosses": [TOSS]}),
    ("entry", {"kind": "slap", "seat": "Ben", "data": {"order": [["Ana", "Ben"]]}, "finish": FINISH}),
    ("correction", {"changes": [{"seq": 1, "data": {"plays": {"Ana": "AS"}}}, {"seq": 2, "strike": True}]}),
    ("dispute", {"entry": 1, "ruling": 0, "refused": None, "why": "ANA! Ask Ana’s neighbour."}),
    ("dispute", {"entry": None, "ruling": None, "refused": REFUSED | {"kind": "play"}, "why": ""}),
    ("resolution", {"as": "overruled", "verdict": {"winner": "Ana"}, "why": "ana", "taken_back": RULING}),
    ("resolution", {"as": "upheld", "verdict": {}, "why": "", "taken_back": None}),
    ("vote", {"dispute": "y", "uphold": True}),
    ("undo", {"correction": "z"}),
]


@pytest.mark.parametrize(("type", "body"), LINES)
def test_a_line_without_a_name(type: str, body: dict[str, Any]) -> None:
    line = Record(1, type, "id-1", "Ana", 1.0, body)
    without = line_without(line, "Ana", "Player 1")
    assert without.by == "Player 1"
    told = json.dumps(without.body)
    assert "ana" not in told.lower()
    assert line.body == body
    back = json.loads(told.replace("Player 1", "Ana"))
    if "tosses" in back:
        assert [toss.pop("nonce") for toss in back["tosses"]] == [""]
        back["tosses"][0]["nonce"] = "ab"
    if "why" not in body or not body["why"]:
        assert back == body


def test_only_whole_names_are_replaced() -> None:
    assert renamed(["Ana", "Anabel", "Cy & Ana", "AnaX & Cy", 3, None], "Ana", "P") == [
        "P",
        "Anabel",
        "Cy & P",
        "AnaX & Cy",
        3,
        None,
    ]


def test_fields_keep_their_names() -> None:
    """Somebody may be called as a field of the game is."""
    line = Record(1, "entry", "id-1", None, 1.0, {"kind": "bid", "seat": "bid", "data": {"bid": "bid"}})
    assert line_without(line, "bid", "P").body == {"kind": "bid", "seat": "P", "data": {"bid": "P"}}


def test_templates_keep_the_names_of_their_values() -> None:
    told = {"say": "{n} of n", "many": "{n} of n", "with": {"n": "n"}}
    refused = REFUSED | {"ruling": {"verdict": {}, "summary": told, "because": []}}
    line = Record(1, "dispute", "id-1", None, 1.0, {"entry": None, "refused": refused, "why": ""})
    summary = line_without(line, "n", "P").body["refused"]["ruling"]["summary"]
    assert summary == {"say": "{n} of P", "many": "{n} of P", "with": {"n": "P"}}


@pytest.mark.parametrize(
    ("text", "without"),
    [("Ask ana.", "Ask …."), ("Anabel knows", "Anabel knows"), ("ANA/ana", "…/…"), ("A.na", "A.na")],
)
def test_what_people_wrote_is_searched_in_any_case(text: str, without: str) -> None:
    assert unwritten(text, "Ana", "…") == without


def test_a_name_with_signs_of_its_own_is_found() -> None:
    assert unwritten("Was it (x) or C++?", "C++", "…") == "Was it (x) or …?"


def test_other_tables_are_searched_only_in_what_was_written() -> None:
    entry = Record(1, "entry", "id-1", None, 1.0, {"kind": "play", "seat": None, "data": {"x": "Ana"}})
    dispute = Record(2, "dispute", "id-2", None, 1.0, {"entry": 1, "refused": None, "why": "Ana saw it"})
    assert not mentions(entry, "Ana")
    assert mentions(dispute, "ANA")
    assert line_without_mention(dispute, "ANA").body["why"] == "… saw it"
    assert not mentions(dispute, "Ben")


@pytest.mark.parametrize(
    ("names", "name", "neutral"),
    [
        (["Ana", "Ben"], "Ben", "Player 2"),
        (["Ana", "player 1"], "Ana", "Player 3"),
        (["Player 2", "Ana"], "Ana", "Player 4"),
    ],
)
def test_a_name_that_says_nothing_is_nobody_elses(names: list[str], name: str, neutral: str) -> None:
    assert neutral_name(names, name) == neutral
