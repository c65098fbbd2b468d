"""Faces, Aces, & Jokers, "Drafting": what may be done in it."""

from itertools import product
from typing import Any

import pytest

from referee import Ruling, WrongFieldsError
from referee.testing import ask

AS_IT_SHOULD_BE: dict[str, Any] = {
    "dealer": "dealer",
    "dealt": 4,
    "held": 4,
    "kept": 1,
    "laid": "face-down",
    "passed": 3,
    "to": "right",
    "earlier": "left",
    "drafted": 4,
}


def draft(**seen: object) -> Ruling:
    return ask("faj", "draft", **seen)


def why(ruling: Ruling) -> list[tuple[str, str]]:
    return [(reason.rule, str(reason.text)) for reason in ruling.because]


def test_a_draft_as_the_rules_have_it_is_legal_and_each_rule_is_cited() -> None:
    ruling = draft(**AS_IT_SHOULD_BE)
    assert ruling.verdict == {"legal": True}
    assert str(ruling.summary) == "That is allowed in the draft"
    assert len(ruling.because) == len(AS_IT_SHOULD_BE)
    assert {reason.basis for reason in ruling.because} == {"rules"}


@pytest.mark.parametrize(
    ("seen", "section", "text"),
    [
        (
            {"dealer": "another"},
            "dealer",
            "The dealer deals the whole game, nobody else.",
        ),
        ({"dealt": 5}, "draft", "Four draft cards are dealt to each."),
        (
            {"held": 5},
            "draft",
            "Each gets four, so nobody has more to choose from.",
        ),
        ({"kept": 2}, "draft", "Keep one card each time, and only one."),
        ({"kept": 0}, "draft", "Keep one card each time, and only one."),
        (
            {"laid": "face-up"},
            "draft",
            "Lay the kept card face down in front of you.",
        ),
        (
            {"laid": "in-hand"},
            "draft",
            "Lay the kept card face down in front of you.",
        ),
        (
            {"held": 4, "passed": 2},
            "draft",
            "One card is kept and the others are passed on: 3 of 4.",
        ),
        (
            {"passed": 4},
            "draft",
            "One card is kept and the others are passed on: three at most.",
        ),
        (
            {"to": "left"},
            "draft",
            "Pass the other cards face down to the right.",
        ),
        (
            {"to": "right-face-up"},
            "draft",
            "Pass the other cards face down to the right.",
        ),
        (
            {"to": "another"},
            "draft",
            "Pass the other cards face down to the right.",
        ),
        (
            {"earlier": "picked-up"},
            "draft",
            ("A kept card stays down until all are taken; then pick up all four."),
        ),
        (
            {"earlier": "passed"},
            "draft",
            ("A kept card stays down until all are taken; then pick up all four."),
        ),
        (
            {"drafted": 3},
            "draft",
            "The draft goes on until everybody has kept four cards.",
        ),
    ],
)
def test_what_may_not_be_done_is_ruled_so_with_its_rule(
    seen: dict[str, object], section: str, text: str
) -> None:
    ruling = draft(**seen)
    assert ruling.verdict == {"legal": False}
    assert str(ruling.summary) == "That isn’t allowed in the draft"
    assert why(ruling) == [(f"faj#{section}", text)]


def test_one_fault_makes_it_illegal_and_is_told_alone() -> None:
    ruling = draft(**(AS_IT_SHOULD_BE | {"to": "left"}))
    assert ruling.verdict == {"legal": False}
    assert len(ruling.because) == 1


@pytest.mark.parametrize("held", [1, 2, 3, 4])
def test_whatever_is_left_after_one_is_kept_is_passed_on(held: int) -> None:
    for kept, passed in product(range(5), range(5)):
        ruling = draft(held=held, kept=kept, passed=passed)
        assert ruling.verdict["legal"] is ((kept, passed) == (1, held - 1))


def test_nothing_seen_is_nothing_to_rule_on() -> None:
    with pytest.raises(WrongFieldsError, match="fill in at least one"):
        draft()


@pytest.mark.parametrize(
    "seen", [{"to": "up"}, {"kept": -1}, {"kept": "two"}, {"dealt": 19}, {"held": 0}]
)
def test_what_a_field_cannot_hold_is_refused(seen: dict[str, object]) -> None:
    with pytest.raises(WrongFieldsError):
        draft(**seen)
