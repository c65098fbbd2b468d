"""Main pot and side pots, and who gets the odd chips."""

from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from referee import Pot, divide_pots, return_uncalled, share_pot

SEATS = ("Ana", "Ben", "Cy", "Dee", "Eli")


def test_all_ins_at_three_amounts() -> None:
    put_in = {"Ana": 50, "Ben": 100, "Cy": 200, "Dee": 1000, "Eli": 200}
    assert return_uncalled(put_in) == {"Dee": 800}
    assert divide_pots(put_in) == (
        Pot(250, SEATS),
        Pot(200, ("Ben", "Cy", "Dee", "Eli")),
        Pot(300, ("Cy", "Dee", "Eli")),
    )


def test_who_has_folded_wins_nothing_of_what_they_had_put_in() -> None:
    put_in = {"Ana": 50, "Ben": 120, "Cy": 120, "Dee": 80}
    assert divide_pots(put_in, folded=("Dee",)) == (
        Pot(200, ("Ana", "Ben", "Cy")),
        Pot(170, ("Ben", "Cy")),
    )


def test_a_side_pot_that_everybody_else_has_left() -> None:
    assert divide_pots({"Ana": 50, "Ben": 120, "Cy": 120}, folded=("Cy",)) == (
        Pot(150, ("Ana", "Ben")),
        Pot(140, ("Ben",)),
    )


def test_nobody_is_left() -> None:
    with pytest.raises(ValueError, match="everybody has folded"):
        divide_pots({"Ana": 5}, folded=("Ana",))


@pytest.mark.parametrize(
    ("chips", "chip", "shares"),
    [
        (100, 1, {"Ana": 34, "Ben": 33, "Cy": 33}),
        (101, 1, {"Ana": 34, "Ben": 34, "Cy": 33}),
        (110, 5, {"Ana": 40, "Ben": 35, "Cy": 35}),
        (112, 5, {"Ana": 42, "Ben": 35, "Cy": 35}),
    ],
)
def test_odd_chips_go_one_by_one_to_those_who_come_first(
    chips: int, chip: int, shares: dict[str, int]
) -> None:
    assert share_pot(chips, ("Ana", "Ben", "Cy"), chip) == shares


@given(
    st.dictionaries(st.sampled_from(SEATS), st.integers(0, 60), min_size=2), st.data()
)
def test_no_chip_is_lost(put_in: dict[str, int], data: st.DataObject) -> None:
    highest = [seat for seat, chips in put_in.items() if chips == max(put_in.values())]
    folded = data.draw(st.sets(st.sampled_from(sorted(put_in)))) - {highest[0]}
    pots = divide_pots(put_in, folded)
    returned = return_uncalled(put_in)
    assert sum(pot.chips for pot in pots) + sum(returned.values()) == sum(
        put_in.values()
    )
    assert all(
        pot.chips > 0 and pot.seats and not folded & {*pot.seats} for pot in pots
    )
    assert all({*more.seats} > {*fewer.seats} for more, fewer in pairwise(pots))
