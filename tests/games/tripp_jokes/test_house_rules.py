"""Tripp Jokes, house rules: what each changes, and what it leaves alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from referee_tripp_jokes.state import Holding

from referee.testing import ask, jsonable

if TYPE_CHECKING:
    from tests.games.tripp_jokes.conftest import Seated, Table

COVERED = ["cover-twos"]
CLEARED = ["joker-clears"]
BOTH = [*COVERED, *CLEARED]

UNTOUCHED = [
    ("9H", "JS"),
    ("9H", "7S"),
    ("9H 9S", "9D"),
    ("9H", "TS"),
    ("9H", "3S"),
    ("", "XB"),
]


@pytest.mark.parametrize(("pile", "cards"), UNTOUCHED)
def test_other_plays_are_ruled_as_the_author_has_them(pile: str, cards: str) -> None:
    by_house_rules = ask(
        "tripp-jokes", "play", house_rules=BOTH, pile=pile, cards=cards
    )
    assert by_house_rules == ask("tripp-jokes", "play", pile=pile, cards=cards)


def test_what_may_be_played_is_as_the_author_has_it() -> None:
    assert ask("tripp-jokes", "legal", house_rules=BOTH, pile="9H 3S") == ask(
        "tripp-jokes", "legal", pile="9H 3S"
    )


class TestCoverTwos:
    @pytest.fixture
    def two(self, seated: Seated) -> Table:
        table = seated("Ana", "Ben", dealer="Ben", house_rules=COVERED)
        table.set_up("7H", Ana="AS KS QS", Ben="AC KC QC")
        return table

    def test_the_ruling_says_so_first(self) -> None:
        ruling = ask("tripp-jokes", "play", house_rules=COVERED, pile="9H", cards="2S")
        assert (ruling.because[0].rule, ruling.because[0].basis) == (
            "tripp-jokes#cover-twos",
            "house-rule",
        )
        assert "tripp-jokes#cover" not in {reason.rule for reason in ruling.because}
        assert ruling.verdict["cover"] is True

    def test_a_2_is_not_left(self, two: Table) -> None:
        two.play("2S")
        assert two.kinds == ["play", "recount"]
        assert two.next == "Ana covers the 2, with cards of any rank."
        two.play("4S")
        assert two.turn == "Ben"
        assert two.next.startswith("Ana draws 2 cards. Ben plays")

    def test_what_was_drawn_is_still_told(self, two: Table) -> None:
        two.play("TS TH")
        two.play("2S")
        assert (
            two.next == "Ana draws 3 cards. Ana covers the 2, with cards of any rank."
        )


class TestJokerClears:
    def test_nobody_takes_the_pile(self) -> None:
        ruling = ask(
            "tripp-jokes", "play", house_rules=CLEARED, pile="9H JS", cards="XB"
        )
        assert jsonable(ruling.verdict) == {
            "legal": True,
            "pile": ["XB"],
            "picked_up": [],
            "again": False,
            "cover": False,
        }
        assert (ruling.because[0].rule, ruling.because[0].basis) == (
            "tripp-jokes#joker-clears",
            "house-rule",
        )
        assert "tripp-jokes#joker" not in {reason.rule for reason in ruling.because}
        assert (
            str(ruling.summary)
            == "★Black may be played. What was under it is thrown away: 2 cards."
        )

    def test_three_jokers_still_clear_themselves(self) -> None:
        ruling = ask(
            "tripp-jokes", "play", house_rules=CLEARED, pile="9H", cards="XB XR XB"
        )
        assert jsonable(ruling.verdict)["again"] is True
        assert jsonable(ruling.verdict)["picked_up"] == []

    def test_in_a_match_it_goes_to_the_discards(self, seated: Seated) -> None:
        table = seated("Ana", "Ben", dealer="Ben", house_rules=CLEARED)
        table.set_up("7H", Ana="AS KS QS", Ben="AC KC QC")
        table.play("8S")
        table.play("XB")
        assert jsonable(table.zone("discard").cards) == ["7H", "8S"]
        assert jsonable(table.pile) == ["XB"]
        assert table.count("hand", "Ben") == 3
        assert table.next.startswith(
            "What was under it goes to the discards: 2 cards. Ben draws 1 card. Ana "
            "plays"
        )


class TestThreesInRows:
    RULE = ("threes-in-rows",)

    @pytest.mark.parametrize(
        ("pile", "cards"), [("9H 9D 3S", "9S"), ("9H 3S 9D", "9S"), ("2H 3S", "2S 2D")]
    )
    def test_a_row_is_seen_through_threes(self, pile: str, cards: str) -> None:
        ruling = ask(
            "tripp-jokes",
            "play",
            house_rules=[*self.RULE, "cover-twos"],
            pile=pile,
            cards=cards,
        )
        found = jsonable(ruling.verdict)
        assert (found["again"], found["pile"], found["cover"]) == (True, [], False)
        assert "tripp-jokes#threes-in-rows" in {
            reason.rule for reason in ruling.because
        }
        assert not jsonable(ask("tripp-jokes", "play", pile=pile, cards=cards).verdict)[
            "again"
        ]

    @pytest.mark.parametrize(
        ("pile", "cards"),
        [("9H 9D", "3S"), ("9H 3S", "9S"), ("9H 9D 3S", "XB"), ("KH 3S", "9S")],
    )
    def test_others_are_ruled_as_ever(self, pile: str, cards: str) -> None:
        by_house_rule = ask(
            "tripp-jokes", "play", house_rules=self.RULE, pile=pile, cards=cards
        )
        assert by_house_rule == ask("tripp-jokes", "play", pile=pile, cards=cards)

    def test_a_row_that_lies_there_is_discarded_already(self) -> None:
        assert ask(
            "tripp-jokes", "legal", house_rules=self.RULE, pile="9H 3S 9D 9C"
        ).verdict["ranks"] == (
            *"23456789TJQKA",
            "X",
        )
        assert (
            ask(
                "tripp-jokes",
                "play",
                house_rules=self.RULE,
                pile="9H 3S 9D 9C KH",
                cards="4C",
            ).verdict["pile"]
            == (ask("tripp-jokes", "play", pile="KH", cards="4C").verdict["pile"])
        )


class TestJokersStay:
    RULE = ("jokers-stay",)

    def test_a_joker_under_a_joker_stays(self) -> None:
        ruling = ask(
            "tripp-jokes", "play", house_rules=self.RULE, pile="XB 9H", cards="XR"
        )
        found = jsonable(ruling.verdict)
        assert (found["pile"], found["picked_up"], found["again"]) == (
            ["XB", "XR"],
            ["9H"],
            False,
        )
        assert ruling.because[0].basis == "house-rule"

    def test_three_of_them_clear_the_pile(self) -> None:
        found = ask(
            "tripp-jokes", "play", house_rules=self.RULE, pile="XB XR 9H", cards="XR"
        ).verdict
        assert (found["pile"], found["again"]) == ((), True)

    def test_with_jokers_that_clear_nothing_is_taken(self) -> None:
        for rules in (["jokers-stay", "joker-clears"], ["joker-clears", "jokers-stay"]):
            found = ask(
                "tripp-jokes", "play", house_rules=rules, pile="XB 9H", cards="XR"
            ).verdict
            assert (jsonable(found)["pile"], found["picked_up"]) == (["XB", "XR"], ())


class TestMayStop:
    @pytest.fixture
    def cleared(self, seated: Seated) -> Table:
        table = seated("Ana", "Ben", dealer="Ben", house_rules=["may-stop"])
        table.set_up("7H", Ana="AS KS QS", Ben="AC KC QC")
        table.play("TS")
        return table

    def test_the_same_player_plays_again(self, cleared: Table) -> None:
        assert cleared.kinds == ["play", "leave", "recount"]
        assert cleared.next.endswith(
            "Ana may play again, cards of any rank, or end the turn."
        )
        cleared.play("4S")
        assert cleared.turn == "Ben"

    def test_or_stops(self, cleared: Table) -> None:
        cleared.leave()
        assert (cleared.turn, cleared.pile, cleared.count("hand", "Ana")) == (
            "Ben",
            (),
            3,
        )
        cleared.play("4C")

    def test_without_the_house_rule_one_must_go_on(self, seated: Seated) -> None:
        table = seated("Ana", "Ben", dealer="Ben")
        table.set_up("7H", Ana="AS KS QS", Ben="AC KC QC")
        table.play("TS")
        assert table.kinds == ["play", "recount"]


class TestOnForPlaces:
    @pytest.fixture
    def last_cards(self, seated: Seated) -> Table:
        """Ana and Ben have one card each, Cy has two, and nothing is left to draw."""
        table = seated("Ana", "Ben", "Cy", dealer="Ben", house_rules=["on-for-places"])
        table.set_up("4H", Ana="AS KS QS", Ben="AC KC QC", Cy="AH KH QH")
        hands = {
            seat: Holding(n, final=0) for seat, n in (("Ana", 1), ("Ben", 1), ("Cy", 2))
        }
        table.put(replace(table.state, stock=0, holdings=hands))
        return table

    def test_the_others_play_on_and_whoever_is_out_is_passed_over(
        self, last_cards: Table
    ) -> None:
        assert last_cards.turn == "Ana"
        _, placed = last_cards.play("5S")
        assert (placed.verdict, placed.because[0].basis) == (
            {"seat": "Ana", "place": 1},
            "house-rule",
        )
        assert not last_cards.scene.finished
        last_cards.pick_up()
        last_cards.play("6D")
        assert last_cards.turn == "Ben"

    def test_the_first_wins_and_the_next_without_cards_is_second(
        self, last_cards: Table
    ) -> None:
        last_cards.play("5S")
        _, end = last_cards.play("6S")
        assert (last_cards.scene.finished, last_cards.scene.winners) == (True, ("Ana",))
        assert [(one.seat, one.place) for one in last_cards.scene.standings] == [
            ("Ana", 1),
            ("Ben", 2),
            ("Cy", 3),
        ]
        order = [str(one.ranked_by) for one in last_cards.scene.standings]
        assert order == ["out as number 1", "out as number 2", "None"]
        assert (
            str(end.because[0].text)
            == "They ran out of cards in this order: Ana and Ben."
        )

    def test_counting_again_leaves_those_out_who_are_out(
        self, last_cards: Table
    ) -> None:
        last_cards.play("5S")
        last_cards.enter("recount", hands={"Ana": 0, "Ben": 1, "Cy": 2})
        assert last_cards.turn == "Ben"
