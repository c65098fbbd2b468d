"""Values as a game reads them: one default each, under the accessor's own name."""

from collections.abc import Callable

import pytest

from referee.vocabulary.values import Values

GIVEN = Values({"trump": "h", "dealer": None}, names=("trump", "dealer", "bid"))

ACCESSORS = (Values.number, Values.seat, Values.choice, Values.toss)


@pytest.mark.parametrize("accessor", ACCESSORS, ids=lambda read: read.__name__)
def test_one_default_stands_for_what_was_left_out_and_for_nobody(
    accessor: Callable[..., object],
) -> None:
    assert accessor(GIVEN, "bid", 7) == 7
    assert accessor(GIVEN, "dealer", "nobody") == "nobody"
    assert accessor(GIVEN, "trump", "s") == "h"
    assert accessor(GIVEN, "bid", None) is None


@pytest.mark.parametrize("accessor", ACCESSORS, ids=lambda read: read.__name__)
def test_what_was_left_out_is_an_error_without_a_default(
    accessor: Callable[..., object],
) -> None:
    with pytest.raises(KeyError, match="left out"):
        accessor(GIVEN, "bid")


@pytest.mark.parametrize("accessor", ACCESSORS, ids=lambda read: read.__name__)
def test_a_second_default_is_refused_by_the_accessors_name(
    accessor: Callable[..., object],
) -> None:
    with pytest.raises(TypeError, match=rf"Values\.{accessor.__name__}\(\)"):
        accessor(GIVEN, "bid", 1, 2)


def test_each_accessor_has_a_name_of_its_own() -> None:
    for name in ("number", "seat", "choice", "toss", "seats", "words"):
        assert getattr(Values, name).__name__ == name
