"""Euchre, "Bowers", "The trick", "The score", "Breaking a rule": what is ruled without
a table.
"""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, strategies as st
from referee_euchre.state import left_bower, trumps_of

from referee import TWENTY_FOUR, Ruling, WrongFieldsError
from referee.testing import ask as ask_game

Ask = Callable[..., Ruling]


def winner(ask: Ask, cards: str, trump: str) -> str:
    """Who wins these cards, played by Ana, Ben, Cy and Dee."""
    plays = dict(zip(("Ana", "Ben", "Cy", "Dee"), cards.split(), strict=False))
    return str(ask("euchre", "trick", plays=plays, trump=trump).verdict["winner"])


class TestBowers:
    def test_the_jack_of_trump_is_highest_and_the_other_of_its_colour_next(
        self, ask: Ask
    ) -> None:
        assert winner(ask, "AH JD KH JH", "H") == "Dee"
        assert winner(ask, "AH JD KH QH", "H") == "Ben"

    def test_the_left_bower_is_led_as_a_trump(self, ask: Ask) -> None:
        ruling = ask(
            "euchre", "trick", plays={"Ana": "JD", "Ben": "AD", "Cy": "9H"}, trump="H"
        )
        assert ruling.verdict == {
            "winner": "Ana",
            "card": left_bower("H"),
            "suit_led": "trumps",
        }
        assert [reason.rule for reason in ruling.because] == [
            "euchre#trick",
            "euchre#bowers",
        ]

    def test_jacks_of_the_other_colour_are_ordinary(self, ask: Ask) -> None:
        assert winner(ask, "JC QC TC 9C", "H") == "Ben"

    @pytest.mark.parametrize("suit", "CDHS")
    def test_seven_cards_are_trump_and_a_joker(self, suit: str) -> None:
        assert len({*trumps_of(suit)}) == 8
        assert sum(one.suit == suit for one in trumps_of(suit)) == 6


class TestTheTrick:
    def test_without_a_trump_the_suit_led_wins(self, ask: Ask) -> None:
        assert winner(ask, "9C AD KC AS", "H") == "Cy"

    def test_the_lowest_trump_beats_all_else(self, ask: Ask) -> None:
        assert winner(ask, "AC KC 9H QC", "H") == "Cy"

    def test_three_play_where_one_sits_out(self, ask: Ask) -> None:
        assert winner(ask, "9C TC KC", "H") == "Cy"

    def test_a_trick_has_no_fifth_card(self) -> None:
        plays = dict(zip("ABCDE", ("9C", "TC", "JC", "QC", "KC"), strict=True))
        with pytest.raises(WrongFieldsError, match="A trick has at most 4 cards"):
            ask_game("euchre", "trick", plays=plays, trump="H")


@given(st.permutations(TWENTY_FOUR), st.sampled_from("CDHS"))
def test_only_trumps_and_cards_of_the_suit_led_win(
    cards: list[Any], trump: str
) -> None:
    led, *others = cards[:4]
    plays = {
        seat: one.code
        for seat, one in zip(("Ana", "Ben", "Cy", "Dee"), (led, *others), strict=True)
    }
    won = ask_game("euchre", "trick", plays=plays, trump=trump).decided.card("card")
    assert won in trumps_of(trump) or (
        won.suit == led.suit and not {*cards[:4]} & {*trumps_of(trump)}
    )


class TestTheScore:
    @pytest.mark.parametrize(
        ("tricks", "alone", "makers", "defenders"),
        [
            *(
                (0, False, 0, 2),
                (2, False, 0, 2),
                (3, False, 1, 0),
                (4, False, 1, 0),
                (5, False, 2, 0),
            ),
            *((2, True, 0, 2), (3, True, 1, 0), (4, True, 1, 0), (5, True, 4, 0)),
        ],
    )
    def test_tricks_and_whether_the_maker_is_alone(
        self, ask: Ask, tricks: int, alone: bool, makers: int, defenders: int
    ) -> None:
        ruling = ask("euchre", "deal", tricks=tricks, alone=alone)
        assert ruling.verdict == {"makers": makers, "defenders": defenders}
        assert ruling.because[0].rule == "euchre#score"


class TestBreakingARule:
    @pytest.mark.parametrize(
        ("who", "alone", "makers", "defenders"),
        [
            *(("makers", False, 0, 2), ("makers", True, 0, 2), ("both", True, 0, 0)),
            *(("defenders", False, 2, 0), ("defenders", True, 4, 0)),
        ],
    )
    def test_the_other_side_scores(
        self, ask: Ask, who: str, alone: bool, makers: int, defenders: int
    ) -> None:
        ruling = ask("euchre", "deal", tricks=5, alone=alone, revoked=who)
        assert ruling.verdict == {"makers": makers, "defenders": defenders}
        assert ruling.because[0].rule == "euchre#offence"
