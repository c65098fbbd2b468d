"""What the table decides otherwise: the game goes on from it."""

from __future__ import annotations

import pytest
import referee_slapjack

from referee.testing.court import Court
from referee.vocabulary.errors import WrongFieldsError


@pytest.fixture
def court() -> Court:
    """Cy deals, 18 cards to each, and Ana is to play."""
    return Court.of(referee_slapjack, "Ana", "Ben", "Cy", dealer="Cy")


@pytest.mark.parametrize("named", [True, False])
def test_false_slap__a_slap_that_the_table_calls_good_takes_the_pile(court: Court, named: bool) -> None:
    for seat, card in (("Ana", "5C"), ("Ben", "6C")):
        court.put("play", seat, **({"card": card} if named else {}))
    slap = court.put("slap", order=["Cy"], takes="")
    court.overrule(slap, good=True)
    assert (court.zone("pile"), court.zone("stack", "Cy"), court.zone("won", "Cy")) == ("0", "20", "0")
    assert court.next.startswith("Cy shuffles the pile and puts it under their stack: 2 cards.")
    assert court.lines[0].in_force


def test_false_slap__what_the_table_sets_aside_are_cards(court: Court) -> None:
    court.put("play", "Ana", card="5C")
    court.put("play", "Ben")
    slap = court.put("slap", order=["Cy"], takes="")
    court.overrule(slap, good=True, takes=["JH"])
    decided = "The slap is good: yes; Face cards won with it: J♥"
    assert court.summaries(slap)[0].startswith(f"Overruled by the table. {decided}. The referee had ruled: ")
    assert (court.zone("won", "Cy"), court.zone("stack", "Cy")) == ("1 JH", "19")
    assert court.scores["Cy"] == 10


@pytest.mark.parametrize("takes", [["JH"], ["5C", "5C"], ["5C", "6C", "7C"]])
def test_false_slap__what_the_pile_cannot_have_held_is_not_set_aside(court: Court, takes: list[str]) -> None:
    court.put("play", "Ana", card="5C")
    court.put("play", "Ben", card="6C")
    slap = court.put("slap", order=["Cy"], takes="")
    with pytest.raises(WrongFieldsError, match="The game cannot go on from this verdict"):
        court.overrule(slap, good=True, takes=takes)


def test_sitting_out__the_table_lets_somebody_slap_who_sits_out() -> None:
    court = Court.of(referee_slapjack, "Ana", "Ben", "Cy", dealer="Cy")
    court.put("recount", stacks={"Ana": 27, "Ben": 27, "Cy": 0})
    court.put("play", "Ana", card="5C")
    court.put("slap", order=["Cy"], takes="")
    court.put("play", "Ben", card="JC")
    id = court.put_refused("slap", order=["Cy"])
    court.settle(id, "overruled", verdict={"legal": True})
    assert (court.zone("won", "Cy"), court.zone("stack", "Cy")) == ("1 JC", "1")
    court.put("play", "Cy")
    court.put("play", "Ana")
