"""Slapjack All Faces: counting the stacks again, and the pile as the rest."""

import pytest

from referee import WrongFieldsError, card

from .conftest import Table, reason, sections


def test_the_pile_is_the_rest(three: Table) -> None:
    ruling = three.recount(Ana=17, Ben=16, Cy=18)
    assert ruling.verdict == {"stacks": {"Ana": 17, "Ben": 16, "Cy": 18}, "pile": 3}
    assert str(ruling.summary) == "Counted again: the pile holds 3 cards"
    assert sections(ruling) == ["recount"]
    assert (three.stacks, three.pile.count) == ([17, 16, 18], 3)


def test_recorded_cards_stay_in_the_pile(three: Table) -> None:
    three.play("3C", None, "JH")
    three.recount(Ana=17, Ben=17, Cy=18)
    assert (three.pile.count, three.pile.cards) == (2, (card("3C"), card("JH")))
    three.recount(Ana=17, Ben=17, Cy=15)
    assert (three.pile.count, three.pile.cards) == (5, (card("3C"), card("JH")))
    assert not three.prompt("slap").fields[1].optional


def test_more_cards_than_there_are_are_refused(three: Table) -> None:
    three.play("JH")
    three.slap("Ana", None)
    ruling = three.refuses("recount", stacks={"Ana": 18, "Ben": 18, "Cy": 18})
    assert ruling.verdict["counted"] == 54
    assert (
        reason(ruling, "recount")
        == "That makes 54 cards, but only 53 cards aren’t won yet."
    )


def test_fewer_in_the_pile_than_were_recorded_there_are_refused(three: Table) -> None:
    three.play("3C", "4C")
    ruling = three.refuses("recount", stacks={"Ana": 18, "Ben": 18, "Cy": 17})
    assert reason(ruling, "recount").startswith(
        "That leaves 1 card for the pile, but the three of clubs and the four"
    )
    assert three.pile.count == 2


@pytest.mark.parametrize(
    "stacks", [{"Ana": -1}, {"Ana": 55}, {"Zoe": 3}, {"Ana": "many"}]
)
def test_what_is_no_count_of_a_seat_is_named(
    three: Table, stacks: dict[str, object]
) -> None:
    with pytest.raises(WrongFieldsError):
        three.refuses("recount", stacks=stacks)


def test_whoever_sat_out_and_has_cards_after_all_is_back_in(three: Table) -> None:
    three.recount(Ana=0)
    three.play("3C")
    three.slap("Ana", "")
    assert three.may_slap == ["Ben", "Cy"]
    three.recount(Ana=2)
    assert three.may_slap == ["Ana", "Ben", "Cy"]


def test_whoever_sat_out_and_is_given_a_penalty_card_after_all_is_back_in(
    three: Table,
) -> None:
    """Ana sat out with the pile taken; a recount finds a pile, and the last card on it
    can only be hers.
    """
    three.recount(Ana=1, Ben=20, Cy=20)
    three.play("3C", "4C", "JH")
    three.slap("Ben", "JH")
    assert three.may_slap == ["Ben", "Cy"]
    three.recount(Ben=25)
    three.slap("Cy", "")
    assert three.stacks[0] == 1
    assert three.may_slap == ["Ana", "Ben", "Cy"]


def test_it_begins_with_the_numbers_as_they_are_known(three: Table) -> None:
    three.play("3C", None)
    stacks, pile = three.prompt("recount").fields
    assert (stacks.default, pile.default) == ({"Ana": 18, "Ben": 17, "Cy": 17}, 2)


def test_a_pile_that_was_counted_does_not_change_unasked(three: Table) -> None:
    three.play("3C")
    ruling = three.refuses("recount", stacks={"Ana": 17, "Ben": 17, "Cy": 18}, pile=1)
    assert str(ruling.summary) == "These numbers don’t add up"
    assert reason(ruling, "recount").startswith(
        "Stacks and pile make 53 cards, but 54 cards aren’t won yet"
    )
    three.enter("recount", stacks={"Ana": 17, "Ben": 17, "Cy": 18}, pile=2)
    assert (three.stacks, three.pile.count) == ([17, 17, 18], 2)


def test_a_round_that_was_over_goes_on_when_somebody_has_cards_after_all(
    three: Table,
) -> None:
    three.recount(Ana=1, Ben=1, Cy=52)
    three.play("3C", "4C", "JH")
    three.slap("Cy", None)
    assert three.scene.phase == "redeal"
    three.recount(Ana=1, Cy=52)
    assert (three.scene.phase, three.turn) == ("jacks", "Cy")
