"""Spades, a match: bids, deals entered as a whole and trick by trick, who may bid nil
blind, the end.
"""

from collections.abc import Callable

import pytest

from referee import WrongFieldsError
from referee.testing import PlayedMatch

Play = Callable[..., PlayedMatch]

SEATS = "Ana Ben Cy Dee"
NAMES = SEATS.split()


def numbers(text: str) -> dict[str, int]:
    return dict(zip(NAMES, map(int, text.split()), strict=True))


def scored(match: PlayedMatch, bids: str, tricks: str, blind: str = "") -> None:
    """A deal entered as a whole."""
    match.enter(
        "bids", bids=numbers(bids), **({"blind": blind.split()} if blind else {})
    )
    match.enter("deal", tricks=numbers(tricks))


class TestTheBids:
    def test_all_are_entered_at_once_and_stand_on_every_phone(self, play: Play) -> None:
        match = play("spades", SEATS, dealer="Dee")
        assert match.next.startswith("Dee deals 13 cards to each. Ana bids first.")
        match.enter("bids", bids=numbers("3 2 0 4"))
        assert [str(fact.text) for fact in match.scene.facts] == [
            "3 + nil",
            "2 + 4 = 6",
        ]
        assert str(match.prompt("deal").fields[0].labels["Dee"]) == "bid 4"

    def test_they_are_asked_for_from_the_dealers_left(self, play: Play) -> None:
        match = play("spades", SEATS, dealer="Ben")
        assert match.prompt("bids").fields[0].choices == ("Cy", "Dee", "Ana", "Ben")

    def test_what_partners_cannot_take_is_taken_with_a_caution(
        self, play: Play
    ) -> None:
        match = play("spades", SEATS)
        match.enter("bids", bids=numbers("7 2 7 4"))
        caution = match.ruling.because[-1]
        assert caution.rule == "spades#most-bid"
        assert caution.basis == "reading"
        assert str(caution.text) == "There are 13 tricks, but Ana and Cy bid 14."
        match.enter("deal", tricks=numbers("7 0 6 0"))
        assert match.scores["Ana"] == -140
        assert "spades#most-bid" in {reason.rule for reason in match.ruling.because}

    def test_a_table_may_agree_that_they_bid_no_more_than_there_is(
        self, play: Play
    ) -> None:
        match = play("spades", SEATS, house_rules=["thirteen-at-most"])
        [rule] = match.rulebook.house_rules
        assert "thirteen" not in rule.text  # six play with other numbers
        refused = match.refuses("bids", bids=numbers("7 2 7 4"))
        assert refused.verdict == {"legal": False, "seats": ("Ana", "Cy")}
        assert refused.because[0].basis == "house-rule"
        match.enter("bids", bids=numbers("7 2 6 4"))
        match.enter("misdeal")
        match.let_pass("bids", bids=numbers("7 2 7 4"))
        assert "deal" in match.kinds

    def test_without_partners_each_bids_alone(self, play: Play) -> None:
        match = play("spades", SEATS, play="solo")
        match.enter("bids", bids=numbers("7 2 7 4"))
        assert [str(fact.text) for fact in match.scene.facts] == [
            "Ana 7; Ben 2; Cy 7; Dee 4"
        ]

    def test_nothing_is_claimed_before(self, play: Play) -> None:
        assert play("spades", SEATS, depth="tricks").kinds == [
            "bids",
            "misdeal",
            "depth",
        ]


class TestBlindNil:
    def test_it_is_asked_for_only_where_a_side_is_100_behind(self, play: Play) -> None:
        match = play("spades", SEATS)
        assert [field.name for field in match.prompt("bids").fields] == ["bids"]
        scored(match, "3 4 4 2", "3 4 4 2")
        assert [field.name for field in match.prompt("bids").fields] == ["bids"], (
            "60 to 70"
        )
        scored(match, "3 4 4 2", "3 3 3 4")
        assert match.scores["Ben"] - match.scores["Ana"] == 121 - 0
        assert match.prompt("bids").fields[1].words == ("Ana", "Cy")

    def test_it_is_a_bid_of_no_trick(self, play: Play) -> None:
        match = play("spades", SEATS, behind=0)
        refused = match.refuses("bids", bids=numbers("3 2 0 4"), blind=["Ana", "Cy"])
        assert refused.because[0].rule == "spades#blind"
        match.enter("bids", bids=numbers("3 2 0 4"), blind=["Cy"])
        assert match.next.startswith("Blind nil: Cy may swap two cards with a partner.")
        match.enter("deal", tricks=numbers("4 4 0 5"))
        assert match.scores["Ana"] == 231


class TestTheDepths:
    def test_a_deal_is_ten_numbers_at_most(self, play: Play) -> None:
        match = play("spades", SEATS)
        scored(match, "3 2 4 2", "4 3 3 3")
        assert match.scores == {"Ana": 70, "Cy": 70, "Ben": 42, "Dee": 42}

    def test_bags_go_on_from_deal_to_deal(self, play: Play) -> None:
        match = play("spades", SEATS)
        for _ in range(3):
            scored(match, "2 3 2 3", "4 3 3 3")
        assert match.scores["Ana"] == 129
        scored(match, "2 3 2 3", "4 3 3 3")
        assert match.scores["Ana"] == 172 - 100
        assert [str(fact.text) for fact in match.scene.facts] == ["Ana and Cy 2"]

    def test_tricks_are_won_by_spades_and_scored_when_all_are_played(
        self, play: Play
    ) -> None:
        match = play("spades", SEATS, dealer="Dee", depth="tricks")
        match.enter("bids", bids=numbers("5 2 4 2"))
        match.enter("trick", plays={"Ana": "AH", "Ben": "2H", "Cy": "3H", "Dee": "2S"})
        assert match.ruling.verdict["winner"] == "Dee"
        assert [str(fact.text) for fact in match.scene.facts] == [
            "5 + 4 = 9, took 0",
            "2 + 2 = 4, took 1",
            "broken",
        ]
        match.enter("trick", plays={"Dee": "KD", "Ana": "AD", "Ben": "3D", "Cy": "4D"})
        match.enter("claim", seat="Ana")
        assert match.scores == {"Ana": 93, "Cy": 93, "Ben": -40, "Dee": -40}

    def test_who_leads_spades_unbroken_is_told_and_whose_nil_is_lost(
        self, play: Play
    ) -> None:
        match = play("spades", SEATS, dealer="Dee", depth="tricks")
        match.enter("bids", bids=numbers("5 0 4 2"))
        facts = {str(fact.label): str(fact.text) for fact in match.scene.facts}
        assert facts["Spades are"] == "not broken"
        match.enter("trick", plays={"Ana": "2S"})
        facts = {str(fact.label): str(fact.text) for fact in match.scene.facts}
        assert facts["Spades are"] == (
            "not broken: Ana may lead them only with nothing else"
        )
        match.enter("trick", plays={"Ben": "AS", "Cy": "3S", "Dee": "4S"})
        told = [str(fact.text) for fact in match.scene.facts]
        assert told == [
            "5 + 4 = 9, took 0",
            "nil + 2, took 1, Ben’s nil is lost",
            "broken",
        ]

    def test_a_spade_led_too_early_fails_the_bid_once_it_is_proven(
        self, play: Play
    ) -> None:
        match = play("spades", SEATS, dealer="Dee", depth="tricks")
        match.enter("bids", bids=numbers("5 2 4 2"))
        match.enter("trick", plays={"Ana": "AS", "Ben": "2S", "Cy": "3S", "Dee": "4S"})
        match.enter("trick", plays={"Ana": "AH", "Ben": "2H", "Cy": "3H", "Dee": "4H"})
        assert match.ruling.because[0].rule == "spades#broken"
        match.enter("claim", seat="Ana")
        assert match.scores["Ana"] == -90

    def test_once_a_spade_was_played_to_another_suit_anybody_leads_them(
        self, play: Play
    ) -> None:
        match = play("spades", SEATS, dealer="Dee", depth="tricks")
        match.enter("bids", bids=numbers("5 2 4 2"))
        for cards in ("AH 2H 3H 2S", "4S AS 3S 5S", "2C AC 3C 4C"):
            leader = match.state.deals.deal.leader
            first = NAMES.index(leader)
            match.enter(
                "trick",
                plays=dict(
                    zip(NAMES[first:] + NAMES[:first], cards.split(), strict=True)
                ),
            )
            assert all(
                ruling.verdict.get("legal") is not False for ruling in match.rulings
            )
        assert match.state.deals.deal.offenders == ()

    def test_the_table_can_absolve_whoever_did_it(self, play: Play) -> None:
        match = play("spades", SEATS, dealer="Dee", depth="tricks")
        match.enter("bids", bids=numbers("5 2 4 2"))
        match.enter("trick", plays={"Ana": "AS", "Ben": "2S", "Cy": "3S", "Dee": "4S"})
        proof = match.enter(
            "trick", plays={"Ana": "AH", "Ben": "2H", "Cy": "3H", "Dee": "4H"}
        )
        match.overrule(proof.entry.seq, {"legal": True}, place=1)
        match.enter("claim", seat="Ana")
        assert match.scores["Ana"] == 94

    def test_after_a_misdeal_the_same_dealer_deals_and_all_bid_anew(
        self, play: Play
    ) -> None:
        match = play("spades", SEATS, dealer="Dee")
        match.enter("bids", bids=numbers("3 2 4 2"))
        match.enter("misdeal")
        assert (match.scene.dealer, match.kinds[0], match.scene.round) == (
            "Dee",
            "bids",
            1,
        )

    def test_the_depth_is_changed_between_deals(self, play: Play) -> None:
        match = play("spades", SEATS)
        match.enter("depth")
        match.enter("bids", bids=numbers("3 2 4 2"))
        assert match.kinds == ["trick", "claim", "concede", "misdeal", "depth"]

    def test_the_table_decides_points_and_bags_otherwise(self, play: Play) -> None:
        match = play("spades", SEATS)
        match.enter("bids", bids=numbers("3 2 4 2"))
        deal = match.enter("deal", tricks=numbers("4 3 3 3"))
        match.overrule(
            deal.entry.seq,
            {"points": {"Ana & Cy": 50}, "bags": {"Ben & Dee": 0}},
            place=0,
        )
        assert match.scores["Ana"] == 50
        assert not match.scene.facts


class TestWhatElseHappened:
    """By deal, and by tricks where somebody gives up."""

    def bid(self, begin: Play, bids: str, **options: object) -> PlayedMatch:
        match = begin("spades", SEATS, dealer="Dee", **options)
        match.enter("bids", bids=numbers(bids))
        return match

    def test_a_side_takes_the_rest_and_what_follows_is_filled_in(
        self, play: Play
    ) -> None:
        match = self.bid(play, "3 2 4 2")
        match.enter("deal", tricks={"Ana": 2, "Ben": 1}, rest="Ana & Cy")
        assert match.scores == {"Ana": 75, "Cy": 75, "Ben": -40, "Dee": -40}
        assert match.rulings[0].because[0].rule == "spades#claim"

    def test_of_partners_whoever_has_not_bid_nil_takes_it(self, play: Play) -> None:
        match = self.bid(play, "0 2 4 2")
        match.enter("deal", tricks={"Cy": 3, "Ben": 4}, rest="Ana & Cy")
        assert match.scores["Ana"] == 100 + 40 + 5
        broken = self.bid(play, "0 2 4 2")
        broken.enter("deal", tricks={"Cy": 3, "Ben": 4}, rest="Ana")
        assert broken.scores["Ana"] == -100 - 40 + 6

    def test_where_both_have_bid_nil_they_say_which_of_them(self, play: Play) -> None:
        match = self.bid(play, "0 2 0 2")
        with pytest.raises(WrongFieldsError, match="which of them takes the rest"):
            match.enter("deal", tricks={"Ben": 4}, rest="Cy & Ana")
        match.enter("deal", tricks={"Ben": 4}, rest="Cy")
        assert match.scores["Ana"] == 100 - 100 + 9

    def test_a_side_that_gives_up_takes_no_more_and_its_nil_has_failed(
        self, play: Play
    ) -> None:
        match = self.bid(play, "0 2 4 2")
        match.enter("deal", tricks={"Cy": 4, "Ben": 1}, given_up="Ana")
        assert match.scores == {"Ana": 40 - 100, "Cy": 40 - 100, "Ben": 45, "Dee": 45}
        assert [reason.rule for reason in match.rulings[0].because][:2] == [
            "spades#given-up"
        ] * 2

    def test_whoever_is_given_the_deal_keeps_a_nil_that_stands(
        self, play: Play
    ) -> None:
        match = self.bid(play, "0 2 0 2")
        match.enter("deal", tricks={"Ben": 4}, given_up="Ben & Dee")
        assert match.scores == {"Ana": 200, "Cy": 200, "Ben": 40, "Dee": 40}

    def test_by_tricks_it_is_the_same(self, play: Play) -> None:
        match = self.bid(play, "0 2 4 2", depth="tricks")
        match.enter("trick", plays={"Ana": "2H", "Ben": "3H", "Cy": "AH", "Dee": "4H"})
        match.enter("concede", seat="Dee")
        assert match.scores == {"Ana": 149, "Cy": 149, "Ben": -40, "Dee": -40}

    def test_without_partners_somebody_has_to_say_who_takes_the_rest(
        self, play: Play
    ) -> None:
        match = self.bid(play, "3 2 4 2", play="solo")
        with pytest.raises(WrongFieldsError, match="Say who takes the rest"):
            match.enter("deal", tricks={"Ana": 3}, given_up="Ben")
        with pytest.raises(WrongFieldsError, match="takes no more"):
            match.enter("deal", tricks={"Ana": 3}, given_up="Ben", rest="Ben")
        match.enter("deal", tricks={"Ana": 3}, given_up="Ben", rest="Dee")
        assert match.scores == {"Ana": 30, "Ben": -20, "Cy": -40, "Dee": 28}

    def test_whoever_broke_a_rule_has_failed_with_the_side(self, play: Play) -> None:
        match = self.bid(play, "3 2 4 2")
        match.enter("deal", tricks=numbers("5 2 3 3"), offenders=["Cy"])
        assert (match.scores["Ana"], match.scores["Ben"]) == (-70, 41)

    def test_partners_are_those_of_the_table(self, play: Play) -> None:
        match = self.bid(play, "3 2 4 2")
        with pytest.raises(
            WrongFieldsError,
            match="Only Ana & Cy and Ben & Dee play this deal, not Ana & Ben",
        ):
            match.enter("deal", tricks={"Ana": 3}, rest="Ana & Ben")

    def test_numbers_come_to_thirteen_where_nobody_takes_the_rest(
        self, play: Play
    ) -> None:
        match = self.bid(play, "3 2 4 2")
        with pytest.raises(WrongFieldsError, match="must total 13"):
            match.enter("deal", tricks=numbers("3 2 3 3"), offenders=["Cy"])
        with pytest.raises(WrongFieldsError, match="must total 13"):
            match.enter("deal", tricks=numbers("3 6 3 3"), rest="Cy")


class TestTheEnd:
    def test_a_side_that_reaches_the_target_wins(self, play: Play) -> None:
        match = play("spades", SEATS, target=100)
        scored(match, "5 2 5 1", "5 2 5 1")
        assert match.scene.winners == ("Ana", "Cy")

    def test_of_two_sides_the_higher_wins(self, play: Play) -> None:
        match = play("spades", SEATS, target=100)
        scored(match, "0 0 5 6", "0 0 7 6")
        assert match.scene.winners == ("Ben", "Dee"), "160 to 152"

    @pytest.mark.parametrize(
        ("mode", "winners"), [("pairs", ()), ("solo", ("Ana", "Ben"))]
    )
    def test_level_sides_play_another_deal_and_single_players_share(
        self, play: Play, mode: str, winners: tuple[str, ...]
    ) -> None:
        match = play("spades", SEATS, target=100, play=mode)
        match.enter("bids", bids=numbers("5 5 1 1"))
        deal = match.enter("deal", tricks=numbers("5 5 2 1"))
        match.overrule(
            deal.entry.seq,
            {"points": dict.fromkeys(list(deal.rulings[0].verdict["points"])[:2], 120)},
            place=0,
        )
        assert match.scene.winners == winners
        assert bool(match.kinds) != bool(winners)
        assert (
            "spades#shared-win" in {reason.rule for reason in match.ruling.because}
        ) == bool(winners)

    @pytest.mark.parametrize("mode", ["pairs", "solo"])
    def test_it_ends_where_somebody_falls_to_200_below_zero(
        self, play: Play, mode: str
    ) -> None:
        match = play("spades", SEATS, play=mode)
        scored(match, "7 2 6 2", "1 5 1 6")
        if mode == "pairs":
            assert not match.scene.finished
            scored(match, "7 2 6 2", "1 5 1 6")
        else:
            scored(match, "13 2 6 2", "1 5 1 6")
        assert match.scene.finished
        assert "Ana" not in match.scene.winners
        assert match.ruling.because[1].rule == "spades#end"
