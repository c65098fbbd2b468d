"""What a deal scores, in Belote and in Coinche: made, dedans, litige, capot, coinche."""

from typing import Any

import pytest

from referee import Ruling, WrongFieldsError
from referee.testing import PlayedMatch, ask

from .conftest import Table, rules, scores


def deal(trump: str = "H", **given: Any) -> Ruling:
    return ask("belote", "deal", trump=trump, **given)


def points(**given: Any) -> tuple[object, object]:
    verdict = deal(**given).verdict
    return verdict["takers"], verdict["others"]


class TestBelote:
    @pytest.mark.parametrize(
        ("given", "expected"),
        [
            ({"points": 82}, (82, 80)),
            ({"points": 80}, (0, 162)),
            ({"points": 162}, (162, 0)),
            ({"points": 75, "belote": 1}, (95, 87)),
            ({"points": 70, "belote": 1}, (20, 162)),
            ({"points": 90, "others_belote": 1}, (0, 182)),
            ({"points": 70, "announced": 50}, (120, 92)),
            ({"points": 90, "others_announced": 50}, (0, 212)),
            ({"points": 60, "announced": 20}, (0, 182)),
            ({"capot": "takers"}, (252, 0)),
            ({"capot": "takers", "others_belote": 1}, (252, 20)),
            ({"capot": "takers", "others_announced": 100}, (352, 0)),
            ({"capot": "others"}, (0, 252)),
            ({"capot": "others", "belote": 1, "announced": 50}, (20, 302)),
        ],
    )
    def test_worked_examples(
        self, given: dict[str, Any], expected: tuple[int, int]
    ) -> None:
        assert points(**given) == expected

    def test_a_tie_is_held_over(self) -> None:
        ruling = deal(points=81, held=20)
        assert dict(ruling.verdict) == {
            "takers": 0,
            "others": 81,
            "outcome": "litige",
            "held": 101,
        }
        assert {reason.rule for reason in ruling.because} == {"belote#litige"}

    def test_a_belote_is_held_over_with_the_rest(self) -> None:
        ruling = deal(points=71, belote=1)
        assert (ruling.verdict["others"], ruling.verdict["held"]) == (91, 91)
        assert ruling.because[-1].rule == "belote#litige-belote"

    def test_or_the_takers_keep_it(self) -> None:
        ruling = deal(points=71, belote=1, kept=True)
        assert dict(ruling.verdict) == {
            "takers": 20,
            "others": 91,
            "outcome": "litige",
            "held": 71,
        }

    def test_what_is_held_goes_to_the_next_winner(self) -> None:
        assert points(points=100, held=81) == (181, 62)
        assert points(points=50, held=81) == (0, 243)

    @pytest.mark.parametrize(("tie", "expected"), [("down", 0), ("made", 81)])
    def test_a_table_may_agree_on_ties(self, tie: str, expected: int) -> None:
        assert deal(points=81, tie=tie).verdict["takers"] == expected

    def test_announcements_may_stand_aside(self) -> None:
        assert points(points=70, announced=50, announcements="aside") == (0, 212)
        assert points(points=90, others_announced=50, announcements="aside") == (
            90,
            122,
        )

    def test_points_may_be_rounded(self) -> None:
        assert points(points=84, rounded=True) == (80, 80)
        assert points(points=85, rounded=True) == (90, 80)

    def test_capot_is_rare(self) -> None:
        assert str(deal(capot="takers").rare) == "Capot"
        assert deal(points=100).rare is None


class TestCoinche:
    @pytest.mark.parametrize(
        ("given", "expected"),
        [
            ({"bid": "80", "points": 82}, (162, 80)),
            ({"bid": "80", "points": 80}, (0, 240)),
            ({"bid": "100", "points": 99}, (0, 260)),
            ({"bid": "100", "points": 81, "belote": 1}, (201, 81)),
            ({"bid": "100", "points": 79, "belote": 1}, (20, 260)),
            ({"bid": "120", "points": 75, "announced": 50}, (245, 87)),
            ({"bid": "120", "points": 60, "announced": 50}, (0, 330)),
            ({"bid": "90", "points": 100, "others_announced": 100}, (0, 350)),
            ({"bid": "150", "capot": "takers"}, (402, 0)),
            ({"bid": "capot", "capot": "takers"}, (502, 0)),
            ({"bid": "capot", "points": 160}, (0, 410)),
            ({"bid": "capot", "points": 150, "announced": 200}, (0, 610)),
            ({"bid": "80", "capot": "others"}, (0, 240)),
        ],
    )
    def test_worked_examples(
        self, given: dict[str, Any], expected: tuple[int, int]
    ) -> None:
        assert points(**given) == expected

    @pytest.mark.parametrize(
        ("given", "expected"),
        [
            ({"points": 100}, (500, 0)),
            ({"points": 100, "belote": 1}, (540, 0)),
            ({"points": 100, "others_belote": 1}, (500, 20)),
            ({"points": 80}, (0, 500)),
            ({"points": 60, "belote": 1}, (20, 500)),
            ({"points": 60, "others_announced": 50}, (0, 600)),
            ({"capot": "takers", "others_announced": 50}, (780, 0)),
        ],
    )
    def test_coinche_counts_twice(
        self, given: dict[str, Any], expected: tuple[int, int]
    ) -> None:
        assert points(bid="90", doubled="coinche", **given) == expected
        takers, others = points(bid="90", doubled="surcoinche", **given)
        belotes = 20 * given.get("belote", 0), 20 * given.get("others_belote", 0)
        if expected[0] > expected[1]:
            assert (takers, others) == (2 * expected[0], belotes[1])
        else:
            assert (takers, others) == (belotes[0], 2 * expected[1])

    def test_a_tie_that_reached_the_bid_is_held_over(self) -> None:
        assert deal(bid="80", points=81).verdict["outcome"] == "litige"
        assert deal(bid="90", points=81).verdict["outcome"] == "down"
        assert deal(bid="90", points=71, belote=1).verdict["held"] == 91

    def test_a_tie_after_a_coinche_is_lost(self) -> None:
        ruling = deal(bid="80", points=81, doubled="coinche")
        assert ruling.verdict["outcome"] == "down"
        assert ruling.because[0].rule == "belote#litige-doubled"
        assert ruling.because[0].basis == "reading"

    @pytest.mark.parametrize(("tie", "outcome"), [("made", "made"), ("down", "down")])
    @pytest.mark.parametrize("doubled", ["coinche", "surcoinche"])
    def test_unless_the_table_has_agreed_on_ties(
        self, tie: str, outcome: str, doubled: str
    ) -> None:
        ruling = deal(bid="80", points=81, doubled=doubled, tie=tie)
        assert ruling.verdict["outcome"] == outcome
        assert ruling.because[0].rule == "belote#litige"

    @pytest.mark.parametrize(
        ("single", "made", "lost"), [(False, 520, 520), (True, 500, 500)]
    )
    def test_it_multiplies_the_belote_unless_the_table_lets_it_stand(
        self, single: bool, made: int, lost: int
    ) -> None:
        coinched = {"bid": "80", "doubled": "coinche", "single": single}
        assert points(points=100, belote=1, **coinched) == (made, 0)
        assert points(points=50, others_belote=1, **coinched) == (0, lost)

    def test_what_was_held_is_not_doubled(self) -> None:
        assert points(bid="80", points=100, doubled="coinche", held=81) == (561, 0)


class TestBreakingARule:
    def test_it_loses_the_deal(self) -> None:
        assert points(points=120, revoked="takers") == (0, 162)
        assert points(points=120, belote=1, revoked="takers") == (20, 162)
        assert points(revoked="others", announced=50) == (212, 0)

    def test_in_coinche_the_bid_counts_too(self) -> None:
        given = {"bid": "110", "doubled": "coinche"}
        assert points(revoked="takers", **given) == (0, 540)
        assert points(revoked="others", **given) == (540, 0)

    def test_by_both_nobody_scores(self) -> None:
        ruling = deal(revoked="both", held=81, belote=1)
        assert (ruling.verdict["takers"], ruling.verdict["others"]) == (0, 0)
        assert ruling.verdict["held"] == 81


class TestWhatCannotBe:
    @pytest.mark.parametrize(
        "given",
        [
            {"points": 163},
            {},
            {"points": 90, "belote": 1, "others_belote": 1},
            {"points": 90, "announced": 20, "others_announced": 50},
            {"points": 90, "announced": 25},
            {"trump": "none", "points": 90, "belote": 1},
            {"trump": "all", "points": 90, "belote": 3, "others_belote": 2},
        ],
    )
    def test_it_is_refused(self, given: dict[str, Any]) -> None:
        with pytest.raises(WrongFieldsError):
            deal(**given)

    def test_at_all_trump_each_suit_may_have_a_belote(self) -> None:
        assert points(trump="all", points=90, belote=3, others_belote=1) == (150, 92)

    @pytest.mark.parametrize(
        ("given", "field"),
        [
            ({"points": 1}, "points"),
            ({"points": 161}, "points"),
            ({"points": 100, "capot": "takers"}, "points"),
            ({"points": 162, "capot": "others"}, "points"),
            ({"points": 90, "announced": 30}, "announced"),
            ({"points": 90, "others_announced": 130}, "others_announced"),
            ({"points": 90, "doubled": "coinche"}, "doubled"),
        ],
    )
    def test_what_contradicts_itself(self, given: dict[str, Any], field: str) -> None:
        with pytest.raises(WrongFieldsError) as wrong:
            deal(**given)
        assert [error.field for error in wrong.value.errors] == [field]

    @pytest.mark.parametrize(
        "given",
        [
            {"points": 0},
            {"points": 162},
            {"points": 162, "capot": "takers"},
            {"points": 0, "capot": "others"},
            {"points": 90, "announced": 240},
            {"points": 90, "bid": "80", "doubled": "coinche"},
        ],
    )
    def test_what_may_be_is_taken(self, given: dict[str, Any]) -> None:
        assert deal(**given).verdict["outcome"]


class TestAMatchByDeals:
    def test_what_is_held_goes_on_to_the_next_deal(self, table: Table) -> None:
        match = table()
        match.enter("deal", taker="Ana", trump="S", points=81)
        assert scores(match) == (0, 81)
        assert [str(fact.text) for fact in match.scene.facts] == ["81"]
        match.enter("passed")
        match.enter("misdeal")
        match.enter("deal", taker="Ben", trump="S", points=80)
        assert scores(match) == (243, 81)
        assert match.scene.facts == ()

    def test_rulings_name_the_sides(self, table: Table) -> None:
        match = table(play="coinche")
        match.enter("deal", taker="Dee", trump="S", bid="100", points=110)
        assert str(match.ruling.summary) == "Ben and Dee make it: 100 spades"
        reckoning = match.rulings[0].reckoning
        assert reckoning is not None
        assert [(row.seat, row.cells) for row in reckoning.rows] == [
            ("Ben & Dee", (110, 0, 0, 210)),
            ("Ana & Cy", (52, 0, 0, 52)),
        ]

    def test_offenders_lose_it(self, table: Table) -> None:
        match = table()
        match.enter("deal", taker="Ana", trump="S", offenders=["Dee"])
        assert scores(match) == (162, 0)
        match.enter("deal", taker="Ana", trump="S", offenders=["Dee", "Ana"])
        assert scores(match) == (162, 0)
        assert rules(match)[0] == "offence"

    def test_it_ends_at_the_target_and_not_level(self, table: Table) -> None:
        match = table(target=160, announcements="count")
        match.enter("deal", taker="Ana", trump="S", points=111, announced=50)
        assert match.scene.winners == ("Ana", "Cy")
        match = table(target=162, rounded=True)
        match.enter("deal", taker="Ana", trump="S", points=84)
        match.enter("deal", taker="Ana", trump="S", points=84)
        assert not match.scene.finished
        match.enter("deal", taker="Ana", trump="S", points=84)
        assert scores(match) == (240, 240)
        assert not match.scene.finished

    def test_announcements_are_asked_for_where_they_are_played(
        self, table: Table
    ) -> None:
        names = [field.name for field in table().prompt("deal").fields]
        assert "announced" not in names
        names = [
            field.name for field in table(announcements="count").prompt("deal").fields
        ]
        assert "announced" in names

    def test_no_trump_is_chosen_only_where_the_table_plays_it(
        self, table: Table
    ) -> None:
        with pytest.raises(WrongFieldsError):
            table().enter("deal", taker="Ana", trump="all", points=90)
        table(wide=True).enter("deal", taker="Ana", trump="all", points=90)

    def test_a_match_from_before_may_contradict_itself(self, table: Table) -> None:
        before = table(tie="made", play="coinche").under("1")
        tie = {"points": 81, "bid": "80", "doubled": "coinche"}
        before.enter("deal", taker="Ana", trump="S", **tie)
        assert scores(before) == (0, 480)
        before.enter("deal", taker="Ana", trump="S", points=161, bid="80")
        assert scores(before) == (241, 481)


class TestABeloteAlone:
    """By the federation it does not win for a side that is dedans or capot."""

    def begun(self, table: Table, *, by_play: bool) -> PlayedMatch:
        """Ana and Cy need 16 more points, Ben and Dee 160."""
        match = table(target=340, by_play=by_play)
        match.enter("deal", taker="Ana", trump="S", points=82)
        match.enter("deal", taker="Ben", trump="S", points=100)
        match.enter("deal", taker="Ana", trump="S", points=162, belote=1)
        assert scores(match) == (326, 180)
        return match

    def test_wins_where_totals_decide(self, table: Table) -> None:
        match = self.begun(table, by_play=False)
        match.enter("deal", taker="Ana", trump="S", points=60, belote=1)
        assert scores(match) == (346, 342)
        assert match.scene.winners == ("Ana", "Cy")

    def test_leaves_the_win_to_the_others_if_they_have_enough(
        self, table: Table
    ) -> None:
        match = self.begun(table, by_play=True)
        match.enter("deal", taker="Ana", trump="S", points=60, belote=1)
        assert scores(match) == (346, 342)
        assert match.scene.winners == ("Ben", "Dee")
        assert "end-by-belote" in rules(match)

    def test_or_the_match_goes_on(self, table: Table) -> None:
        match = table(target=340, by_play=True)
        for _ in range(2):
            match.enter("deal", taker="Ana", trump="S", points=162)
        match.enter("deal", taker="Ana", trump="S", points=60, belote=1)
        assert scores(match) == (344, 162)
        assert not match.scene.finished
        match.enter("deal", taker="Ana", trump="S", points=82)
        assert match.scene.winners == ("Ana", "Cy")

    def test_points_in_tricks_win_as_ever(self, table: Table) -> None:
        match = self.begun(table, by_play=True)
        match.enter("deal", taker="Ana", trump="S", points=82)
        assert match.scene.winners == ("Ana", "Cy")


def test_a_capot_that_was_not_bid_may_have_no_bonus() -> None:
    assert points(capot="takers", plain_capot=True) == (162, 0)
    assert points(capot="others", plain_capot=True) == (0, 162)
    bid = {"bid": "100", "capot": "takers", "plain_capot": True}
    assert points(**bid) == (262, 0)
    assert points(**{**bid, "bid": "capot"}) == (502, 0)
    assert points(**bid, doubled="coinche") == (520, 0)


def test_a_match_may_last_so_many_deals(table: Table) -> None:
    match = table(deals=2)
    match.enter("deal", taker="Ana", trump="S", points=162)
    assert not match.scene.finished
    match.enter("deal", taker="Ben", trump="S", points=90)
    assert match.scene.winners == ("Ana", "Cy")
