"""Faces, Aces, & Jokers: what the questions answer, and the reasons they give."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from referee_faj.game import DRAFT_CARDS, TRICK_CARDS, rule_sections

from referee import SUITS, Card, Ruling, WrongFieldsError, card
from referee.testing import ask, jsonable

SECTIONS = {section.id: section for section in rule_sections()}


def trick(board: str, plays: str) -> Ruling:
    """The ruling on `"3C 4S"` and `"Ana=JS Ben=XB"`."""
    return ask(
        "faj",
        "trick",
        board=board,
        plays=dict(play.split("=") for play in plays.split()),
    )


def hand(cards: str) -> Ruling:
    return ask("faj", "hand", cards=cards)


def showdown(**piles: str) -> Ruling:
    return ask("faj", "showdown", piles=piles)


def decided(ruling: Ruling) -> tuple[object, object, object]:
    return ruling.verdict["winner"], ruling.verdict["trump"], ruling.verdict["reason"]


def cited(ruling: Ruling) -> list[str]:
    """The sections a ruling rests on, readings in brackets."""
    names = (reason.rule.removeprefix("faj#") for reason in ruling.because)
    pairs = zip(names, ruling.because, strict=True)
    return [
        f"({name})" if reason.basis == "reading" else name for name, reason in pairs
    ]


def because(ruling: Ruling, section: str) -> str:
    return next(
        str(reason.text) for reason in ruling.because if reason.rule == f"faj#{section}"
    )


class TestTrump:
    def test_is_the_suit_with_the_highest_sum(self) -> None:
        ruling = trick("3C 4S", "Ana=AS")
        assert ruling.verdict["trump"] == "S"
        assert because(ruling, "trump-suit") == "Trump is spades: clubs 3 and spades 4."

    def test_is_none_on_a_tie(self) -> None:
        ruling = trick("2H 5H 3D 4D", "Ana=AS")
        assert ruling.verdict["trump"] is None
        assert "diamonds and hearts tie for the highest sum" in because(
            ruling, "trump-suit"
        )

    def test_names_only_the_suits_that_tie_at_the_top(self) -> None:
        text = because(trick("7H 7S 2C", "Ana=AS"), "trump-suit")
        assert text == (
            "No suit is trump, as hearts and spades tie for the highest sum: clubs "
            "2, hearts 7 and spades 7."
        )

    def test_is_none_on_an_empty_board(self) -> None:
        ruling = trick("", "Ana=AS Ben=KD")
        assert decided(ruling) == ("Ana", None, "highest")
        assert "There is no card on the board" in because(ruling, "trump-suit")


class TestSuitedJack:
    def test_beats_the_joker(self) -> None:
        ruling = trick("3C 4S", "Ana=JS Ben=XB")
        assert decided(ruling) == ("Ana", "S", "suited-jack")
        assert str(ruling.summary) == "Ana wins the trick with the jack of spades"
        assert cited(ruling) == ["suited-jack", "trump-suit"]

    def test_of_trump_is_the_highest_which_is_a_reading(self) -> None:
        ruling = trick("9C 2S", "Ana=JS Ben=JC Cy=XB")
        assert decided(ruling) == ("Ben", "C", "suited-jack")
        assert cited(ruling) == ["suited-jack", "(jack-of-trump)", "trump-suit"]
        assert "Here it is the jack of clubs, as the jack of trump" in because(
            ruling, "jack-of-trump"
        )

    def test_goes_by_suit_where_none_is_trump_which_is_a_reading(self) -> None:
        ruling = trick("2C 3H 9S", "Ana=JC Ben=JH Cy=XB")
        assert decided(ruling) == ("Ben", "S", "suited-jack")
        assert "suit order decides, for the jack of hearts" in because(
            ruling, "jack-of-trump"
        )


class TestJoker:
    def test_wins(self) -> None:
        ruling = trick("3C 4S", "Ana=AS Ben=XR")
        assert decided(ruling) == ("Ben", "S", "joker")
        assert str(ruling.summary) == "Ben wins the trick with the red joker"
        assert cited(ruling) == ["joker", "trump-suit"]

    def test_black_beats_red(self) -> None:
        ruling = trick("3C 4S", "Ana=XR Ben=XB")
        assert decided(ruling)[0] == "Ben"
        assert "the black joker beats the red joker" in because(ruling, "joker")

    def test_says_why_a_jack_did_not_beat_it(self) -> None:
        ruling = trick("3C 4S", "Ana=JH Ben=XR")
        assert decided(ruling)[0] == "Ben"
        assert cited(ruling) == ["joker", "suited-jack", "trump-suit"]
        assert "jack of hearts doesn’t beat a joker here" in because(
            ruling, "suited-jack"
        )


class TestTrumpPlayed:
    def test_the_only_trump_wins(self) -> None:
        ruling = trick("3C 4S", "Ana=AH Ben=JS")
        assert decided(ruling) == ("Ben", "S", "trump")
        assert "the jack of spades is the only trump" in because(ruling, "trump")

    def test_the_highest_trump_wins(self) -> None:
        ruling = trick("3C 4S", "Ana=QS Ben=JS Cy=AH")
        assert decided(ruling) == ("Ana", "S", "trump")
        assert "the jack of spades and the queen of spades" in because(ruling, "trump")


class TestHighest:
    def test_rank_goes_first(self) -> None:
        ruling = trick("3C 4S", "Ana=AC Ben=KH")
        assert decided(trick("3C 4S", "Ana=AD Ben=KH")) == ("Ana", "S", "highest")
        assert decided(ruling) == ("Ana", "S", "highest")
        assert cited(ruling) == ["highest", "trump-suit"]

    def test_suit_order_parts_equal_ranks_without_trump(self) -> None:
        ruling = trick("2H 5H 3D 4D", "Ana=AC Ben=AS")
        assert decided(ruling) == ("Ben", None, "highest")
        assert cited(ruling) == ["highest", "trump-suit"]

    def test_suit_order_parts_equal_ranks_under_an_unplayed_trump_which_is_a_reading(
        self,
    ) -> None:
        ruling = trick("9H", "Ana=AC Ben=AS")
        assert decided(ruling) == ("Ben", "H", "highest")
        assert cited(ruling) == ["highest", "(suits-under-trump)", "trump-suit"]


class TestAnyPosition:
    @pytest.mark.parametrize(
        ("data", "field"),
        [
            ({"board": "AS", "plays": {"Ana": "KS"}}, "board"),
            ({"board": "3C", "plays": {"Ana": "4S"}}, "plays"),
            ({"board": "3C", "plays": {}}, "plays"),
            ({"board": "3C 3C", "plays": {"Ana": "KS"}}, "board"),
            ({"board": "3C", "plays": {"Ana": "KS", "Ben": "KS"}}, "plays"),
            ({"board": "3C"}, "plays"),
        ],
    )
    def test_what_cannot_be_is_a_wrong_field(
        self, data: Mapping[str, Any], field: str
    ) -> None:
        with pytest.raises(WrongFieldsError) as wrong:
            ask("faj", "trick", **data)
        assert [error.field for error in wrong.value.errors] == [field]


class TestHand:
    def test_is_the_best_five(self) -> None:
        ruling = hand("2C 2H 3C 6S 6D 6H TS")
        assert jsonable(ruling.verdict) == {
            "category": "full house",
            "cards": ["6S", "6H", "6D", "2H", "2C"],
        }
        assert str(ruling.summary).startswith(
            "The best hand is a full house: the six of spades"
        )
        assert cited(ruling) == ["hands"]

    def test_of_fewer_than_five_is_a_reading(self) -> None:
        ruling = hand("2C 3C 4C 5C")
        assert ruling.verdict["category"] == "high card"
        assert cited(ruling) == ["(short-hands)"]

    def test_without_cards_is_none_and_a_reading(self) -> None:
        ruling = hand("")
        assert jsonable(ruling.verdict) == {"category": "none", "cards": []}
        assert cited(ruling) == ["(no-cards)"]

    def test_of_several_equal_fives_is_the_best_by_suit_which_is_a_reading(
        self,
    ) -> None:
        ruling = hand("2C 3D 4C 5C 6C 6H 2D")
        assert jsonable(ruling.verdict["cards"]) == ["6H", "5C", "4C", "3D", "2D"]
        assert cited(ruling) == ["hands", "(best-of-equals)"]

    def test_a_draft_card_is_a_wrong_field(self) -> None:
        with pytest.raises(WrongFieldsError, match="ace of spades"):
            hand("2C AS")


class TestShowdown:
    def test_the_better_category_wins(self) -> None:
        ruling = showdown(Ana="2C 2D 2H 5S 7S", Ben="9C 9D 8H 8S 7D")
        assert ruling.verdict["ranking"] == [["Ana"], ["Ben"]]
        assert ruling.verdict["winners"] == ["Ana"]
        assert ruling.verdict["decided_by"] == "hand"
        assert str(ruling.summary) == "Ana wins with three of a kind"
        assert because(ruling, "hands") == "Ana has three of a kind, Ben only two pair."
        assert cited(ruling) == ["hands", "winning"]

    def test_then_the_higher_ranks(self) -> None:
        ruling = showdown(Ana="9C 9D 8H 7S 6C", Ben="9H 9S 8C 7D 5C")
        assert (ruling.verdict["winners"], ruling.verdict["decided_by"]) == (
            ["Ana"],
            "hand",
        )
        assert "9♦ 9♣ 8♥ 7♠ 6♣ to 9♠ 9♥ 8♣ 7♦ 5♣" in because(ruling, "hands")

    def test_then_the_highest_suit_present(self) -> None:
        ruling = showdown(Ana="TD 9S 8D 7D 5D", Ben="TH 9C 8C 7C 5C")
        assert (ruling.verdict["winners"], ruling.verdict["decided_by"]) == (
            ["Ana"],
            "suit",
        )
        assert cited(ruling) == ["equal-hands", "winning"]
        assert "spades for Ana, hearts for Ben" in because(ruling, "equal-hands")

    def test_then_the_suit_of_the_highest_card_which_is_a_reading(self) -> None:
        ruling = showdown(Ana="TD 9S 8D 7D 5D", Ben="TH 9C 8S 7C 5C")
        assert (ruling.verdict["winners"], ruling.verdict["decided_by"]) == (
            ["Ben"],
            "top-card",
        )
        assert cited(ruling) == ["(top-card)", "equal-hands", "winning"]
        assert "hearts for Ben, diamonds for Ana" in because(ruling, "top-card")

    def test_a_missing_card_loses_to_any_which_is_a_reading(self) -> None:
        ruling = showdown(Ana="TC 2C", Ben="TS")
        assert (ruling.verdict["winners"], ruling.verdict["decided_by"]) == (
            ["Ana"],
            "hand",
        )
        assert cited(ruling) == ["hands", "(short-hands)", "winning"]

    def test_no_cards_come_last_and_level_which_is_a_reading(self) -> None:
        ruling = showdown(Ana="", Ben="2C", Cy="")
        assert ruling.verdict["ranking"] == [["Ben"], ["Ana", "Cy"]]
        assert cited(ruling) == ["(no-cards)", "(short-hands)", "winning"]
        assert "That means Ana and Cy." in because(ruling, "no-cards")

    def test_says_when_suits_chose_among_equal_fives(self) -> None:
        ruling = showdown(Ana="6D 5D 4D 3D 2C 2S", Ben="6H 5H 4C 3C 2H")
        assert ruling.verdict["winners"] == ["Ana"]
        assert cited(ruling) == ["equal-hands", "(best-of-equals)", "winning"]

    def test_gives_a_reason_between_every_two_places(self) -> None:
        ruling = showdown(
            Ana="2C 2D 2H 5S 7S", Ben="9C 9D 8H 8S 7D", Cy="TC TD 4C 5C 6D"
        )
        assert ruling.verdict["ranking"] == [["Ana"], ["Ben"], ["Cy"]]
        assert cited(ruling) == ["hands", "hands", "winning"]

    def test_tells_everybodys_hand(self) -> None:
        ruling = showdown(Ana="2C 2D 2H 5S 7S", Ben="")
        assert jsonable(ruling.verdict["hands"]) == {
            "Ana": {
                "category": "three of a kind",
                "cards": ["2H", "2D", "2C", "7S", "5S"],
            },
            "Ben": {"category": "none", "cards": []},
        }
        assert (
            "Ana has three of a kind (2♥ 2♦ 2♣ 7♠ 5♠) and Ben has no cards"
            in because(ruling, "winning")
        )

    def test_one_card_in_two_piles_is_a_wrong_field(self) -> None:
        with pytest.raises(WrongFieldsError, match="two of clubs"):
            showdown(Ana="2C", Ben="2C")


class TestSections:
    def test_a_reading_is_never_passed_off_as_the_rules(self) -> None:
        for section in SECTIONS.values():
            says_so = re.search(r"[Oo]ur reading|this referee", section.text)
            assert bool(says_so) == (section.basis == "reading")


a_trick = st.tuples(
    st.lists(st.sampled_from(TRICK_CARDS), max_size=36, unique=True),
    st.lists(st.sampled_from(DRAFT_CARDS), min_size=1, max_size=18, unique=True),
)


@settings(deadline=None)
@given(a_trick)
def test_every_trick_is_ruled_with_its_deciding_section_first(
    cards: tuple[list[Card], list[Card]],
) -> None:
    board, played = cards
    plays = {f"Seat {number}": each.code for number, each in enumerate(played)}
    ruling = ask("faj", "trick", board=[each.code for each in board], plays=plays)
    assert ruling.because[0].rule == f"faj#{ruling.verdict['reason']}"
    assert all(
        reason.rule.removeprefix("faj#") in SECTIONS for reason in ruling.because
    )
    assert ruling.verdict["trump"] in (None, *SUITS)
    sentences = [str(ruling.summary), *(str(reason.text) for reason in ruling.because)]
    assert all(sentence[0].isupper() and "{" not in sentence for sentence in sentences)
    winner = str(ruling.verdict["winner"])
    assert str(ruling.summary).startswith(winner)
    assert ruling.verdict["card"] is card(plays[winner])


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(TRICK_CARDS), unique=True),
    st.lists(st.integers(0, 3), min_size=36, max_size=36),
)
def test_every_showdown_is_ruled_and_worded(
    cards: list[Card], owners: list[int]
) -> None:
    piles: dict[str, list[str]] = {"Ana": [], "Ben": [], "Cy": [], "Di": []}
    for owner, each in zip(owners, cards, strict=False):
        list(piles.values())[owner].append(each.code)
    ruling = ask("faj", "showdown", piles=piles)
    sections = {
        "hand": ("hands", "no-cards"),
        "suit": ("equal-hands",),
        "top-card": ("top-card",),
    }
    expected = sections.get(str(ruling.verdict["decided_by"]), ("no-cards",))
    assert ruling.because[0].rule.removeprefix("faj#") in expected
    assert all("{" not in str(reason.text) for reason in ruling.because)
