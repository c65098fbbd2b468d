"""Faces, Aces, & Jokers, "Winning tricks" and "Ordering": who wins a trick."""

import pytest
from hypothesis import given, strategies as st
from referee_faj.scoring import resolve_trick
from referee_faj.trick import Trick, decide_trick

from referee import Card, Values, card
from tests.games.faj.real_game import best_played, trump

TRICK_CARDS = [card(rank + suit) for rank in "23456789T" for suit in "CDHS"]
DRAFT_CARDS = [card(rank + suit) for rank in "JQKA" for suit in "CDHS"] + [
    card("XR"),
    card("XB"),
]

boards = st.lists(st.sampled_from(TRICK_CARDS), max_size=4, unique=True)
played = st.lists(st.sampled_from(DRAFT_CARDS), min_size=1, max_size=4, unique=True)


def trick(board: str, plays: str) -> Trick:
    """Decides `"3C 4S"` against `"Ana=JS Ben=XB"`."""
    seats = dict(play.split("=") for play in plays.split())
    return decide_trick(
        [card(code) for code in board.split()],
        {s: card(code) for s, code in seats.items()},
    )


@given(boards, played)
def test_agrees_with_going_through_the_rules_one_by_one(
    board: list[Card], hands: list[Card]
) -> None:
    plays = dict(zip(["Ana", "Ben", "Cy", "Di"], hands, strict=False))
    decided = decide_trick(board, plays)
    codes = [each.code for each in board]
    best, rule = best_played(codes, [each.code for each in hands])
    assert (decided.card.code, decided.trump, decided.reason) == (
        best,
        trump(codes),
        rule,
    )
    assert plays[decided.winner] is decided.card


@given(
    boards, st.lists(st.sampled_from(DRAFT_CARDS), min_size=2, max_size=4, unique=True)
)
def test_the_winner_was_parted_from_whoever_would_have_won_otherwise(
    board: list[Card], hands: list[Card]
) -> None:
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
def test_a_margin_counts_the_cards_of_the_stack_from_one_to_the_other(
    board: str, plays: str, margin: int
) -> None:
    given = {
        seat: card(code) for seat, code in (play.split("=") for play in plays.split())
    }
    ruling = resolve_trick(
        Values({"board": tuple(card(code) for code in board.split()), "plays": given})
    )
    assert ruling.contest is not None
    assert ruling.contest.margin == margin


@pytest.mark.parametrize(
    "board, plays",
    [("9H", "Ana=XB Ben=JH"), ("9C", "Ana=JC Ben=AS"), ("9C", "Ana=XR Ben=AC")],
)
def test_no_card_comes_closer_by_another_rule_than_any_two_do_by_rank_and_suit(
    board: str, plays: str
) -> None:
    given = {
        seat: card(code) for seat, code in (play.split("=") for play in plays.split())
    }
    ruling = resolve_trick(Values({"board": (card(board),), "plays": given}))
    assert ruling.contest is not None
    assert ruling.contest.margin > DRAFT_CARDS.index(card("AS")) - DRAFT_CARDS.index(
        card("JC")
    )


@given(boards, st.data())
def test_does_not_depend_on_who_sits_where(
    board: list[Card], data: st.DataObject
) -> None:
    hands = data.draw(played)
    shuffled = data.draw(st.permutations(hands))
    first = decide_trick(board, {f"seat {c}": c for c in hands})
    assert decide_trick(board[::-1], {f"seat {c}": c for c in shuffled}) == first
