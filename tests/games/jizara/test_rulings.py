"""Ji'zara without a table: what is a bid, who takes the card, who takes a key."""

from typing import Any

import pytest
from hypothesis import given, strategies as st
from referee_jizara.game import (
    CHAIN_CARDS,
    KEYS as KEY_CARDS,
    ORDINARY as OTHERS,
    VALUES,
    describe_game,
    rule_sections,
)

from referee import FIFTY_TWO, SUITS, WrongFieldsError
from referee.testing import PlayedMatch, ask
from tests.games.jizara.conftest import cited, reasons

KEYS = ["AC", "AD", "AH", "AS", "4C"]
WORTH = {
    "2": 2,
    "3": 3,
    "4": 4,
    "5": 5,
    "6": 6,
    "7": 7,
    "8": 8,
    "9": 9,
    "T": 10,
    "J": 15,
    "Q": 20,
    "K": 25,
}
ORDINARY = [rank + suit for rank in WORTH for suit in SUITS if rank + suit != "4C"]
READINGS = {
    "who-turns",
    "solo-openly",
    "empty-pot",
    "last-bid",
    "chance-until-a-bid",
    "hands-burn",
    "team-seats",
    "team-draw",
}


def test_the_readings_are_marked_as_such_and_say_so() -> None:
    sections = rule_sections()
    assert {
        section.id for section in sections if section.basis == "reading"
    } == READINGS
    for section in sections:
        assert ("do not say" in section.text or "rules speak only" in section.text) == (
            section.id in READINGS
        )


def test_two_or_four_can_play() -> None:
    assert describe_game().players == (2, 4)
    for seats in (["Ana"], ["Ana", "Ben", "Cy"], ["Ana", "Ben", "Cy", "Di", "Eve"]):
        with pytest.raises(WrongFieldsError, match="is for 2 or 4"):
            PlayedMatch.begun("jizara", seats)


class TestABid:
    @pytest.mark.parametrize("code", ORDINARY)
    def test_any_card_is_a_bid_of_its_value(self, code: str) -> None:
        assert ask("jizara", "bid", cards=code).verdict == {
            "legal": True,
            "value": WORTH[code[0]],
        }

    @pytest.mark.parametrize(
        ("cards", "value"),
        [
            ("8H 4D", 12),
            ("8H 4D 2S", 14),
            ("2C 3C 4D", 9),
            ("KH 2C 2D 3H 4S", 36),
            ("4D 4H 4S", 12),
        ],
    )
    def test_chain_cards_are_added(self, cards: str, value: int) -> None:
        ruling = ask("jizara", "bid", cards=cards)
        assert ruling.verdict == {"legal": True, "value": value}
        assert cited(ruling) == [("chain", "rules"), ("values", "rules")]

    def test_says_how_it_adds_up(self) -> None:
        ruling = ask("jizara", "bid", cards="8H 4D 2S")
        assert str(ruling.summary) == "8♥ 4♦ 2♠ is a bid of 14"
        assert reasons(ruling) == [
            "Only the eight of hearts isn’t a chain card.",
            "8♥, 4♦ and 2♠: 14.",
        ]

    @pytest.mark.parametrize("cards", ["8H 5D", "KC KD", "TS 2C 9S", "5C 6C 7C 8C 9C"])
    def test_two_others_are_none(self, cards: str) -> None:
        ruling = ask("jizara", "bid", cards=cards)
        assert (ruling.verdict["legal"], ruling.verdict["value"]) == (False, None)
        assert cited(ruling) == [("chain", "rules")]
        assert "can be bid: none is a chain card" in reasons(ruling)[0]

    def test_two_decks_have_two_of_each(self) -> None:
        assert ask("jizara", "bid", cards="4D 4D").verdict["value"] == 8
        with pytest.raises(WrongFieldsError, match="more often than the deck has it"):
            ask("jizara", "bid", cards="4D 4D 4D")

    @pytest.mark.parametrize("cards", ["", "4C", "AS", "2S XB", "2C 2D 2H 2S 3C 3D"])
    def test_what_no_hand_can_hold_is_no_question(self, cards: str) -> None:
        with pytest.raises(WrongFieldsError):
            ask("jizara", "bid", cards=cards)

    @given(st.lists(st.sampled_from(ORDINARY), min_size=1, max_size=5, unique=True))
    def test_at_most_one_that_is_no_chain_card(self, cards: list[str]) -> None:
        legal = sum(code[0] not in "234" for code in cards) <= 1
        value = sum(WORTH[code[0]] for code in cards) if legal else None
        verdict = ask("jizara", "bid", cards=cards).verdict
        assert (verdict["legal"], verdict["value"]) == (legal, value)


class TestAContest:
    def test_the_higher_bid_takes_the_card(self) -> None:
        ruling = ask("jizara", "contest", bids={"Ana": "8H 4D", "Ben": ["TS"]})
        assert ruling.verdict == {
            "winner": "Ana",
            "values": {"Ana": 12, "Ben": 10},
            "reason": "higher",
        }
        assert str(ruling.summary) == "Ana takes the card with 12 against 10"
        assert cited(ruling) == [
            ("both-bid", "rules"),
            ("values", "rules"),
            ("values", "rules"),
        ]

    def test_equal_bids_take_nothing(self) -> None:
        ruling = ask("jizara", "contest", bids={"Ana": "8H 2D", "Ben": "TS"})
        assert ruling.verdict == {
            "winner": None,
            "values": {"Ana": 10, "Ben": 10},
            "reason": "tie",
        }
        assert cited(ruling)[0] == ("tie", "rules")

    def test_a_lone_bid_takes_the_card(self) -> None:
        ruling = ask("jizara", "contest", bids={"Ana": None, "Ben": "2S"})
        assert ruling.verdict == {
            "winner": "Ben",
            "values": {"Ana": None, "Ben": 2},
            "reason": "solo",
        }
        assert cited(ruling)[0] == ("solo", "rules")
        assert ask("jizara", "contest", bids={"Ben": "2S"}).verdict["reason"] == "solo"

    def test_without_a_bid_nobody_does(self) -> None:
        ruling = ask("jizara", "contest", bids={"Ana": None, "Ben": None})
        assert ruling.verdict == {
            "winner": None,
            "values": {"Ana": None, "Ben": None},
            "reason": "none",
        }
        assert cited(ruling) == [("nobody", "rules")]

    def test_partners_add_up_each_with_a_bid_of_their_own(self) -> None:
        bids = {"Ana & Cy": [["8H", "4D"], ["KC"]], "Ben & Di": [["KC"], ["QH", "2S"]]}
        ruling = ask("jizara", "contest", bids=bids)
        assert ruling.verdict["values"] == {"Ana & Cy": 37, "Ben & Di": 47}
        assert ruling.verdict["winner"] == "Ben & Di"
        assert cited(ruling) == [
            ("both-bid", "rules"),
            ("team-bid", "rules"),
            ("team-bid", "rules"),
        ]

    @pytest.mark.parametrize(
        ("bids", "why"),
        [
            (
                {"Ana": "8H 5D", "Ben": None},
                "Ana: Only one of the eight of hearts and the five of diamonds",
            ),
            ({"A & C": [["8H"], ["8H", "5D"]], "B & D": None}, "can be bid: none is"),
            ({"A & C": [["8H"], []], "B & D": None}, "at least 1 card"),
            ({"Ana": [], "Ben": "2S"}, "at least 1 card"),
            ({"Ana": "2C 2D 2H 2S 3C 3D", "Ben": None}, "at most 5 cards"),
            ({"Ana": "AS", "Ben": None}, "can’t go here, in .* these are keys"),
            ({"Ana": "2S", "Ben": "2S"}, "two players have one deck"),
            (
                {"A & C": [["2S"], ["2S"]], "B & D": [["2S"], ["3S"]]},
                "more often than the deck has it",
            ),
            (
                {"Ana": "2S", "Ben": "3S", "Cy": "4S"},
                "Two sides play each other, not 3",
            ),
            ({"A & C": [["2S"], ["3S"], ["4S"]]}, "one player or two"),
            ({}, "at least one seat"),
        ],
    )
    def test_an_illegal_bid_is_no_question(self, bids: object, why: str) -> None:
        with pytest.raises(WrongFieldsError, match=why):
            ask("jizara", "contest", bids=bids)


class TestAKey:
    ANA = "KC QC 2D 3D 5D"  # 55
    LEVEL = "KD QD 2H 3H 5H"

    def test_the_hand_worth_more_takes_it(self) -> None:
        ruling = ask("jizara", "key", hands={"Ana": self.ANA, "Ben": "KD QD JD 2H 3H"})
        assert ruling.verdict == {
            "winner": "Ben",
            "totals": {"Ana": 55, "Ben": 65},
            "reason": "higher",
        }
        assert cited(ruling) == [
            ("key", "rules"),
            ("values", "rules"),
            ("values", "rules"),
        ]

    def test_says_what_each_card_counts_and_what_they_make(self) -> None:
        hands = {"Ana": "KC QC 2D 3D 5D", "Ben": "KD TD 2H 3H 5H"}
        assert reasons(ask("jizara", "key", hands=hands)) == [
            "The stronger hand takes the key: 55 against 45.",
            "Ana has K♣ (25), Q♣ (20), 2♦, 3♦ and 5♦: 55.",
            "Ben has K♦ (25), 10♦, 2♥, 3♥ and 5♥: 45.",
        ]

    def test_says_what_partners_have_between_them(self) -> None:
        ana = ["KC", "2D", "2H", "2S", "3D"]
        ben = ["QC", "2C", "2D", "2H", "3H"]
        cy = ["5C", "5D", "5H", "5S", "6C"]
        di = ["6D", "6H", "6S", "7C", "7D"]
        stronger = reasons(
            ask("jizara", "key", hands={"Ana & Cy": [ana, cy], "Ben & Di": [ben, di]})
        )
        assert stronger[0] == "The stronger hand takes the key: 61 against 60."
        assert stronger[2].startswith("Ben & Di: Q♣ (20), 2♣, ")
        assert stronger[2].endswith("between them, worth 61.")
        level = {"Ana & Cy": [ana, [*cy[:4], "7S"]], "Ben & Di": [ben, di]}
        assert reasons(ask("jizara", "key", hands=level, last_winner="Ben & Di"))[
            3
        ].endswith("worth 61.")

    def test_level_hands_go_to_the_last_winner(self) -> None:
        ruling = ask(
            "jizara",
            "key",
            hands={"Ana": self.ANA, "Ben": self.LEVEL},
            last_winner="Ben",
        )
        assert ruling.verdict == {
            "winner": "Ben",
            "totals": {"Ana": 55, "Ben": 55},
            "reason": "last-winner",
        }
        assert cited(ruling)[:2] == [("level-hands", "rules"), ("last-bid", "reading")]

    def test_level_hands_of_which_none_has_won_are_left_to_chance(self) -> None:
        ruling = ask("jizara", "key", hands={"Ana": self.ANA, "Ben": self.LEVEL})
        assert ruling.verdict == {
            "winner": None,
            "totals": {"Ana": 55, "Ben": 55},
            "reason": "random",
        }
        assert cited(ruling)[:2] == [
            ("chance", "rules"),
            ("chance-until-a-bid", "reading"),
        ]

    def test_who_last_won_matters_only_when_level(self) -> None:
        ruling = ask(
            "jizara",
            "key",
            hands={"Ana": self.ANA, "Ben": "2H 3H 5H 6H 7H"},
            last_winner="Ben",
        )
        assert ruling.verdict["winner"] == "Ana"

    def test_partners_add_up(self) -> None:
        low = ["2H", "2S", "3H", "3S", "5S"]
        hands = {
            "A & C": [self.ANA.split(), self.LEVEL.split()],
            "B & D": [self.ANA.split(), low],
        }
        ruling = ask("jizara", "key", hands=hands)
        assert ruling.verdict["totals"] == {"A & C": 110, "B & D": 70}
        assert cited(ruling)[1:] == [("team-key", "rules")] * 2

    @pytest.mark.parametrize(
        ("data", "why"),
        [
            ({"hands": {"Ana": ANA}}, "both sides show their hands: enter both"),
            (
                {"hands": {"Ana": ANA, "Ben": None}},
                "both sides show their hands: enter both",
            ),
            (
                {"hands": {"Ana": ANA, "Ben": "4C KD QD 2H 3H"}},
                "can’t go here, in .* these are keys",
            ),
            ({"hands": {"Ana": ANA, "Ben": ANA}}, "two players have one deck"),
            (
                {"hands": {"Ana": ANA, "Ben": LEVEL, "Cy": "5S 6S 7S 8S 9S"}},
                "Two sides play each other",
            ),
            (
                {"hands": {"Ana": ANA, "Ben": LEVEL}, "last_winner": "Cy"},
                "Cy isn’t a side",
            ),
        ],
    )
    def test_what_cannot_be_is_no_question(
        self, data: dict[str, Any], why: str
    ) -> None:
        with pytest.raises(WrongFieldsError, match=why):
            ask("jizara", "key", **data)


def test_the_cards_are_the_fifty_two_with_five_keys() -> None:
    assert sorted(each.code for each in KEY_CARDS) == sorted(KEYS)
    assert [each.code for each in OTHERS] == ORDINARY
    assert {each.code for each in (*KEY_CARDS, *OTHERS)} == {
        each.code for each in FIFTY_TWO
    }
    assert {each.code: value for each, value in VALUES.items()} == {
        code: WORTH[code[0]] for code in ORDINARY
    }
    assert {each.code for each in CHAIN_CARDS} == {
        code for code in ORDINARY if code[0] in "234"
    }


@given(st.data())
def test_whoever_bids_more_wins_whatever_the_order_of_sides(
    data: st.DataObject,
) -> None:
    deck = data.draw(st.permutations(ORDINARY))
    one = deck[: data.draw(st.integers(1, 2))]
    other = deck[2 : 2 + data.draw(st.integers(1, 2))]
    legal = all(sum(code[0] not in "234" for code in bid) <= 1 for bid in (one, other))
    if not legal:
        with pytest.raises(WrongFieldsError):
            ask("jizara", "contest", bids={"Ana": one, "Ben": other})
        return
    worth = [sum(WORTH[code[0]] for code in bid) for bid in (one, other)]
    winner = None if worth[0] == worth[1] else "Ana" if worth[0] > worth[1] else "Ben"
    assert (
        ask("jizara", "contest", bids={"Ana": one, "Ben": other}).verdict["winner"]
        == winner
    )
    assert (
        ask("jizara", "contest", bids={"Ben": other, "Ana": one}).verdict["winner"]
        == winner
    )
