"""Slapjack All Faces with house rules: the winner leads; only the quickest false slap
costs a card.
"""

import pytest

from .conftest import Seated, Table, reason, sections


@pytest.fixture
def led_by_winner(seated: Seated) -> Table:
    return seated("Ana", "Ben", "Cy", house_rules=["winner-leads"])


@pytest.fixture
def quickest(seated: Seated) -> Table:
    return seated("Ana", "Ben", "Cy", house_rules=["quickest-pays"])


@pytest.mark.parametrize("rule", ["winner-leads", "quickest-pays"])
def test_each_describes_itself_and_is_a_section_of_the_rulebook(
    seated: Seated, rule: str
) -> None:
    table = seated("Ana", "Ben", house_rules=[rule])
    (own,) = table.rulebook.house_rules
    assert (own.id, own.game) == (rule, "slapjack")
    assert table.rulebook.sections[own.id].basis == "house-rule"
    assert own.id not in seated("Ana", "Ben").rulebook.sections


class TestWinnerLeads:
    def test_whoever_wins_the_pile_plays_next(self, led_by_winner: Table) -> None:
        led_by_winner.play("3C", "JH")
        ruling = led_by_winner.slap("Ben", None)
        assert led_by_winner.turn == ruling.verdict["next"] == "Ben"
        assert (
            reason(ruling, "winner-leads")
            == "The winner of a pile leads to the next: Ben plays."
        )
        assert [because.basis for because in ruling.because] == [
            "house-rule",
            "rules",
            "rules",
        ]
        led_by_winner.play("4C")
        assert led_by_winner.turn == "Cy"

    def test_a_recount_does_not_change_that(self, led_by_winner: Table) -> None:
        led_by_winner.play("3C", "JH")
        led_by_winner.slap("Ben", None)
        led_by_winner.recount(Cy=led_by_winner.stacks[2])
        assert led_by_winner.turn == "Ben"

    def test_a_winner_without_cards_is_passed_over(self, led_by_winner: Table) -> None:
        led_by_winner.recount(Ana=27, Ben=1, Cy=26)
        led_by_winner.play("JH")
        ruling = led_by_winner.slap("Ben", None)
        assert led_by_winner.turn == ruling.verdict["next"] == "Cy"

    def test_false_slaps_are_ruled_as_ever(
        self, led_by_winner: Table, three: Table
    ) -> None:
        for table in (led_by_winner, three):
            table.play("3C")
        assert led_by_winner.slap("Ana", None) == three.slap("Ana", None)
        assert led_by_winner.turn == three.turn

    def test_the_end_of_a_round_is_ruled_as_ever(
        self, led_by_winner: Table, three: Table
    ) -> None:
        for table in (led_by_winner, three):
            table.recount(Ana=0, Ben=0, Cy=53)
            table.play("JH")
            table.slap("Cy", "JH")
        assert led_by_winner.rulings == three.rulings
        assert led_by_winner.scene == three.scene

    def test_a_refused_slap_is_refused_as_ever(self, led_by_winner: Table) -> None:
        led_by_winner.play("JH")
        assert sections(led_by_winner.refuse_slap("Ana", "")) == ["not-recorded"]


class TestQuickestPays:
    def test_only_the_first_false_slapper_pays(self, quickest: Table) -> None:
        quickest.play("3C")
        ruling = quickest.slap("Cy Ana", None)
        assert ruling.verdict["pays"] == ("Cy",)
        assert quickest.stacks == [18, 18, 17]
        assert (
            reason(ruling, "quickest-pays")
            == "Only the first false slap costs a card: Ana pay nothing."
        )
        assert ruling.because[0].basis == "house-rule"
        assert "every-slapper-pays" not in sections(ruling)

    def test_those_in_a_dead_heat_for_first_all_pay(self, quickest: Table) -> None:
        quickest.play("3C")
        assert quickest.slap("Ana+Cy Ben", None).verdict["pays"] == ("Ana", "Cy")

    def test_nobody_pays_when_the_first_slapped_a_card_of_their_own(
        self, quickest: Table
    ) -> None:
        quickest.play("3C")
        assert quickest.slap("Ben Ana Cy", None).verdict["pays"] == ()

    def test_nobody_but_the_first_loses_a_chance(self, quickest: Table) -> None:
        quickest.recount(Ana=0, Ben=20, Cy=20)
        quickest.play("3C")
        quickest.slap("Cy Ana", "")
        assert quickest.may_slap == ["Ana", "Ben", "Cy"]

    @pytest.mark.parametrize(
        ("cards", "order"),
        [(("JH",), "Cy Ana"), (("3C",), "Cy"), (("3C",), "Ana+Cy"), ((), "Cy Ana")],
    )
    def test_all_else_is_ruled_as_ever(
        self, quickest: Table, three: Table, cards: tuple[str, ...], order: str
    ) -> None:
        for table in (quickest, three):
            for card in cards:
                table.play(card)
            table.slap(order, None)
        assert quickest.rulings == three.rulings
        assert quickest.scene == three.scene

    def test_a_refused_slap_is_refused_as_ever(self, quickest: Table) -> None:
        quickest.play("JH")
        assert sections(quickest.refuse_slap("Ana Cy", "")) == ["not-recorded"]


def test_both_hold_together(seated: Seated) -> None:
    table = seated("Ana", "Ben", "Cy", house_rules=["winner-leads", "quickest-pays"])
    table.play("3C")
    assert table.slap("Ana Cy", None).verdict["pays"] == ("Ana",)
    table.play("JH")
    table.slap("Cy", None)
    assert table.turn == "Cy"
