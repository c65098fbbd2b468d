"""Something went wrong at hold'em: what is done now, by the numbers of the Poker TDA
Rules of 2024.
"""

from functools import partial

from referee.plugin.discovery import rulebook
from tests.games.went_wrong import reasons_of, ruling_now

now = partial(ruling_now, "holdem")


class TestTheDeal:
    def test_35_a_misdeal_is_dealt_again_until_two_have_acted(self) -> None:
        assert "misdeal" in reasons_of(now("misdeal", "dealer", "before"))

    def test_36_after_that_the_hand_is_played_on(self) -> None:
        assert "36" in reasons_of(now("misdeal", "dealer", "next"))
        assert "misdeal:" not in reasons_of(now("misdeal", "dealer", "next"))

    def test_37_only_the_button_may_still_be_given_a_card(self) -> None:
        assert "missing card" in reasons_of(now("wrong-count", "dealer", "next"))
        assert "is dead" in reasons_of(now("wrong-count", "player", "next"))

    def test_35_a_card_that_is_there_twice_ends_the_hand_whenever_it_is_found(
        self,
    ) -> None:
        for noticed in ("before", "next"):
            assert "take back" in reasons_of(now("fouled-deck", "dealer", noticed))

    def test_32_the_big_blind_moves_on_unless_a_house_rule_moves_the_button(
        self,
    ) -> None:
        assert "the big blind moves on" in reasons_of(
            now("who-deals", "dealer", "before")
        )
        given = {"situation": "who-deals", "who": "dealer", "noticed": "before"}
        ruling = rulebook("holdem", ("button-moves-on",)).ask("irregularity", given)
        assert "the button moves to the next player" in reasons_of(ruling)
        assert ruling.because[0].rule == "holdem#button-moves-on"
        assert ruling.because[0].basis == "house-rule"


class TestBetting:
    def test_out_of_turn_binds_unless_somebody_raises_before(self) -> None:
        ruling = now("out-of-turn", "player", "at-once")
        assert "is binding" in reasons_of(ruling)
        assert "not binding" in reasons_of(ruling)

    def test_whoever_is_passed_over_has_to_say_so(self) -> None:
        assert "only call or fold" in reasons_of(now("out-of-turn", "player", "next"))

    def test_58_a_fold_binds(self) -> None:
        assert "binding" in reasons_of(now("fold-out-of-turn", "player", "at-once"))

    def test_42_of_a_string_bet_the_first_movement_counts(self) -> None:
        assert "first movement" in str(now("string-bet", "player", "at-once").summary)
        assert "Bets and Raises" in reasons_of(now("string-bet", "player", "next"))

    def test_one_large_chip_is_a_call(self) -> None:
        assert "is a call" in str(now("one-chip", "player", "at-once").summary)

    def test_43_half_a_raise_is_made_a_full_one(self) -> None:
        assert "half of the least raise" in reasons_of(
            now("too-low", "player", "at-once")
        )


class TestTheBoardAndTheShowdown:
    def test_39_of_four_cards_one_is_burnt(self) -> None:
        assert "39" in reasons_of(now("four-card-flop", "dealer", "at-once"))

    def test_12_the_cards_speak(self) -> None:
        assert "The cards speak" in reasons_of(now("misread-hand", "player", "at-once"))

    def test_22_a_pot_is_put_right_until_the_next_hand_begins(self) -> None:
        assert "put right" in reasons_of(now("wrong-pot", "dealer", "at-once"))
        assert "stands" in reasons_of(now("wrong-pot", "dealer", "after"))
