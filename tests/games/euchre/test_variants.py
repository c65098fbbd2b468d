"""Euchre, what tables agree on: the joker, a farmer's hand, defending alone, and what a
euchre scores.
"""

from collections.abc import Callable
from typing import Any

import pytest
from referee_euchre.game import JOKER

from referee import Ruling, WrongFieldsError, card
from referee.testing import PlayedMatch

Ask = Callable[..., Ruling]
Play = Callable[..., PlayedMatch]

SEATS = "Ana Ben Cy Dee"


def by_tricks(play: Play, **agreed: Any) -> PlayedMatch:
    return play("euchre", SEATS, dealer="Dee", depth="tricks", **agreed)


class TestTheJoker:
    def test_it_is_above_the_right_bower(self, ask: Ask) -> None:
        plays = {"Ana": "AH", "Ben": "JH", "Cy": "XB"}
        ruling = ask("euchre", "trick", plays=plays, trump="H")
        assert ruling.verdict["winner"] == "Cy"
        assert ruling.because[-1].rule == "euchre#benny"

    def test_it_has_to_be_followed_as_trump(self, play: Play) -> None:
        match = by_tricks(play, benny=True)
        match.enter("contract", turned="9H", maker="Ana", trump="ordered-up")
        match.enter("trick", plays={"Ana": "AH", "Ben": "9C", "Cy": "TH", "Dee": "9H"})
        match.enter("trick", plays={"Ana": "9D", "Ben": "XB", "Cy": "TD", "Dee": "KD"})
        proof = match.rulings[1]
        assert proof.verdict["seat"] == "Ben"
        assert proof.because[0].rule == "euchre#follow"

    def test_turned_up_it_has_the_dealer_name_a_suit(self, play: Play) -> None:
        match = by_tricks(play, benny=True)
        with pytest.raises(WrongFieldsError, match="Say which suit Dee named"):
            match.tried("contract", turned="XB", maker="Dee", trump="ordered-up")
        refused = match.refuses("contract", turned="XB", maker="Ana", trump="S")
        assert refused.because[0].rule == "euchre#benny-turned"
        match.enter("contract", turned="XB", maker="Dee", trump="S")
        plays = {"Ana": "AS", "Ben": "9S", "Cy": "TS", "Dee": "XB"}
        match.enter("trick", plays=plays)
        assert match.ruling.verdict["winner"] == "Dee"

    def test_without_it_there_are_24_cards(self, play: Play) -> None:
        match = by_tricks(play)
        assert JOKER not in match.prompt("contract").fields[0].cards
        match.enter("contract", turned="9H", maker="Ana", trump="ordered-up")
        assert match.refuses("trick", plays={"Ana": "XB"})


class TestAFarmersHand:
    @pytest.mark.parametrize("depth", ["deals", "tricks"])
    def test_the_same_dealer_deals_again(self, play: Play, depth: str) -> None:
        match = play("euchre", SEATS, dealer="Dee", depth=depth, farmers="redeal")
        match.enter("farmers", seat="Ben", cards="9H 9C TD 9S")
        assert match.ruling.because[0].rule == "euchre#farmers"
        assert match.scene.dealer == "Dee"
        assert not any(match.scores.values())

    def test_three_cards_are_changed_and_out(self, play: Play) -> None:
        match = by_tricks(play, farmers="swap")
        match.enter("farmers", seat="Ben", cards="9H 9C TD")
        assert "farmers" not in match.kinds
        match.enter("contract", turned="AS", maker="Ana", trump="ordered-up")
        refused = match.refuses("trick", plays={"Ana": "9C"})
        assert refused.because[0].rule == "euchre#farmers"
        match.enter("misdeal")
        assert card("9C") in match.prompt("contract").fields[0].cards

    def test_by_deal_three_cards_are_changed_once_a_deal(self, play: Play) -> None:
        match = play("euchre", SEATS, farmers="swap")
        match.enter("farmers", seat="Ben", cards="9H 9C TD")
        assert match.ruling.because[0].rule == "euchre#farmers"
        assert "farmers" not in match.kinds
        match.enter("deal", maker="Ana", tricks=3)
        assert "farmers" in match.kinds

    def test_beside_the_benny_four_cards_lie_face_down(self, play: Play) -> None:
        for benny, lying in ((False, "the three"), (True, "three of the four")):
            match = play("euchre", SEATS, farmers="swap", benny=benny)
            match.enter("farmers", seat="Ben", cards="9H 9C TD")
            why = match.said(match.ruling.because[0].text)
            assert why == f"Ben swaps them for {lying} face-down cards."

    @pytest.mark.parametrize("depth", ["deals", "tricks"])
    @pytest.mark.parametrize("farmers", ["clean-redeal", "clean-swap"])
    def test_it_may_have_to_be_three_of_one_rank(
        self, play: Play, farmers: str, depth: str
    ) -> None:
        match = play("euchre", SEATS, depth=depth, farmers=farmers)
        refused = match.refuses("farmers", seat="Ben", cards="9H 9C TD")
        assert refused.because[0].rule == "euchre#farmers"
        match.enter("farmers", seat="Ben", cards="TH TC TD")
        assert ("farmers" in match.kinds) == (farmers == "clean-redeal")

    @pytest.mark.parametrize("depth", ["deals", "tricks"])
    def test_it_may_have_to_be_nothing_but_nines_and_tens(
        self, play: Play, depth: str
    ) -> None:
        match = play("euchre", SEATS, dealer="Dee", depth=depth, farmers="low")
        with pytest.raises(WrongFieldsError):
            match.tried("farmers", seat="Ben", cards="9H 9C TD 9S")
        match.enter("farmers", seat="Ben", cards="9H 9C TD 9S TC")
        assert match.scene.dealer == "Dee"

    def test_it_is_not_asked_for_where_nobody_agreed_on_it(self, play: Play) -> None:
        assert "farmers" not in by_tricks(play).kinds


class TestWhatAEuchreScores:
    @pytest.mark.parametrize(
        ("given", "points", "section"),
        [
            ({"tricks": 2}, 2, "score"),
            ({"tricks": 0}, 2, "score"),
            ({"tricks": 0, "super": True}, 4, "super-euchre"),
            ({"tricks": 1, "super": True}, 2, "score"),
            ({"tricks": 2, "alone": True}, 2, "score"),
            ({"tricks": 2, "alone": True, "loner_four": True}, 4, "loner-four"),
            ({"tricks": 2, "loner_four": True}, 2, "score"),
            ({"tricks": 2, "alone": True, "defended": True}, 4, "defend-alone"),
        ],
    )
    def test_by_what_was_agreed(
        self, ask: Ask, given: dict[str, Any], points: int, section: str
    ) -> None:
        ruling = ask("euchre", "deal", **given)
        assert ruling.verdict["defenders"] == points
        assert ruling.because[0].rule == f"euchre#{section}"

    @pytest.mark.parametrize(
        ("given", "points"),
        [
            ({}, 2),
            ({"alone": True}, 2),
            ({"alone": True, "loner_four": True}, 4),
            ({"alone": True, "defended": True}, 4),
            ({"super": True}, 2),
        ],
    )
    def test_makers_who_revoke_count_as_euchred(
        self, ask: Ask, given: dict[str, Any], points: int
    ) -> None:
        ruling = ask("euchre", "deal", revoked="makers", **given)
        assert ruling.verdict["defenders"] == points
        assert ruling.because[0].rule == "euchre#offence"

    def test_a_loner_proven_to_have_revoked_is_told_so(self, play: Play) -> None:
        match = by_tricks(play, loner_four=True)
        ordered = {"turned": "9H", "trump": "ordered-up"}
        match.enter("contract", maker="Ana", alone=True, **ordered)
        match.enter("trick", plays={"Ana": "9C", "Ben": "AC", "Dee": "KC"})
        match.enter("trick", plays={"Ben": "AD", "Dee": "KD", "Ana": "AH"})
        match.enter("trick", plays={"Ana": "QD", "Ben": "TD", "Dee": "9S"})
        cost = match.rulings[1].because[-1]
        why = "So Ben and Dee score 4 points in this deal, unless they revoked too."
        assert match.said(cost.text) == why
        match.enter("claim", seat="Ana")
        assert match.scores["Ben"] == 4

    def test_a_match_counts_so(self, play: Play) -> None:
        match = play("euchre", SEATS, loner_four=True, super=True)
        match.enter("deal", maker="Ana", alone=True, tricks=2)
        match.enter("deal", maker="Ana", tricks=0)
        assert match.scores["Ben"] == 8


class TestDefendingAlone:
    def test_two_play_each_trick_and_a_euchre_scores_four(self, play: Play) -> None:
        match = by_tricks(play, defend_alone=True)
        match.enter(
            "contract",
            turned="9H",
            maker="Ana",
            trump="ordered-up",
            alone=True,
            defender="Dee",
        )
        match.enter("trick", plays={"Ana": "KH", "Dee": "AH"})
        match.enter("claim", seat="Dee")
        assert match.scores == {"Ana": 0, "Cy": 0, "Ben": 4, "Dee": 4}

    @pytest.mark.parametrize(
        ("depth", "kind"), [("deals", "deal"), ("tricks", "contract")]
    )
    def test_it_is_asked_for_below_what_each_deal_asks(
        self, play: Play, depth: str, kind: str
    ) -> None:
        fields = (
            play("euchre", SEATS, defend_alone=True, depth=depth).prompt(kind).fields
        )
        [defender] = [field for field in fields if field.name == "defender"]
        assert str(defender.folded) == "Anything unusual in this deal?"

    def test_by_deal_it_is_the_same(self, play: Play) -> None:
        match = play("euchre", SEATS, defend_alone=True)
        match.enter("deal", maker="Ana", alone=True, defender="Dee", tricks=0)
        assert match.scores["Ben"] == 4

    @pytest.mark.parametrize(
        "given", [{"defender": "Dee"}, {"defender": "Cy", "alone": True}]
    )
    def test_it_is_against_a_maker_who_plays_alone(
        self, play: Play, given: dict[str, Any]
    ) -> None:
        match = play("euchre", SEATS, defend_alone=True)
        with pytest.raises(WrongFieldsError, match="One of the others"):
            match.tried("deal", maker="Ana", tricks=1, **given)

    def test_it_goes_with_four_for_each_loner_euchred(self, play: Play) -> None:
        match = play("euchre", SEATS, defend_alone=True, loner_four=True)
        match.enter("deal", maker="Ana", alone=True, defender="Dee", tricks=2)
        assert match.scores["Ben"] == 4
