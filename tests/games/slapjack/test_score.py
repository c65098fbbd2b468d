"""Slapjack All Faces: the final count, as a question, at the end of a match, and under
a house rule that changes it.
"""

from collections.abc import Generator
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
import referee_slapjack

from referee import (
    HouseRule,
    Ruling,
    Values,
    WrongFieldsError,
    by_house_rule,
    hookimpl,
    say,
    with_house_rule,
)
from referee.testing import ask

from .conftest import Table, sections
from .test_round_end import win

JACKS = "JC JD JH JS"
QUEENS = "QC QD QH QS"
KINGS = "KC KD KH KS"


def score(faces: dict[str, str], stacks: dict[str, int], **more: Any) -> Ruling:
    return ask("slapjack", "score", faces=faces, stacks=stacks, **more)


def test_most_face_cards_win_and_each_counts_ten() -> None:
    ruling = score(
        {"Ana": JACKS, "Ben": f"{QUEENS} KC", "Cy": "KD KH KS"},
        {"Ana": 30, "Ben": 2, "Cy": 10},
    )
    assert ruling.verdict["points"] == {"Ana": 40, "Ben": 50, "Cy": 30}
    assert ruling.verdict["ranking"] == (("Ben",), ("Ana",), ("Cy",))
    assert ruling.verdict["winners"] == ("Ben",)
    assert str(ruling.summary) == "Ben wins the game with 5 face cards"
    assert sections(ruling) == ["winning"]


@pytest.mark.parametrize(
    ("faces", "bens_stack", "said"),
    [
        ("", 3, "Ana wins the game with 1 face card"),
        ("JD", 2, "Ana wins the game with 1 face card and the larger stack"),
        ("JD", 3, "Ana and Ben share the win, with 1 face card each and equal stacks"),
    ],
)
def test_one_face_card_is_one(faces: str, bens_stack: int, said: str) -> None:
    ruling = score({"Ana": "JC", "Ben": faces}, {"Ana": 3, "Ben": bens_stack})
    assert str(ruling.summary) == said
    assert "face cards each" not in str(ruling.because[0].text)


def test_it_adds_up_stage_by_stage_the_best_first() -> None:
    reckoning = score({"Ana": "JC", "Ben": "JD QD KD"}, {"Ana": 4, "Ben": 0}).reckoning
    assert reckoning is not None
    assert [(row.seat, row.cells, row.ahead) for row in reckoning.rows] == [
        ("Ben", (1, 1, 1, 0, 30), True),
        ("Ana", (1, 0, 0, 4, 10), False),
    ]


@pytest.mark.parametrize(
    ("faces", "stacks", "wrong"),
    [
        ({"Ana": "JC", "Ben": "JD"}, {"Ana": 3}, "stacks"),
        ({"Ana": "JC"}, {"Ana": 3, "Ben": 4}, "faces"),
        ({"Ana": "JC", "Ben": "JC"}, {"Ana": 3, "Ben": 4}, "faces"),
        ({"Ana": "JC 5C", "Ben": ""}, {"Ana": 3, "Ben": 4}, "faces"),
        ({"Ana": "JC", "Ben": ""}, {"Ana": 3, "Ben": -1}, "stacks"),
        ({"Ana": "JC", "Ben": ""}, {"Ana": 3, "Ben": 55}, "stacks"),
    ],
)
def test_what_the_fields_state_holds(
    faces: dict[str, str], stacks: dict[str, int], wrong: str
) -> None:
    with pytest.raises(WrongFieldsError) as refused:
        score(faces, stacks)
    assert [error.field for error in refused.value.errors] == [wrong]


@pytest.fixture(scope="module")
def kings_count_double() -> ModuleType:
    """A house rule of a stranger: a king counts 20, and the points alone decide."""
    rule = HouseRule(
        "double-kings",
        "slapjack",
        "Kings count double",
        "A king counts 20; most points win.",
    )

    @hookimpl
    def describe_house_rule() -> HouseRule:
        return rule

    @hookimpl(wrapper=True)
    def score_round(given: Values) -> Generator[None, Ruling, Ruling]:
        ruling = yield
        won = given.cards_by_seat("faces")
        points = {
            seat: sum(20 if card.rank == "K" else 10 for card in cards)
            for seat, cards in won.items()
        }
        ranking = tuple(
            (seat,) for seat in sorted(points, key=lambda seat: -points[seat])
        )
        verdict = {
            **ruling.verdict,
            "points": points,
            "ranking": ranking,
            "winners": ranking[0],
        }
        summary = say("{seat} wins", seat=ranking[0][0])
        return with_house_rule(
            replace(ruling, verdict=verdict, summary=summary),
            by_house_rule(rule, "A king: 20."),
        )

    module = ModuleType("double_kings")
    vars(module).update(
        describe_house_rule=describe_house_rule, score_round=score_round
    )
    return module


def test_a_house_rule_counts_otherwise_all_through_the_match(
    kings_count_double: ModuleType,
) -> None:
    table = Table.begun(
        referee_slapjack, "Ana Ben Cy", house_rules=[kings_count_double]
    )
    win(table, "Ben", *JACKS.split(), *QUEENS.split()[:3])
    win(table, "Ana", "QS", *KINGS.split()[:2])
    assert [(one.seat, one.score, one.place) for one in table.scene.standings][:2] == [
        ("Ana", 50, 2),
        ("Ben", 70, 1),
    ]
    win(table, "Ana", *KINGS.split()[2:])
    assert table.scene.winners == ("Ana",)
    assert str(table.rulings[1].summary) == "Ana wins"
    assert sections(table.rulings[1])[:2] == ["winning", "double-kings"]
    assert [(one.score, one.place) for one in table.scene.standings] == [
        (90, 1),
        (70, 2),
        (0, 3),
    ]


def test_the_table_has_the_last_word_on_who_has_won() -> None:
    table = Table.begun("slapjack", "Ana Ben")
    win(table, "Ben", *f"{JACKS} {QUEENS} KC KD KH".split())
    table.play("KS")
    end = table.enter("slap", order=["Ben"]).entry.seq
    assert table.scene.winners == ("Ben",)
    table.overrule(end, {"winners": ["Ana"]})
    assert table.scene.winners == ("Ana",)
    assert [(one.seat, one.place) for one in table.scene.standings] == [
        ("Ana", 1),
        ("Ben", 2),
    ]
