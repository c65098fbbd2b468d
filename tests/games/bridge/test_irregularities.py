"""Something went wrong at bridge: what is done now, by the number of the law.

Duplicate by the laws of 2017, rubber bridge by those of 2014.
"""

from functools import partial

import pytest

from referee import Ruling, WrongFieldsError
from tests.games.went_wrong import reasons_of, remedies_of, ruling_now

now = partial(ruling_now, "bridge")


def laws(ruling: Ruling) -> list[str]:
    return [str(remedy["law"]) for remedy in remedies_of(ruling)]


class TestTheAuction:
    def test_27_a_low_bid_stands_once_the_next_player_has_called(self) -> None:
        ruling = now("too-low", "player", "next")
        assert str(ruling.summary).startswith("The bid stands")
        assert laws(ruling) == [
            "Law 27 A, Laws of Duplicate Bridge 2017 and of Rubber Bridge 2014"
        ]

    def test_27_b_it_is_put_right_and_only_the_same_trump_costs_nothing(self) -> None:
        ruling = now("too-low", "player", "at-once")
        accept, same, comparable, other, lead = remedies_of(ruling)
        assert str(accept["who"]) == "The opponent on the left"
        assert same["cost"] is None
        assert "comparable" in str(comparable["what"])
        assert str(other["cost"]) == "the partner’s right to call"
        assert "26" in str(lead["law"])

    def test_23_rubber_bridge_knows_no_comparable_call(self) -> None:
        for situation in ("too-low", "bid-out-of-turn", "pass-out-of-turn"):
            assert "comparable" in reasons_of(now(situation, "player", "at-once"))
            for scoring in ("chicago", "rubber"):
                ruling = now(situation, "player", "at-once", scoring=scoring)
                assert "comparable" not in reasons_of(ruling)

    def test_30_a_pass_at_the_right_hand_opponents_turn_costs_a_call(self) -> None:
        assert "Law 30 A" in reasons_of(now("pass-out-of-turn", "player", "at-once"))

    def test_31_a_bid_is_repeated_if_the_opponent_passes(self) -> None:
        assert "has to repeat the bid" in reasons_of(
            now("bid-out-of-turn", "player", "at-once")
        )

    def test_36_a_double_of_nothing_silences_the_partner(self) -> None:
        assert "pass whenever" in reasons_of(
            now("inadmissible-double", "player", "at-once")
        )
        assert "pass whenever" not in reasons_of(
            now("inadmissible-double", "player", "next")
        )

    def test_36_c_after_the_opening_lead_it_is_scored_without_the_double(self) -> None:
        later = reasons_of(now("inadmissible-double", "player", "later"))
        assert "Law 36 C" in later

    def test_26_a_suit_is_forbidden_only_where_the_partner_had_to_pass(self) -> None:
        for situation in ("too-low", "bid-out-of-turn", "inadmissible-double"):
            ruling = reasons_of(now(situation, "player", "at-once"))
            assert "If the partner had to pass, and that side then defends" in ruling

    def test_25_a_the_opponent_may_take_back_the_call_after_a_slip(self) -> None:
        assert "may take back the call" in reasons_of(
            now("changed-call", "player", "next")
        )

    def test_38_more_than_seven_is_never_accepted(self) -> None:
        for noticed in ("at-once", "next"):
            assert "Law 38" in reasons_of(now("above-seven", "player", noticed))


class TestTheOpeningLead:
    def test_54_the_declarer_has_the_choice_in_the_order_of_the_law(self) -> None:
        ruling = now("opening-lead", "defender", "at-once")
        numbers = [law.partition(", Laws")[0] for law in laws(ruling)]
        assert numbers == ["Law 41 A", "Law 54 A", "Law 54 B", "Law 54 D, 56"]

    def test_54_c_it_stands_once_dummy_was_seen(self) -> None:
        assert "Law 54 C" in reasons_of(now("opening-lead", "defender", "next"))

    @pytest.mark.parametrize("who", ["declarer", "dummy"])
    def test_54_e_the_declarers_side_takes_its_lead_back(self, who: str) -> None:
        assert "Law 54 E" in reasons_of(now("opening-lead", who, "at-once"))


class TestThePlay:
    def test_57_a_a_defenders_early_card_becomes_a_penalty_card_at_duplicate(
        self,
    ) -> None:
        ruling = now("play-out-of-turn", "defender", "at-once")
        assert "major penalty card" in str(ruling.summary)
        rubber = now("play-out-of-turn", "defender", "at-once", scoring="rubber")
        assert "penalty card" not in reasons_of(rubber)

    def test_45_c_a_slip_of_the_tongue_is_put_right_until_the_declarers_next_card(
        self,
    ) -> None:
        for noticed in ("at-once", "next"):
            ruling = reasons_of(now("dummy-misnamed", "declarer", noticed))
            assert "until the declarer next plays a card" in ruling

    def test_45_d_a_card_that_nobody_named_goes_back(self) -> None:
        assert "Law 45 D" in reasons_of(now("dummy-interferes", "dummy", "next"))

    def test_62_d_a_revoke_in_the_twelfth_trick_is_put_right(self) -> None:
        assert "Law 62 D" in reasons_of(now("revoke", "defender", "later"))
        assert "Law 62 D" not in reasons_of(now("revoke", "defender", "after"))

    def test_53_a_lead_out_of_turn_stands_once_the_next_hand_has_played(self) -> None:
        for who in ("defender", "declarer", "dummy"):
            assert "Law 53 A" in reasons_of(now("lead-out-of-turn", who, "next"))

    def test_56_a_defenders_lead_becomes_a_penalty_card_the_declarers_does_not(
        self,
    ) -> None:
        assert "penalty card" in reasons_of(
            now("lead-out-of-turn", "defender", "at-once")
        )
        assert "penalty card" not in reasons_of(
            now("lead-out-of-turn", "declarer", "at-once")
        )

    def test_48_an_exposed_card_of_the_declarers_costs_nothing(self) -> None:
        assert (
            remedies_of(now("exposed-card", "declarer", "at-once"))[0]["cost"] is None
        )
        assert "Law 49" in reasons_of(now("exposed-card", "defender", "at-once"))

    def test_62_a_revoke_is_put_right_until_its_side_has_played_on(self) -> None:
        ruling = now("revoke", "defender", "at-once")
        assert "Law 62 A" in reasons_of(ruling)
        assert ruling.because[0].rule == "bridge#follow"
        assert "64" not in reasons_of(ruling)

    def test_64_an_established_one_costs_tricks_but_for_dummy(self) -> None:
        assert "Law 64 A" in reasons_of(now("revoke", "defender", "later"))
        assert "Law 64 A" not in reasons_of(now("revoke", "dummy", "later"))
        assert "Law 64 B" in reasons_of(now("revoke", "dummy", "later"))

    def test_64_c_only_duplicate_has_a_director(self) -> None:
        assert "Law 64 C" in reasons_of(now("revoke", "defender", "after"))
        assert "Law 64 C" not in reasons_of(
            now("revoke", "defender", "after", scoring="rubber")
        )

    def test_67_a_missing_card_is_added_until_both_sides_have_played_on(self) -> None:
        assert "Law 67 A" in reasons_of(now("defective-trick", "defender", "next"))
        assert "Law 67 B" in reasons_of(now("defective-trick", "defender", "later"))


def test_a_missing_card_has_the_number_of_the_law_only_where_we_know_it() -> None:
    assert "Law 14 B" in reasons_of(now("missing-card", "player", "later"))
    rubber = now("missing-card", "player", "later", scoring="rubber")
    assert set(laws(rubber)) == {"Laws of Rubber Bridge 2014"}


class TestClaims:
    def test_68_d_play_is_over_in_duplicate_and_goes_on_in_rubber_bridge(self) -> None:
        assert "Play is over" in reasons_of(
            now("claim-contested", "declarer", "at-once")
        )
        rubber = now("claim-contested", "declarer", "at-once", scoring="rubber")
        assert "Play goes on with that hand open" in reasons_of(rubber)


def test_what_no_law_says_is_marked_as_a_reading() -> None:
    ruling = now("who-deals", "player", "before", scoring="rubber")
    assert {reason.basis for reason in ruling.because} == {"reading"}


def test_dummy_cannot_have_bid_too_low() -> None:
    with pytest.raises(WrongFieldsError, match="who: Choose one of player"):
        now("too-low", "dummy", "at-once")
