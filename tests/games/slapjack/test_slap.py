"""Slapjack All Faces, asked: whether a pile can be slapped, and what is set aside from
it.
"""

import pytest
from hypothesis import given, strategies as st

from referee import FIFTY_FOUR, Card, Ruling, WrongFieldsError, card
from referee.testing import ask

from .conftest import reason, sections


def slap(stage: str, pile: str) -> Ruling:
    return ask("slapjack", "slap", stage=stage, pile=pile)


def test_a_jack_on_top_is_slapped() -> None:
    ruling = slap("J", "3C 9S JH")
    assert ruling.verdict == {"good": True, "takes": (card("JH"),)}
    assert (
        str(ruling.summary)
        == "A good slap: it wins the pile and scores the jack of hearts"
    )
    assert sections(ruling) == ["slap", "taking"]
    assert reason(ruling, "slap").startswith("The jack of hearts can be slapped")


def test_a_jack_under_other_cards_is_still_to_be_had() -> None:
    ruling = slap("J", "JH 3C 9S")
    assert ruling.verdict == {"good": True, "takes": (card("JH"),)}
    assert sections(ruling) == ["covered", "taking"]
    assert reason(ruling, "covered").startswith(
        "Unclaimed under the nine of spades: the jack of hearts. The first"
    )


@pytest.mark.parametrize("pile", ["9S", "JH 3C 9S", "XR 9S"])
def test_without_a_card_of_the_stage_it_is_false(pile: str) -> None:
    ruling = slap("K", pile)
    assert ruling.verdict == {"good": False, "takes": ()}
    assert sections(ruling) == ["false-slap"]
    assert (
        reason(ruling, "false-slap")
        == "The nine of spades is no king, and there’s no king under it."
    )


def test_an_empty_pile_is_a_reading() -> None:
    ruling = slap("J", "")
    assert ruling.verdict == {"good": False, "takes": ()}
    assert [(because.rule, because.basis) for because in ruling.because] == [
        ("slapjack#empty-pile", "reading")
    ]


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        ({"stage": "J", "pile": "JH 3C JH"}, "pile"),
        ({"stage": "A", "pile": "AH"}, "stage"),
        ({"stage": "J"}, "pile"),
        ({"pile": "JH"}, "stage"),
        ({"stage": "J", "pile": "JX"}, "pile"),
        ({"stage": "J", "pile": "JH", "top": "JH"}, "top"),
    ],
)
def test_what_cannot_be_is_named(data: dict[str, str], wrong: str) -> None:
    with pytest.raises(WrongFieldsError) as refused:
        ask("slapjack", "slap", **data)
    assert [error.field for error in refused.value.errors] == [wrong]


@given(st.sampled_from("JQK"), st.lists(st.sampled_from(FIFTY_FOUR), unique=True))
def test_any_pile_is_good_exactly_when_it_holds_the_rank(
    stage: str, pile: list[Card]
) -> None:
    ruling = ask("slapjack", "slap", stage=stage, pile=[each.code for each in pile])
    takes = [each for each in pile if each.code.startswith(stage)]
    assert ruling.verdict == {"good": bool(takes), "takes": tuple(takes)}
    assert str(ruling.summary)
    assert all(str(because.text) for because in ruling.because)
