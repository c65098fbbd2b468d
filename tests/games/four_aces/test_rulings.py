"""Four Aces: what its questions answer, and how the answers explain themselves."""

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st
from referee_four_aces.game import rule_sections

from referee import FIFTY_FOUR, Ruling, WrongFieldsError
from referee.testing import PlayedMatch, ask, jsonable

SECTIONS = {section.id: section for section in rule_sections()}
THREE = "Ana Ben Cy"


def hand(cards: str) -> Ruling:
    return ask("four-aces", "hand", cards=cards)


def round_of(hidden: str, exposed: str, locked: str = "") -> Ruling:
    return ask("four-aces", "round", hidden=hidden, exposed=exposed, locked=locked)


def verdict_of(ruling: Ruling) -> Any:
    return ruling.verdict


def why(ruling: Ruling) -> list[str]:
    return [str(reason.text) for reason in ruling.because]


def cited(ruling: Ruling) -> dict[str, str]:
    return {reason.rule: reason.basis for reason in ruling.because}


class TestTheGame:
    def test_two_and_six_cannot(self) -> None:
        for seats in (["Ana", "Ben"], ["Ana", "Ben", "Cy", "Di", "Eli", "Flo"]):
            with pytest.raises(WrongFieldsError):
                PlayedMatch.begun("four-aces", seats)

    def test_twenty_points_win_unless_the_table_says_otherwise(self) -> None:
        assert PlayedMatch.begun("four-aces", THREE).setting.options == {
            "target": 20,
            "jokers": "black-red",
        }
        assert (
            PlayedMatch.begun("four-aces", THREE, target=1).setting.options["target"]
            == 1
        )
        with pytest.raises(WrongFieldsError):
            PlayedMatch.begun("four-aces", THREE, target=0)


class TestExamplesOfTheRules:
    def test_the_hidden_hand_of_the_first(self) -> None:
        ruling = hand("AS 2S 3S AH")
        assert ruling.verdict == {
            "points": 2,
            "types": ("straight flush",),
            "aces": 2,
            "total": 4,
            "four_aces": False,
        }
        assert why(ruling)[:2] == [
            "This hand: a three-card straight flush, A♠ 2♠ 3♠: 2 points.",
            "This hand: two aces: 2 more.",
        ]

    def test_the_first_scores_seven(self) -> None:
        ruling = round_of("As 2s 3s", "2c 3h 4d", "Ah")
        assert jsonable(ruling.verdict) == {
            "hidden": {
                "points": 2,
                "types": ["straight flush"],
                "aces": 2,
                "total": 4,
                "four_aces": False,
            },
            "exposed": {
                "points": 2,
                "types": ["straight"],
                "aces": 1,
                "total": 3,
                "four_aces": False,
            },
            "total": 7,
            "four_aces": False,
            "wins": False,
        }
        assert str(ruling.summary) == ("7 (hidden 4, exposed 3).")
        assert "A♥, under a joker, counted in both hands" in why(ruling)

    def test_the_second_loses_three(self) -> None:
        ruling = round_of("5c 6c 6h", "As")
        verdict = verdict_of(ruling)
        assert verdict["hidden"]["types"] == ("pairs", "straight flush")
        assert verdict["hidden"]["total"] == -1
        assert verdict["exposed"]["types"] == ("non-hand",)
        assert verdict["exposed"]["total"] == -2
        assert ruling.verdict["total"] == -3
        assert str(ruling.summary).startswith("\N{MINUS SIGN}3 (hidden \N{MINUS SIGN}1")


class TestAHandExplained:
    @pytest.mark.parametrize(
        ("cards", "section", "text"),
        [
            ("6C 6H 9S", "pairs", "one pair, 6♥ 6♣: minus 1 point"),
            ("6C 6H 9S 9D", "pairs", "two pair, 9♠ 9♦ 6♥ 6♣: 3 points"),
            ("6C 6H 6D", "pairs", "three of a kind, 6♥ 6♦ 6♣: 2 points"),
            ("6C 6H 6D 9S 9D", "pairs", "a full house, 6♥ 6♦ 6♣ 9♠ 9♦: 10 points"),
            ("6C 6H 6D 6S", "pairs", "four of a kind, 6♠ 6♥ 6♦ 6♣: 10 points"),
            (
                "6C TC QC",
                "flush-or-straight",
                "a three-card flush, Q♣ 10♣ 6♣: 0 points",
            ),
            (
                "6C 7D",
                "flush-or-straight",
                "a two-card straight, 6♣ 7♦: minus 2 points",
            ),
            (
                "6C 7C",
                "straight-flush",
                "a two-card straight flush, 6♣ 7♣: minus 1 point",
            ),
            ("6C 9D", "non-hand", "a non-hand: minus 3 points"),
        ],
    )
    def test_the_type_with_its_cards_and_points(
        self, cards: str, section: str, text: str
    ) -> None:
        first = hand(cards).because[0]
        assert (first.rule, first.basis, str(first.text)) == (
            f"four-aces#{section}",
            "rules",
            f"This hand: {text}.",
        )

    def test_types_worth_the_same_are_both_named(self) -> None:
        assert str(hand("5C 6C 6H").summary) == (
            "The hand scores minus 1 point: one pair or a two-card straight flush."
        )

    def test_an_ace_is_low_or_high_in_a_run(self) -> None:
        assert "This hand: the ace of spades is low here." in why(hand("AS 2D 3C 4H"))
        assert "This hand: the ace of spades is high here." in why(hand("AS KD QC JH"))

    def test_it_is_not_both_at_once(self) -> None:
        ruling = hand("KH AS 2D")
        assert ruling.verdict["points"] == -2
        assert (
            str(ruling.summary)
            == "The hand scores minus 1 point: a two-card straight, and one ace."
        )

    @pytest.mark.parametrize(
        "cards",
        [
            "3C 5C 7C 9C JC KC",
            "2C 3D 4H 5S 6C 7D",
            "2C 3C 4C 5C 6C 7C",
            "AD 2C 3D 4H 5S 6C",
        ],
    )
    def test_six_cards_are_read_as_five(self, cards: str) -> None:
        assert cited(hand(cards))["four-aces#long-runs"] == "reading"

    @pytest.mark.parametrize(
        "cards",
        [
            "3C 5C 7C 9C JC KD",
            "2C 3D 4H 5S 6C",
            "AD 2C 3D 4H 5S KC",
            "2C 3C 4C 5C 6C 7D",
            "2C 2D 2H 3S 3D 4C",
        ],
    )
    def test_five_cards_need_no_reading(self, cards: str) -> None:
        assert "four-aces#long-runs" not in cited(hand(cards))

    def test_an_empty_hand_is_read_as_a_non_hand(self) -> None:
        ruling = hand("")
        assert ruling.verdict["total"] == -3
        assert cited(ruling)["four-aces#empty-hand"] == "reading"

    def test_an_unplayed_joker_is_worth_nothing(self) -> None:
        ruling = hand("XB 6C 9D")
        assert ruling.verdict == hand("6C 9D").verdict
        assert (
            why(ruling)[-1] == "This hand: the black joker not played: worth nothing."
        )

    def test_four_aces_come_first(self) -> None:
        ruling = hand("AC AD AH AS")
        assert ruling.verdict["four_aces"] is True
        assert (ruling.verdict["points"], ruling.verdict["total"]) == (10, 14)
        assert ruling.because[0].rule == "four-aces#four-aces"
        assert str(ruling.summary) == (
            "All four aces: called, this hand wins the game. It scores 14 points: four "
            "of a kind, and four aces."
        )

    def test_jokers_are_called_what_the_table_calls_them(self) -> None:
        table = PlayedMatch.begun("four-aces", THREE, jokers="colour-grey")
        assert "the colour joker not played" in table.said(hand("XB").because[-1].text)


class TestARoundAsked:
    @pytest.mark.parametrize(
        ("hidden", "exposed", "locked", "hands"),
        [
            ("2C 3C 4C 5C 6C 7C", "", "", ["hidden", "exposed"]),
            ("2C 3C", "4D 5D 6D 7D", "", ["hidden", "exposed"]),
            ("2C 3C 4C", "4D 5D 6D 7D", "", ["exposed"]),
            ("2C 3C 4C", "4D 5D", "", []),
            ("2C 3C 4C", "4D", "", []),
            ("2C 3C 4C 5C", "4D 5D", "9H", []),
        ],
    )
    def test_a_hand_that_cannot_be_is_named_unless_a_robbery_explains_it(
        self, hidden: str, exposed: str, locked: str, hands: list[str]
    ) -> None:
        ruling = round_of(hidden, exposed, locked)
        cautions = ruling.verdict.get("cautions", ())
        assert [caution["hand"] for caution in cautions] == hands  # type: ignore[attr-defined]  # a verdict is any value
        assert ("Check the cards." in str(ruling.summary)) is bool(hands)

    def test_four_aces_in_either_hand_win(self) -> None:
        for hidden, exposed, where in (
            ("AC AD AH", "2C", "hidden"),
            ("2C", "AC AD AH", "exposed"),
        ):
            ruling = round_of(hidden, exposed, "AS")
            assert ruling.verdict["four_aces"] is ruling.verdict["wins"] is True
            assert (
                str(ruling.summary)
                == f"All four aces are in the {where} hand and win the whole game."
            )
            assert ruling.because[0].rule == "four-aces#four-aces"

    def test_aces_of_both_hands_together_are_no_four_aces(self) -> None:
        ruling = round_of("AC AD", "AH AS")
        assert ruling.verdict["four_aces"] is ruling.verdict["wins"] is False

    def test_hidden_and_exposed_are_needed_though_they_may_be_empty(self) -> None:
        with pytest.raises(WrongFieldsError) as wrong:
            ask("four-aces", "round", locked="6C")
        assert [error.field for error in wrong.value.errors] == ["hidden", "exposed"]

    @pytest.mark.parametrize(
        ("hidden", "exposed", "locked"),
        [("AS", "AS", ""), ("AS", "", "AS"), ("AS AS", "", ""), ("XB", "XB", "")],
    )
    def test_a_card_that_stands_twice_is_refused(
        self, hidden: str, exposed: str, locked: str
    ) -> None:
        with pytest.raises(WrongFieldsError):
            round_of(hidden, exposed, locked)

    @pytest.mark.parametrize(
        ("hidden", "exposed", "locked"),
        [
            ("XB XR", "", "AS"),
            ("XB", "", "AS AC"),
            ("", "XB", "AS AC"),
            ("", "", "XB AC"),
            ("", "", "AS AC AD"),
        ],
    )
    def test_a_third_joker_does_not_exist(
        self, hidden: str, exposed: str, locked: str
    ) -> None:
        with pytest.raises(WrongFieldsError) as wrong:
            round_of(hidden, exposed, locked)
        assert [error.field for error in wrong.value.errors] == ["locked"]

    def test_eight_cards_are_no_hand(self) -> None:
        with pytest.raises(WrongFieldsError):
            hand("2C 3C 4C 5C 6C 7C 8C 9C")


class TestHowManyCardsAHandHas:
    def counts(self, hidden: str, exposed: str, locked: str = "") -> list[str]:
        """What is said of numbers of cards."""
        ruling = round_of(hidden, exposed, locked)
        return [
            str(one.text)
            for one in ruling.because
            if one.rule in ("four-aces#card-count", "four-aces#joker")
        ]

    @pytest.mark.parametrize(
        ("hidden", "exposed", "locked", "said"),
        [
            (
                "2S 3S 4S 5S 6S 7S",
                "",
                "",
                [
                    "The hidden hand: 6 besides locked cards, but 3 would fit",
                    "The exposed hand: 0 besides locked cards, but 1 to 3 would fit",
                ],
            ),
            (
                "2C 3D 4H 5S",
                "6S 7D",
                "",
                ["The hidden hand: 4 besides locked cards, but 3 would fit"],
            ),
            (
                "2C 3D",
                "4H 5S 6S 7D",
                "",
                [
                    "The hidden hand: 2 besides locked cards, but 3 would fit",
                    "The exposed hand: 4 besides locked cards, but 1 to 3 would fit",
                ],
            ),
            (
                "2C 3D 4H",
                "5S 6S 7D 9C",
                "",
                ["The exposed hand: 4 besides locked cards, but 1 to 3 would fit"],
            ),
            (
                "2C 3D 4H",
                "",
                "",
                ["The exposed hand: 0 besides locked cards, but 1 to 3 would fit"],
            ),
            (
                "AC AD AH AS 2C",
                "6S 7D 9C",
                "",
                ["The hidden hand: 5 besides locked cards, but 3 to 4 would fit"],
            ),
        ],
    )
    def test_what_nothing_explains_is_said_by_hand_with_the_rule_on_jokers(
        self, hidden: str, exposed: str, locked: str, said: list[str]
    ) -> None:
        only_jokers = "A joker is the only way to make a hand of more than three cards."
        assert self.counts(hidden, exposed, locked) == [*said, only_jokers]


@st.composite
def rounds(draw: st.DrawFn) -> list[list[str]]:
    """Hidden, exposed and locked cards that one deck can give."""
    cards = draw(st.lists(st.sampled_from(FIFTY_FOUR[:52]), unique=True, max_size=16))
    locked = cards[: draw(st.integers(0, 2))]
    jokers = draw(
        st.lists(
            st.sampled_from(FIFTY_FOUR[52:]), unique=True, max_size=2 - len(locked)
        )
    )
    rest = draw(st.permutations([*jokers, *cards[len(locked) :]]))
    cut = draw(st.integers(0, min(7, len(rest))))
    return [
        [each.code for each in part]
        for part in (rest[:cut], rest[cut : cut + 7], locked)
    ]


class TestAlways:
    @given(rounds())
    def test_a_round_is_both_hands_with_the_locked_cards_in_each(
        self, cards: list[list[str]]
    ) -> None:
        hidden, exposed, locked = cards
        verdict = verdict_of(
            ask("four-aces", "round", hidden=hidden, exposed=exposed, locked=locked)
        )
        assert (
            verdict["total"] == verdict["hidden"]["total"] + verdict["exposed"]["total"]
        )
        for own, scored in ((hidden, verdict["hidden"]), (exposed, verdict["exposed"])):
            assert scored["total"] == scored["points"] + scored["aces"]
            if len(own) + len(locked) <= 7:
                assert scored == ask("four-aces", "hand", cards=own + locked).verdict
        assert verdict["wins"] == verdict["four_aces"]

    @given(rounds())
    def test_a_ruling_cites_sections_that_exist_and_can_leave_as_json(
        self, cards: list[list[str]]
    ) -> None:
        hidden, exposed, locked = cards
        ruling = ask(
            "four-aces", "round", hidden=hidden, exposed=exposed, locked=locked
        )
        for reason in ruling.because:
            section = SECTIONS[reason.rule.removeprefix("four-aces#")]
            assert section.basis == reason.basis
        told = json.loads(json.dumps(jsonable(ruling)))
        assert not any("{" in reason["text"] for reason in told["because"])
