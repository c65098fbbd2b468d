"""Gin Rummy, "Knocking", "Gin", "The undercut", "Oklahoma", "Laying off": what a deal
scores.
"""

from collections.abc import Callable
from typing import Any

import pytest

from referee import WrongFieldsError
from referee.testing import PlayedMatch, ask, read_cards

ANA = "7H 7S 7D 8D 9D TD 2C 3C AH 2H"
BEN = "JD QD 7C 5S 5H 5D KS KH 9S 2S"
GIN = "4C 5C 6C 6D 6H 6S 9D TD JD QD"


def scored(
    left: tuple[int, int] = (0, 0), knocker: str = "Ana", **more: Any
) -> tuple[str, dict[str, int]]:
    ruling = ask(
        "gin-rummy",
        "deal",
        knocker=knocker,
        deadwood=dict(zip(("Ana", "Ben"), left, strict=True)),
        **more,
    )
    return ruling.decided.choice("how"), dict(ruling.decided.numbers_by_seat("points"))


@pytest.mark.parametrize(
    ("left", "how", "points"),
    [
        ((7, 23), "knock", (16, 0)),
        ((10, 11), "knock", (1, 0)),
        ((9, 9), "undercut", (0, 25)),
        ((9, 0), "undercut", (0, 34)),
        ((0, 31), "gin", (56, 0)),
        ((0, 0), "gin", (25, 0)),
    ],
)
def test_the_points_left_decide(
    left: tuple[int, int], how: str, points: tuple[int, int]
) -> None:
    assert scored(left) == (how, {"Ana": points[0], "Ben": points[1]})


def test_bonuses_are_those_of_the_table(play: Callable[..., PlayedMatch]) -> None:
    match = play(
        "gin-rummy",
        "Ana Ben",
        gin_bonus=20,
        undercut_bonus=10,
        box_bonus=10,
        game_bonus=50,
    )
    match.enter("deal", knocker="Ana", deadwood={"Ana": 0, "Ben": 31})
    match.enter("deal", knocker="Ana", deadwood={"Ana": 9, "Ben": 9})
    assert match.scores == {"Ana": 51, "Ben": 10}
    match.enter("deal", knocker="Ana", deadwood={"Ana": 0, "Ben": 31})
    assert match.scores == {"Ana": 51 + 51 + 50 + 20, "Ben": 20}


def test_whoever_is_named_first_has_knocked_unless_it_is_said() -> None:
    left = {"Ben": 3, "Ana": 20}
    assert ask("gin-rummy", "deal", deadwood=left).verdict["winner"] == "Ben"
    assert (
        ask("gin-rummy", "deal", deadwood=left, knocker="Ben").verdict["winner"]
        == "Ben"
    )


def refused(left: tuple[int, int], **more: Any) -> list[str]:
    deadwood = dict(zip(("Ana", "Ben"), left, strict=True))
    ruling = ask("gin-rummy", "deal", knocker="Ana", deadwood=deadwood, **more)
    assert ruling.verdict["legal"] is False
    return [one.rule for one in ruling.because]


def test_a_refused_knock_says_what_is_left_and_names_no_winner() -> None:
    ruling = ask("gin-rummy", "deal", knocker="Ana", deadwood={"Ana": 11, "Ben": 40})
    assert ruling.verdict == {
        "legal": False,
        "seat": "Ana",
        "deadwood": {"Ana": 11, "Ben": 40},
    }
    assert ruling.reckoning is None


def test_a_knock_that_the_table_lets_pass_scores(
    play: Callable[..., PlayedMatch],
) -> None:
    match = play("gin-rummy", "Ana Ben")
    match.let_pass(
        "deal", knocker="Ana", deadwood={"Ana": 11, "Ben": 40}, verdict={"legal": True}
    )
    assert match.scores == {"Ana": 29, "Ben": 0}


def test_a_game_is_over_at_the_target_that_the_table_plays_to() -> None:
    won = {"points": {"Ana": 104, "Ben": 60}, "boxes": {"Ana": 3, "Ben": 2}}
    assert ask("gin-rummy", "game", **won).verdict["winners"] == ("Ana",)
    with pytest.raises(WrongFieldsError, match="Nobody has 250 points yet"):
        ask("gin-rummy", "game", **won, target=250)
    assert ask("gin-rummy", "game", **won, box_bonus=10, game_bonus=50).verdict[
        "totals"
    ] == {"Ana": 184, "Ben": 80}


def test_more_than_ten_points_are_no_knock() -> None:
    assert refused((11, 40)) == ["gin-rummy#knock", "gin-rummy#false-knock"]


def test_in_oklahoma_the_card_turned_up_says_who_may_knock() -> None:
    assert refused((5, 40), knock="oklahoma", upcard="4H")[0] == "gin-rummy#oklahoma"
    assert scored((4, 40), knock="oklahoma", upcard="4H")[0] == "knock"
    assert scored((10, 40), knock="oklahoma", upcard="KH")[0] == "knock"
    assert scored((1, 40), knock="oklahoma", upcard="AH")[0] == "knock"
    assert refused((1, 40), knock="oklahoma-gin", upcard="AH")
    assert scored((0, 40), knock="oklahoma-gin", upcard="AH")[0] == "gin"


def test_both_hands_are_laid_at_their_best() -> None:
    ruling = ask("gin-rummy", "deal", knocker="Ana", hands={"Ana": ANA, "Ben": BEN})
    assert ruling.verdict["deadwood"] == {"Ana": 8, "Ben": 31}
    shown = [
        (one.seat, " ".join(card.code for card in one.cards), str(one.name))
        for one in ruling.shown
    ]
    assert shown == [
        ("Ana", "7D 7H 7S", "set"),
        ("Ana", "8D 9D TD", "run"),
        ("Ana", "AH 2C 2H 3C", "left"),
        ("Ben", "5D 5H 5S", "set"),
        ("Ben", "JD QD 7C", "laid off"),
        ("Ben", "2S 9S KH KS", "left"),
    ]


def test_nothing_is_laid_off_on_gin() -> None:
    ruling = ask(
        "gin-rummy",
        "deal",
        knocker="Ana",
        hands={"Ana": GIN, "Ben": "3C 7C 9S TS KH KD KC 2D 4H KS"},
    )
    assert ruling.verdict["deadwood"] == {"Ana": 0, "Ben": 35}
    assert "gin-rummy#lay-off" in [one.rule for one in ruling.because]


def test_the_other_breaks_a_meld_where_laying_off_leaves_less() -> None:
    """Three eights would leave the nine of diamonds; the eight goes onto the run, and
    the nine and ten after it.
    """
    hands = {
        "Ana": "5D 6D 7D 2C 2D 2H 3S 4S 5S AH",
        "Ben": "8D 9D TD 8S 8H 8C QC KC 4C 6C",
    }
    ruling = ask("gin-rummy", "deal", knocker="Ana", hands=hands)
    assert ruling.verdict["deadwood"] == {"Ana": 1, "Ben": 30}
    assert [one.cards for one in ruling.shown if str(one.name) == "set"][1:] == [
        read_cards("8C 8H 8S")
    ]


@pytest.mark.parametrize(
    ("field", "fields"),
    [
        ("knocker", {"knocker": "Cy", "deadwood": {"Ana": 1, "Ben": 2}}),
        ("knocker", {"knocker": "Ana", "deadwood": {"Ana": 1}}),
        ("hands", {"knocker": "Ana", "hands": {"Ana": ANA, "Ben": f"{BEN} QC"}}),
        (
            "hands",
            {"knocker": "Ana", "hands": {"Ana": ANA, "Ben": BEN.replace("QD", "7H")}},
        ),
        (
            "upcard",
            {"knocker": "Ana", "deadwood": {"Ana": 1, "Ben": 2}, "knock": "oklahoma"},
        ),
    ],
)
def test_what_makes_no_sense_is_told_where(field: str, fields: dict[str, Any]) -> None:
    with pytest.raises(WrongFieldsError) as wrong:
        ask("gin-rummy", "deal", **fields)
    assert [error.field for error in wrong.value.errors] == [field]


def test_a_finished_game_has_boxes_and_a_bonus() -> None:
    ruling = ask(
        "gin-rummy", "game", points={"Ana": 104, "Ben": 60}, boxes={"Ana": 4, "Ben": 3}
    )
    assert (ruling.verdict["winners"], ruling.verdict["totals"]) == (
        ("Ana",),
        {"Ana": 304, "Ben": 135},
    )


def test_a_shutout_brings_the_bonus_twice() -> None:
    points = {"Ana": 104, "Ben": 0}
    boxes = {"Ana": 4, "Ben": 0}
    assert ask("gin-rummy", "game", points=points, boxes=boxes).verdict["totals"] == {
        "Ana": 404,
        "Ben": 0,
    }


def test_whoever_has_more_boxes_may_win_without_a_hundred_points() -> None:
    ruling = ask(
        "gin-rummy", "game", points={"Ana": 100, "Ben": 99}, boxes={"Ana": 1, "Ben": 9}
    )
    assert ruling.verdict["winners"] == ("Ben",)
    level = ask(
        "gin-rummy", "game", points={"Ana": 100, "Ben": 75}, boxes={"Ana": 1, "Ben": 6}
    )
    assert level.verdict["winners"] == ("Ana", "Ben")


def test_in_oklahoma_spades_count_twice_by_the_house_rule() -> None:
    told = {
        "knocker": "Ana",
        "deadwood": {"Ana": 0, "Ben": 30},
        "house_rules": ["spades-double"],
    }
    assert (
        ask("gin-rummy", "deal", **told, knock="oklahoma", upcard="9S").verdict[
            "points"
        ]["Ana"]
        == 110
    )
    assert (
        ask("gin-rummy", "deal", **told, knock="oklahoma", upcard="9H").verdict[
            "points"
        ]["Ana"]
        == 55
    )
    assert ask("gin-rummy", "deal", **told, upcard="9S").verdict["points"]["Ana"] == 55
