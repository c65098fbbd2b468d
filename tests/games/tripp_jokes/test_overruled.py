"""What the table decides otherwise: the game goes on from it."""

from typing import Any

import pytest

from referee.testing import PlayedMatch, UnfitEntriesError


@pytest.fixture
def match() -> PlayedMatch:
    """Ben is to play on the five of clubs."""
    begun = PlayedMatch.begun("tripp-jokes", "Ana Ben", dealer="Ana")
    begun.enter("flip", card="5C")
    begun.enter("lay", "Ana", cards="4S 6S 7S")
    begun.enter("lay", "Ben", cards="8S 9S JS")
    return begun


def played(match: PlayedMatch, seat: str, **cards: str) -> int:
    """The number of this play."""
    return match.enter("play", seat, **cards).entry.seq


@pytest.mark.parametrize(
    ("hand", "verdict", "pile", "discard"),
    [
        ("4C", {"legal": True}, "5C 4C", ""),
        ("4C 4D 4H", {"legal": True}, "", "5C 4C 4D 4H"),
        ("4C", {"legal": True, "pile": ["4C"]}, "4C", "5C"),
    ],
)
def test_turn__a_play_that_the_table_calls_legal_lies_on_the_pile(
    match: PlayedMatch, hand: str, verdict: dict[str, object], pile: str, discard: str
) -> None:
    assert match.let_pass("play", "Ben", verdict=verdict, hand=hand).in_force
    assert (match.codes("pile"), match.codes("discard")) == (pile, discard)
    assert (match.zone("pile").count, match.zone("discard").count) == (
        len(pile.split()),
        len(discard.split()),
    )


def test_turn__a_play_that_the_table_calls_illegal_is_taken_back(
    match: PlayedMatch,
) -> None:
    nine = played(match, "Ben", hand="9C")
    line = match.overrule(nine, {"legal": False})
    assert (match.codes("pile"), match.zone("hand", "Ben").count) == ("5C", 3)
    assert line.in_force
    assert line.ruled is not None
    assert str(line.ruled.summary) == "Ben plays 9♣"
    assert line.resolution is not None
    assert line.resolution.dropped == (nine,)
    king = played(match, "Ben", hand="KC")
    match.correct(2, cards="4S 6S 7D")
    assert [step.entry.seq for step in match.history.steps] == [1, 2, 3, king]
    assert match.disputes[0].in_force


def test_turn__what_was_played_after_it_is_struck_with_it_where_the_table_says_so(
    match: PlayedMatch,
) -> None:
    nine = played(match, "Ben", hand="9C")
    jack = played(match, "Ana", hand="JC")
    before = match.copied()
    with pytest.raises(UnfitEntriesError) as unfit:
        match.overrule(nine, {"legal": False})
    assert [one.entry.seq for one in unfit.value.unfit] == [jack]
    assert match == before
    settled = match.overrule(nine, {"legal": False}, drop_unfit=True)
    assert settled.resolution is not None
    assert settled.resolution.dropped == (nine, jack)
    assert (match.codes("pile"), match.zone("pile").count) == ("5C", 1)


def test_turn__what_was_taken_back_may_be_put_right_and_stands_then(
    match: PlayedMatch,
) -> None:
    play = played(match, "Ben", hand="9C")
    match.overrule(play, {"legal": False})
    match.correct(play, hand=["JC"])
    assert match.codes("pile") == "5C JC"
    assert not match.disputes[0].in_force
    match.overrule(play, {"legal": False})
    assert match.codes("pile") == "5C"


def test_must_play__the_table_lets_somebody_take_the_pile_who_could_play(
    match: PlayedMatch,
) -> None:
    played(match, "Ben", hand="XB")
    played(match, "Ana", hand="4C")
    match.let_pass("pickup", "Ben")
    assert match.zone("hand", "Ben").count == 5
    [ruling] = match.rulings
    assert str(ruling.summary).startswith("Overturned: it is allowed.")
    # Nothing was said of the hidden cards: that one of them can be played is no
    # surprise.
    played(match, "Ana", hand="5D")
    last = played(match, "Ben", hand="6D")
    assert [str(ruling.summary) for ruling in match.rulings_on(last)] == [
        "Ben plays 6♦"
    ]


@pytest.mark.parametrize(
    ("row", "card", "left"),
    [("penultimate", "8S", "9S JS"), ("final", "KC", "8S 9S JS")],
)
def test_which_pile__the_table_opens_the_end_of_the_game_earlier(
    match: PlayedMatch, row: str, card: str, left: str
) -> None:
    data: dict[str, Any] = {row: card}
    match.let_pass("play", "Ben", **data)
    assert (match.codes("pile"), match.zone("pile").count) == (f"5C {card}", 2)
    assert (
        match.codes("penultimate", "Ben"),
        match.zone("penultimate", "Ben").count,
    ) == (left, len(left.split()))
    assert match.zone("hand", "Ben").count == 3
