"""Spades, "The bid's score", "Nil", "Blind nil", "Bags": what a deal scores, asked
without a table.
"""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, strategies as st

from referee import Ruling, WrongFieldsError
from referee.testing import ask as ask_game

SEATS = ("Ana", "Ben", "Cy", "Dee")
US = "Ana & Cy"
THEM = "Ben & Dee"

Ask = Callable[..., Ruling]


def deal(ask: Ask, bids: str, tricks: str, **others: Any) -> Ruling:
    """The ruling on a deal, bids and tricks from Ana to Dee."""
    told = {"bids": dict(zip(SEATS, map(int, bids.split()), strict=True))}
    told["tricks"] = dict(zip(SEATS, map(int, tricks.split()), strict=True))
    return ask("spades", "deal", **told, **others)


def points(ruling: Ruling, side: str = US) -> int:
    return ruling.decided.numbers_by_seat("points")[side]


def rests_on(ruling: Ruling) -> set[str]:
    return {reason.rule.partition("#")[2] for reason in ruling.because}


class TestTheBid:
    def test_a_side_that_takes_its_bid_scores_ten_for_each(self, ask: Ask) -> None:
        assert points(deal(ask, "3 2 4 2", "4 3 3 3")) == 70

    def test_partners_bids_are_added_whoever_takes_the_tricks(self, ask: Ask) -> None:
        assert points(deal(ask, "3 2 4 2", "0 3 7 3")) == 70

    def test_a_side_that_falls_short_loses_ten_for_each(self, ask: Ask) -> None:
        ruling = deal(ask, "3 2 4 2", "3 4 3 3")
        assert (points(ruling), points(ruling, THEM)) == (-70, 43)

    def test_each_for_itself_has_a_bid_of_its_own(self, ask: Ask) -> None:
        ruling = deal(ask, "3 2 4 2", "4 2 4 3", solo=True)
        assert ruling.verdict["points"] == {"Ana": 31, "Ben": 20, "Cy": 40, "Dee": 21}

    def test_the_deal_has_thirteen_tricks(self, ask: Ask) -> None:
        with pytest.raises(WrongFieldsError, match="13"):
            deal(ask, "3 2 4 2", "4 3 3 4")

    def test_pairs_are_four_or_six(self, ask: Ask) -> None:
        five = dict.fromkeys((*SEATS, "Eve"), 2)
        with pytest.raises(WrongFieldsError, match="four players, or six"):
            ask("spades", "deal", bids=five, tricks=five)


class TestNil:
    def test_a_nil_that_is_kept_is_worth_100_beside_the_partners_bid(
        self, ask: Ask
    ) -> None:
        ruling = deal(ask, "0 3 4 5", "0 4 4 5")
        assert points(ruling) == 140
        assert {"nil", "score"} <= rests_on(ruling)

    def test_a_nil_that_fails_costs_100_and_the_partners_bid_counts_all_the_same(
        self, ask: Ask
    ) -> None:
        assert points(deal(ask, "0 3 4 5", "1 3 4 5")) == -100 + 40 + 1

    def test_its_tricks_do_not_make_the_partners_bid_and_are_bags(
        self, ask: Ask
    ) -> None:
        ruling = deal(ask, "0 3 4 5", "1 4 3 5")
        assert points(ruling) == -100 - 40 + 1
        assert ruling.decided.numbers_by_seat("bags")[US] == 1
        assert "nil-tricks" in rests_on(ruling)

    def test_both_partners_may_bid_nil(self, ask: Ask) -> None:
        ruling = deal(ask, "0 6 0 6", "0 6 2 5")
        assert points(ruling) == 100 - 100 + 2

    def test_a_blind_nil_counts_double(self, ask: Ask) -> None:
        assert points(deal(ask, "0 3 4 5", "0 4 4 5", blind=["Ana"])) == 240
        failed = deal(ask, "0 3 4 5", "1 3 4 5", blind=["Ana"])
        assert points(failed) == -200 + 41
        assert "blind" in rests_on(failed)

    def test_whoever_bids_tricks_has_not_bid_nil_blind(self, ask: Ask) -> None:
        with pytest.raises(WrongFieldsError, match="Ben didn’t bid nil"):
            deal(ask, "0 3 4 5", "0 4 4 5", blind=["Ben"])

    def test_by_a_house_rule_its_tricks_help(self, ask: Ask) -> None:
        helped = deal(ask, "0 3 4 5", "1 4 3 5", house_rules=["nil-tricks-help"])
        assert points(helped) == -100 + 40
        assert "nil-tricks-help" in rests_on(helped)
        assert "nil-tricks" not in rests_on(helped)
        unmoved = deal(ask, "0 3 4 5", "1 3 4 5", house_rules=["nil-tricks-help"])
        assert unmoved.because == deal(ask, "0 3 4 5", "1 3 4 5").because


class TestBags:
    """The example of pagat.com: 337 points and 7 bags, a bid of 5."""

    @pytest.mark.parametrize(
        ("taken", "scored", "bags"),
        [(7, 52, 9), (8, 53 - 100, 0), (9, 54 - 100, 1)],
        ids=["9", "10", "11"],
    )
    def test_ten_cost_100_and_the_rest_stays(
        self, ask: Ask, taken: int, scored: int, bags: int
    ) -> None:
        ruling = deal(ask, "2 3 3 3", f"{taken - 3} {13 - taken} 3 0", bags={"Ana": 7})
        assert (points(ruling), ruling.decided.numbers_by_seat("bags")[US]) == (
            scored,
            bags,
        )

    def test_whoever_is_set_has_no_bags_and_keeps_those_of_before(
        self, ask: Ask
    ) -> None:
        ruling = deal(ask, "3 2 4 2", "3 4 3 3", bags={"Ana": 7, "Ben": 8})
        assert ruling.verdict["bags"] == {US: 7, THEM: 1}
        assert points(ruling, THEM) == 43 - 100


class TestBreakingARule:
    def test_the_side_has_failed_its_bid(self, ask: Ask) -> None:
        ruling = deal(ask, "3 2 4 2", "5 2 3 3", offenders=["Cy"])
        assert (points(ruling), points(ruling, THEM)) == (-70, 41)
        assert "offence" in rests_on(ruling)

    def test_the_nil_of_whoever_did_it_has_failed_but_not_the_partners(
        self, ask: Ask
    ) -> None:
        assert points(deal(ask, "0 3 4 5", "0 4 4 5", offenders=["Ana"])) == -100 - 40
        assert points(deal(ask, "0 3 4 5", "0 4 4 5", offenders=["Cy"])) == 100 - 40


counts = st.lists(st.integers(0, 13), min_size=3, max_size=3).filter(
    lambda cuts: sum(cuts) <= 13
)


@given(st.lists(st.integers(0, 6), min_size=4, max_size=4), counts, st.booleans())
def test_without_bags_that_are_full_the_last_digit_counts_the_bags(
    bids: list[int], tricks: list[int], solo: bool
) -> None:
    taken = [*tricks, 13 - sum(tricks)]
    ruling = deal(
        ask_game, " ".join(map(str, bids)), " ".join(map(str, taken)), solo=solo
    )
    for side, scored in ruling.decided.numbers_by_seat("points").items():
        assert scored % 10 == ruling.decided.numbers_by_seat("bags")[side] % 10
