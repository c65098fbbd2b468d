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

    def test_35_a_joker_is_a_misdeal_and_later_a_scrap_of_paper(self) -> None:
        assert "joker" in reasons_of(now("fouled-deck", "dealer", "before"))
        assert "scrap of paper" in reasons_of(now("fouled-deck", "dealer", "next"))

    def test_34_a_button_that_went_wrong_does_not_go_back(self) -> None:
        assert "does not go back" in str(now("who-deals", "dealer", "next").summary)

    def test_32_the_big_blind_moves_on_unless_a_house_rule_moves_the_button(
        self,
    ) -> None:
        assert "the big blind moves on" in reasons_of(
            now("who-deals", "dealer", "before")
        )
        given = {"situation": "who-deals", "who": "dealer", "noticed": "before"}
        ruling = rulebook("holdem", ("button-moves-on",)).rule_from_json(
            "irregularity", given
        )
        assert "the button moves to the next player" in reasons_of(ruling)
        assert ruling.because[0].rule == "holdem#button-moves-on"
        assert ruling.because[0].basis == "house-rule"


class TestBetting:
    def test_out_of_turn_binds_unless_somebody_raises_before(self) -> None:
        ruling = now("out-of-turn", "player", "at-once")
        assert "is binding" in reasons_of(ruling)
        assert "not binding" in reasons_of(ruling)

    def test_53_whoever_is_passed_over_has_to_say_so_else_the_table_decides(
        self,
    ) -> None:
        ruling = now("out-of-turn", "player", "next")
        assert "has to say so" in str(ruling.summary)
        assert "perhaps nothing" in reasons_of(ruling)
        assert "2024 Poker TDA Rules, 53" in reasons_of(ruling)

    def test_58_a_fold_binds(self) -> None:
        assert "binding" in reasons_of(now("fold-out-of-turn", "player", "at-once"))

    def test_42_of_a_string_bet_the_first_movement_counts(self) -> None:
        assert "first movement" in str(now("string-bet", "player", "at-once").summary)
        assert now("string-bet", "player", "next").because[0].basis == "reading"

    def test_44_one_large_chip_is_a_call(self) -> None:
        ruling = now("one-chip", "player", "at-once")
        assert "is a call" in str(ruling.summary)
        assert "Rules, 44" in reasons_of(ruling)

    def test_51_an_undercall_is_made_up_or_the_table_decides(self) -> None:
        ruling = now("undercall", "player", "at-once")
        assert "full call" in str(ruling.summary)
        assert "the table decides" in reasons_of(ruling)

    def test_43_half_a_raise_is_made_a_full_one(self) -> None:
        assert "half of the least raise" in reasons_of(
            now("too-low", "player", "at-once")
        )

    def test_52_a_low_raise_is_made_up_by_all_until_the_next_card(self) -> None:
        ruling = now("too-low", "player", "next")
        assert str(ruling.summary).startswith("Until the next card of the board")
        assert "Rules, 52" in reasons_of(ruling)


class TestTheBoardAndTheShowdown:
    def test_39_of_four_cards_one_is_burnt(self) -> None:
        assert "39" in reasons_of(now("four-card-flop", "dealer", "at-once"))

    def test_39_of_a_flop_without_a_burn_one_card_is_drawn_for_it(self) -> None:
        assert "is drawn" in str(now("no-burn", "dealer", "at-once").summary)

    def test_rp_5_a_card_turned_too_early_goes_back_into_the_pack(self) -> None:
        ruling = now("too-early", "dealer", "at-once")
        assert "39, RP-5" in reasons_of(ruling)
        assert "goes back into the pack" in reasons_of(ruling)

    def test_12_the_cards_speak(self) -> None:
        assert "The cards speak" in reasons_of(now("misread-hand", "player", "at-once"))

    def test_22_a_pot_is_put_right_until_two_have_acted_in_the_next_hand(self) -> None:
        assert "put right" in reasons_of(now("wrong-pot", "dealer", "at-once"))
        after = now("wrong-pot", "dealer", "after", setting="tournament")
        assert "two have acted in the next hand" in reasons_of(after)
        cash = now("wrong-pot", "dealer", "after")
        assert "until the next hand is dealt" in reasons_of(cash)
        assert cash.because[0].basis == "reading"
