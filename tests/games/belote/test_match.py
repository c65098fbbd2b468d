"""A match card by card: who takes, the auction, announcements, belote, how deals end."""

from typing import Any

import pytest

from referee import Ruling, WrongFieldsError
from referee.testing import PlayedMatch, ask

from .conftest import SEATS, Table, rules, scores, trick

HEARTS = ("JH", "9H", "AH", "TH", "KH", "QH", "8H", "7H")
"""Trumps, highest first."""


def all_hearts(match: PlayedMatch, n: int = 8) -> None:
    """Ana plays this many of her eight hearts."""
    others = [
        ("7S", "7D", "7C"),
        ("8S", "8D", "8C"),
        ("9S", "9D", "9C"),
        ("TS", "TD", "TC"),
        ("JS", "JD", "JC"),
        ("QS", "QD", "QC"),
        ("KS", "KD", "KC"),
        ("AS", "AD", "AC"),
    ]
    for heart, cards in list(zip(HEARTS, others, strict=True))[:n]:
        match.enter("trick", plays=trick(" ".join((heart, *cards))))


class TestTaking:
    def test_who_took_stands_on_every_phone(self, tricks: Table) -> None:
        facts = [(str(fact.text), fact.seat) for fact in tricks().scene.facts]
        assert facts == [("hearts", "Ana")]

    def test_whoever_sits_next_to_the_dealer_leads(self, table: Table) -> None:
        match = table(depth="tricks")
        match.enter("contract", taker="Cy", trump="S")
        assert match.prompt("trick").fields[1].default == "Ana"

    def test_or_the_taker_does(self, table: Table) -> None:
        match = table(depth="tricks", leads="taker")
        match.enter("contract", taker="Cy", trump="S")
        assert match.prompt("trick").fields[1].default == "Cy"

    def test_if_all_pass_the_next_dealer_deals(self, table: Table) -> None:
        match = table(depth="tricks")
        match.enter("passed")
        assert match.scene.dealer == "Ana"
        assert rules(match) == ["passed"]

    def test_a_misdeal_forgets_who_took(self, tricks: Table) -> None:
        match = tricks()
        match.enter("misdeal")
        assert match.kinds[0] == "contract"
        assert (match.scene.dealer, match.scene.facts) == ("Dee", ())

    def test_the_depth_can_change(self, table: Table) -> None:
        match = table(depth="tricks")
        match.enter("depth")
        assert match.kinds == ["deal", "passed", "misdeal", "depth"]


def call(match: PlayedMatch, calls: str) -> None:
    """Enter calls in turn: `80H`, `P` and `X`."""
    for word in calls.split():
        (seat,) = match.scene.to_act
        if word in "PX":
            match.enter({"P": "pass", "X": "double"}[word], by=seat)
        else:
            match.enter("bid", by=seat, bid=word[:-1], trump=word[-1])


class TestTheAuction:
    @pytest.fixture
    def match(self, table: Table) -> PlayedMatch:
        return table(depth="tricks", play="coinche")

    @pytest.mark.parametrize(
        ("calls", "contract", "taker"),
        [
            ("80H P P P", "80 hearts", "Ana"),
            ("P P P 80S P P P", "80 spades", "Dee"),
            ("80H 90S 100H P P P", "100 hearts", "Cy"),
            ("80H P 90H P P P", "90 hearts", "Cy"),
            ("P 80C P 110D P P P", "110 diamonds", "Dee"),
            ("80H X P P P", "80 hearts, coinche", "Ana"),
            ("80H P P X P P P", "80 hearts, coinche", "Ana"),
            ("80H X X", "80 hearts, surcoinche", "Ana"),
            ("80H X P P X", "80 hearts, surcoinche", "Ana"),
        ],
    )
    def test_the_last_bid_is_the_contract(
        self, match: PlayedMatch, calls: str, contract: str, taker: str
    ) -> None:
        call(match, calls)
        (fact,) = match.scene.facts
        assert (str(fact.text), fact.seat) == (contract, taker)
        assert match.kinds[0] == "trick"

    def test_bids_rise(self, match: PlayedMatch) -> None:
        call(match, "80H 120S")
        bids = match.prompt("bid").fields[0].words
        assert bids == ("130", "140", "150", "160", "capot")
        with pytest.raises(WrongFieldsError):
            match.enter("bid", by="Cy", bid="120", trump="H")

    def test_nothing_is_above_capot(self, match: PlayedMatch) -> None:
        call(match, "80H")
        match.enter("bid", by="Ben", bid="capot", trump="S")
        assert match.kinds[:2] == ["pass", "double"]

    def test_coinche_ends_the_bids(self, match: PlayedMatch) -> None:
        call(match, "80H X")
        assert match.kinds[:2] == ["pass", "double"]
        call(match, "P")
        assert match.kinds[0] == "pass"
        assert "double" not in match.kinds

    def test_nobody_says_coinche_to_their_own_side(self, match: PlayedMatch) -> None:
        call(match, "80H P")
        assert "double" not in match.kinds

    def test_only_the_seat_in_turn_calls(self, match: PlayedMatch) -> None:
        assert match.prompt("bid").seats == ("Ana",)
        call(match, "P")
        assert match.prompt("bid").seats == ("Ben",)

    def test_four_passes_are_no_deal(self, match: PlayedMatch) -> None:
        call(match, "P P P P")
        assert (match.scene.dealer, match.scene.round) == ("Ana", 2)
        assert match.prompt("bid").seats == ("Ben",)

    def test_the_contract_may_be_entered_at_once(self, match: PlayedMatch) -> None:
        match.enter("contract", taker="Ben", trump="C", bid="90", doubled="coinche")
        assert str(match.scene.facts[0].text) == "90 clubs, coinche"
        assert match.kinds[0] == "trick"

    def test_it_decides_the_score(self, match: PlayedMatch) -> None:
        call(match, "80H X P P P")
        all_hearts(match)
        assert scores(match) == (2 * (250 + 80 + 20), 0)


class TestBeloteRebelote:
    def test_king_and_queen_of_one_hand_are_20_points(self, tricks: Table) -> None:
        match = tricks()
        all_hearts(match, 6)
        ruling = match.rulings[-1]
        assert ruling.verdict == {"seat": "Ana", "points": 20}
        assert ruling.because[0].rule == "belote#belote"

    def test_of_two_hands_they_are_nothing(self, tricks: Table) -> None:
        match = tricks()
        match.enter("trick", plays=trick("KH AH QH 7H"))
        assert len(match.rulings) == 1

    def test_unsaid_the_table_gives_it_no_points(self, tricks: Table) -> None:
        match = tricks()
        all_hearts(match, 5)
        ruled = match.enter("trick", plays=trick("QH QS QD QC"))
        match.overrule(ruled.entry.seq, {"points": 0}, place=1)
        match.enter("claim", seat="Ana")
        assert scores(match) == (252, 0)

    def test_at_all_trump_each_suit_has_one(self, tricks: Table) -> None:
        match = tricks("all")
        match.enter("trick", plays=trick("KS 7S 8S TS"))
        match.enter("trick", plays=trick("KD 7D 8D TD"))
        match.enter("trick", plays=trick("QS 9S 7C 8C"))
        match.enter("trick", plays=trick("QD 9D 9C TC"))
        belotes = [
            ruling
            for step in match.history.steps
            for ruling in step.rulings
            if "points" in ruling.verdict
        ]
        assert [ruling.verdict["seat"] for ruling in belotes] == ["Ana", "Ana"]

    def test_a_claim_says_whose_was_not_played(self, tricks: Table) -> None:
        match = tricks()
        match.enter("claim", seat="Ana", belote="Ana")
        assert scores(match) == (272, 0)


class TestAnnouncements:
    def compare(self, first: Any, second: Any, trump: str = "H") -> Ruling:
        given = {}
        for side, melds in (("first", first), ("second", second)):
            if melds:
                given[side] = [meld.split() for meld in melds]
        return ask("belote", "announcements", trump=trump, **given)

    @pytest.mark.parametrize(
        ("first", "second", "side", "points"),
        [
            (["7C 8C 9C"], [], "first", 20),
            (["7C 8C 9C"], ["8S 9S TS"], "second", 20),
            (["7C 8C 9C TC"], ["QS KS AS"], "first", 50),
            (["7C 8C 9C TC JC"], ["TS JS QS KS"], "first", 100),
            (["7C 8C 9C TC JC QC"], ["TS JS QS KS AS"], "second", 100),
            (["QC QD QH QS"], ["7S 8S 9S TS JS"], "first", 100),
            (["QC QD QH QS"], ["TC TD TH TS"], "second", 100),
            (["AC AD AH AS"], ["9C 9D 9H 9S"], "second", 150),
            (["JC JD JH JS"], ["9C 9D 9H 9S"], "first", 200),
            (["7C 8C 9C", "JD QD KD"], ["TS JS QS"], "first", 40),
            (["7H 8H 9H"], ["7S 8S 9S"], "first", 20),
            (["7C 8C 9C"], ["7S 8S 9S"], None, 0),
            (["7C 8C 9C", "JD QD KD"], ["JS QS KS"], None, 0),
        ],
    )
    def test_the_best_decides_whose_count(
        self, first: list[str], second: list[str], side: str | None, points: int
    ) -> None:
        verdict = self.compare(first, second).verdict
        assert (verdict["side"], verdict["points"]) == (side, points)

    def test_the_question_says_whose(self) -> None:
        ruling = self.compare(["7C 8C 9C"], ["8S 9S TS"])
        assert str(ruling.summary) == "The other side’s count: 20"

    def test_without_trump_aces_are_best(self) -> None:
        verdict = self.compare(["AC AD AH AS"], ["JC JD JH JS"], "none").verdict
        assert (verdict["side"], verdict["points"]) == ("first", 200)
        verdict = self.compare(["TC TD TH TS"], ["JC JD JH JS"], "none").verdict
        assert (verdict["side"], verdict["points"]) == ("first", 150)

    @pytest.mark.parametrize(
        "meld", ["7C 8C TC", "7C 8D 9C", "JC JD JH", "7C 7D 7H 7S", "8C 8D 8H 8S"]
    )
    def test_what_is_none_is_refused(self, meld: str) -> None:
        assert self.compare([meld], []).verdict["legal"] is False

    def test_a_card_stands_in_one_alone(self) -> None:
        with pytest.raises(WrongFieldsError):
            self.compare(["JC QC KC", "KC KD KH KS"], [])

    def test_those_that_count_are_scored(self, tricks: Table) -> None:
        match = tricks(announcements="count")
        match.enter("announce", first=[["JH", "QH", "KH"]], second=[["8S", "9S", "TS"]])
        assert str(match.ruling.summary) == "Ana and Cy’s announcements count: 20"
        assert "announce" not in match.kinds
        all_hearts(match)
        assert scores(match) == (252 + 20 + 20, 0)

    def test_a_card_in_another_hand_proves_it_wrong(self, tricks: Table) -> None:
        match = tricks(announcements="count")
        match.enter("announce", first=[["7S", "8S", "9S"]])
        match.enter("trick", plays=trick("7S TS 8S AS"))
        assert "announcements-wrong" not in rules(match)
        match.enter("trick", plays=trick("JH 9S TH AH"))
        assert "announcements-wrong" in rules(match)
        assert match.state.counted == {("Ana", "Cy"): 0, ("Ben", "Dee"): 0}
        assert "announce" not in match.kinds

    def test_the_table_may_overturn_that(self, tricks: Table) -> None:
        match = tricks(announcements="count")
        match.enter("announce", first=[["7S", "8S", "9S"]])
        match.enter("trick", plays=trick("7S 9S 8S AS"))
        seq = match.match.seq
        match.settle(match.dispute_ruling(seq), "overruled", verdict={"legal": True})
        assert match.state.counted[("Ana", "Cy")] == 20

    def test_dedans_they_go_to_the_others(self, tricks: Table) -> None:
        match = tricks(announcements="count")
        match.enter("announce", first=[["JH", "QH", "KH"]])
        match.enter("claim", seat="Ben")
        assert scores(match) == (0, 252 + 20)

    def test_they_can_be_entered_until_the_second_trick(self, tricks: Table) -> None:
        match = tricks(announcements="count")
        all_hearts(match, 1)
        assert "announce" in match.kinds
        match.enter("trick", plays=trick("9H 8S 8D 8C"))
        assert "announce" not in match.kinds

    def test_a_wrong_one_changes_nothing(self, tricks: Table) -> None:
        match = tricks(announcements="count")
        refused = match.refuses("announce", first=[["JH", "QH", "AH"]])
        assert refused.because[0].rule == "belote#announcements"

    def test_equal_ones_bring_nobody_anything(self, tricks: Table) -> None:
        match = tricks(announcements="count")
        match.enter("announce", first=[["7C", "8C", "9C"]], second=[["7S", "8S", "9S"]])
        assert len(match.scene.facts) == 1
        match.enter("claim", seat="Ana")
        assert scores(match) == (252, 0)


class TestTheEndOfADeal:
    def test_all_points_are_counted(self, tricks: Table) -> None:
        match = tricks("S")
        hands = [
            "JS 7S 8S QS",
            "9S KS TS 7D",
            "AS 8D 9D TD",
            "AC 7C 8C 9C",
            "TC JC QC KC",
        ]
        for cards in hands:
            match.enter("trick", plays=trick(cards, match_leader(match)))
        match.enter("trick", plays=trick("AD JD KD QD", match_leader(match)))
        rest = "7H 8H AH TH", "KH QH 9H JH"
        for cards in rest:
            match.enter("trick", plays=trick(cards, match_leader(match)))
        assert sum(scores(match)) >= 162

    def test_a_claim_takes_the_last_trick_too(self, tricks: Table) -> None:
        match = tricks()
        match.enter("trick", plays=trick("7S 8S 9S TS"))
        match.enter("claim", seat="Ana")
        # Dee took ten points.
        assert scores(match) == (152, 10)

    def test_whoever_gives_up_leaves_the_rest_to_the_others(
        self, tricks: Table
    ) -> None:
        match = tricks()
        match.enter("trick", plays=trick("TS 8S 9S 7S"))
        match.enter("concede", seat="Ana")
        assert scores(match) == (0, 162)
        assert "given-up" in rules(match) or "down" in rules(match)


def match_leader(match: PlayedMatch) -> str:
    return str(match.prompt("trick").fields[1].default)


def test_partners_share_their_points(tricks: Table) -> None:
    match = tricks()
    all_hearts(match)
    assert [match.scores[seat] for seat in SEATS] == [272, 0, 272, 0]
