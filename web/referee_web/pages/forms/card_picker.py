"""Pads of cards to tap, and hints for typing cards."""

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from typing import TypeVar

from referee.cards.card import Card, Rank, Suit, by_code
from referee.cards.decks import FIFTY_FOUR
from referee.vocabulary.prompt import Field

T = TypeVar("T")

MOST_ROWS = 7
"""The most rows of ranks on a pad, unless it becomes too wide."""

MOST_COLUMNS = 8
"""The most columns, so that each is a thumb wide on a phone of 360 pixels."""


Column = tuple[Card, ...]
"""The cards of one suit, lowest first; a row may also have cards without a suit."""

Band = tuple[tuple[Column, ...], ...]
"""Blocks side by side, with a column for each suit, a row for each rank; ranks continue
from block to block.
"""


@dataclass(frozen=True, slots=True)
class Pad:
    """A grid for tapping the cards of one deck.

    Only `choices` are active; other cards keep their places, so that none moves.
    `bands` are stacked. `rows` hold what fits no block: suits with special ranks, and
    cards without a suit; they follow the last block, or stand below all if `wide`. With
    two decks, pad `number` 2 has the second copies.
    """

    number: int
    choices: Set[Card]
    bands: tuple[Band, ...]
    rows: tuple[Column, ...]

    @property
    def wide(self) -> bool:
        """Return whether a row has more cards than a block has columns."""
        columns = len(self.bands[-1][-1]) if self.bands else MOST_COLUMNS
        return any(len(row) > columns for row in self.rows)


def pads(
    field: Field, deck: tuple[Card, ...] = FIFTY_FOUR, whole: bool = False
) -> list[Pad]:
    """Return the pads, one for each copy of a card.

    For choices of several suits, they show all suits, and all ranks between lowest and
    highest, available or not. A `whole` one shows all cards that have a suit, so that
    none moves from trick to trick.
    """
    copies = Counter(field.cards or deck)
    pads = []
    for number in range(1, max(copies.values()) + 1):
        choices = {card: None for card, n in copies.items() if n >= number}
        cards = deck if whole else tuple(copies)
        pads.append(_pad(number, deck, cards, choices.keys()))
    return pads


def _pad(
    number: int, deck: tuple[Card, ...], cards: Sequence[Card], choices: Set[Card]
) -> Pad:
    bands = []
    rows = []
    families = _families(deck)
    for suits, ranks in families.items():
        family = [card for card in cards if card.printed_suit in suits]
        if choices.isdisjoint(family):
            continue
        columns = _columns(deck, suits, ranks, family)
        if len(suits) == 1 and len(families) > 1:
            rows += _shares(columns[0], ceil(len(columns[0]) / MOST_COLUMNS))
            continue
        for line in _shares(columns, ceil(len(columns) / MOST_COLUMNS)):
            blocks = ceil(len(line[0]) / MOST_ROWS)
            blocks = min(blocks, max(MOST_COLUMNS // len(line), 1))
            shares = [_shares(column, blocks) for column in line]
            bands.append(tuple(zip(*shares, strict=True)))

    alone = []
    for card in by_code(deck).values():
        if card.suit is None and card in choices:
            alone.append(card)
    for _, group in groupby(alone, key=lambda card: card.is_joker):
        rows.append(tuple(group))
    return Pad(number, choices, tuple(bands), tuple(rows))


def _families(deck: tuple[Card, ...]) -> dict[tuple[Suit, ...], tuple[Rank, ...]]:
    """Return the suits of a deck with equal ranks, and these ranks."""
    ranks_of: dict[Suit, list[Rank]] = {}
    for card in by_code(deck).values():
        if card.printed_suit is not None:
            ranks_of.setdefault(card.printed_suit, []).append(card.printed_rank)
    suits_of: dict[tuple[Rank, ...], list[Suit]] = {}
    for suit, ranks in ranks_of.items():
        suits_of.setdefault(tuple(ranks), []).append(suit)
    return {tuple(suits): ranks for ranks, suits in suits_of.items()}


def _columns(
    deck: tuple[Card, ...],
    suits: Sequence[Suit],
    ranks: Sequence[Rank],
    cards: Sequence[Card],
) -> list[Column]:
    """Return the suits in use, one or all, with their ranks from lowest to highest."""
    named = {card.printed_suit for card in cards}
    named_ranks = {card.printed_rank for card in cards}
    indexes = [*map(ranks.index, named_ranks)]
    ranks = ranks[min(indexes) : max(indexes) + 1]
    by_its_code = by_code(deck)
    columns = []
    for suit in suits:
        if len(named) > 1 or suit in named:
            column = [by_its_code[rank.code + suit.code] for rank in ranks]
            columns.append(tuple(column))
    return columns


def _shares(items: Sequence[T], number: int) -> list[tuple[T, ...]]:
    """Return the items in this many equal shares, the last maybe smaller."""
    size = ceil(len(items) / number)
    return [tuple(items[first : first + size]) for first in range(0, len(items), size)]
