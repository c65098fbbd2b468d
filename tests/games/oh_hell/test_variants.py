"""Oh Hell, what tables agree on: other scores, zeros for five, spades always trump, and
largest deals without trump.
"""

from collections.abc import Callable
from typing import Any

import pytest

from referee import Ruling, WrongFieldsError
from referee.testing import PlayedMatch

Ask = Callable[..., Ruling]
Play = Callable[..., PlayedMatch]

SEATS = "Ana Ben Cy"


@pytest.mark.parametrize(
    ("scoring", "right", "wrong", "zero"),
    [
        ("five", 8, 1, 5),
        ("ten", 30, 0, 0),
        ("square", 19, -4, 10),
    ],
)
def test_what_bids_score(
    ask: Ask, scoring: str, right: int, wrong: int, zero: int
) -> None:
    """Three bid and taken; three bid and one taken; none bid and none taken."""
    bids = {"Ana": 3, "Ben": 3, "Cy": 0}
    tricks = {"Ana": 3, "Ben": 1, "Cy": 0}
    ruling = ask("oh-hell", "deal", bids=bids, tricks=tricks, scoring=scoring)
    assert ruling.verdict["points"] == {"Ana": right, "Ben": wrong, "Cy": zero}
    assert {reason.rule for reason in ruling.because} == {"oh-hell#other-scores"}


@pytest.mark.parametrize("scoring", ["exact", "tricks", "off", "ten", "square"])
def test_a_zero_for_five(ask: Ask, scoring: str) -> None:
    given = {"bids": {"Ana": 0, "Ben": 0}, "tricks": {"Ana": 0, "Ben": 1}}
    ruling = ask("oh-hell", "deal", **given, scoring=scoring, zero_five=True)
    assert ruling.decided.numbers_by_seat("points")["Ana"] == 5
    assert ruling.because[0].rule == "oh-hell#zero"


def test_where_each_zero_scores_five_it_would_do_nothing(play: Play) -> None:
    with pytest.raises(WrongFieldsError) as refused:
        play("oh-hell", SEATS, scoring="five", zero_five=True)
    assert refused.value.errors[0].field == "zero_five"


@pytest.mark.parametrize(("scoring", "points"), [("off", -3), ("square", -9)])
def test_breaking_a_rule_never_costs_less_than_a_wrong_bid(
    ask: Ask, scoring: str, points: int
) -> None:
    """Four bid and one taken, with a rule broken; a bid that was right counts none."""
    given = {"bids": {"Ana": 4, "Ben": 2}, "tricks": {"Ana": 1, "Ben": 2}}
    offenders = ["Ana", "Ben"]
    ruling = ask("oh-hell", "deal", **given, scoring=scoring, offenders=offenders)
    assert ruling.verdict["points"] == {"Ana": points, "Ben": 0}
    assert {reason.rule for reason in ruling.because} == {"oh-hell#offence"}


def test_a_dealer_who_bids_freely_is_told_so_before_the_deal(play: Play) -> None:
    free = play("oh-hell", SEATS, house_rules=["dealer-bids-freely"])
    steps = free.rulebook.prepare_table(free.setting)
    [bids] = [str(step.text) for step in steps if step.section == "dealer"]
    assert "bids freely" in bids


class TestTrump:
    def begun(self, play: Play, **agreed: Any) -> PlayedMatch:
        course = {"course": "down", "highest": 2}
        return play("oh-hell", SEATS, dealer="Cy", depth="tricks", **course, **agreed)

    def first_trick(self, match: PlayedMatch) -> object:
        match.enter("bids", bids={"Ana": 1, "Ben": 0, "Cy": 0})
        match.enter("trick", plays={"Ana": "AH", "Ben": "2S", "Cy": "KH"})
        return match.ruling.verdict["winner"]

    def test_spades_always_trump_and_no_card_is_turned_up(self, play: Play) -> None:
        match = self.begun(play, trump="spades")
        assert "and spades are trump" in match.next
        assert [field.name for field in match.prompt("bids").fields] == ["bids"]
        assert self.first_trick(match) == "Ben"

    @pytest.mark.parametrize("trump", ["spades", "turned"])
    def test_the_largest_deals_may_have_none(self, play: Play, trump: str) -> None:
        match = self.begun(play, trump=trump, no_trump=True)
        assert "no trump" in match.next
        assert self.first_trick(match) == "Ana"
        match.enter("claim", seat="Ana")
        asked = [field.name for field in match.prompt("bids").fields]
        assert asked == (["bids"] if trump == "spades" else ["turned", "bids"])

    def test_a_match_counts_as_its_table_agreed(self, play: Play) -> None:
        match = play("oh-hell", SEATS, highest=3, scoring="square", zero_five=True)
        match.enter("bids", bids={"Ana": 2, "Ben": 0, "Cy": 2})
        match.enter("deal", tricks={"Ana": 2, "Ben": 0, "Cy": 1})
        assert match.scores == {"Ana": 14, "Ben": 5, "Cy": -1}
