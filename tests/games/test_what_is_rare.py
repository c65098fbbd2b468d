"""What happens once in many evenings has a name on its ruling: in the games that know
such a thing, and for dead heats and overturned rulings in all.
"""

from collections.abc import Callable

import pytest

from referee import Ruling
from referee.testing import PlayedMatch


@pytest.mark.parametrize(
    ("cards", "rare"), [("5c 5d 5s Jh", "A perfect hand: 29"), ("5c 5d 5s Jd", "None")]
)
def test_a_hand_of_29(ask: Callable[..., Ruling], cards: str, rare: str) -> None:
    assert str(ask("cribbage", "hand", cards=cards, starter="5h").rare) == rare


@pytest.mark.parametrize(
    ("tricks", "rare"), [(13, "Grand slam"), (12, "None"), (11, "None")]
)
def test_a_grand_slam(ask: Callable[..., Ruling], tricks: int, rare: str) -> None:
    contract = {"level": "7", "strain": "NT", "doubled": "no", "vulnerable": False}
    assert str(ask("bridge", "deal", **contract, tricks=tricks).rare) == rare


def test_the_moon(play: Callable[..., PlayedMatch]) -> None:
    match = play("hearts", "Ana Ben Cy Dee", depth="deals")
    hearts = {"Ana": 13, "Ben": 0, "Cy": 0, "Dee": 0}
    moon = match.enter("deal", hearts=hearts, queen="Ana")
    assert str(moon.rulings[0].rare) == "The moon"
    hearts = {"Ana": 12, "Ben": 1, "Cy": 0, "Dee": 0}
    other = match.enter("deal", hearts=hearts, queen="Ana")
    assert [ruling.rare for ruling in other.rulings] == [None, None]


def test_four_aces(play: Callable[..., PlayedMatch]) -> None:
    match = play("four-aces", "Ana Ben Cy")
    called = match.enter("four_aces", "Ben", hand="exposed", cards="A♣ A♦ A♥ A♠")
    assert str(called.rulings[0].rare) == "Four aces"


@pytest.mark.parametrize(
    ("order", "toss", "rare"),
    [([["Ben", "Cy"], "Ana"], "Cy", "Dead heat"), (["Ben", "Cy"], None, "None")],
)
def test_a_dead_heat(
    play: Callable[..., PlayedMatch], order: object, toss: str | None, rare: str
) -> None:
    match = play("slapjack", "Ana Ben Cy")
    match.enter("play", match.scene.to_act[0], card="JH")
    slapped = match.enter("slap", order=order, toss=toss)
    assert str(slapped.rulings[0].rare) == rare


def test_an_overturned_ruling(play: Callable[..., PlayedMatch]) -> None:
    match = play("faj", "Ana Ben")
    match.enter("board", cards="3c")
    match.enter("play", plays={"Ana": "kc", "Ben": "qc"})
    match.settle(match.dispute_ruling(2), "overruled", verdict={"winner": "Ben"})
    [ruling] = match.match.history.steps[-1].rulings
    assert str(ruling.rare) == "Overturned"
