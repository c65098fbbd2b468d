"""Tricks: which card wins, what must be played, and what proves that it was not."""

from typing import Any

import pytest

from referee import card
from referee.testing import ask
from tests.peers.accused import accusing

from .conftest import Table, rules, scores, trick


@pytest.mark.parametrize(
    ("cards", "trump", "best"),
    [
        ("7H 9H JH AH", "H", "JH"),
        ("AH 9H TH KH", "H", "9H"),
        ("AS TS 7H KS", "H", "7H"),
        ("TS AS JS 9S", "H", "AS"),
        ("TS KS JS 9S", "H", "TS"),
        ("9S JS KS QS", "H", "KS"),
        ("9S JS AH QS", "none", "QS"),
        ("9S JS AH AS", "none", "AS"),
        ("9S AS JH TS", "all", "9S"),
        ("9S JS JH TS", "all", "JS"),
    ],
)
def test_the_best_card_wins(cards: str, trump: str, best: str) -> None:
    ruling = ask("belote", "trick", plays=trick(cards), trump=trump)
    assert ruling.verdict["card"] == card(best)


class TestWhatMustBePlayed:
    """A later card proves what was owed; each case is two tricks of Ana's hearts."""

    @pytest.mark.parametrize(
        ("first", "later", "accused"),
        [
            # Follow suit,
            ("AS KD QS TS", "7C 8S 9C TC", "Ben"),
            # and go above a trump if trump is led,
            ("9H 7H 8H QH", "7C JH 8C 9C", "Ben"),
            ("9H 7H 8H QH", "7C 8C 9C KH", None),
            # also above your partner's.
            ("7H 8H TH QH", "7C 8C 9C JH", "Dee"),
            ("7H 9H 8H QH", "7C 8C 9C JH", "Dee"),
            # A plain suit may be followed by any card.
            ("TS 7S 8S 9S", "7C AS 8C 9C", None),
            # Who can't follow, trumps,
            ("AS 8D 9S 7S", "7C 8H 8C 9C", "Ben"),
            # but not if the partner wins,
            ("AS 7S 8D 9S", "7C 8C 8H 9C", None),
            ("9S AS 7D 8S", "7C 8C 8H 9C", "Cy"),
            # and above a trump that lies there,
            ("AS 8H 7H 9S", "7C 8C JH 9C", "Cy"),
            ("AS 8H 9H 7H", "7C 8C 9C QH", None),
            # or under it, if there is no higher one.
            ("AS JH 8D 9S", "7C 8C 7H 9C", "Cy"),
            # If the partner has trumped and wins, all is free.
            ("AS TH 9S 8D", "7C 8C 9C 7H", None),
            ("AS TH 9S 7H", "7C 8C 9C 9H", None),
            # If the others have gone above the partner's trump, it is not.
            ("AS 8H 9H TC", "7C 8C 9C 7H", "Dee"),
        ],
    )
    def test_in_belote(
        self, tricks: Table, first: str, later: str, accused: str | None
    ) -> None:
        match = tricks()
        match.enter("trick", plays=trick(first))
        leader = match.ruling.verdict["winner"]
        order = dict(zip(("Ana", "Ben", "Cy", "Dee"), later.split(), strict=True))
        match.enter("trick", plays=order, leader=leader)
        proven = accusing(match.rulings)
        assert [ruling.verdict["seat"] for ruling in proven] == [
            seat for seat in (accused,) if seat
        ]

    @pytest.mark.parametrize(
        ("options", "accused"),
        [
            ({}, ["Cy"]),
            ({"play": "coinche"}, []),
            ({"play": "coinche", "under": True}, ["Cy"]),
            ({"under": True}, []),
        ],
    )
    def test_whether_you_trump_under(
        self, tricks: Table, options: dict[str, Any], accused: list[str]
    ) -> None:
        match = tricks(**options)
        match.enter("trick", plays=trick("AS JH 8D 9S"))
        match.enter("trick", plays=trick("7C 8C 7H 9C"), leader="Ana")
        proven = accusing(match.rulings)
        assert [ruling.verdict["seat"] for ruling in proven] == accused

    def test_at_all_trump_you_go_above_in_each_suit_and_never_trump(
        self, tricks: Table
    ) -> None:
        match = tricks("all")
        match.enter("trick", plays=trick("AS TS 8D KS"))
        match.enter("trick", plays=trick("7C 9S JH JS"), leader="Ana")
        proven = accusing(match.rulings)
        assert [ruling.verdict["seat"] for ruling in proven] == ["Ben", "Dee"]

    def test_without_trump_only_suits_are_followed(self, tricks: Table) -> None:
        match = tricks("none")
        match.enter("trick", plays=trick("9S 7S 8D KD"))
        match.enter("trick", plays=trick("7C AS JH TS"), leader="Ana")
        proven = accusing(match.rulings)
        assert [ruling.verdict["seat"] for ruling in proven] == ["Dee"]


class TestARevoke:
    def test_it_is_told_by_a_later_card_with_what_it_costs(self, tricks: Table) -> None:
        match = tricks()
        match.enter("trick", plays=trick("AS KD QS TS"))
        match.enter("trick", plays=trick("7C 8S 9C TC"))
        ruling = match.rulings[-1]
        assert ruling.verdict == {
            "legal": False,
            "seat": "Ben",
            "trick": 1,
            "card": card("8S"),
        }
        assert [str(reason.text) for reason in ruling.because] == [
            "Ben played the king of diamonds on a lead of spades in trick 1, although "
            "they held the eight of spades, played in trick 2.",
            "So Ben and Dee lose the deal, unless the others broke a rule too.",
        ]

    def test_it_loses_the_deal(self, tricks: Table) -> None:
        match = tricks()
        match.enter("trick", plays=trick("AS KD QS TS"))
        match.enter("trick", plays=trick("7C 8S 9C TC"))
        match.enter("claim", seat="Ben")
        assert scores(match) == (162, 0)
        assert "offence" in rules(match)

    def test_the_table_may_absolve_it(self, tricks: Table) -> None:
        match = tricks()
        match.enter("trick", plays=trick("AS KD QS TS"))
        proof = match.enter("trick", plays=trick("7C 8S 9C TC"))
        match.overrule(proof.entry.seq, {"legal": True}, place=1)
        match.enter("claim", seat="Ben")
        assert scores(match)[0] == 0


def test_a_lead_out_of_turn_stands_once_all_have_followed(tricks: Table) -> None:
    match = tricks()
    match.enter("trick", plays=trick("AS KS QS TS", leader="Ben"), leader="Ben")
    assert match.ruling.verdict["winner"] == "Ben"
    assert rules(match)[-1] == "out-of-turn"


def test_a_card_is_played_once(tricks: Table) -> None:
    match = tricks()
    match.enter("trick", plays=trick("AS KS QS TS"))
    refused = match.refuses("trick", plays=trick("AS 7C 8C 9C"))
    assert refused.because[0].rule == "belote#once"
