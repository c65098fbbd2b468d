"""What else happened in a deal: who broke a rule, takes the rest, or gave up."""

import pytest

from referee import (
    DealEnd,
    Field,
    Values,
    WrongFieldsError,
    deal_end_fields,
    read_deal_end,
)

PAIRS = (("Ana", "Cy"), ("Ben", "Dee"))
ALONE = (("Ana",), ("Ben",), ("Cy",))


def read(sides: tuple[tuple[str, ...], ...] = PAIRS, **given: object) -> DealEnd:
    return read_deal_end(Values(given, ("offenders", "rest", "given_up")), sides)


def test_a_seat_that_gives_up_speaks_for_its_side() -> None:
    assert read(given_up="Cy").given_up == ("Ana", "Cy")
    assert read(ALONE, given_up="Cy").given_up == ("Cy",)


def test_who_takes_the_rest_is_a_seat_or_a_side_however_it_is_named() -> None:
    assert read(rest="Cy").rest == ("Cy",)
    assert read(rest="Cy & Ana").rest == ("Ana", "Cy")


@pytest.mark.parametrize(
    ("field", "value"),
    [("rest", "Ana & Ben"), ("given_up", "Eve"), ("offenders", ("Ana", "Eve"))],
)
def test_nobody_else_can_be_named(field: str, value: object) -> None:
    with pytest.raises(
        WrongFieldsError,
        match=f"{field}: Only Ana & Cy and Ben & Dee play this deal, not ",
    ):
        read(**{field: value})


def test_the_rest_goes_to_whoever_is_named_or_to_the_only_others() -> None:
    assert read(rest="Ana").find_taker(PAIRS) == ("Ana",)
    assert read(given_up="Ana").find_taker(PAIRS) == ("Ben", "Dee")
    assert read(given_up="Ana", rest="Dee").find_taker(PAIRS) == ("Dee",)
    with pytest.raises(WrongFieldsError, match="rest: Say who takes the rest"):
        read(ALONE, given_up="Ana").find_taker(ALONE)
    with pytest.raises(WrongFieldsError, match="rest: Whoever gave up takes no more"):
        read(given_up="Ana", rest="Cy").find_taker(PAIRS)


def test_pages_fold_the_fields_away_together() -> None:
    fields: tuple[Field, ...] = deal_end_fields(("Ana", "Ben"))
    assert all(one.optional for one in fields)
    assert {str(one.folded) for one in fields} == {"Anything unusual in this deal?"}
    assert not any(one.partners for one in fields)
