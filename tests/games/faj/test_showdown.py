"""Faces, Aces, & Jokers, "Winning": who wins with the cards that they won."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from referee_faj.showdown import decide_showdown
from referee_faj.stacks import TRICK_CARDS

from referee import Card
from referee.testing import read_cards as cards


class TestShowdown:
    def test_the_best_hand_wins(self) -> None:
        decided = decide_showdown({"Ana": cards("TS 8H 6C 4D 2H"), "Ben": cards("2C 2D")})
        assert decided.ranking == [["Ben"], ["Ana"]]
        assert decided.winners == ["Ben"]
        assert decided.decided_by == "hand"
        assert {seat: hand.category for seat, hand in decided.hands.items()} == {"Ana": "high card", "Ben": "pair"}

    def test_a_tie_goes_to_the_highest_suit_in_the_hand(self) -> None:
        decided = decide_showdown({"Ana": cards("TH 9C 8C 7C 5C"), "Ben": cards("TD 9S 8D 7D 5D")})
        assert decided.ranking == [["Ben"], ["Ana"]]
        assert decided.decided_by == "suit"

    def test_a_suit_outside_the_five_does_not_count(self) -> None:
        decided = decide_showdown({"Ana": cards("TH 9C 8C 7C 5C 2S"), "Ben": cards("TD 9H 8D 7D 5D")})
        assert decided.ranking == [["Ana"], ["Ben"]]
        assert decided.decided_by == "top-card"

    def test_then_the_suit_of_the_highest_card_decides(self) -> None:
        decided = decide_showdown({"Ana": cards("TC 9S 8C 7C 5C"), "Ben": cards("TD 9D 8S 7D 5D")})
        assert decided.ranking == [["Ben"], ["Ana"]]
        assert decided.decided_by == "top-card"

    def test_of_a_paired_highest_card_the_higher_suit_counts(self) -> None:
        decided = decide_showdown({"Ana": cards("TC TH 9S 4C 3C"), "Ben": cards("TD TS 9D 4D 3D")})
        assert decided.ranking == [["Ben"], ["Ana"]]
        assert decided.decided_by == "top-card"

    def test_the_highest_card_may_be_the_kicker(self) -> None:
        decided = decide_showdown({"Ana": cards("2S 2C TD"), "Ben": cards("2H 2D TS")})
        assert decided.ranking == [["Ben"], ["Ana"]]
        assert decided.decided_by == "top-card"

    def test_players_without_cards_share_the_last_place(self) -> None:
        decided = decide_showdown({"Ana": [], "Ben": cards("2C"), "Cy": [], "Di": cards("3C")})
        assert decided.ranking == [["Di"], ["Ben"], ["Ana", "Cy"]]
        assert decided.decided_by == "hand"

    def test_all_without_cards_share_the_win(self) -> None:
        decided = decide_showdown({"Ana": [], "Ben": []})
        assert decided.ranking == [["Ana", "Ben"]]
        assert decided.winners == ["Ana", "Ben"]
        assert decided.decided_by == "shared"

    def test_only_what_parts_the_first_from_the_second_is_told(self) -> None:
        decided = decide_showdown({"Ana": cards("5C"), "Ben": cards("5D"), "Cy": cards("9C")})
        assert decided.ranking == [["Cy"], ["Ben"], ["Ana"]]
        assert decided.decided_by == "hand"

    def test_a_seat_that_stands_alone_wins(self) -> None:
        decided = decide_showdown({"Ana": cards("5C")})
        assert (decided.ranking, decided.decided_by) == ([["Ana"]], "hand")

    @given(st.permutations(TRICK_CARDS), st.lists(st.integers(0, 9), min_size=2, max_size=4))
    def test_seats_that_hold_cards_never_share_a_place(self, deck: list[Card], sizes: list[int]) -> None:
        piles = {f"seat {n}": [deck.pop() for _ in range(size)] for n, size in enumerate(sizes)}
        decided = decide_showdown(piles)
        for place in decided.ranking:
            assert len(place) == 1 or not any(piles[seat] for seat in place)
        hands = [decided.hands[place[0]] for place in decided.ranking]
        worths = [(hand.strength, hand.high_suit, hand.top_suit) for hand in hands]
        assert worths == sorted(worths, reverse=True)


class TestRefused:
    def test_a_card_in_two_piles(self) -> None:
        with pytest.raises(ValueError, match="7D stands twice"):
            decide_showdown({"Ana": cards("7D 2C"), "Ben": cards("3H 7D")})

    def test_a_showdown_without_seats(self) -> None:
        with pytest.raises(ValueError, match="at least one seat"):
            decide_showdown({})
