"""The pad on which cards are picked: suits are columns, ranks are rows, and the order is one to learn once."""

from __future__ import annotations

from random import Random

import pytest
from benchmarks.picking import LAYOUTS, Pick, cost, picks
from referee_web.pages.forms.card_picker import MOST_COLUMNS, MOST_ROWS, Pad, pads

from referee import Field, say
from referee.cards.card import CARDS

pytestmark = pytest.mark.slow

FIFTY_FOUR = tuple(CARDS.values())
TWO_PACKS = FIFTY_FOUR * 2


def asked(*codes: str) -> Field:
    return Field("cards", "cards", say("Cards"), choices=tuple(CARDS[code] for code in codes))


def drawn(pad: Pad) -> list[list[str]]:
    """The codes in each column of each block, in small letters where a card cannot be chosen."""
    return [
        [each.card.code if each.is_choice else each.card.code.lower() for each in column.cells]
        for band in pad.bands
        for block in band
        for column in block
    ]


def test_a_whole_pack_stands_in_two_blocks_with_the_jokers_at_the_end() -> None:
    [pad] = pads(Field("cards", "cards", say("Cards")))
    [blocks], [jokers] = pad.bands, pad.rows
    assert [len(column.cells) for block in blocks for column in block] == [7] * 4 + [6] * 4
    assert [column.suit and column.suit.code for column in blocks[0]] == ["C", "D", "H", "S"]
    assert [block[3].cells[0].card.code for block in blocks] == ["2S", "9S"]
    assert [each.card.code for each in jokers.cells] == ["XR", "XB"]
    assert sum(len(block) for block in blocks) <= MOST_COLUMNS
    assert not pad.wide


def test_few_ranks_stand_in_one_block() -> None:
    [pad] = pads(asked(*(rank + suit for rank in "JQKA" for suit in "CDHS")))
    [[block]] = pad.bands
    assert len(block[0].cells) <= MOST_ROWS
    assert pad.rows == ()


def test_a_card_that_cannot_be_chosen_any_more_keeps_its_place() -> None:
    assert drawn(pads(asked("2C", "4C", "4H"))[0]) == [
        ["2C", "3c", "4C"],
        ["2d", "3d", "4d"],
        ["2h", "3h", "4H"],
        ["2s", "3s", "4s"],
    ]


def test_a_second_pack_is_a_pad_of_its_own_with_the_cards_left_of_it() -> None:
    first, second = pads(asked("7H", "7H", "8H", "XB"))
    assert drawn(first) == [["7H", "8H"]]
    assert drawn(second) == [["7H", "8h"]]
    assert first.rows and not second.rows


def test_two_whole_packs_are_two_whole_pads() -> None:
    first, second = pads(Field("cards", "cards", say("Cards"), choices=TWO_PACKS))
    assert drawn(first) == drawn(second)


def test_jokers_alone_are_a_row() -> None:
    [pad] = pads(asked("XR", "XB"))
    assert pad.bands == ()
    assert [len(row.cells) for row in pad.rows] == [2]


@pytest.mark.parametrize("name", LAYOUTS)
def test_layouts_are_compared_by_taps_and_thumb_travel(name: str) -> None:
    found = [*picks("faj", 40, Random(1)), Pick(Field("cards", "cards", say("Cards")), (CARDS["2C"], CARDS["AS"]))]
    for pick in found:
        costs = cost(LAYOUTS[name], pick)
        assert costs.taps >= len(pick.cards) + 1
        assert costs.millimetres > 0
    assert len(found) > 20


def test_a_card_twice_in_a_row_of_one_suit_takes_the_suit_once() -> None:
    three = Pick(Field("cards", "cards", say("Cards")), (CARDS["2C"], CARDS["AC"], CARDS["AS"]))
    assert {name: cost(layout, three).taps for name, layout in LAYOUTS.items()} == {
        "two blocks": 4,
        "seven columns": 4,
        "sticky suit": 6,
        "one block": 4,
    }
