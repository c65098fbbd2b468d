"""Slapjack All Faces: when a round is over, the next deal, and the end of the game."""

import pytest

from .conftest import Seated, Table, sections


def win(table: Table, seat: str, *faces: str) -> None:
    """The seat wins these cards, each played by whoever is in turn and slapped at once."""
    for face in faces:
        table.play(face)
        table.slap(seat, None)


def run_out(table: Table, *cards: str, winner: str = "Cy") -> None:
    """Ana and Ben have their last cards, the pile is taken with these as the last of
    it: only the winner has cards.
    """
    table.recount(Ana=1, Ben=1, Cy=50 - sum(map(len, table.won.values())))
    while table.turn != "Ana":
        table.play()
    table.play()
    table.play(*cards)
    table.slap(winner, " ".join(cards))


class TestRoundOver:
    def test_when_only_one_has_cards_and_nobody_a_chance(self, three: Table) -> None:
        run_out(three, "JH")
        slap, over = three.rulings
        assert slap.verdict["sits_out"] == ("Ana", "Ben")
        assert slap.verdict["next"] is None
        assert "next-after-slap" not in sections(slap)
        assert over.verdict == {"round_over": 1, "dealer": "Cy"}
        assert str(over.summary) == "Round 1 is over: only Cy has cards"
        assert sections(over) == ["new-round", "round-over"]

    def test_the_next_deal_is_all_that_is_wanted(self, three: Table) -> None:
        run_out(three, "JH")
        assert (three.scene.phase, three.scene.to_act) == ("redeal", ("Cy",))
        assert three.kinds == ["redeal", "recount"]
        redeal = three.prompt("redeal")
        assert (redeal.seats, redeal.fields, redeal.optional) == (
            three.setting.seats,
            (),
            False,
        )
        assert (
            "Cy gathers stack and pile, shuffles, and deals to everybody evenly"
            in three.next
        )

    def test_the_holder_deals_left_neighbour_first_who_leads_and_all_are_back_in(
        self, three: Table
    ) -> None:
        run_out(three, "JH")
        (ruling,) = three.redeal()
        assert ruling.verdict == {
            "round": 2,
            "dealer": "Cy",
            "leads": "Ana",
            "stacks": {"Ana": 18, "Ben": 18, "Cy": 17},
        }
        assert str(ruling.summary) == "Round 2 begins, and Ana leads"
        assert sections(ruling) == ["new-round", "next-deal"]
        assert (three.scene.round, three.scene.phase, three.turn) == (2, "jacks", "Ana")
        assert three.may_slap == list(three.setting.seats)
        assert three.won["Cy"] == ["JH"]
        assert three.next.startswith(
            "Cy gathers their stack and the pile, shuffles the 53 cards and deals"
        )

    def test_while_somebody_has_a_chance_the_only_one_with_cards_plays_on(
        self, three: Table
    ) -> None:
        three.recount(Ana=0, Ben=1, Cy=0)
        three.play()
        three.recount(Ana=0, Ben=0, Cy=20)
        for _ in range(3):
            assert three.turn == "Cy"
            three.play()
        assert not three.prompt("play").optional

    def test_a_chance_lost_by_a_false_slap_ends_it_too(self, three: Table) -> None:
        three.recount(Ana=1, Ben=1, Cy=52)
        three.play("3C", "4C", "5C", "6C")
        three.slap("Ben", None)
        assert (three.turn, three.rulings[1:]) == ("Cy", ())
        three.slap("Ana", None)
        assert three.rulings[1].verdict == {"round_over": 1, "dealer": "Cy"}


class TestUnrecordedPile:
    """Whether a card that nobody entered can be slapped the table must say."""

    @pytest.fixture
    def unsure(self, three: Table) -> Table:
        """Ana and Ben have lost their chances on a pile of which nobody knows; Cy alone
        has cards.
        """
        three.recount(Ana=0, Ben=0, Cy=51)
        three.play()
        three.slap("Ana Ben", "")
        return three

    def test_ask_the_table_first(self, unsure: Table) -> None:
        assert (unsure.scene.phase, unsure.scene.to_act) == ("redeal", ("Cy",))
        assert {prompt.kind: prompt.optional for prompt in unsure.prompts} == {
            "redeal": False,
            "play": True,
            "slap": True,
            "recount": True,
        }
        assert str(unsure.prompt("redeal").title) == "Nothing to slap"
        assert "if there’s a jack in it, slap it; if not, say so" in unsure.next

    def test_is_not_over_when_the_one_stack_has_no_room_for_what_is_left(
        self, three: Table
    ) -> None:
        three.recount(Ana=0, Ben=0, Cy=50)
        three.play()
        three.slap("Ana Ben", "")
        assert three.scene.phase == "redeal"
        three.recount(Cy=3)
        assert (three.scene.phase, three.kinds) == (
            "jacks",
            ["play", "slap", "recount"],
        )

    def test_a_slap_shows_that_it_was_not_over(self, unsure: Table) -> None:
        unsure.slap("Cy", "JH")
        assert unsure.won["Cy"] == ["JH"]
        assert unsure.rulings[1].verdict == {"round_over": 1, "dealer": "Cy"}

    def test_playing_on_shows_it_too(self, unsure: Table) -> None:
        unsure.play("JD")
        assert (unsure.scene.phase, unsure.turn) == ("jacks", "Cy")
        unsure.slap("Cy", "JD")
        assert unsure.scene.phase == "redeal"

    def test_otherwise_the_next_round_is_dealt(self, unsure: Table) -> None:
        over, dealt = unsure.redeal()
        assert over.verdict == {"round_over": 1, "dealer": "Cy"}
        assert dealt.verdict["stacks"] == {"Ana": 18, "Ben": 18, "Cy": 18}


class TestMajority:
    def test_seven_in_one_hand_end_the_game_when_the_round_is_over(
        self, three: Table
    ) -> None:
        win(three, "Ana", "JC", "JD", "JH", "JS", "QC", "QD", "QH")
        assert not three.scene.finished
        run_out(three, "QS")
        _, end = three.rulings
        assert end.verdict["winners"] == ("Ana",)
        assert end.verdict["faces"] == {"Ana": 7, "Ben": 0, "Cy": 1}
        assert sections(end) == ["majority", "round-over", "winning"]
        assert str(end.summary) == "Ana wins the game with 7 face cards"
        scene = three.scene
        assert (scene.finished, scene.winners, scene.phase, scene.to_act) == (
            True,
            ("Ana",),
            "finished",
            (),
        )
        assert three.prompts == ()
        assert [(each.score, each.place) for each in scene.standings] == [
            (70, 1),
            (0, 3),
            (10, 2),
        ]

    def test_six_do_not(self, three: Table) -> None:
        win(three, "Ana", "JC", "JD", "JH", "JS", "QC", "QD")
        run_out(three, "QS")
        assert three.rulings[1].verdict == {"round_over": 1, "dealer": "Cy"}

    def test_with_an_unrecorded_pile_the_game_ends_when_the_table_says_so(
        self, three: Table
    ) -> None:
        win(three, "Ana", "JC", "JD", "JH", "JS", "QC", "QD", "QH")
        three.recount(Ana=0, Ben=0, Cy=44)
        three.play()
        three.slap("Ana Ben", "")
        assert not three.scene.finished
        (end,) = three.redeal()
        assert end.verdict["winners"] == ("Ana",)


class TestAllTwelve:
    ORDER = ("JC", "JD", "JH", "JS", "QC", "QD", "QH", "QS", "KC", "KD", "KH", "KS")

    def test_between_equals_most_cards_in_the_stack_win(self, seated: Seated) -> None:
        table = seated("Ana", "Ben")
        win(table, "Ben", *self.ORDER[:6])
        table.play("3C")
        win(table, "Ana", *self.ORDER[6:])
        _, end = table.rulings
        assert table.stacks == [22, 20]
        assert end.verdict["winners"] == ("Ana",)
        assert (
            str(end.summary)
            == "Ana wins the game with 6 face cards and the larger stack"
        )
        assert str(end.because[1].text) == (
            "Ana and Ben won 6 face cards each, and the most cards in a stack decide: "
            "22 cards."
        )

    def test_equal_in_both_they_share_the_win(self, seated: Seated) -> None:
        table = seated("Ana", "Ben")
        win(table, "Ben", *self.ORDER[:6])
        win(table, "Ana", *self.ORDER[6:])
        _, end = table.rulings
        assert table.stacks == [21, 21]
        assert end.verdict["winners"] == table.scene.winners == ("Ana", "Ben")
        assert (
            str(end.summary)
            == "Ana and Ben share the win, with 6 face cards each and equal stacks"
        )
        assert sections(end)[-1] == "equal-winners"
        assert table.next.endswith("Game over: Ana and Ben share the win.")
