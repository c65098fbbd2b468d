"""Tripp Jokes, section by section: what may be played on which pile, and what it does."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from referee import FIFTY_FOUR, RANKS, Ruling, two_of
from referee.testing import ask, jsonable

EVERYTHING = [*RANKS, "X"]


def play(pile: str, cards: str) -> Ruling:
    return ask("tripp-jokes", "play", pile=pile, cards=cards)


def verdict(pile: str, cards: str) -> Any:
    return jsonable(play(pile, cards).verdict)


def legal(pile: str) -> Any:
    return jsonable(ask("tripp-jokes", "legal", pile=pile).verdict["ranks"])


def cited(ruling: Ruling) -> dict[str, str]:
    return {
        reason.rule.removeprefix("tripp-jokes#"): reason.basis
        for reason in ruling.because
    }


class TestRankOrder:
    @pytest.mark.parametrize("card", "456789JQKA")
    def test_a_card_goes_on_its_own_rank_or_a_lower_one(self, card: str) -> None:
        ladder = "456789TJQKA"
        beaten = [rank for rank in ladder if verdict(f"{rank}H", f"{card}S")["legal"]]
        assert "".join(beaten) == ladder[: ladder.index(card) + 1]

    def test_the_sentence_names_the_card_to_beat(self) -> None:
        assert (
            str(play("4S 9H", "7D").summary)
            == "7♦ may not be played. 7♦ neither equals nor beats 9♥."
        )
        assert (
            str(play("4S 9H", "JD").because[0].text) == "The nine of hearts is beaten."
        )
        assert (
            str(play("4S 9H", "9D").because[0].text)
            == "The nine of hearts is equalled."
        )

    def test_an_illegal_play_changes_nothing(self) -> None:
        expected = {
            "legal": False,
            "pile": ["4S", "9H"],
            "picked_up": [],
            "again": False,
            "cover": False,
        }
        assert verdict("4S 9H", "7D") == expected

    def test_a_legal_play_lies_on_top(self) -> None:
        expected = {
            "legal": True,
            "pile": ["9H", "JS"],
            "picked_up": [],
            "again": False,
            "cover": False,
        }
        assert verdict("9H", "JS") == expected

    def test_several_cards_are_of_one_rank(self) -> None:
        assert verdict("4S", "9H 9D")["pile"] == ["4S", "9H", "9D"]
        refused = play("4S", "9H JD")
        assert refused.verdict["legal"] is False
        assert cited(refused) == {"turn": "rules"}


class TestSpecials:
    @pytest.mark.parametrize("special", ["2H", "3S", "TC", "XR"])
    def test_they_go_on_anything(self, special: str) -> None:
        for pile in ("", "AS", "2S", "3H", "TD", "XB", "KS 3D"):
            ruling = play(pile, special)
            assert ruling.verdict["legal"], pile
            assert "specials" in cited(ruling), pile

    def test_a_2_may_be_covered(self) -> None:
        assert verdict("AS", "2H") == {
            "legal": True,
            "pile": ["AS", "2H"],
            "picked_up": [],
            "again": False,
            "cover": True,
        }
        assert cited(play("AS", "2H")) == {"cover": "reading", "specials": "rules"}

    @pytest.mark.parametrize("card", ["4S", "9H", "AS"])
    def test_anything_goes_on_a_2(self, card: str) -> None:
        ruling = play("KS 2H", card)
        assert ruling.verdict["legal"]
        assert cited(ruling) == {"two": "rules"}

    def test_a_3_is_seen_through(self) -> None:
        ruling = play("QS", "3H")
        assert jsonable(ruling.verdict["pile"]) == ["QS", "3H"]
        assert (
            str(ruling.because[0].text)
            == "The next player sees through the 3 to the queen of spades."
        )
        assert not verdict("QS 3H", "JS")["legal"]
        assert verdict("QS 3H 3D", "QD")["legal"]

    def test_a_10_clears(self) -> None:
        assert verdict("QS KS", "TH") == {
            "legal": True,
            "pile": [],
            "picked_up": [],
            "again": True,
            "cover": False,
        }
        assert "ten" in cited(play("QS KS", "TH"))

    def test_a_joker_picks_up_and_stays(self) -> None:
        assert verdict("QS KS", "XB") == {
            "legal": True,
            "pile": ["XB"],
            "picked_up": ["QS", "KS"],
            "again": False,
            "cover": False,
        }
        assert (
            str(play("QS KS", "XB").summary)
            == "★Black may be played: its player takes 2 cards from under it."
        )

    def test_several_jokers_all_stay(self) -> None:
        found = verdict("XB 5S", "XR XB")
        assert (found["pile"], found["picked_up"], found["again"]) == (
            ["XR", "XB"],
            ["XB", "5S"],
            False,
        )
        assert cited(play("5S", "XR XB"))["several-jokers"] == "reading"

    def test_three_jokers_pick_up_first_and_then_clear(self) -> None:
        found = verdict("5S 6S", "XR XB XB")
        assert (found["pile"], found["picked_up"], found["again"]) == (
            [],
            ["5S", "6S"],
            True,
        )
        assert {"several-jokers", "three-in-a-row"} <= set(
            cited(play("5S", "XR XB XB"))
        )


class TestThreeInARow:
    @pytest.mark.parametrize(
        ("pile", "cards"),
        [
            ("9H 9D", "9S"),
            ("9H", "9D 9S"),
            ("", "9H 9D 9S"),
            ("4S 3H 3D", "3S"),
            ("2H 2D", "2S"),
        ],
    )
    def test_it_clears(self, pile: str, cards: str) -> None:
        assert verdict(pile, cards) == {
            "legal": True,
            "pile": [],
            "picked_up": [],
            "again": True,
            "cover": False,
        }
        assert cited(play(pile, cards))["three-in-a-row"] == "rules"

    @pytest.mark.parametrize(
        ("pile", "cards"), [("9H 9D 3S", "9S"), ("9H 9D", "JS"), ("9H 9D 9S", "JS")]
    )
    def test_a_broken_row_does_not(self, pile: str, cards: str) -> None:
        assert not verdict(pile, cards)["again"]

    def test_low_cards_must_be_legal_first(self) -> None:
        assert not verdict("AS", "9H 9D 9S")["legal"]


class TestARowThatLiesThere:
    """The source moves three of a rank in a row to the discards: a question takes them
    as discarded already.
    """

    @pytest.mark.parametrize(
        "pile",
        [
            "5S 5H 5D",
            "KC 5S 5H 5D",
            "5S 5H 5D 5C",
            "XB XR XB",
            "3S 3H 3D",
            "4S 9S 9H 9D 3S",
        ],
    )
    def test_anything_may_be_played_on_what_is_left(self, pile: str) -> None:
        assert legal(pile) == EVERYTHING

    def test_a_four_may_be_played_and_only_what_is_left_lies_under_it(self) -> None:
        assert verdict("KC 5S 5H 5D", "4C")["pile"] == ["4C"]
        assert verdict("5S 5H 5D 9C", "XB")["picked_up"] == ["9C"]
        assert not verdict("5S 5H 5D 9C", "4C")["legal"]
        assert verdict("5S 5H 5D 9C", "4C")["pile"] == ["9C"]

    @pytest.mark.parametrize("cards", ["9C", "4C"])
    def test_both_rulings_say_so(self, cards: str) -> None:
        said = "5♠ 5♥ 5♦ in a row: the pile up to them counts as already discarded."
        for ruling in (
            play("KC 5S 5H 5D 8C", cards),
            ask("tripp-jokes", "legal", pile="KC 5S 5H 5D 8C"),
        ):
            assert said in [str(reason.text) for reason in ruling.because]
            assert cited(ruling)["three-in-a-row"] == "rules"

    @pytest.mark.parametrize(
        ("pile", "row"), [("5C 5D 5H", "5♣ 5♦ 5♥"), ("KC 5C 5D 5H 5S", "5♣ 5♦ 5♥ 5♠")]
    )
    def test_the_whole_row_is_named_first_and_nothing_says_that_no_pile_lay_there(
        self, pile: str, row: str
    ) -> None:
        (first, *others) = ask("tripp-jokes", "legal", pile=pile).because
        said = (
            f"{row} in a row: the pile counts as already discarded, and anything goes."
        )
        assert (str(first.text), others) == (said, [])
        assert str(play(pile, "4C").because[0].text) == said


class TestReadings:
    def test_a_3_between_equal_ranks_breaks_the_row(self) -> None:
        ruling = play("9H 9D 3S", "9S")
        assert not ruling.verdict["again"]
        assert cited(ruling)["threes-and-rows"] == "reading"

    def test_a_joker_under_a_joker_is_taken_too(self) -> None:
        ruling = play("XB 9H", "XR")
        assert jsonable(ruling.verdict)["picked_up"] == ["XB", "9H"]
        assert cited(ruling)["joker-under-joker"] == "reading"


class TestLegal:
    @pytest.mark.parametrize(
        "pile", ["", "3S", "3S 3H", "2S", "XB", "AS XB 3D", "KS 2D 3H"]
    )
    def test_anything_may_be_played(self, pile: str) -> None:
        assert legal(pile) == EVERYTHING
        assert str(ask("tripp-jokes", "legal", pile=pile).summary) == "Anything goes."

    @pytest.mark.parametrize(
        ("pile", "basis"),
        [("", "reading"), ("3S", "reading"), ("XB", "reading"), ("2S", "rules")],
    )
    def test_on_what_basis(self, pile: str, basis: str) -> None:
        assert ask("tripp-jokes", "legal", pile=pile).because[0].basis == basis

    @pytest.mark.parametrize(
        ("pile", "ranks"),
        [
            ("4S", "23456789TJQKAX"),
            ("9H", "239TJQKAX"),
            ("QS 3H", "23TQKAX"),
            ("AS", "23TAX"),
            ("AS 5H", "2356789TJQKAX"),
        ],
    )
    def test_specials_and_what_equals_or_beats(self, pile: str, ranks: str) -> None:
        assert legal(pile) == list(ranks)

    def test_a_flipped_10_stands_between_nine_and_jack(self) -> None:
        assert legal("TS") == list("23TJQKAX")
        assert (
            cited(ask("tripp-jokes", "legal", pile="TS"))["flipped-special"]
            == "reading"
        )
        assert cited(play("TS", "9H"))["flipped-special"] == "reading"

    def test_it_is_said_in_words(self) -> None:
        ruling = ask("tripp-jokes", "legal", pile="KS 3H")
        assert (
            str(ruling.summary)
            == "You can play: kings or higher, or 2s, 3s, 10s and jokers."
        )
        assert "The 3 on top is seen through: the king of spades counts." in str(
            ruling.because[0].text
        )


TWO_PACKS = st.permutations(two_of(FIFTY_FOUR)).map(
    lambda cards: [card.code for card in cards]
)


@given(TWO_PACKS, st.integers(0, 30))
def test_play_and_legal_agree(codes: list[str], size: int) -> None:
    pile = codes[:size]
    card = codes[size]
    ranks = ask("tripp-jokes", "legal", pile=pile).verdict["ranks"]
    assert isinstance(ranks, tuple)
    ruling = ask("tripp-jokes", "play", pile=pile, cards=[card])
    assert ruling.verdict["legal"] == (card[0] in ranks)


def above_rows(pile: list[str]) -> list[str]:
    """What lies above the last three cards of a rank in a row."""
    ends = [
        n
        for n in range(3, len(pile) + 1)
        if len({code[0] for code in pile[n - 3 : n]}) == 1
    ]
    return pile[ends[-1] :] if ends else pile


@given(TWO_PACKS, st.integers(0, 30), st.integers(1, 4))
def test_no_card_gets_lost(codes: list[str], size: int, several: int) -> None:
    pile = codes[:size]
    rank = codes[size][0]
    cards = [code for code in codes[size:] if code[0] == rank][:several]
    found = verdict(" ".join(pile), " ".join(cards))
    after = [*found["pile"], *found["picked_up"]]
    lying = above_rows(pile)
    if not found["legal"]:
        assert after == lying
    elif found["again"]:
        assert found["pile"] == []
    else:
        assert sorted(after) == sorted([*lying, *cards])
