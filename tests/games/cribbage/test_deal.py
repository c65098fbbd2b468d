"""Deals of which only points are entered, or hands by their cards; and how a match
ends.
"""

from typing import Any

import pytest

from referee.testing import PlayedMatch

Points = dict[str, int]


def begun(seats: str = "Ana Ben", **options: object) -> PlayedMatch:
    return PlayedMatch.begun("cribbage", seats, dealer="Ana", **options)


def deal(
    ana: int,
    ben: int,
    hand_of_ana: int | None = 0,
    hand_of_ben: int | None = 0,
    crib: int | None = 0,
) -> Any:
    """What a deal brings: pegged by each, then the hands, then the crib."""
    hands = {
        seat: n
        for seat, n in {"Ana": hand_of_ana, "Ben": hand_of_ben}.items()
        if n is not None
    }
    return {"pegged": {"Ana": ana, "Ben": ben}, "hands": hands or None, "crib": crib}


def test_a_deal_is_added_up_in_its_columns() -> None:
    match = begun()
    step = match.enter("deal", **deal(3, 5, 8, 12, 4))
    counted, outcome = step.rulings
    assert counted.verdict == {
        "pegged": {"Ana": 3, "Ben": 5},
        "hands": {"Ana": 8, "Ben": 12},
        "crib": 4,
    }
    assert str(counted.because[0].text).startswith(
        "Pegging counts first, then the hands of Ben and Ana,"
    )
    assert str(outcome.summary) == "Ben +17 and Ana +15"
    assert outcome.reckoning is not None
    assert [str(column.name) for column in outcome.reckoning.columns] == [
        "Pegged",
        "Hand",
        "Crib",
        "Total",
    ]
    assert outcome.reckoning.rows[0].cells == (3, 8, 4, 15)
    assert (match.scene.dealer, match.scene.round) == ("Ben", 2)


@pytest.mark.parametrize(
    ("entered", "section"),
    [
        (deal(3, 5, 19, 12, 4), "show"),
        (deal(3, 5, 8, 12, 25), "show"),
        (deal(3, 5, 8, None, 4), "show"),
        (deal(3, 5, 8, 12, None), "show"),
    ],
)
def test_what_no_deal_brings_is_refused(entered: Any, section: str) -> None:
    assert begun().refuses("deal", **entered).because[0].rule == f"cribbage#{section}"


def test_a_deal_in_which_nobody_pegged_is_taken_and_says_which_point_is_lost() -> None:
    match = begun()
    [pegged, _] = match.enter("deal", **deal(0, 0, 8, 12, 4)).rulings
    assert pegged.because[-1].rule == "cribbage#last"
    assert "it is lost" in str(pegged.because[-1].text)


def test_only_one_can_be_out_in_the_play() -> None:
    match = begun(target="61")
    match.enter("deal", **deal(50, 50))
    assert match.refuses("deal", **deal(20, 20)).because[0].rule == "cribbage#end"


def test_hands_are_counted_from_their_cards_in_their_order() -> None:
    match = begun()
    match.enter("starter", starter="JH")
    assert match.kinds == ["deal", "penalty", "misdeal"]
    match.enter("deal", pegged={"Ana": 4, "Ben": 3})
    assert match.scene.to_act == ("Ben",)
    match.enter("hand", "Ben", cards="5C 5D 5S JC")
    assert match.scores == {"Ana": 6, "Ben": 3 + 14 + 6 + 2}
    twice = match.refuses("hand", "Ana", cards="5C 2D 3S 4C")
    assert str(twice.summary) == "The five of clubs can’t be one of them"
    assert str(twice.because[0].text) == "It’s one of Ben’s four cards."
    match.enter("hand", "Ana", cards="2C 4D 6S 8C")
    match.enter("crib", "Ana", cards="2D 4H 6H 8H")
    assert match.scores == {"Ana": 6, "Ben": 25}


def test_the_first_to_count_wins_though_the_dealer_would_have_had_enough() -> None:
    match = begun(target="61")
    match.enter("deal", **deal(1, 0, 28, 28))
    match.enter("deal", **deal(1, 1, 20, 20))
    match.enter("deal", **deal(0, 5, 12, 8, 12))
    assert match.scene.winners == ("Ben",)
    assert match.scores == {"Ana": 50, "Ben": 61}


def test_nobody_pegs_beyond_the_last_hole_and_what_follows_may_be_left_out() -> None:
    match = begun(target="61")
    match.enter("deal", **deal(40, 35))
    match.enter("deal", **deal(5, 30, None, None, None))
    assert match.scene.winners == ("Ben",)
    assert match.scores == {"Ana": 45, "Ben": 61}
    assert [str(reason.text) for reason in match.ruling.because] == [
        "The first to 61 wins at once."
    ]


@pytest.mark.parametrize(
    ("target", "loser", "skunked", "summary"),
    [
        ("121", 91, [], "Ben wins with 121"),
        ("121", 90, ["Ana"], "Ben wins with 121, and a skunk"),
        ("121", 60, ["Ana"], "Ben wins with 121, and a double skunk"),
        ("61", 31, [], "Ben wins with 61"),
        ("61", 30, ["Ana"], "Ben wins with 61, and a skunk"),
        ("61", 0, ["Ana"], "Ben wins with 61, and a skunk"),
    ],
)
def test_whoever_is_far_behind_is_skunked(
    target: str, loser: int, skunked: list[str], summary: str
) -> None:
    match = begun(target=target)
    match.enter("deal", **deal(min(loser, 60), 50))
    match.enter("deal", **deal(loser - min(loser, 60), 99, None, None, None))
    assert list(match.ruling.decided.seats("skunked")) == skunked
    assert str(match.ruling.summary) == summary


def test_heels_can_end_the_match() -> None:
    match = begun(target="61")
    match.enter("deal", **deal(1, 59))
    match.enter("starter", starter="JC")
    assert match.scene.winners == ("Ben",)


def test_an_offence_gives_each_opponent_two() -> None:
    match = PlayedMatch.begun("cribbage", "Ana Ben Cy", dealer="Cy")
    match.enter("penalty", seat="Ben")
    assert match.scores == {"Ana": 2, "Ben": 0, "Cy": 2}
    assert str(match.ruling.summary) == "Ben gives two points"
    assert match.ruling.because[0].rule == "cribbage#penalty"


def test_an_offence_can_end_the_match() -> None:
    match = begun(target="61")
    match.enter("deal", **deal(59, 1))
    match.enter("penalty", seat="Ben")
    assert match.scene.winners == ("Ana",)


def test_a_misdeal_takes_the_deal_back() -> None:
    match = begun()
    match.enter("deal", **deal(3, 5, 8, 12, 4))
    match.enter("starter", starter="JH")
    match.enter("misdeal")
    assert match.scores == {"Ana": 15, "Ben": 17}
    assert match.scene.dealer == "Ben"
    assert str(match.ruling.summary) == "The deal doesn’t count"


def test_the_depth_can_be_changed_between_deals() -> None:
    match = begun()
    assert match.kinds == ["deal", "starter", "depth", "penalty", "misdeal"]
    match.enter("depth")
    assert match.kinds == ["starter", "depth", "penalty", "misdeal"]
    match.enter("starter", starter="2H")
    assert match.kinds == ["play", "penalty", "misdeal"]


def test_the_table_counts_a_deal_otherwise() -> None:
    match = begun()
    match.enter("deal", **deal(3, 5, 8, 12, 4))
    match.overrule(1, {"crib": 6}, place=0)
    assert match.scores == {"Ana": 17, "Ben": 17}
