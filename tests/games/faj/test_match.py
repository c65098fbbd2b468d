"""Faces, Aces, & Jokers refereed: rounds, boards, cards placed in secret, what is
refused, and the end.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pytest
from hypothesis import given, strategies as st
from referee_faj.game import DRAFT_CARDS, TRICK_CARDS

from referee import Card, Ruling, Scene, WrongFieldsError, card
from referee.testing import (
    NotOpenError,
    PlayedMatch,
    RefusedMoveError,
    read_cards as cards,
)

ANA_BEN = ("Ana", "Ben")
THREE = ("Ana", "Ben", "Cy")

Trick = tuple[str, str]
"""A board and what was played on it: `("3C 4S", "Ana=JS Ben=XB")`."""

ROUND_1: tuple[Trick, ...] = (
    ("2C", "Ana=AC Ben=KC"),
    ("3C 4S", "Ana=XB Ben=JS"),
    ("2H 5H 3D", "Ana=QS Ben=AH"),
    ("4C 5C 6C 7C", "Ana=JC Ben=QC"),
)
ROUND_2: tuple[Trick, ...] = (
    ("8C", "Ana=AC Ben=KC"),
    ("9C TC", "Ana=QC Ben=XR"),
    ("2D 4D 5D", "Ana=AD Ben=KD"),
    ("6D 7D 8D 9D", "Ana=JD Ben=QD"),
)
ROUND_3: tuple[Trick, ...] = (
    ("3H", "Ana=AH Ben=KH"),
    ("4H 6H", "Ana=KS Ben=QS"),
    ("7H 8H 9H", "Ana=JC Ben=QC"),
    ("5S 6S 7S 8S", "Ana=XB Ben=XR"),
)
MATCH = (*ROUND_1, *ROUND_2, *ROUND_3)
"""A match of two in full: Ben wins it with a straight flush in clubs, Ana has a
straight.
"""


def said_by_standings(table: PlayedMatch) -> list[str]:
    return [str(each.ranked_by) for each in table.scene.standings]


class Sent(NamedTuple):
    """What somebody sends: `by` None is a host without a seat."""

    kind: str
    seat: str | None
    data: dict[str, object]
    by: str | None = None


@dataclass(frozen=True)
class Done:
    """What an entry came to: the table after it, its rulings, and whether it opened
    what others had sealed.
    """

    table: PlayedMatch
    rulings: tuple[Ruling, ...] = ()
    reveals: bool = False


def begin(seats: Sequence[str] = ANA_BEN) -> PlayedMatch:
    return PlayedMatch.begun("faj", seats)


def board(codes: str) -> Sent:
    return Sent("board", None, {"cards": codes.split()})


def place(plays: str, by: str | None = None) -> Sent:
    """An entry of `"Ana=JS Ben=XB"` by the host without a seat, or by one of the seats."""
    return Sent(
        "play", by, {"plays": dict(play.split("=") for play in plays.split())}, by
    )


def accepted(table: PlayedMatch, *sent: Sent) -> Done:
    """What the last of these came to; all of them must be accepted."""
    done = Done(table.copied())
    for each in sent:
        taken = done.table.enter(each.kind, each.seat, by=each.by, **each.data)
        done = Done(done.table, taken.rulings, len(taken.opens) > 0)
    return done


def refused(table: PlayedMatch, sent: Sent) -> Ruling:
    return table.refuses(sent.kind, sent.seat, by=sent.by, **sent.data)


def after(*tricks: Trick, seats: Sequence[str] = ANA_BEN) -> PlayedMatch:
    table = begin(seats)
    for lies, plays in tricks:
        table = accepted(table, board(lies), place(plays)).table
    return table


def reason(ruling: Ruling, section: str) -> str:
    return next(
        str(because.text)
        for because in ruling.because
        if because.rule == f"faj#{section}"
    )


def won(scene: Scene) -> Mapping[str | None, tuple[Card, ...] | None]:
    return {zone.owner: zone.cards for zone in scene.zones if zone.name == "won"}


class TestBegin:
    def test_a_board_of_one_card_is_wanted_and_the_dealer_is_to_act(self) -> None:
        table = PlayedMatch.begun("faj", ANA_BEN, dealer="Ben")
        scene = table.scene
        assert (scene.phase, scene.round, scene.to_act) == ("draft", 1, ("Ben",))
        (prompt,) = table.prompts
        (field,) = prompt.fields
        assert (prompt.kind, prompt.seats, prompt.secret, prompt.own) == (
            "board",
            ANA_BEN,
            False,
            False,
        )
        assert (field.name, field.type, field.min, field.max, field.choices) == (
            "cards",
            "cards",
            1,
            1,
            TRICK_CARDS,
        )

    def test_people_are_told_to_deal_and_draft_before_a_card_is_turned(self) -> None:
        assert str(begin().scene.next) == (
            "Ana deals four to each; all draft. Then Ana turns one trick card face up: "
            "enter it."
        )

    @pytest.mark.parametrize("count", [1, 5])
    def test_two_to_four_play(self, count: int) -> None:
        with pytest.raises(WrongFieldsError, match="2 to 4"):
            begin([f"Seat {number}" for number in range(count)])


class TestBoard:
    def test_lies_open_to_everybody_and_the_cards_to_play_are_asked_for(self) -> None:
        result = accepted(begin(), board("3C"))
        assert result.rulings == ()
        assert result.reveals
        scene = result.table.scene
        assert (scene.phase, scene.to_act) == ("play", ANA_BEN)
        (zone,) = [zone for zone in scene.zones if zone.name == "board"]
        assert (zone.owner, zone.count, zone.cards, zone.seen_by) == (
            None,
            1,
            cards("3C"),
            "everybody",
        )
        (prompt,) = result.table.prompts
        assert (prompt.kind, prompt.seats, prompt.secret, prompt.own) == (
            "play",
            ANA_BEN,
            True,
            False,
        )
        (field,) = prompt.fields
        assert (field.name, field.type, field.choices) == (
            "plays",
            "card_by_seat",
            DRAFT_CARDS,
        )

    def test_people_are_told_what_is_trump(self) -> None:
        table = after(ROUND_1[0])
        for lying, trump in (("3C 4S", "spades"), ("3C 3S", "none")):
            scene = accepted(table, board(lying)).table.scene
            assert [(str(fact.label), str(fact.text)) for fact in scene.facts] == [
                ("Trump", trump)
            ]
            assert str(scene.next).startswith("Everybody")

    @pytest.mark.parametrize("codes", ["", "3C 4S"])
    def test_of_the_first_trick_with_another_number_is_refused(
        self, codes: str
    ) -> None:
        ruling = refused(begin(), board(codes))
        named = len(codes.split())
        assert (
            reason(ruling, "tricks")
            == f"The first trick has one trick card on the board, not {named}."
        )

    def test_of_a_later_trick_with_another_number_is_refused(self) -> None:
        ruling = refused(after(*ROUND_1[:2]), board("2H 5H"))
        assert (
            reason(ruling, "tricks") == "Trick 3 has 3 trick cards on the board, not 2."
        )

    def test_with_a_draft_card_is_refused(self) -> None:
        ruling = refused(begin(), board("AS"))
        assert str(ruling.summary) == "The ace of spades can’t be on this board"
        assert "is a draft card" in reason(ruling, "cards")

    def test_with_a_card_of_an_earlier_board_is_refused_saying_where_it_lay(
        self,
    ) -> None:
        ruling = refused(after(*ROUND_1, *ROUND_2[:1]), board("4S TC"))
        assert str(ruling.summary) == "The four of spades can’t be on this board"
        assert "on the board in trick 2 of round 1, and is in Ben’s pile" in reason(
            ruling, "tricks"
        )

    def test_that_trick_cards_never_come_back_is_a_reading(self) -> None:
        ruling = refused(after(ROUND_1[0]), board("2C 4S"))
        assert [because.basis for because in ruling.because] == ["rules", "reading"]
        assert ruling.because[1].rule == "faj#trick-cards-stay"


class TestPlacing:
    def test_the_last_card_reveals_all_and_decides_the_trick(self) -> None:
        table = accepted(
            begin(THREE), board("3C"), place("Ana=JC", "Ana"), place("Ben=XB", "Ben")
        ).table
        result = accepted(table, place("Cy=AC", "Cy"))
        assert result.reveals
        (ruling,) = result.rulings
        assert (ruling.verdict["winner"], ruling.verdict["reason"]) == (
            "Ana",
            "suited-jack",
        )
        assert str(ruling.summary) == "Ana wins the trick with the jack of clubs"

    def test_whoever_has_placed_may_change_it_until_all_have(self) -> None:
        table = accepted(begin(THREE), board("3C"), place("Ana=JC", "Ana")).table
        first, second = table.prompts
        assert (first.kind, first.seats, first.optional, first.secret) == (
            "play",
            ("Ben", "Cy"),
            False,
            True,
        )
        assert (second.kind, second.seats, second.optional, second.secret) == (
            "play",
            ("Ana",),
            True,
            True,
        )
        result = accepted(table, place("Ana=QH", "Ana"), place("Ben=KH Cy=AD"))
        assert result.rulings[0].verdict["winner"] == "Cy"
        assert (
            accepted(result.table, board("5C 6D"), place("Ana=JC Ben=XB Cy=XR"))
            .rulings[0]
            .verdict["winner"]
            == "Ana"
        )

    def test_a_score_is_the_cards_won_and_a_place_that_of_the_best_hand(self) -> None:
        scene = after(("TC", "Ana=AC Ben=KC"), ("2D 3H", "Ana=JD Ben=QD")).scene
        assert [(each.seat, each.score, each.place) for each in scene.standings] == [
            ("Ana", 1, 1),
            ("Ben", 2, 2),
        ]

    def test_each_standing_says_what_hand_it_is_ranked_by(self) -> None:
        assert said_by_standings(begin(THREE)) == ["None", "None", "None"]
        table = after(("TC", "Ana=AC Ben=KC"), ("2D 3H", "Ana=JD Ben=QD"))
        assert said_by_standings(table) == ["10 high", "3 high"]

    def test_hands_that_read_the_same_are_told_apart_by_their_cards(self) -> None:
        table = after(("9C", "Ana=AC Ben=KC"), ("9S 4H", "Ana=JD Ben=QS"))
        assert said_by_standings(table) == ["a high card: 9♣", "a high card: 9♠ 4♥"]

    def test_a_trick_card_is_refused(self) -> None:
        ruling = refused(accepted(begin(), board("3C")).table, place("Ana=4S", "Ana"))
        assert str(ruling.summary) == "Ana can’t play the four of spades"
        assert "is a trick card" in reason(ruling, "cards")

    def test_a_card_already_played_this_round_is_refused_saying_by_whom_and_when(
        self,
    ) -> None:
        table = accepted(after(*ROUND_1[:2]), board("2H 5H 3D")).table
        ruling = refused(table, place("Ana=JS", "Ana"))
        assert str(ruling.summary) == "Ana can’t play the jack of spades"
        assert "Ben already played it in trick 2 of round 1" in reason(ruling, "tricks")

    def test_a_card_already_played_this_round_is_not_offered(self) -> None:
        table = accepted(after(*ROUND_1[:2]), board("2H 5H 3D")).table
        (prompt,) = table.prompts
        assert set(prompt.fields[0].choices) == set(DRAFT_CARDS) - set(
            cards("AC KC XB JS")
        )

    def test_an_entry_without_a_card_is_refused(self) -> None:
        with pytest.raises(WrongFieldsError, match="Name at least one seat"):
            accepted(begin(), board("3C"), place(""))


class TestOneCardPlacedTwice:
    def test_in_one_entry_is_refused_at_once(self) -> None:
        table = accepted(begin(THREE), board("3C")).table
        ruling = refused(table, place("Ana=AS Ben=AS"))
        assert str(ruling.summary) == "Ana and Ben each entered the ace of spades"
        assert "either entry may be wrong" in reason(ruling, "cards")

    def test_by_the_same_sender_is_refused_at_once(self) -> None:
        table = accepted(begin(THREE), board("3C"), place("Ana=AS")).table
        assert refused(table, place("Ben=AS")).verdict["seats"] == ("Ana", "Ben")

    def test_a_sender_may_move_a_card_from_one_seat_to_another(self) -> None:
        table = accepted(begin(THREE), board("3C"), place("Ana=AS")).table
        assert not accepted(table, place("Ana=KS Ben=AS")).reveals

    def test_by_two_senders_is_ruled_when_all_is_turned_up_and_just_those_two_are_asked_again(
        self,
    ) -> None:
        result = accepted(
            begin(THREE),
            board("3C"),
            place("Ana=KC", "Ana"),
            place("Ben=KC", "Ben"),
            place("Cy=KD", "Cy"),
        )
        [ruling] = result.rulings
        assert ruling.verdict == {
            "legal": False,
            "clash": (card("KC"),),
            "seats": ("Ana", "Ben"),
        }
        assert str(ruling.summary).startswith(
            "Ana and Ben: check, and enter again. Ana and Ben each entered"
        )
        assert result.reveals
        assert result.table.scene.to_act == ("Ana", "Ben")
        asked = [
            (one.seats, one.secret, one.optional, one.fields[0].default)
            for one in result.table.prompts
        ]
        assert asked == [
            (("Ana",), False, False, {"Ana": "KC"}),
            (("Ben",), False, False, {"Ben": "KC"}),
        ]

    def test_whoever_confirmed_first_and_was_wrong_may_still_change_it(self) -> None:
        table = accepted(
            begin(), board("3C"), place("Ana=AS", "Ana"), place("Ben=AS", "Ben")
        ).table
        table = accepted(table, place("Ben=AS", "Ben")).table
        first, second = table.prompts
        assert (first.seats, second.seats, second.optional) == (
            ("Ana",),
            ("Ben",),
            True,
        )
        result = accepted(table, place("Ben=KS", "Ben"), place("Ana=AS", "Ana"))
        assert result.rulings[0].verdict["winner"] == "Ana"

    def test_the_innocent_are_not_asked_and_their_card_stands(self) -> None:
        plays = [place("Ana=KC", "Ana"), place("Ben=KC", "Ben"), place("Cy=KD", "Cy")]
        table = accepted(begin(THREE), board("3C"), *plays).table
        with pytest.raises(NotOpenError):
            accepted(table, place("Cy=QD", "Cy"))
        assert refused(table, place("Ana=KD", "Ana")).verdict == {
            "legal": False,
            "clash": (card("KD"),),
            "seats": ("Ana", "Cy"),
        }
        result = accepted(table, place("Ana=QH", "Ana"), place("Ben=KC", "Ben"))
        assert result.rulings[0].verdict["winner"] == "Ben"


FIRST: Trick = ("2C", "Ana=AC Ben=KC Cy=QC")
UNPLAYED = [each for each in DRAFT_CARDS if each not in cards("AC KC QC")]
two_unplayed = st.lists(st.sampled_from(UNPLAYED), min_size=2, max_size=2, unique=True)


def second_board() -> PlayedMatch:
    """Three seats, one trick decided, and the second board lies."""
    return accepted(after(FIRST, seats=THREE), board("3C 4S")).table


def answered(table: PlayedMatch, sent: Sent) -> object:
    """All that the sender hears."""
    try:
        after = accepted(table, sent).table
    except RefusedMoveError as refused:
        return refused.ruling
    return after.scene, after.prompts


class TestSecrecy:
    @given(two_unplayed)
    def test_a_card_placed_changes_nothing_that_anybody_sees(
        self, either: list[Card]
    ) -> None:
        laid = second_board()
        one, other = (
            accepted(laid, place(f"Ana={each.code}", "Ana")) for each in either
        )
        assert one.table.scene == other.table.scene
        assert one.table.prompts == other.table.prompts
        assert (
            (one.rulings, one.reveals) == (other.rulings, other.reveals) == ((), False)
        )

    @given(two_unplayed, st.sampled_from([*DRAFT_CARDS, card("9H")]))
    def test_no_answer_to_another_seat_betrays_it(
        self, either: list[Card], named: Card
    ) -> None:
        laid = second_board()
        states = [
            accepted(laid, place(f"Ana={each.code}", "Ana")).table for each in either
        ]
        told = [answered(table, place(f"Ben={named.code}", "Ben")) for table in states]
        assert told[0] == told[1]


class TestRounds:
    def test_after_four_tricks_people_are_told_to_gather_and_draft(self) -> None:
        scene = after(*ROUND_1).scene
        assert (scene.phase, scene.round, scene.to_act) == ("draft", 2, ("Ana",))
        assert (
            "the board, face up. Round 1 is over. Ana deals four to each; all draft."
            in str(scene.next)
        )

    def test_within_a_round_people_are_told_how_many_cards_to_turn(self) -> None:
        scene = after(*ROUND_1[:1]).scene
        assert (scene.phase, scene.round) == ("board", 1)
        assert (
            str(scene.next)
            == "Ana takes the board, face up. Ana turns 2 trick cards: enter them."
        )


class TestEnd:
    def test_the_twelfth_trick_brings_the_showdown(self) -> None:
        result = accepted(after(*MATCH[:-1]), board(MATCH[-1][0]), place(MATCH[-1][1]))
        trick, showdown = result.rulings
        assert trick.verdict["winner"] == "Ana"
        assert showdown.verdict["winners"] == ["Ben"]
        assert str(showdown.summary) == "Ben wins with a straight flush"

    def test_the_match_is_finished(self) -> None:
        table = after(*MATCH)
        scene = table.scene
        assert (scene.phase, scene.round, scene.to_act, scene.finished) == (
            "finished",
            3,
            (),
            True,
        )
        assert scene.winners == ("Ben",)
        assert "Game over: Ben wins" in str(scene.next)
        assert table.prompts == ()


class TestPromptsAreEnough:
    def test_what_is_typed_is_read_as_the_prompt_says(self) -> None:
        table = PlayedMatch.begun("faj", ANA_BEN, jokers="colour-grey")
        table = accepted(table, Sent("board", None, {"cards": "3c"})).table
        result = accepted(
            table,
            Sent(
                "play", None, {"plays": {"Ana": "jack of clubs", "Ben": "colour joker"}}
            ),
        )
        assert result.rulings[0].verdict["winner"] == "Ana"


def entries(data: st.DataObject, seats: Sequence[str]) -> Iterator[Sent]:
    """A legal match as it might come in: every card from its own seat, in any order, or
    all at once.
    """
    boards = iter(data.draw(st.permutations(TRICK_CARDS)))
    for _ in range(3):
        drafted = iter(data.draw(st.permutations(DRAFT_CARDS)))
        for size in range(1, 5):
            yield Sent(
                "board",
                None,
                {"cards": [next(boards).code for _ in range(size)]},
                seats[0],
            )
            order = data.draw(st.permutations(seats))
            plays = {seat: next(drafted).code for seat in order}
            if data.draw(st.booleans()):
                yield Sent("play", None, {"plays": plays})
            else:
                yield from (
                    Sent("play", seat, {"plays": {seat: plays[seat]}}, seat)
                    for seat in order
                )
