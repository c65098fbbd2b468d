"""A match of tricks, deal by deal."""

from __future__ import annotations

from dataclasses import replace

from referee import FIFTY_TWO, Setup, begin_deals

SETTING = Setup(("Ana", "Ben", "Cy", "Dee"), dealer="Dee")


def test_whoever_sits_out_a_deal_is_not_to_act_in_it_and_plays_the_next() -> None:
    deals = begin_deals(SETTING, FIFTY_TWO, hand=5, last=4)
    assert deals.scene().to_act == SETTING.seats
    alone = deals.with_deal(replace(deals.deal, seats=("Ana", "Ben", "Dee")))
    assert alone.scene().to_act == alone.prompts()[0].seats == ("Ana", "Ben", "Dee")
    assert alone.scored({"Ana": 4}).scene().to_act == SETTING.seats


def test_once_somebody_has_won_nobody_is_to_act() -> None:
    over = begin_deals(SETTING, FIFTY_TWO, last=1).scored({"Ana": 4})
    assert (over.scene().finished, over.scene().to_act, over.prompts()) == (True, (), ())


def test_a_hand_keeps_its_size_until_another_is_named() -> None:
    deals = begin_deals(SETTING, FIFTY_TWO, hand=7, last=9).scored({})
    assert deals.deal.hand == 7
    deals = deals.scored({}, hand=6)
    assert (deals.deal.hand, deals.scored({}).deal.hand) == (6, 6)
