"""Crazy Eights and Mau-Mau: what may lie on what, and what it does."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from referee import FIFTY_TWO, Ruling, WrongFieldsError
from referee.testing import ask


def laid(card: str, top: str, **more: Any) -> Ruling:
    return ask("crazy-eights", "play", card=card, top=top, **more)


@pytest.mark.parametrize(
    ("field", "cards"), [("card", ("2C", "7C")), ("top", ("7C", "2C"))]
)
def test_mau_mau_has_no_twos(field: str, cards: tuple[str, str]) -> None:
    with pytest.raises(WrongFieldsError, match="isn’t in this deck") as wrong:
        ask("crazy-eights", "play", card=cards[0], top=cards[1], variant="mau-mau")
    assert [error.field for error in wrong.value.errors] == [field]
    with pytest.raises(WrongFieldsError, match="isn’t in this deck"):
        ask(
            "crazy-eights", "deal", cards={"Ana": "", "Ben": "2C 7C"}, variant="mau-mau"
        )


class TestWhatMayLieOnWhat:
    @pytest.mark.parametrize(
        ("card", "top", "more", "legal"),
        [
            ("5S", "5H", {}, True),
            ("9H", "5H", {}, True),
            ("9S", "5H", {}, False),
            ("8C", "5H", {}, True),
            ("8C", "8H", {}, True),
            ("9S", "8H", {"suit": "S"}, True),
            ("9H", "8H", {"suit": "S"}, False),
            ("JC", "7H", {"variant": "mau-mau"}, True),
            ("JC", "7H", {"variant": "mau-mau", "draws": 2}, False),
            ("7C", "7H", {"variant": "mau-mau", "draws": 2}, True),
            ("9H", "7H", {"variant": "mau-mau", "draws": 2}, False),
            ("8C", "9H", {"variant": "mau-mau"}, False),
        ],
    )
    def test_suit_rank_wish_and_what_is_to_be_drawn(
        self, card: str, top: str, more: dict[str, Any], legal: bool
    ) -> None:
        assert laid(card, top, **more).verdict["legal"] is legal

    @given(st.sampled_from(FIFTY_TWO), st.sampled_from(FIFTY_TWO))
    def test_it_is_the_suit_the_rank_or_an_eight(self, card: Any, top: Any) -> None:
        fits = card.suit == top.suit or card.rank == top.rank or card.rank == "8"
        assert laid(card.code, top.code).verdict["legal"] is fits

    def test_the_reason_names_the_wish(self) -> None:
        assert [str(why.text) for why in laid("9H", "8H", suit="S").because] == [
            "The named suit is spades."
        ]

    @pytest.mark.parametrize(
        ("card", "variant", "legal"),
        [
            ("8H", "crazy-eights", False),
            ("JH", "mau-mau", False),
            ("8H", "mau-mau", True),
        ],
    )
    def test_what_may_be_turned_up_first(
        self, card: str, variant: str, legal: bool
    ) -> None:
        assert (
            ask("crazy-eights", "play", card=card, variant=variant).verdict["legal"]
            is legal
        )


class TestWhatACardDoes:
    @pytest.mark.parametrize(
        ("card", "more", "draws", "skips"),
        [
            ("7H", {"variant": "mau-mau"}, 2, 0),
            ("7C", {"variant": "mau-mau", "draws": 4}, 6, 0),
            ("8H", {"variant": "mau-mau"}, 0, 1),
            ("7H", {}, 0, 0),
            ("QH", {}, 0, 0),
        ],
    )
    def test_in_the_rules(
        self, card: str, more: dict[str, Any], draws: int, skips: int
    ) -> None:
        verdict = laid(card, "7H" if more.get("draws") else "TH", **more).verdict
        assert (verdict["draws"], verdict["skips"], verdict["reverses"]) == (
            draws,
            skips,
            False,
        )

    @pytest.mark.parametrize(
        ("rule", "card", "more", "changed"),
        [
            ("queens-skip", "QH", {}, {"skips": 1}),
            ("aces-reverse", "AH", {}, {"reverses": True}),
            ("twos-draw-two", "2H", {}, {"draws": 2}),
            ("aces-reverse", "9H", {"variant": "mau-mau"}, {"reverses": True}),
            (
                "no-wild-on-wild",
                "JC",
                {"variant": "mau-mau", "top": "JH"},
                {"legal": False},
            ),
            ("no-wild-on-wild", "8C", {"top": "8H"}, {"legal": False}),
        ],
    )
    def test_by_a_house_rule(
        self, rule: str, card: str, more: dict[str, Any], changed: dict[str, object]
    ) -> None:
        given = {"top": "TH", **more}
        ruling = ask("crazy-eights", "play", card=card, house_rules=[rule], **given)
        assert changed.items() <= ruling.verdict.items()
        assert ruling.because[0].rule == f"crazy-eights#{rule}"
        assert (
            not changed.items()
            <= ask("crazy-eights", "play", card=card, **given).verdict.items()
        )

    @pytest.mark.parametrize("rule", ["queens-skip", "twos-draw-two"])
    def test_not_in_the_other_game(self, rule: str) -> None:
        for card in ("QH", "AH"):
            given = {"card": card, "top": "TH", "variant": "mau-mau"}
            assert ask("crazy-eights", "play", house_rules=[rule], **given) == ask(
                "crazy-eights", "play", **given
            )
