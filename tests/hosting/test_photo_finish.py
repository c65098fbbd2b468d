"""From slaps to an order: who was first, what is a dead heat, and by how much."""

import pytest
from hypothesis import given, strategies as st

from referee.hosting.races.clocks import Timed
from referee.hosting.races.placing import TOUCH_SPREAD_MS, needed_lead, photo_finish
from referee.vocabulary.jsonable import from_json, jsonable
from referee.vocabulary.photo_finish import PhotoFinish, Slap


def order(**slaps: tuple[float, float]) -> tuple[tuple[str, ...], ...]:
    """The order of slaps given as time and ±."""
    return photo_finish({seat: Timed(*slap) for seat, slap in slaps.items()}).order


def test_a_clear_lead_is_ruled() -> None:
    assert order(Ana=(1000, 5), Ben=(1100, 5)) == (("Ana",), ("Ben",))


def test_a_lead_of_just_what_is_needed_is_a_dead_heat() -> None:
    assert order(Ana=(1000, 5), Ben=(1000 + 10 + TOUCH_SPREAD_MS, 5)) == (
        ("Ana", "Ben"),
    )
    assert order(Ana=(1000, 5), Ben=(1000.1 + 10 + TOUCH_SPREAD_MS, 5)) == (
        ("Ana",),
        ("Ben",),
    )


def test_within_a_dead_heat_the_earliest_stands_first() -> None:
    assert order(Ben=(1003, 5), Ana=(1000, 5)) == (("Ana", "Ben"),)


def test_a_lone_slap_is_first_by_no_margin() -> None:
    finish = photo_finish({"Ana": Timed(1000, 5)})
    assert finish.order == (("Ana",),)
    assert (finish.margin_ms, finish.needed_ms) == (None, None)


def test_times_count_from_the_first_slap() -> None:
    finish = photo_finish(
        {"Ben": Timed(1040.26, 3), "Ana": Timed(1000, 5, 2)}, "slap-1", 2
    )
    assert finish.slaps == (Slap("Ana", 0, 5, 2), Slap("Ben", 40.3, 3))
    assert finish.margin_ms == 40.3
    assert finish.needed_ms == 28
    assert (finish.race, finish.heat) == ("slap-1", 2)


def test_nobody_is_tossed_for_against_whom_they_were_clearly_behind_of() -> None:
    """Ben cannot be told from Cy, nor Cy from Ana; but Ana was clearly before Ben."""
    assert order(Ana=(1000, 1), Ben=(1050, 1), Cy=(1060, 100)) == (
        ("Ana", "Cy"),
        ("Ben",),
    )


def test_a_chain_of_close_slaps_is_no_single_dead_heat() -> None:
    assert order(Ana=(0, 1), Ben=(20, 1), Cy=(40, 1), Di=(60, 1)) == (
        ("Ana", "Ben"),
        ("Cy", "Di"),
    )


def test_a_race_without_slaps_has_no_finish() -> None:
    with pytest.raises(ValueError, match="no finish"):
        photo_finish({})


def test_a_finish_is_what_an_order_field_takes() -> None:
    finish = photo_finish({"Ana": Timed(0, 1), "Cy": Timed(1, 1), "Ben": Timed(99, 1)})
    assert finish.as_given == [["Ana", "Cy"], "Ben"]


slaps = st.dictionaries(
    st.sampled_from(["Ana", "Ben", "Cy", "Di", "Eve"]),
    st.builds(Timed, st.floats(0, 400), st.floats(0.5, 150), st.floats(0, 100)),
    min_size=1,
)


@given(slaps)
def test_everybody_stands_in_the_order_once_and_it_can_be_kept(
    placed: dict[str, Timed],
) -> None:
    finish = photo_finish(placed)
    assert sorted(seat for group in finish.order for seat in group) == sorted(placed)
    assert from_json(PhotoFinish, jsonable(finish)) == finish


@given(
    st.dictionaries(
        st.text(max_size=3),
        st.builds(Timed, st.floats(), st.floats(), st.floats()),
        min_size=1,
    )
)
def test_finding_the_groups_ends_whatever_it_is_given(placed: dict[str, Timed]) -> None:
    order = photo_finish(placed).order
    assert sorted(seat for group in order for seat in group) == sorted(placed)
    assert all(order)


@given(slaps)
def test_each_group_was_clearly_beaten_by_the_one_before_and_by_none_of_its_own(
    placed: dict[str, Timed],
) -> None:
    def beaten(seat: str, by: tuple[str, ...]) -> bool:
        mine = placed[seat]
        return any(
            mine.time - placed[other].time > needed_lead(placed[other], mine) + 1e-9
            for other in by
        )

    groups = photo_finish(placed).order
    for place, group in enumerate(groups):
        assert not any(beaten(seat, group) for seat in group)
        if place:
            slack = tuple(groups[place - 1])
            assert all(
                any(
                    placed[seat].time - placed[other].time
                    > needed_lead(placed[other], placed[seat]) - 1e-9
                    for other in slack
                )
                for seat in group
            )
