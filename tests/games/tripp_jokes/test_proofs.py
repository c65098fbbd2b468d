"""Tripp Jokes, the checks: what everybody can know of hands and packs, and what is
refused with the proof.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from referee import Ruling
from referee.testing import jsonable

if TYPE_CHECKING:
    from tests.games.tripp_jokes.conftest import Position, Seated, Table


def reasons(ruling: Ruling) -> list[str]:
    return [str(reason.text) for reason in ruling.because]


@pytest.fixture
def taken(seated: Seated) -> Table:
    """Ben took 7♥ 9♥ 9♠ on turn 1, Ana has played an eight since, and Ben is in turn."""
    table = seated("Ana", "Ben", dealer="Ben")
    table.set_up("7H", Ana="AS KS QS", Ben="AC KC QC")
    table.play("9H 9S")
    table.pick_up()
    table.play("8S")
    return table


class TestTakingThePile:
    def test_not_with_a_playable_card_known_in_hand(self, taken: Table) -> None:
        refused = taken.refuses("pickup", taken.turn)
        assert jsonable(refused.verdict["playable"]) == ["9H", "9S"]
        assert str(refused.summary) == (
            "Ben may not take the pile. 9♥ 9♠ can be played, and Ben has them."
        )
        assert reasons(refused)[1:] == [
            (
                "Ben took 9♥ 9♠ into hand with the pile on turn 1 and hasn’t played "
                "them since."
            ),
            "If you can play you must, and may not take the pile.",
        ]

    def test_when_it_was_played_it_may_be_taken(self, taken: Table) -> None:
        taken.play("9H 9S")
        taken.play("JS")
        assert not taken.prompt("pickup").optional
        assert taken.pick_up().verdict["proven"] is False

    def test_not_while_anything_may_be_played(self, seated: Seated) -> None:
        table = seated("Ana", "Ben", dealer="Ben")
        table.set_up("2H", Ana="AS KS QS", Ben="AC KC QC")
        refused = table.refuses("pickup", table.turn)
        assert (
            reasons(refused)[0]
            == "Anything may be played now, and Ana has 3 cards in hand."
        )

    def test_not_with_open_penultimate_cards_that_can_be_played(
        self, late: Position
    ) -> None:
        table = late("0 / / 8S 4S / 3", "1 / / / 3", pile="7H")
        refused = table.refuses("pickup", table.turn)
        assert jsonable(refused.verdict["playable"]) == ["8S"]
        assert (
            reasons(refused)[0]
            == "8♠ can be played, and is open among Ana’s PENULTIMATE cards."
        )

    def test_penultimate_cards_that_cannot_be_played(self, late: Position) -> None:
        table = late("0 / / 5S 4S / 3", "1 / / / 3", pile="7H")
        assert table.prompt("play").optional
        assert not table.prompt("pickup").optional
        assert table.next == "Ana has nothing to play, and takes the pile."
        assert "neither equals" in str(table.refuse_play(penultimate="5S").summary)
        assert table.pick_up().verdict["proven"] is True

    def test_not_before_a_final_card_is_shown(self, late: Position) -> None:
        table = late("0 / / / 3", "1 / / / 3", pile="7H")
        assert "has a FINAL card to show first" in str(
            table.refuses("pickup", table.turn).summary
        )
        assert not table.prompt("play").optional

    def test_a_hand_known_to_hold_nothing_playable(self, late: Position) -> None:
        table = late("0 / 4S 5S / 8S / 3", "1 / / / 3", pile="7H")
        assert table.prompt("play").optional
        assert table.pick_up().verdict["proven"] is True

    @pytest.mark.parametrize(
        ("unseen", "said"),
        [
            ("8S 9S 4D 5D", "only 2 of all unseen cards can’t be played."),
            ("8S 9S JD KD", "all unseen cards can be played."),
        ],
    )
    def test_not_when_too_few_others_are_unseen(
        self, late: Position, unseen: str, said: str
    ) -> None:
        refused = late("3 / / / 0", "0 / / / 1", pile="7H", unseen=unseen).refuses(
            "pickup", "Ana"
        )
        assert (
            reasons(refused)[0]
            == f"Ana has 3 cards in hand that nobody has seen, and {said}"
        )


class TestCardsThatCannotBeThere:
    def test_a_card_in_another_hand(self, taken: Table) -> None:
        taken.play("9H")
        refused = taken.refuse_play("9S")
        assert refused.verdict["card"] is not None
        assert reasons(refused) == [
            (
                "Ben took the nine of spades into hand with the pile on turn 1 and "
                "hasn’t played it since."
            ),
            "There’s one pack, so one nine of spades.",
        ]

    def test_a_card_in_the_pile_among_penultimate_cards_or_discarded(
        self, taken: Table
    ) -> None:
        assert "The eight of spades is in the pile." in reasons(taken.refuse_play("8S"))
        assert (
            "is open among Ana’s PENULTIMATE cards."
            in reasons(taken.refuse_play("AS"))[0]
        )
        assert (
            "is open among Ben’s PENULTIMATE cards."
            in reasons(taken.refuse_play("AC"))[0]
        )
        taken.play("TS")
        assert "The ten of spades is in the discards." in reasons(
            taken.refuse_play("TS")
        )

    def test_a_queen_more_than_one_pack_has(self, taken: Table) -> None:
        refused = taken.refuse_play("QH QD QS QC QH")
        assert str(refused.summary).startswith(
            "Q♥ Q♦ Q♠ Q♣ Q♥ can’t all be in Ben’s hand"
        )
        taken.play("9H")
        assert "can’t be there 2 times" in str(taken.refuse_play("QH QH").summary)

    def test_a_ninth_queen_of_two_packs(self, seated: Seated) -> None:
        table = seated(*"ABCD", dealer="B")
        table.set_up("4H", A="QS QS QH", B="QH QD QD", C="QC QC KS", D="KH KD KC")
        refused = table.refuse_play("QS")
        where = "The queen of spades is open among A’s PENULTIMATE cards."
        assert reasons(refused) == [
            where,
            where,
            "There are two packs, so two of the queen of spades.",
        ]
        assert refused.verdict["seen"] == 2

    def test_a_final_card_seen_elsewhere(self, late: Position) -> None:
        table = late("0 / / / 2", "1 / 9S / / 3", pile="7H")
        assert (
            "Ben took the nine of spades" in reasons(table.refuse_play(final="9S"))[0]
        )
        assert "9S" not in jsonable(table.prompt("play").fields[2].choices)

    def test_a_hand_that_is_known(self, late: Position) -> None:
        table = late("0 / 8H 9H / / 3", "1 / / / 3", pile="7H")
        refused = table.refuse_play("JS")
        assert (
            str(refused.summary) == "J♠ can’t be in Ana’s hand, which is known: 8♥ 9♥."
        )
        assert (
            reasons(refused)[0] == "Ana has 2 cards in hand; 2 of them known, 0 hidden."
        )
        assert jsonable(table.prompt("play").fields[0].choices) == ["8H", "9H"]

    def test_more_hidden_cards_than_there_are(self, late: Position) -> None:
        table = late("1 / 8H 9H / / 3", "1 / / / 3", pile="7H")
        assert "only 1 card of it is unknown" in str(table.refuse_play("JS JH").summary)
        assert jsonable(table.prompt("play").fields[0].choices).count("8H") == 1

    def test_a_final_card_taken_into_hand_is_known(self, late: Position) -> None:
        table = late("0 / / / 2", "0 / / 8S / 3", pile="7H", unseen="5S")
        table.play(final="5S")
        table.play(penultimate="8S")
        refused = table.refuse_play("9S")
        assert (
            "Ana took the five of spades, a FINAL card, into hand on turn 1"
            in reasons(refused)[2]
        )

    def test_a_card_from_under_a_joker_is_known(self, late: Position) -> None:
        table = late("1 / / / 2", "1 / / / 3", pile="9S")
        table.play("XB")
        assert "from under a joker on turn 1" in reasons(table.refuse_play("9S"))[0]


class TestComingOutLater:
    def test_a_hidden_card_that_could_have_been_played(self, seated: Seated) -> None:
        table = seated("Ana", "Ben", dealer="Ben")
        table.set_up("7H", Ana="AS KS QS", Ben="AC KC QC")
        table.pick_up()
        table.play("8S")
        _, caution = table.play("9S")
        assert jsonable(caution.verdict) == {
            "caution": "check-pick-up",
            "seat": "Ana",
            "cards": ["9S"],
            "round": 1,
        }
        assert str(caution.summary) == (
            "Caution: Ana took the pile on turn 1 with 9♠ in hand, but could have "
            "played."
        )

    def test_not_after_a_draw(self, seated: Seated) -> None:
        table = seated("Ana", "Ben", dealer="Ben")
        table.set_up("7H", Ana="AS KS QS", Ben="AC KC QC")
        table.pick_up()
        table.play("4S")
        table.play("5S 5H")
        table.play("6S")
        assert len(table.play("9S")) == 1

    def test_not_with_a_card_that_could_not_be_played_then(
        self, seated: Seated
    ) -> None:
        table = seated("Ana", "Ben", dealer="Ben")
        table.set_up("7H", Ana="AS KS QS", Ben="AC KC QC")
        table.pick_up()
        table.play("4S")
        assert len(table.play("6S")) == 1
        table.play("6H")
        assert len(table.play("7H")) == 1


class TestCountingAgain:
    def test_hands_leave_the_rest_to_the_stock(self, taken: Table) -> None:
        stock = taken.count("stock")
        (ruling,) = taken.enter("recount", hands={"Ana": 2}).rulings
        assert jsonable(ruling.verdict) == {
            "hands": {"Ana": 2, "Ben": 6},
            "stock": stock + 1,
            "missing": 0,
        }
        assert (taken.count("hand", "Ana"), taken.count("stock")) == (2, stock + 1)
        assert taken.turn == "Ben"

    def test_missing_cards_are_cautioned(self, taken: Table) -> None:
        stock = taken.count("stock")
        (ruling,) = taken.enter("recount", stock=stock - 1).rulings
        assert ruling.verdict["missing"] == 1
        assert "Caution: 1 card missing out of 54." in str(ruling.summary)
        taken.enter("recount", stock=stock)

    def test_more_than_there_are_is_refused(self, taken: Table) -> None:
        refused = taken.refuses("recount", stock=taken.count("stock") + 1)
        assert str(refused.summary).startswith(
            "That’s 1 card more than the 54 there are"
        )

    def test_hands_that_the_stock_cannot_fill(self, late: Position) -> None:
        table = late("1 / / 8S / 3", "1 / / / 3", pile="7H", stock=2)
        assert "1 card would be missing from the stock" in str(
            table.refuses("recount", hands={"Ana": 4}).summary
        )

    def test_known_cards_are_in_the_hand(self, taken: Table) -> None:
        refused = taken.refuses("recount", hands={"Ben": 2})
        assert (
            "everybody saw the seven of hearts, the nine of hearts and the nine of "
            "spades"
        ) in str(refused.summary)
        assert "with the pile on turn 1" in reasons(refused)[0]

    def test_nobody_is_without_a_card(self, late: Position) -> None:
        table = late("1 / / / 0", "1 / / / 3", pile="7H")
        assert "Ana would have no cards" in str(
            table.refuses("recount", hands={"Ana": 0}).summary
        )

    def test_an_empty_hand_in_turn_draws(self, taken: Table) -> None:
        taken.play("9H 9S")
        taken.enter("recount", hands={"Ana": 0})
        assert taken.count("hand", "Ana") == 3
        assert "Ana draws 3 cards." in taken.next


@pytest.mark.parametrize(
    ("ana", "stock", "played", "section", "said"),
    [
        (
            "3 / / 8S 9S JS / 3",
            5,
            {"penultimate": "8S"},
            "no-stock",
            "5 cards left in the stock: until it’s gone",
        ),
        (
            "3 / / 8S 9S JS / 3",
            5,
            {"final": "8C"},
            "no-stock",
            "5 cards left in the stock: until it’s gone",
        ),
        (
            "2 / / 8S 9S JS / 3",
            0,
            {"penultimate": "8S"},
            "no-stock",
            "Ana has 2 cards in hand to play first",
        ),
        (
            "0 / / 8S 9S JS / 3",
            0,
            {"final": "8C"},
            "final",
            "Ana has PENULTIMATE cards to play first: 8♠ 9♠ J♠.",
        ),
        (
            "0 / / 8S 9S JS / 3",
            0,
            {"hand": "8C"},
            "check-hand",
            "Ana can’t play 1 card from a hand of",
        ),
        (
            "0 / / / 3",
            0,
            {"hand": "8C"},
            "check-hand",
            "Ana can’t play 1 card from a hand of 0 cards",
        ),
        (
            "0 / / / 3",
            0,
            {"penultimate": "8C"},
            "penultimate",
            "The eight of clubs isn’t among Ana’s PENULTIMATE cards",
        ),
    ],
)
def test_cards_from_a_row_whose_turn_has_not_come_are_refused_by_the_rule(
    late: Position,
    ana: str,
    stock: int,
    played: dict[str, str],
    section: str,
    said: str,
) -> None:
    ruling = late(ana, "3 / / / 3", "5H", stock).refuses("play", "Ana", **played)
    assert str(ruling.summary).startswith(said)
    assert ruling.because[0].rule == f"tripp-jokes#{section}"
