"""Slapjack All Faces: what a false slap costs, whom, and who is given it."""

from .conftest import Seated, Table, reason, sections


def test_the_slapper_gives_a_card_to_the_player_of_the_card(three: Table) -> None:
    three.play("3C", "9S")
    ruling = three.slap("Ana", "")
    assert ruling.verdict == {
        "good": False,
        "takes": (),
        "order": (("Ana",),),
        "to": "Cy",
        "pays": ("Ana",),
        "sits_out": (),
        "next": "Ana",
    }
    assert str(ruling.summary) == "A false slap: Ana gives a card to Cy"
    assert three.stacks == [17, 17, 18]
    assert three.pile.count == 2
    assert three.next.startswith(
        "Ana gives the top card of their stack to Cy, who puts it underneath."
    )


def test_of_an_unrecorded_pile_is_what_the_table_says(three: Table) -> None:
    three.play(None, "3C")
    ruling = three.slap("Ana", "")
    assert ruling.verdict["pays"] == ("Ana",)
    assert (
        reason(ruling, "false-slap")
        == "Those who looked say there was no jack in the pile."
    )


def test_every_false_slapper_pays(three: Table) -> None:
    three.play("3C")
    ruling = three.slap("Ana Cy", None)
    assert ruling.verdict["pays"] == ("Ana", "Cy")
    assert three.stacks == [17, 19, 17]
    assert sections(ruling) == [
        "false-slap",
        "false-slap",
        "every-slapper-pays",
        "penalty-turn",
    ]
    assert str(ruling.summary) == "A false slap: Ana and Cy give a card each to Ben"
    assert three.next.startswith(
        "Ana and Cy each give the top card of their stack to Ben"
    )


def test_on_ones_own_card_it_costs_nothing(three: Table) -> None:
    three.play("3C")
    ruling = three.slap("Ben", None)
    assert (ruling.verdict["pays"], three.stacks) == ((), [18, 17, 18])
    assert str(ruling.summary) == "A false slap that costs Ben nothing"
    assert "own-card" in sections(ruling)
    assert three.next.startswith("No card changes hands.")


def test_no_turn_changes(three: Table) -> None:
    three.play("3C")
    ruling = three.slap("Cy", None)
    assert three.turn == ruling.verdict["next"] == "Cy"
    assert [
        because.basis
        for because in ruling.because
        if because.rule == "slapjack#penalty-turn"
    ] == ["reading"]


def test_with_no_pile_nothing_happens(three: Table) -> None:
    before = three.stacks
    ruling = three.slap("Ana Cy", "")
    assert ruling.verdict == {
        "good": False,
        "takes": (),
        "order": (("Ana",), ("Cy",)),
        "to": None,
        "pays": (),
        "sits_out": (),
        "next": "Ben",
    }
    assert sections(ruling) == ["empty-pile"]
    assert (three.stacks, three.turn) == (before, "Ben")


def test_without_cards_it_costs_the_one_more_chance(three: Table) -> None:
    three.recount(Ana=0, Ben=10, Cy=10)
    three.play("3C")
    ruling = three.slap("Ana Cy", "")
    assert (ruling.verdict["pays"], ruling.verdict["sits_out"]) == (("Cy",), ("Ana",))
    assert reason(ruling, "no-card-to-give").startswith("No card to give: ")
    assert three.may_slap == ["Ben", "Cy"]
    assert three.next.endswith("Sitting out: Ana.")


def test_a_penalty_card_brings_somebody_without_cards_back(three: Table) -> None:
    three.recount(Ana=10, Ben=1, Cy=10)
    three.play("3C")
    assert three.next.endswith("Out of cards, with one more chance: Ben.")
    ruling = three.slap("Cy", "")
    assert reason(ruling, "penalty-revives").startswith("Ben was out of cards")
    assert three.stacks == [10, 1, 9]
    three.play("4C", "5C")
    assert three.turn == "Ben"


def test_whoever_sits_out_cannot_slap(three: Table) -> None:
    three.recount(Ana=0, Ben=10, Cy=10)
    three.play("3C")
    three.slap("Ana", "")
    ruling = three.refuse_slap("Cy Ana", "")
    assert ruling.verdict["seats"] == ("Ana",)
    assert str(ruling.summary) == "Ana can’t slap"
    assert sections(ruling) == ["sitting-out"]


def test_several_who_sit_out_are_all_named(seated: Seated) -> None:
    table = seated("Ana", "Ben", "Cy", "Di")
    table.recount(Ana=0, Ben=10, Cy=10, Di=0)
    table.play("3C")
    table.slap("Ana Di", "")
    ruling = table.refuse_slap("Ana Di Cy", "")
    assert ruling.verdict["seats"] == ("Ana", "Di")
    assert str(ruling.summary) == "Ana and Di can’t slap"
