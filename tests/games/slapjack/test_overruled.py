"""What the table decides otherwise: the game goes on from it."""

import pytest

from referee import WrongFieldsError
from referee.testing import PlayedMatch


@pytest.fixture
def match() -> PlayedMatch:
    """Cy deals, 18 cards to each, and Ana is to play."""
    return PlayedMatch.begun("slapjack", "Ana Ben Cy", dealer="Cy")


def slapped(match: PlayedMatch) -> int:
    """The number of a slap by Cy of a pile without a jack."""
    return match.enter("slap", order=["Cy"], takes="").entry.seq


def lies(match: PlayedMatch, name: str, owner: str | None = None) -> tuple[int, str]:
    return match.zone(name, owner).count, match.codes(name, owner)


@pytest.mark.parametrize("named", [True, False])
def test_false_slap__a_slap_that_the_table_calls_good_takes_the_pile(
    match: PlayedMatch, named: bool
) -> None:
    for seat, card in (("Ana", "5C"), ("Ben", "6C")):
        match.enter("play", seat, **({"card": card} if named else {}))
    assert match.overrule(slapped(match), {"good": True}).in_force
    assert (
        lies(match, "pile"),
        lies(match, "stack", "Cy"),
        lies(match, "won", "Cy"),
    ) == ((0, ""), (20, ""), (0, ""))
    assert match.next.startswith(
        "Cy shuffles the pile and puts it under their stack: 2 cards."
    )


def test_false_slap__what_the_table_sets_aside_are_cards(match: PlayedMatch) -> None:
    match.enter("play", "Ana", card="5C")
    match.enter("play", "Ben")
    slap = slapped(match)
    match.overrule(slap, {"good": True, "takes": ["JH"]})
    decided = "The slap is good: yes; Face cards won with it: J♥"
    first = match.rulings_on(slap)[0]
    assert str(first.summary).startswith(
        f"Overturned: {decided}. The referee had ruled: "
    )
    assert (lies(match, "won", "Cy"), lies(match, "stack", "Cy")) == (
        (1, "JH"),
        (19, ""),
    )
    assert match.scores["Cy"] == 10


@pytest.mark.parametrize("takes", [["JH"], ["5C", "5C"], ["5C", "6C", "7C"]])
def test_false_slap__what_the_pile_cannot_have_held_is_not_set_aside(
    match: PlayedMatch, takes: list[str]
) -> None:
    match.enter("play", "Ana", card="5C")
    match.enter("play", "Ben", card="6C")
    slap = slapped(match)
    with pytest.raises(
        WrongFieldsError, match="The game can’t go on from this verdict"
    ):
        match.overrule(slap, {"good": True, "takes": takes})


def test_sitting_out__the_table_lets_somebody_slap_who_sits_out(
    match: PlayedMatch,
) -> None:
    match.enter("recount", stacks={"Ana": 27, "Ben": 27, "Cy": 0})
    match.enter("play", "Ana", card="5C")
    slapped(match)
    match.enter("play", "Ben", card="JC")
    match.let_pass("slap", order=["Cy"])
    assert (lies(match, "won", "Cy"), lies(match, "stack", "Cy")) == (
        (1, "JC"),
        (1, ""),
    )
    match.enter("play", "Cy")
    match.enter("play", "Ana")
