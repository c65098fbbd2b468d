"""Slapjack All Faces: a slap that is entered before the card that was slapped."""

from referee import Ruling

from .conftest import Seated, Table, reason, sections


def asked(table: Table) -> tuple[list[object], object, str] | None:
    """The field that asks whose card was slapped: its seats, with whose it begins, and
    its words; None: not asked.
    """
    found = [field for field in table.prompt("slap").fields if field.name == "whose"]
    return (
        (list(found[0].choices), found[0].default, str(found[0].label))
        if found
        else None
    )


def slap(table: Table, whose: str, takes: str) -> Ruling:
    return table.enter("slap", order=["Ana"], takes=takes, whose=whose).rulings[0]


def test_the_prompt_says_which_card_lies_on_top_as_far_as_it_was_entered(
    three: Table,
) -> None:
    assert asked(three) == (
        ["Ben"],
        None,
        "Whose card was slapped? Nothing in this pile is entered yet.",
    )
    three.play("3C")
    assert asked(three) == (
        ["Ben", "Cy"],
        "Ben",
        "Whose card was slapped? Ben’s 3♣ was the last one entered.",
    )
    three.play(None)
    assert asked(three) == (
        ["Cy", "Ana"],
        "Cy",
        "Whose card was slapped? Cy’s was the last one entered.",
    )


def test_a_jack_on_top_leaves_nothing_to_ask(three: Table) -> None:
    three.play("JH")
    assert asked(three) is None


def test_a_player_alone_is_asked_nothing_once_a_card_lies_there(seated: Seated) -> None:
    table = seated("Ana", "Ben")
    table.recount(Ana=0, Ben=54)
    table.play("3C")
    assert asked(table) is None


def test_a_jack_that_nobody_had_entered_counts_as_played(three: Table) -> None:
    """Ben's three was entered. Cy plays a jack, and Ana slaps it before anybody enters
    it.
    """
    three.play("3C")
    ruling = slap(three, "Cy", "JH")
    assert (
        ruling.verdict["winner"],
        ruling.verdict["cards"],
        ruling.verdict["next"],
    ) == ("Ana", 2, "Ana")
    assert three.stacks == [19, 17, 17]
    assert three.won["Ana"] == ["JH"]
    assert three.turn == "Ana"


def test_a_false_slap_of_such_a_card_is_paid_to_whoever_played_it(three: Table) -> None:
    three.play("3C")
    ruling = three.enter("slap", order=["Ana"], takes="", whose="Cy").rulings[0]
    assert (ruling.verdict["to"], ruling.verdict["pays"]) == ("Cy", ("Ana",))
    assert (three.stacks, three.pile.count) == ([17, 17, 18], 2)


def test_the_last_card_entered_is_meant_where_nobody_says(three: Table) -> None:
    three.play(None)
    for whose in ({}, {"whose": "Ben"}):
        ruling = three.enter("slap", order=["Ana"], takes="", **whose).rulings[0]
        assert ruling.verdict["to"] == "Ben"
        assert "turn" not in sections(ruling)


def test_what_the_pile_held_is_asked_with_it(three: Table) -> None:
    three.play("3C")
    refused = three.refuses("slap", order=["Ana"], whose="Cy")
    assert reason(refused, "not-recorded").startswith("Not all its cards were entered")


def test_a_jack_for_which_there_is_no_room_is_refused_with_what_may_be_missing(
    three: Table,
) -> None:
    three.play("3C")
    assert "If a card has been played since" in reason(
        three.refuse_slap("Ana", "JH"), "not-recorded"
    )
