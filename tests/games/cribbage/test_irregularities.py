"""Something went wrong at cribbage: what is done now, by the rules of the American
Cribbage Congress.
"""

from functools import partial

from tests.games.went_wrong import reasons_of, remedies_of, ruling_now

now = partial(ruling_now, "cribbage")


class TestTheDeal:
    def test_4_4_before_the_starter_the_same_dealer_deals_again(self) -> None:
        ruling = now("wrong-count", "pone", "before")
        assert "deals again" in str(ruling.summary)

    def test_4_4_after_it_what_was_pegged_in_the_play_is_taken_back(self) -> None:
        ruling = now("wrong-count", "dealer", "later")
        assert "taken back" in str(ruling.summary)
        assert "ACC rule 4.4" in reasons_of(ruling)

    def test_3_3_the_bottom_card_costs_two(self) -> None:
        assert "ACC rule 3.3" in reasons_of(now("saw-bottom", "pone", "before"))

    def test_5_3_what_lies_in_the_crib_stays_there(self) -> None:
        assert "ACC rule 5.3" in reasons_of(now("crib-taken-back", "dealer", "at-once"))

    def test_6_3_his_heels_are_pegged_before_the_dealer_plays(self) -> None:
        assert "may peg" in reasons_of(now("heels-forgotten", "dealer", "at-once"))
        assert "are lost" in reasons_of(now("heels-forgotten", "dealer", "next"))


class TestThePlay:
    def test_7_3_a_go_is_put_right_until_the_opponent_has_played(self) -> None:
        assert "costs nothing" in reasons_of(now("renege", "pone", "at-once"))

    def test_7_3_after_that_each_card_held_back_costs_two(self) -> None:
        for noticed in ("next", "later"):
            ruling = now("renege", "pone", noticed)
            assert "two points for each card" in str(ruling.summary)
            assert ruling.because[0].rule == "cribbage#renege"

    def test_7_4_a_wrong_count_costs_nothing(self) -> None:
        assert "ACC rule 7.4" in reasons_of(
            now("wrong-announcement", "pone", "at-once")
        )


class TestPegging:
    def test_8_3_what_was_not_pegged_is_lost(self) -> None:
        assert "is lost" in reasons_of(now("pegged-too-few", "dealer", "next"))

    def test_10_muggins_gives_it_to_the_opponent_where_the_table_plays_it(self) -> None:
        assert "muggins" not in reasons_of(now("pegged-too-few", "dealer", "next"))
        ruling = now("pegged-too-few", "dealer", "next", muggins=True)
        assert "ACC rule 10" in reasons_of(ruling)
        assert ruling.because[-1].rule == "cribbage#muggins"

    def test_8_4_what_was_too_many_goes_to_the_opponent(self) -> None:
        assert "ACC rule 8.4" in reasons_of(now("pegged-too-many", "pone", "next"))

    def test_8_4_a_game_claimed_wrongly_costs_fifteen_more(self) -> None:
        assert "15 holes" in reasons_of(now("false-game", "pone", "at-once"))

    def test_8_7_the_opponents_peg_costs_two(self) -> None:
        ruling = now("opponents-peg", "dealer", "at-once")
        assert str(remedies_of(ruling)[1]["cost"]) == "two points for the opponent"

    def test_9_4_a_hand_that_was_mixed_scores_nothing(self) -> None:
        assert "scores nothing" in reasons_of(now("cards-mixed", "dealer", "later"))
