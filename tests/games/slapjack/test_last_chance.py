"""Slapjack All Faces: out of cards, one more chance, and sitting out."""

import pytest

from .conftest import Table, reason


@pytest.fixture
def ben_waits(three: Table) -> Table:
    """Ben has played his last card, a three; Cy is to play."""
    three.recount(Ana=10, Ben=1, Cy=10)
    three.play("3C")
    return three


def test_the_pile_brings_the_winner_back(ben_waits: Table) -> None:
    ben_waits.play("JH")
    ruling = ben_waits.slap("Ben", "JH")
    assert reason(ruling, "next-good-slap").startswith(
        "Ben was out of cards and has used the one more chance"
    )
    assert ben_waits.stacks == [10, 34, 9]
    assert ben_waits.may_slap == ["Ana", "Ben", "Cy"]


def test_a_good_slap_of_another_ends_it(ben_waits: Table) -> None:
    ben_waits.play("JH")
    ruling = ben_waits.slap("Cy Ben", "JH")
    assert ruling.verdict["sits_out"] == ("Ben",)
    assert reason(ruling, "next-good-slap").endswith(
        "Sitting out until the cards are dealt again: Ben."
    )
    assert ben_waits.may_slap == ["Ana", "Cy"]


def test_a_pile_of_nothing_but_jacks_brings_nobody_back(three: Table) -> None:
    three.recount(Ana=27, Ben=1, Cy=26)
    three.play("JH")
    ruling = three.slap("Ben", "JH")
    assert ruling.verdict["sits_out"] == ("Ben",)
    assert reason(ruling, "next-good-slap").startswith("The pile held nothing else")
    assert three.may_slap == ["Ana", "Cy"]
    assert three.next.startswith("Ben sets the jack of hearts aside, face up. Cy plays")


def test_both_are_told_apart_for_everybody(three: Table) -> None:
    three.recount(Ana=0, Ben=1, Cy=10)
    three.play("3C")
    three.play("4C")
    three.slap("Ana", "")
    told = three.next
    assert told.endswith("Out of cards, with one more chance: Ben. Sitting out: Ana.")


class TestNobodyHasCards:
    @pytest.fixture
    def waiting(self, three: Table) -> Table:
        """The last three cards have been played, none of them by Cy."""
        three.recount(Ana=2, Ben=1, Cy=0)
        for _ in range(3):
            three.play()
        return three

    def test_the_pile_waits_for_a_slap(self, waiting: Table) -> None:
        assert waiting.kinds == ["slap", "recount"]
        assert not waiting.prompt("slap").optional
        assert waiting.scene.to_act == ("Ana", "Ben", "Cy")
        assert waiting.next == (
            "Nobody has cards. There’s a jack in the pile: first to slap it takes the "
            "pile. Out of cards, with one more chance: Ana, Ben and Cy."
        )

    def test_it_holds_all_the_jacks_that_are_left(self, waiting: Table) -> None:
        takes = waiting.prompt("slap").fields[1]
        assert (takes.min, takes.max, takes.optional) == (4, 4, True)
        assert reason(waiting.refuse_slap("Ana", ""), "not-recorded").startswith(
            "Still to be won"
        )
        waiting.slap("Ana", None)
        assert waiting.won["Ana"] == ["JC", "JD", "JH", "JS"]
        assert waiting.stacks == [50, 0, 0]
