"""Faces, Aces, & Jokers, "Winning tricks" and "Ordering": who wins a trick."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from referee_faj.trick import Trick, decide_trick, resolve_trick

from referee import Card, Values, card

TRICK_CARDS = [card(rank + suit) for rank in "23456789T" for suit in "CDHS"]
DRAFT_CARDS = [card(rank + suit) for rank in "JQKA" for suit in "CDHS"] + [card("XR"), card("XB")]

boards = st.lists(st.sampled_from(TRICK_CARDS), max_size=4, unique=True)
played = st.lists(st.sampled_from(DRAFT_CARDS), min_size=1, max_size=4, unique=True)


def trick(board: str, plays: str) -> Trick:
    """Decides `"3C 4S"` against `"Ana=JS Ben=XB"`."""
    seats = dict(play.split("=") for play in plays.split())
    return decide_trick([card(code) for code in board.split()], {s: card(code) for s, code in seats.items()})


def verdict(board: str, plays: str) -> tuple[str, str | None, str]:
    decided = trick(board, plays)
    return decided.winner, decided.trump, decided.reason


class TestSuitedJack:
    def test_beats_a_joker_when_its_suit_is_on_the_board(self) -> None:
        assert trick("3C 4S", "Ana=JS Ben=XB") == Trick("Ana", card("JS"), "S", "suited-jack")

    def test_need_not_be_trump(self) -> None:
        assert verdict("3C 4S", "Ana=XB Ben=JC") == ("Ben", "S", "suited-jack")

    def test_beats_both_jokers(self) -> None:
        assert verdict("9H", "Ana=XR Ben=JH Cy=XB") == ("Ben", "H", "suited-jack")

    def test_beats_every_other_card_that_lies_with_the_joker(self) -> None:
        assert verdict("9H 2C", "Ana=XR Ben=JC Cy=AH Di=AS") == ("Ben", "H", "suited-jack")

    def test_of_another_suit_loses_to_the_joker(self) -> None:
        assert verdict("3C 4S", "Ana=JH Ben=XR") == ("Ben", "S", "joker")

    def test_is_an_ordinary_jack_without_a_joker(self) -> None:
        assert verdict("3C 4S", "Ana=JC Ben=QD") == ("Ben", "S", "highest")

    def test_the_jack_of_trump_is_the_highest(self) -> None:
        assert verdict("9C 2S", "Ana=JS Ben=JC Cy=XB") == ("Ben", "C", "suited-jack")

    def test_other_jacks_go_by_suit(self) -> None:
        assert verdict("2C 3H 4D 4S", "Ana=JC Ben=JH Cy=XB") == ("Ben", None, "suited-jack")
        assert verdict("2C 3H 9S", "Ana=JC Ben=JH Cy=XB") == ("Ben", "S", "suited-jack")


class TestJoker:
    def test_beats_the_ace_of_trump(self) -> None:
        assert verdict("4S", "Ana=AS Ben=XR") == ("Ben", "S", "joker")

    def test_black_beats_red(self) -> None:
        assert verdict("4S", "Ana=XB Ben=XR") == ("Ana", "S", "joker")


class TestTrump:
    def test_the_jack_of_trump_beats_the_other_aces(self) -> None:
        assert verdict("3C 4S", "Ana=AC Ben=JS Cy=AH") == ("Ben", "S", "trump")

    @pytest.mark.parametrize(("lower", "higher"), [("J", "Q"), ("Q", "K"), ("K", "A")])
    def test_the_highest_trump_wins(self, lower: str, higher: str) -> None:
        assert verdict("9D", f"Ana={higher}D Ben={lower}D") == ("Ana", "D", "trump")


class TestHighest:
    @pytest.mark.parametrize(("lower", "higher"), [("J", "Q"), ("Q", "K"), ("K", "A")])
    def test_rank_goes_before_suit(self, lower: str, higher: str) -> None:
        assert verdict("5H 5D", f"Ana={lower}S Ben={higher}C") == ("Ben", None, "highest")

    @pytest.mark.parametrize(("lower", "higher"), ["CD", "DH", "HS"])
    def test_without_trump_equal_ranks_go_by_suit(self, lower: str, higher: str) -> None:
        assert verdict("5H 5D", f"Ana=Q{higher} Ben=Q{lower}") == ("Ana", None, "highest")

    def test_equal_ranks_go_by_suit_when_nobody_plays_trump(self) -> None:
        assert verdict("9C", "Ana=KD Ben=KS Cy=QS") == ("Ben", "C", "highest")

    def test_one_card_alone_wins(self) -> None:
        assert verdict("", "Ana=JC") == ("Ana", None, "highest")


def by_the_book(board: list[Card], plays: dict[str, Card]) -> tuple[str, str | None, str]:
    """The rules one after another, each tried seat by seat."""
    sums = {suit: sum("23456789T".index(c.rank) + 2 for c in board if c.suit == suit) for suit in "CDHS"}
    leaders = [suit for suit in "CDHS" if sums[suit] == max(sums.values())]
    trump = leaders[0] if len(leaders) == 1 else None
    by_code = {played.code: seat for seat, played in plays.items()}
    jacks = [f"J{suit}" for suit in "SHDC" if sums[suit]]
    jacks.sort(key=lambda code: code[1] != trump)
    if "XB" in by_code or "XR" in by_code:
        order = [(code, "suited-jack") for code in jacks] + [("XB", "joker"), ("XR", "joker")]
    else:
        order = [(f"{rank}{trump}", "trump") for rank in "AKQJ"]
        order += [(rank + suit, "highest") for rank, suit in product("AKQJ", "SHDC")]
    code, reason = next((code, reason) for code, reason in order if code in by_code)
    return by_code[code], trump, reason


@given(boards, played)
def test_agrees_with_going_through_the_rules_one_by_one(board: list[Card], hands: list[Card]) -> None:
    plays = dict(zip(["Ana", "Ben", "Cy", "Di"], hands, strict=False))
    decided = decide_trick(board, plays)
    assert (decided.winner, decided.trump, decided.reason) == by_the_book(board, plays)
    assert plays[decided.winner] is decided.card


@given(boards, st.lists(st.sampled_from(DRAFT_CARDS), min_size=2, max_size=4, unique=True))
def test_the_winner_was_parted_from_whoever_would_have_won_otherwise(board: list[Card], hands: list[Card]) -> None:
    plays = dict(zip(["Ana", "Ben", "Cy", "Di"], hands, strict=False))
    contest = resolve_trick(Values({"board": tuple(board), "plays": plays})).contest
    assert contest is not None
    others = {seat: card for seat, card in plays.items() if seat != contest.winner}
    assert contest.winner == decide_trick(board, plays).winner
    assert contest.against == decide_trick(board, others).winner
    assert contest.margin >= 1


@pytest.mark.parametrize(
    ("board", "plays", "margin"),
    [
        ("9H", "Ana=XB Ben=XR", 1),
        ("5H 5D", "Ana=KS Ben=KC", 3),
        ("9D", "Ana=AD Ben=KD", 4),
    ],
)
def test_a_margin_counts_the_cards_of_the_stack_from_one_to_the_other(board: str, plays: str, margin: int) -> None:
    given = {seat: card(code) for seat, code in (play.split("=") for play in plays.split())}
    ruling = resolve_trick(Values({"board": tuple(card(code) for code in board.split()), "plays": given}))
    assert ruling.contest is not None and ruling.contest.margin == margin


@pytest.mark.parametrize("board, plays", [("9H", "Ana=XB Ben=JH"), ("9C", "Ana=JC Ben=AS"), ("9C", "Ana=XR Ben=AC")])
def test_no_card_comes_closer_by_another_rule_than_any_two_do_by_rank_and_suit(board: str, plays: str) -> None:
    given = {seat: card(code) for seat, code in (play.split("=") for play in plays.split())}
    ruling = resolve_trick(Values({"board": (card(board),), "plays": given}))
    assert ruling.contest is not None
    assert ruling.contest.margin > DRAFT_CARDS.index(card("AS")) - DRAFT_CARDS.index(card("JC"))


@given(boards, st.data())
def test_does_not_depend_on_who_sits_where(board: list[Card], data: st.DataObject) -> None:
    hands = data.draw(played)
    shuffled = data.draw(st.permutations(hands))
    first = decide_trick(board, {f"seat {c}": c for c in hands})
    assert decide_trick(board[::-1], {f"seat {c}": c for c in shuffled}) == first


class TestRefused:
    def test_a_trick_without_plays(self) -> None:
        with pytest.raises(ValueError, match="nobody has played"):
            trick("3C", "")

    def test_a_trick_card_played_from_the_hand(self) -> None:
        with pytest.raises(ValueError, match="Ben played 7D, which is no draft card"):
            trick("3C", "Ana=XB Ben=7D")

    def test_a_draft_card_on_the_board(self) -> None:
        with pytest.raises(ValueError, match="QD is no trick card"):
            trick("3C QD", "Ana=XB")

    def test_a_card_played_by_two(self) -> None:
        with pytest.raises(ValueError, match="played twice among KD KD"):
            trick("3C", "Ana=KD Ben=KD")
