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
        ruling = now("wrong-count", "pone", "later")
        assert "taken back" in str(ruling.summary)
        assert "ACC rule 4.4" in str(remedies_of(ruling)[0]["law"])
        assert now("wrong-count", "dealer", "later").because[0].basis == "reading"

    def test_3_3_and_2_1_the_bottom_card_costs_two(self) -> None:
        assert "ACC rule 3.3" in reasons_of(now("saw-bottom", "pone", "before"))
        dealers = reasons_of(now("saw-bottom", "dealer", "before"))
        assert "ACC rule 2.1" in dealers
        assert "shuffled again" in dealers

    def test_5_3_to_take_a_card_back_from_the_crib_costs_two(self) -> None:
        ruling = now("crib-taken-back", "dealer", "later")
        assert "ACC rule 5.3" in reasons_of(ruling)
        assert str(remedies_of(ruling)[1]["cost"]) == "two points for the opponent"

    def test_5_1_only_the_wrong_side_of_the_board_is_put_right(self) -> None:
        taken = reasons_of(now("crib-taken-back", "pone", "at-once"))
        assert "wrong side of the board" in taken

    def test_5_2_whoever_saw_the_crib_first_lays_away_two_cards_drawn_unseen(
        self,
    ) -> None:
        assert "draws two cards" in reasons_of(now("crib-looked-at", "pone", "at-once"))

    def test_5_2_a_crib_taken_for_the_hand_is_played_on_once_play_began(self) -> None:
        assert "right hand" in reasons_of(now("crib-played", "dealer", "at-once"))
        assert "plays on" in reasons_of(now("crib-played", "dealer", "next"))

    def test_6_2_of_several_starters_the_top_one_counts(self) -> None:
        ruling = now("starter-exposed", "dealer", "at-once")
        assert "the top one is the starter" in str(ruling.summary)
        assert "ACC rule 6.1" in reasons_of(ruling)

    def test_6_3_his_heels_are_pegged_before_the_dealer_plays(self) -> None:
        assert "may peg" in reasons_of(now("heels-forgotten", "dealer", "at-once"))
        assert "are lost" in reasons_of(now("heels-forgotten", "dealer", "next"))


class TestThePlay:
    def test_7_1_a_lead_by_the_dealer_stands_once_a_third_card_is_played(self) -> None:
        assert "both go back" in str(now("play-out-of-turn", "dealer", "next").summary)
        later = now("play-out-of-turn", "dealer", "later")
        assert "the order stands" in str(later.summary)
        assert "ACC rule 7.1" in reasons_of(later)

    def test_7_1_and_8_4_what_a_card_above_31_pegged_goes_to_the_opponent(self) -> None:
        ruling = now("above-thirty-one", "pone", "at-once")
        assert "ACC rule 7.1, 8.4" in reasons_of(ruling)

    def test_7_1_of_two_cards_the_one_that_fits_the_count_is_played(self) -> None:
        assert "ACC rule 7.1" in reasons_of(now("two-cards", "pone", "at-once"))

    def test_7_3_a_go_has_to_be_challenged_in_time(self) -> None:
        assert "before they play their next" in reasons_of(
            now("renege", "pone", "later")
        )

    def test_7_3_a_go_is_put_right_until_the_opponent_has_played(self) -> None:
        assert "costs nothing" in reasons_of(now("renege", "pone", "at-once"))

    def test_7_3_after_that_each_card_held_back_costs_two(self) -> None:
        for noticed in ("next", "later"):
            ruling = now("renege", "pone", noticed)
            assert "two points for each card" in str(ruling.summary)
            assert ruling.because[0].rule == "cribbage#renege"

    def test_a_wrong_count_costs_nothing_by_our_reading(self) -> None:
        ruling = now("wrong-announcement", "pone", "at-once")
        assert "costs nothing" in reasons_of(ruling)
        assert ruling.because[0].basis == "reading"


class TestPegging:
    def test_8_3_what_was_not_pegged_is_lost(self) -> None:
        told = reasons_of(now("pegged-too-few", "dealer", "next"))
        assert "points not pegged are lost" in told

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

    def test_8_4_a_game_claimed_wrongly_cannot_be_put_right(self) -> None:
        assert "cannot be put right" in str(now("false-game", "pone", "next").summary)

    def test_9_2_to_count_first_out_of_turn_costs_nothing(self) -> None:
        ruling = now("counted-out-of-turn", "dealer", "at-once")
        assert "costs nothing" in str(ruling.summary)
        assert "ACC rule 9.2" in reasons_of(ruling)

    def test_a_hand_that_was_mixed_scores_nothing_but_a_starter_costs_two(self) -> None:
        mixed = reasons_of(now("cards-mixed", "dealer", "later"))
        assert "scores nothing" in mixed
        assert "ACC rule 9.3" in mixed
