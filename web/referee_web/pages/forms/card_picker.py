"""Cards to pick on a form, and what hints at how they are typed."""

from collections import Counter
from collections.abc import Sequence, Set
from itertools import groupby
from math import ceil
from typing import TypeVar

from referee.cards import naming
from referee.cards.card import Card, Rank, Suit, by_code
from referee.cards.decks import FIFTY_FOUR
from referee.cards.reading import typed
from referee.lazy_dataclass import frozen
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import GROUP_END
from referee_web.pages.blueprint import blueprint
from referee_web.wording import deck, wording

T = TypeVar("T")

MOST_ROWS = 7
"""A pad has at most this many rows of ranks below each other, if it is not too wide for
that.
"""

MOST_COLUMNS = 8
"""And at most this many columns beside each other: on a phone of 360 pixels, each is as
wide as a thumb.
"""


Column = tuple[Card, ...]
"""The cards of one suit, lowest rank first; in a row they may be cards without a suit.
"""

Band = tuple[tuple[Column, ...], ...]
"""Blocks side by side, with a column a suit and a row a rank: each goes on with the
ranks after those of the block before it.
"""


@frozen
class Pad:
    """A grid on which the cards of one deck are tapped.

    Only the `choices` can be; the other cards keep their place, so that none moves.
    The `bands` stand below each other. The `rows` hold what fits no block: cards of a
    suit that has ranks of its own, and cards without a suit. They stand at the end of
    the last block, or below all blocks if they are `wide`. Two decks have two pads:
    `number` 1 is that of the first copy of each card, 2 that of the second.
    """

    number: int
    choices: Set[Card]
    bands: tuple[Band, ...]
    rows: tuple[Column, ...]

    @property
    def wide(self) -> bool:
        """Whether a row has more cards than a block has columns."""
        columns = MOST_COLUMNS
        if self.bands:
            columns = len(self.bands[-1][-1])
        return any(len(row) > columns for row in self.rows)


@blueprint.app_template_filter("pads")
def pads_here(asked: Field, copies: int = 1) -> list[Pad]:
    """Return the pads on which the cards of this field are picked in the game that the
    page is about.
    """
    return pads(asked, deck() * copies)


def pads(asked: Field, deck: tuple[Card, ...] = FIFTY_FOUR) -> list[Pad]:
    """Return the pads on which cards are picked, one for each copy that the field, or
    else the deck, has.

    Where the choices are of several suits, all suits are there, and all ranks between
    the lowest and the highest, even where none of their cards can be chosen any more.
    """
    copies = Counter(asked.cards or deck)
    pads = []
    for number in range(1, max(copies.values()) + 1):
        choices = {card: None for card, n in copies.items() if n >= number}
        pads.append(_pad(number, deck, tuple(copies), choices.keys()))
    return pads


def _pad(
    number: int, deck: tuple[Card, ...], cards: Sequence[Card], choices: Set[Card]
) -> Pad:
    bands = []
    rows = []
    families = _families(deck)
    for suits, ranks in families.items():
        asked = [card for card in cards if card.printed_suit in suits]
        if choices.isdisjoint(asked):
            continue
        columns = _columns(deck, suits, ranks, asked)
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
    """Return the suits of a deck that have the same ranks, with these ranks."""
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
    asked: Sequence[Card],
) -> list[Column]:
    """Return the one suit that the asked cards are of, or all suits, from the lowest to
    the highest asked rank.
    """
    named = {card.printed_suit for card in asked}
    places = [ranks.index(card.printed_rank) for card in asked]
    ranks = ranks[min(places) : max(places) + 1]
    cards = by_code(deck)
    columns = []
    for suit in suits:
        if len(named) > 1 or suit in named:
            columns.append(tuple([cards[rank.code + suit.code] for rank in ranks]))
    return columns


def _shares(items: Sequence[T], number: int) -> list[tuple[T, ...]]:
    """Return the items in this many shares of one size, of which the last may be
    smaller.
    """
    size = ceil(len(items) / number)
    return [tuple(items[first : first + size]) for first in range(0, len(items), size)]


@blueprint.app_template_filter()
def example(asked: Field) -> str:
    """Return cards that can be meant here, as people type them: a hint."""
    cards = asked.cards or deck()
    card = cards[0]
    alike = cards[len(cards) // 2]
    # Two of one rank if there are: that fits whether the cards may be any or must be
    # alike.
    for other in cards:
        if other.rank == card.rank and other != card:
            alike = other
            break
    first = typed(card)
    second = typed(alike)
    type = type_of(asked)
    if type.one_card or asked.max == 1 or first == second:
        return first
    if type.in_groups:
        return f"{first} {second} {GROUP_END} …"
    if asked.partners:
        return f"{first} / {second}"
    return f"{first} {second}"


@blueprint.app_template_filter()
def written_ways(asked: Field) -> str:
    """Return the ways in which a card that can be meant here may be typed, and a joker,
    if one can be.
    """
    jokers = wording().jokers
    gettext = wording().language.gettext
    cards = asked.cards or deck()
    # The first with a suit, and the first without.
    firsts = {card.suit is None: card for card in reversed(cards)}
    ways = []
    if False in firsts:
        ways = [typed(firsts[False]), naming.written(firsts[False])]
    for _, card in sorted(firsts.items()):
        ways.append(naming.spoken(card, jokers, gettext))
    return ", ".join(dict.fromkeys(ways))
