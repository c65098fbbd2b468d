"""Slapjack All Faces refereed: the deal, turns, good slaps, stages, dead heats, and
what the prompts offer.
"""

from typing import Any

import pytest
from referee_slapjack.state import put_under, take_topmost

from referee import FIFTY_FOUR, WrongFieldsError, card

from .conftest import Seated, Table, reason, sections

NAMES = ("Ana", "Ben", "Cy", *(f"Seat {n}" for n in range(4, 21)))


class TestDeal:
    @pytest.mark.parametrize("players", range(2, 21))
    def test_all_cards_are_dealt_and_the_first_seats_left_of_the_dealer_have_one_more(
        self, seated: Seated, players: int
    ) -> None:
        table = seated(*NAMES[:players], dealer="Ben")
        each, odd = divmod(54, players)
        from_left_of_dealer = [table.stacks[(2 + n) % players] for n in range(players)]
        assert from_left_of_dealer == [each + 1] * odd + [each] * (players - odd)
        assert table.turn == NAMES[2 % players]

    @pytest.mark.parametrize("players", [1, 21])
    def test_two_to_twenty_play(self, seated: Seated, players: int) -> None:
        with pytest.raises(WrongFieldsError, match="2 to 20"):
            seated(*(f"Seat {n}" for n in range(players)))

    def test_what_the_table_looks_like_before_the_first_card(
        self, three: Table
    ) -> None:
        scene = three.scene
        assert (scene.phase, scene.round, scene.to_act, scene.finished) == (
            "jacks",
            1,
            ("Ben",),
            False,
        )
        assert [(zone.name, zone.owner, zone.count) for zone in scene.zones] == [
            ("pile", None, 0),
            *(("stack", seat, 18) for seat in three.setting.seats),
            *(("won", seat, 0) for seat in three.setting.seats),
        ]
        assert all(
            zone.cards is None and not zone.seen_by
            for zone in scene.zones
            if zone.name == "stack"
        )
        assert [(standing.score, standing.place) for standing in scene.standings] == [
            (0, 1)
        ] * 3
        assert str(scene.next) == (
            "Ana deals out all 54 cards, Ben first. Ben plays their top card, face "
            "up. Slap jacks."
        )


class TestPlaying:
    def test_is_the_entry_of_the_seat_in_turn_alone(self, three: Table) -> None:
        prompt = three.prompt("play")
        assert (prompt.seats, prompt.own, prompt.optional, prompt.secret) == (
            ("Ben",),
            True,
            False,
            False,
        )
        (field,) = prompt.fields
        assert (field.name, field.type, field.optional, field.choices) == (
            "card",
            "card",
            True,
            FIFTY_FOUR,
        )

    def test_offers_what_lies_neither_in_the_pile_nor_won(self, three: Table) -> None:
        three.play("3C", "JH")
        three.slap("Ana", None)
        three.play("9S")
        offered = set(three.prompt("play").fields[0].choices)
        assert set(FIFTY_FOUR) - offered == {card("JH"), card("9S"), card("3C")}

    def test_a_card_that_lies_in_the_pile_is_refused(self, three: Table) -> None:
        three.play("3C")
        ruling = three.refuses("play", "Cy", card="3C")
        assert ruling.verdict["card"] is card("3C")
        assert str(ruling.summary) == "The three of clubs can’t be played"
        assert reason(ruling, "each-card-once").startswith("It’s in the pile")
        assert three.turn == "Cy"

    def test_a_card_that_is_won_is_refused_saying_by_whom(self, three: Table) -> None:
        three.play("JH")
        three.slap("Cy", "JH")
        ruling = three.refuses("play", "Cy", card="JH")
        assert reason(ruling, "each-card-once") == "Cy won it and set it aside."

    def test_a_card_of_a_pile_that_was_taken_comes_again_from_the_stack_that_it_went_under(
        self, three: Table
    ) -> None:
        three.play("3C", "JH")
        three.slap("Ben", "JH")
        ruling = three.refuses("play", "Ana", card="3C")
        assert str(ruling.because[0].text).startswith(
            "It was in the pile that Ben took and put under their stack"
        )
        assert card("3C") not in three.prompt("play").fields[0].choices
        three.play("9S")
        assert card("3C") in three.prompt("play").fields[0].choices
        three.play("3C")
        assert three.pile.cards == (card("9S"), card("3C"))

    def test_a_card_that_lies_in_a_stack_is_won_by_no_slap(self, three: Table) -> None:
        three.play("QH", "JH")
        three.slap("Ben", "JH")
        for jack in ("JC", "JD", "JS"):
            three.play(jack)
            three.slap("Ana", jack)
        three.play(None)
        ruling = three.refuse_slap("Ana", "QH")
        assert str(ruling.because[0].text).startswith(
            "It was in the pile that Ben took and put under their stack"
        )
        assert card("QH") not in three.prompt("slap").fields[1].choices

    def test_where_it_may_have_left_the_stack_unnamed_nothing_is_known_of_it_any_more(
        self,
    ) -> None:
        lies = put_under({}, [card("3C")], "Ben", count=2)
        on_top = take_topmost(lies, "Ben", 3, None)
        assert list(on_top) == [card("3C")]
        assert (
            take_topmost(on_top, "Ana", 2, None)
            == take_topmost(on_top, "Ben", 2, card("9S"))
            == on_top
        )
        assert (
            take_topmost(on_top, "Ben", 2, None)
            == take_topmost(on_top, "Ben", 2, card("3C"))
            == {}
        )

    def test_what_is_put_under_the_stack_later_lies_below_it(self) -> None:
        lies = put_under(
            put_under({}, [card("3C")], "Ben", count=2),
            [card("4C")],
            "Ben",
            count=5,
        )
        assert take_topmost(lies, "Ben", 8, None) == lies
        assert list(take_topmost(lies, "Ben", 7, None)) == [card("4C")]
        assert take_topmost(lies, "Ben", 5, None) == {}

    def test_a_stack_that_was_counted_otherwise_may_hold_anything(
        self, three: Table
    ) -> None:
        three.play("3C", "JH")
        three.slap("Ben", "JH")
        three.recount(Ben=17)
        three.play("3C")
        assert three.pile.cards == (card("3C"),)


class TestGoodSlap:
    def test_the_first_takes_the_pile_and_sets_the_jack_aside(
        self, three: Table
    ) -> None:
        three.play("3C", "9S", "JH")
        ruling = three.slap("Cy Ana", "JH")
        assert ruling.verdict == {
            "good": True,
            "takes": (card("JH"),),
            "winner": "Cy",
            "order": (("Cy",), ("Ana",)),
            "cards": 3,
            "next": "Ben",
            "sits_out": (),
        }
        assert str(ruling.summary) == "Cy takes the pile and scores the jack of hearts"
        assert sections(ruling) == ["slap", "taking", "next-after-slap"]
        assert three.stacks == [17, 17, 19]
        assert three.won == {"Ana": [], "Ben": [], "Cy": ["JH"]}
        assert (three.pile.count, three.pile.cards) == (0, ())
        assert [(each.score, each.place) for each in three.scene.standings] == [
            (0, 2),
            (0, 2),
            (10, 1),
        ]

    def test_people_are_told_what_to_do_with_the_cards(self, three: Table) -> None:
        three.play("3C", "9S", "JH")
        three.slap("Cy", "JH")
        assert three.next == (
            "Cy sets the jack of hearts aside, face up, shuffles the other 2 cards "
            "and puts them under their stack. Ben plays their top card, face up. Slap "
            "jacks."
        )
        three.play("JD")
        three.slap("Cy", "JD")
        assert three.next.startswith(
            "Cy sets the jack of diamonds aside, face up. Cy plays"
        )
        three.play("4D", "JC")
        three.slap("Cy", "JC")
        assert three.next.startswith(
            "Cy sets the jack of clubs aside, face up, and puts the other card under "
            "their stack. Ben plays"
        )

    def test_next_is_whoever_follows_the_last_card_not_the_winner(
        self, three: Table
    ) -> None:
        three.play("3C", "JH")
        ruling = three.slap("Ben", "JH")
        assert three.turn == ruling.verdict["next"] == "Ana"
        assert reason(ruling, "next-after-slap").startswith(
            "Cy played the last card, so the next"
        )

    def test_what_the_pile_held_may_be_left_out_when_all_of_it_is_recorded(
        self, three: Table
    ) -> None:
        three.play("JH", "3C", "JD")
        assert three.prompt("slap").fields[1].optional
        ruling = three.slap("Ana", None)
        assert ruling.verdict["takes"] == (card("JH"), card("JD"))
        assert sections(ruling)[0] == "slap"

    def test_where_cards_of_a_pile_lay_is_said_only_where_all_were_recorded(
        self, three: Table
    ) -> None:
        three.play("JH", "9S")
        [laid] = three.slap("Ana", None).shown
        assert (str(laid.name), laid.cards) == (
            "top of the pile",
            (card("JH"), card("9S")),
        )
        three.play(None, None)
        [laid] = three.slap("Ana", "JD").shown
        assert (str(laid.name), laid.cards, laid.deciding) == (
            "in the pile",
            (card("JD"),),
            (card("JD"),),
        )

    def test_may_be_entered_for_the_table(self, three: Table) -> None:
        prompt = three.prompt("slap")
        assert (prompt.seats, prompt.own, prompt.optional) == (
            three.setting.seats,
            False,
            True,
        )
        assert [(each.name, each.type, each.optional) for each in prompt.fields] == [
            ("order", "order", False),
            ("takes", "cards", True),
            ("toss", "toss", True),
            ("whose", "seat", True),
        ]

    def test_whoever_may_name_no_card_reads_what_that_means(self, three: Table) -> None:
        three.play(None, None)
        assert (
            str(three.prompt("slap").fields[1].label)
            == "Which jacks the pile held: none, if the slap was false"
        )
        three.play("JH")
        assert str(three.prompt("slap").fields[1].label) == "Which jacks the pile held"

    def test_each_slap_has_a_race_of_its_own(self, three: Table) -> None:
        races = [three.prompt("slap").race]
        for order, takes in (("Ana", ""), ("Ben", "JH"), ("Cy", "")):
            three.play()
            races.append(three.prompt("slap").race)
            three.slap(order, takes)
        assert three.prompt("slap").race == "slap-4"
        assert races == ["slap-1", "slap-1", "slap-2", "slap-3"]


class TestWhatThePileHeld:
    """The prompt bounds what a slap can take by what is known, and the referee refuses
    the rest.
    """

    def bounds(
        self, table: Table
    ) -> tuple[int | None, int | None, tuple[Any, ...], bool]:
        takes = table.prompt("slap").fields[1]
        return takes.min, takes.max, takes.choices, takes.optional

    def test_begins_with_what_was_recorded(self, three: Table) -> None:
        three.play("JH", None)
        assert three.prompt("slap").fields[1].default == ("JH",)
        three.slap("Ana", "JH")
        three.play(None)
        assert three.prompt("slap").fields[1].default is None

    def test_of_a_recorded_pile_is_known(self, three: Table) -> None:
        three.play("JH", "3C")
        jacks = tuple(card(code) for code in ("JC", "JD", "JH", "JS"))
        assert self.bounds(three) == (1, 2, jacks, True)

    def test_of_an_unrecorded_one_has_room_for_as_many_as_lie_there(
        self, three: Table
    ) -> None:
        three.play("JH", None)
        jacks = tuple(card(code) for code in ("JC", "JD", "JH", "JS"))
        assert self.bounds(three) == (1, 3, jacks, False)

    def test_is_needed_when_it_cannot_be_known(self, three: Table) -> None:
        three.play(None)
        with pytest.raises(
            WrongFieldsError, match=r"Still missing: “Which jacks the pile held"
        ):
            three.slap("Ana", None)

    def test_must_be_what_the_stacks_have_no_room_for(self, three: Table) -> None:
        three.recount(Ana=1, Ben=1, Cy=0)
        assert self.bounds(three)[:2] == (2, 4)
        ruling = three.refuse_slap("Ana", "JH")
        assert reason(ruling, "not-recorded") == (
            "Still to be won: the jack of clubs, the jack of diamonds, the jack of "
            "hearts and the jack of spades."
            " The stacks hold only 2 cards: at least 2 must be in the pile."
        )
        assert three.slap("Ana", "JH JD").verdict["good"]

    @pytest.mark.parametrize(
        ("takes", "section", "said"),
        [
            ("QH", "stages", "It is no jack: name only the jacks that the pile held."),
            ("JH JH", "each-card-once", "It was entered twice, and there’s only one."),
            ("JH JS", "each-card-once", "Ana won it and set it aside."),
            (
                "",
                "not-recorded",
                "Recorded in the pile: the jack of hearts. The first to slap wins",
            ),
            ("JD", "not-recorded", "Recorded in the pile: the jack of hearts."),
            (
                "JH JD",
                "not-recorded",
                (
                    "Every card of the pile was recorded; the jacks among them: the "
                    "jack "
                    "of hearts."
                ),
            ),
        ],
    )
    def test_against_what_is_recorded_is_refused(
        self, three: Table, takes: str, section: str, said: str
    ) -> None:
        three.play("JS")
        three.slap("Ana", "JS")
        three.play("3C", "JH")
        before = three.state
        ruling = three.refuse_slap("Ben", takes)
        assert reason(ruling, section).startswith(said)
        assert three.state is before

    def test_more_than_lie_there_unrecorded_is_refused(self, three: Table) -> None:
        three.play("3C", None)
        ruling = three.refuse_slap("Ben", "JH JD")
        assert (
            reason(ruling, "not-recorded")
            == "Besides the recorded cards the pile holds only 1 card."
        )

    def test_where_no_pile_lies_is_refused(self, three: Table) -> None:
        assert reason(three.refuse_slap("Ben", "JH"), "not-recorded").startswith(
            "Nothing in this pile is entered yet."
        )


class TestStages:
    def test_the_fourth_jack_starts_queens_and_the_fourth_queen_kings(
        self, three: Table
    ) -> None:
        phases = []
        for rank in "JQK":
            phases.append(three.scene.phase)
            for suit in "CDHS":
                assert not three.scene.finished
                three.play(f"{rank}{suit}")
                ruling = three.slap("Ana", None)
            phases.append(three.scene.phase)
        assert phases == ["jacks", "queens", "queens", "kings", "kings", "finished"]
        assert "All four kings are won" in reason(ruling, "stages")

    def test_the_ruling_says_what_is_slapped_next(self, three: Table) -> None:
        three.play("JC", "JD", "JH", "JS")
        ruling = three.slap("Ana", None)
        assert (
            reason(ruling, "stages")
            == "All four jacks are won: from now on it is the queens."
        )


class TestDeadHeat:
    def test_is_settled_by_the_toss(self, three: Table) -> None:
        three.play("JH")
        ruling = three.slap("Ben+Cy Ana", None, toss="Cy")
        assert ruling.verdict["winner"] == "Cy"
        assert ruling.verdict["order"] == (("Ben", "Cy"), ("Ana",))
        assert next((each.rule, each.basis) for each in ruling.because) == (
            "slapjack#dead-heat",
            "reading",
        )
        assert reason(ruling, "dead-heat").endswith(
            "A toss decides, and it fell on Cy."
        )

    def test_is_said_where_the_ruling_begins(self, three: Table) -> None:
        three.play("JH")
        ruling = three.slap("Ben+Cy Ana", None, toss="Cy")
        taken = "Cy takes the pile and scores the jack of hearts"
        assert str(ruling.summary) == f"Too close, settled by a toss: {taken}"

    def test_needs_a_toss_between_those_in_it(self, three: Table) -> None:
        three.play("JH")
        with pytest.raises(
            WrongFieldsError, match="Ben and Cy were first together: toss a coin"
        ) as wrong:
            three.slap("Ben+Cy Ana", None, toss="Ana")
        assert wrong.value.errors[0].field == "toss"

    def test_the_referee_tosses_where_nobody_did(self, three: Table) -> None:
        three.play("JH")
        assert three.slap("Ben+Cy Ana", None).verdict["winner"] in ("Ben", "Cy")

    def test_the_toss_is_between_those_in_it_and_among_those_who_may_slap(
        self, three: Table
    ) -> None:
        toss = three.prompt("slap").fields[2]
        assert (toss.type, toss.among, toss.choices) == (
            "toss",
            "order",
            three.setting.seats,
        )


def test_the_card_on_top_is_told_with_whose_it_is_also_where_nobody_named_it(
    three: Table,
) -> None:
    def on_top() -> list[tuple[str, str, str | None]]:
        return [
            (str(fact.label), str(fact.text), fact.seat) for fact in three.scene.facts
        ]

    assert on_top() == []
    three.play("7H")
    assert on_top() == [("On top", "seven of hearts", "Ben")]
    three.play(None)
    assert on_top() == [("On top", "a card, not named", "Cy")]
