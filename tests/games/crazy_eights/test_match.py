"""Crazy Eights: deals as a whole and card by card, turns, drawing, and what is left."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.testing import PlayedMatch, ask

LAID = ("2H", "2C", "3C", "3D", "4D", "4S", "6S", "6H", "7H", "7C", "9C", "9D", "TD")

Play = Callable[..., PlayedMatch]


def points(**given: Any) -> dict[str, Any]:
    return dict(ask("crazy-eights", "deal", **given).verdict)


class TestPoints:
    def test_of_crazy_eights(self) -> None:
        told = points(cards={"Ana": "", "Ben": "8C AS", "Cy": "KD TD 9H"})
        assert (told["out"], told["left"]) == ("Ana", {"Ana": 0, "Ben": 51, "Cy": 29})
        assert told["points"] == {"Ana": 80, "Ben": 0, "Cy": 0}

    def test_of_mau_mau(self) -> None:
        told = points(
            cards={"Ana": "", "Ben": "JC AS TH", "Cy": "KD QD 9H 8S 7C"},
            variant="mau-mau",
            scoring="own",
        )
        assert told["points"] == {"Ana": 0, "Ben": 41, "Cy": 31}

    def test_nobody_is_out(self) -> None:
        told = points(left={"Ana": 20, "Ben": 6, "Cy": 9})
        assert (told["out"], told["points"]) == (None, {"Ana": 0, "Ben": 17, "Cy": 0})

    def test_equally_few(self) -> None:
        assert points(left={"Ana": 20, "Ben": 6, "Cy": 6})["points"] == {
            "Ana": 0,
            "Ben": 14,
            "Cy": 14,
        }


class TestWholeDeals:
    def test_cards_left_and_points_left_score_alike(self, play: Play) -> None:
        by_cards, by_points = (
            play("crazy-eights", "Ana Ben Cy Dee", dealer="Dee") for _ in range(2)
        )
        by_cards.enter("deal", cards={"Ben": "8C", "Cy": "KD QD", "Dee": "2H"})
        by_points.enter("points", left={"Ana": 0, "Ben": 50, "Cy": 20, "Dee": 2})
        assert (
            by_cards.scores
            == by_points.scores
            == {"Ana": 72, "Ben": 0, "Cy": 0, "Dee": 0}
        )

    @pytest.mark.parametrize(
        ("seats", "target"),
        [("Ana Ben", 100), ("Ana Ben Cy", 150), ("Ana Ben Cy Dee", 200)],
    )
    def test_the_target_goes_by_the_players(
        self, play: Play, seats: str, target: int
    ) -> None:
        match = play("crazy-eights", seats)
        left = dict.fromkeys(
            seats.split()[1:], target // (len(seats.split()) - 1) // 2 + 1
        )
        match.enter("points", left={"Ana": 0, **left})
        assert not match.scene.finished
        match.enter("points", left={"Ana": 0, **left})
        assert match.scene.winners == ("Ana",)

    def test_few_points_win_where_each_notes_their_own(self, play: Play) -> None:
        match = play("crazy-eights", "Ana Ben", scoring="own", target=50)
        match.enter("deal", cards={"Ben": "8C"})
        assert match.scene.winners == ("Ana",)

    def test_a_card_of_one_pack_is_named_once_and_of_two_packs_twice(
        self, play: Play
    ) -> None:
        cards = {"Ben": "KD", "Cy": "KD"}
        with pytest.raises(Exception, match=r"only one|once|often"):
            play("crazy-eights", "Ana Ben Cy").enter("deal", cards=cards)
        others = {"Dee": "2C", "Eli": "3C", "Fay": "4C"}
        play("crazy-eights", "Ana Ben Cy Dee Eli Fay").enter(
            "deal", cards={**cards, **others}
        )


@pytest.fixture
def dealt(play: Play) -> Callable[..., PlayedMatch]:
    def deal(
        seats: str = "Ana Ben Cy", card: str = "5H", **options: Any
    ) -> PlayedMatch:
        match = play(
            "crazy-eights", seats, dealer=seats.split()[-1], depth="cards", **options
        )
        match.enter("starter", card=card)
        return match

    return deal


class TestCardByCard:
    def test_a_card_that_mau_mau_does_not_have_is_refused(
        self, dealt: Callable[..., PlayedMatch]
    ) -> None:
        match = dealt(card="9H", variant="mau-mau")
        refused = match.refuses("play", "Ana", card="2H")
        assert (str(refused.summary), refused.because[0].rule) == (
            "The two of hearts isn’t in this deck",
            "crazy-eights#deal",
        )

    def test_hands_and_stock_are_counted(
        self, dealt: Callable[..., PlayedMatch]
    ) -> None:
        match = dealt()
        assert (match.zone("hand", "Ana").count, match.zone("stock").count) == (
            5,
            52 - 15 - 1,
        )
        match.enter("draw", "Ana")
        assert (match.zone("hand", "Ana").count, match.zone("stock").count) == (6, 35)
        assert match.scene.to_act == ("Ana",)
        match.enter("play", "Ana", card="5C")
        assert match.scene.to_act == ("Ben",)

    def test_two_players_begin_with_seven_cards(
        self, dealt: Callable[..., PlayedMatch]
    ) -> None:
        assert dealt("Ana Ben").zone("hand", "Ana").count == 7
        assert dealt("Ana Ben", "9H", variant="mau-mau").zone("hand", "Ana").count == 5

    def test_in_mau_mau_whoever_has_drawn_a_card_may_pass(
        self, dealt: Callable[..., PlayedMatch]
    ) -> None:
        match = dealt(card="9H", variant="mau-mau")
        assert "pass" not in match.kinds
        match.enter("draw", "Ana")
        match.enter("pass", "Ana")
        assert match.scene.to_act == ("Ben",)

    def test_a_seven_passed_on_is_drawn_by_the_next(
        self, dealt: Callable[..., PlayedMatch]
    ) -> None:
        match = dealt(card="7H", variant="mau-mau")
        match.enter("play", "Ana", card="7S")
        match.enter("draw", "Ben")
        assert match.zone("hand", "Ben").count == 9
        assert match.scene.to_act == ("Cy",)

    def test_an_eight_skips_in_mau_mau(self, dealt: Callable[..., PlayedMatch]) -> None:
        assert dealt(card="8H", variant="mau-mau").scene.to_act == ("Ben",)

    def test_the_pile_becomes_the_stock(
        self, dealt: Callable[..., PlayedMatch]
    ) -> None:
        match = dealt("Ana Ben", card="9H", variant="mau-mau", draws=20)
        match.enter("play", "Ana", card="9C")
        for _ in range(21):
            match.enter("draw", "Ben") if "draw" in match.kinds else None
        match.enter("pass", "Ben")
        assert match.zone("stock").count == 1
        match.enter("draw", "Ana")
        assert (match.zone("stock").count, match.zone("discard").count) == (1, 0)
        match.enter("play", "Ana", card="9H")

    def test_a_wish_is_told_until_it_is_followed(
        self, dealt: Callable[..., PlayedMatch]
    ) -> None:
        match = dealt()
        match.enter("play", "Ana", card="8C")
        assert (match.kinds[0], match.scene.to_act) == ("wish", ("Ana",))
        match.enter("wish", "Ana", suit="D")
        assert (
            match.refuses("play", "Ben", card="3C").because[0].rule
            == "crazy-eights#wish"
        )
        assert [str(fact.text) for fact in match.scene.facts] == ["diamonds"]
        match.enter("play", "Ben", card="3D")
        assert not match.scene.facts

    def test_the_table_overrules_what_a_card_does(
        self, dealt: Callable[..., PlayedMatch]
    ) -> None:
        match = dealt(card="5H")
        laid = match.enter("play", "Ana", card="9H")
        match.overrule(laid.entry.seq, {"skips": 1})
        assert match.scene.to_act == ("Cy",)

    def test_a_correction_goes_on_from_the_other_card(
        self, dealt: Callable[..., PlayedMatch]
    ) -> None:
        match = dealt(card="5H")
        laid = match.enter("play", "Ana", card="9H")
        match.correct(laid.entry.seq, card="5S")
        assert (
            match.refuses("play", "Ben", card="2H").because[0].rule
            == "crazy-eights#play"
        )

    def test_the_number_of_cards_shown_has_to_be_right(
        self, dealt: Callable[..., PlayedMatch]
    ) -> None:
        match = dealt("Ana Ben", card="5H")
        for seat, card in zip(["Ana", "Ben"] * 7, LAID, strict=False):
            match.enter("play", seat, card=card)
        assert match.kinds[0] == "left"
        assert match.zone("hand", "Ana").count == 0
        assert (
            match.refuses("left", "Ben", cards="AC KC").because[0].rule
            == "crazy-eights#once"
        )
        assert (
            match.refuses("left", "Ben", cards="9D").because[0].rule
            == "crazy-eights#once"
        )
        match.enter("left", "Ben", cards="AC")
        assert match.scores == {"Ana": 1, "Ben": 0}
