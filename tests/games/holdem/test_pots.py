"""Hold'em: main and side pots, uncalled bets, and odd chips."""

from collections.abc import Callable
from typing import Any

import pytest

from referee import Ruling, WrongFieldsError
from referee.testing import PlayedMatch, ask

Play = Callable[..., PlayedMatch]


def split(put_in: dict[str, int], *ranking: Any, **more: Any) -> Ruling:
    return ask("holdem", "pots", put_in=put_in, ranking=[*ranking], **more)


def test_three_all_ins_and_a_fold() -> None:
    ruling = split({"Ana": 100, "Ben": 300, "Cy": 500, "Dee": 40}, "Ana", ["Ben", "Cy"])
    assert ruling.verdict["won"] == {"Ana": 340, "Ben": 200, "Cy": 200, "Dee": 0}
    assert ruling.verdict["returned"] == {"Cy": 200}
    assert str(ruling.summary) == "340 to Ana; 400 to Ben and Cy"


def test_odd_chips_go_to_those_first_left_of_the_dealer() -> None:
    put_in = {"Ana": 25, "Ben": 25, "Cy": 25, "Dee": 5}
    assert split(put_in, ["Cy", "Ana", "Ben"], chip=5).verdict["won"] == {
        "Ana": 30,
        "Ben": 25,
        "Cy": 25,
        "Dee": 0,
    }
    assert (
        split({**put_in, "Dee": 10}, ["Cy", "Ana", "Ben"], chip=5).verdict["won"]["Ben"]
        == 30
    )


def test_all_odd_chips_go_to_one_by_the_house_rule() -> None:
    given = {
        "put_in": {"Ana": 25, "Ben": 25, "Cy": 25, "Dee": 10},
        "ranking": [["Ana", "Ben", "Cy"]],
        "chip": 5,
    }
    ruling = ask("holdem", "pots", house_rules=["odd-chips-together"], **given)
    assert ruling.verdict["won"] == {"Ana": 35, "Ben": 25, "Cy": 25, "Dee": 0}
    assert ruling.because[0].rule == "holdem#odd-chips-together"


def test_who_shows_nothing_wins_nothing() -> None:
    assert split({"Ana": 50, "Ben": 80, "Cy": 80}, "Ana", "Ben").verdict["won"] == {
        "Ana": 150,
        "Ben": 60,
        "Cy": 0,
    }


@pytest.mark.parametrize("ranking", [["C"], [["B", "X"]]])
def test_only_who_has_put_in_chips_can_win_them(ranking: list[object]) -> None:
    with pytest.raises(WrongFieldsError, match=r"has no chips in the pot|put in chips"):
        split({"A": 10, "B": 10, "C": 0}, *ranking)


@pytest.mark.parametrize(
    ("chip", "stakes", "won"),
    [(5, (1, 2), 3), (100, (1, 2), 3), (25, (50, 100), 150), (1, (5, 10), 15)],
)
def test_the_smallest_chip_is_one_that_pays_the_blinds(
    play: Play, chip: int, stakes: tuple[int, int], won: int
) -> None:
    """Three put in the big blind, and two of them share it."""
    small, big = stakes
    match = play("holdem", "Ana Ben Cy", dealer="Cy", small=small, big=big, chip=chip)
    put_in = dict.fromkeys(("Ana", "Ben", "Cy"), big)
    match.enter("deal", put_in=put_in, winners=["Ben", "Cy"])
    assert match.scores["Ben"] == match.scores["Cy"] == 1000 - big + won
