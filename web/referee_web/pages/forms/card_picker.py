"""Cards to pick on a form, and what hints at how they are typed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import ceil

from referee.cards import naming
from referee.cards.card import CARDS, RANKS, SUITS, Card
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Field
from referee_web.pages.blueprint import blueprint
from referee_web.wording import wording

MOST_ROWS = 7
"""A pad has at most this many rows of ranks below each other, if it is not too wide for that."""

MOST_COLUMNS = 8
"""And at most this many columns beside each other: on a phone of 360 pixels, each is as wide as a thumb."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A card's place on a pad. `is_choice`: it can be chosen there; otherwise its place is kept, so that none moves."""

    card: Card
    is_choice: bool


@dataclass(frozen=True, slots=True)
class Column:
    """The cells of one suit in a block, lowest rank first; `suit` is `X` for the jokers, which have a row."""

    suit: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Pad:
    """The cards of one deck, to be tapped: blocks side by side, each with the same suits as columns, and in its rows
    the ranks where the block before it ended. The jokers, if there are any, are a row at the end of the last block.

    `number` tells the copies of a card apart: 1 for the first deck, 2 for the second.
    """

    number: int
    blocks: tuple[tuple[Column, ...], ...]
    jokers: Column | None


@blueprint.app_template_filter("pads")
def pads(asked: Field, copies: int = 1) -> list[Pad]:
    """The pads on which the cards of this field are picked, one a deck. `copies`: decks, where it names no choices.

    Where the choices are of several suits, all suits are there, and all ranks between the lowest and the highest, even
    where none of their cards can be chosen any more.
    """
    cards = [card for card in asked.choices if isinstance(card, Card)] or list(CARDS.values()) * copies
    counted = Counter(cards)
    suits, ranks = _suits(cards), _ranks(cards)
    return [
        _pad(number, suits, ranks, {card for card, copies in counted.items() if copies >= number})
        for number in range(1, max(counted.values()) + 1)
    ]


def _suits(cards: Iterable[Card]) -> str:
    found = {card.suit for card in cards if card.suit}
    return SUITS if len(found) > 1 else "".join(found)


def _ranks(cards: Iterable[Card]) -> str:
    found = [RANKS.index(card.rank) for card in cards if not card.is_joker]
    return RANKS[min(found) : max(found) + 1] if found else ""


def _pad(number: int, suits: str, ranks: str, choices: Collection[Card]) -> Pad:
    blocks = tuple(tuple(_column(suit, part, choices) for suit in suits) for part in _blocks(ranks, len(suits)))
    jokers = tuple(Cell(card, True) for card in CARDS.values() if card.is_joker and card in choices)
    return Pad(number, blocks, Column("X", jokers) if jokers else None)


def _blocks(ranks: str, suits: int) -> list[str]:
    """The ranks of each block: as few blocks as have no more than `MOST_ROWS`, and as fit beside each other."""
    if not ranks:
        return []
    wanted = min(ceil(len(ranks) / MOST_ROWS), max(MOST_COLUMNS // suits, 1))
    rows = ceil(len(ranks) / wanted)
    return [ranks[first : first + rows] for first in range(0, len(ranks), rows)]


def _column(suit: str, ranks: str, choices: Collection[Card]) -> Column:
    cards = [CARDS[rank + suit] for rank in ranks]
    return Column(suit, tuple(Cell(card, card in choices) for card in cards))


@blueprint.app_template_filter("example")
def example(asked: Field) -> str:
    """Cards that can be meant here, as people type them: a hint."""
    cards = [card for card in asked.choices if isinstance(card, Card)] or list(CARDS.values())
    # Two of one rank if there are: that fits whether the cards may be any or must be alike.
    alike = next((card for card in cards if card.rank == cards[0].rank and card != cards[0]), cards[len(cards) // 2])
    first, second = _typed(cards[0]), _typed(alike)
    if type_of(asked).one_card or asked.max == 1 or first == second:
        return first
    return f"{first} / {second}" if asked.partners else f"{first} {second}"


@blueprint.app_template_filter("written_ways")
def written_ways(asked: Field) -> str:
    """The ways in which a card that can be meant here may be typed, one after the other; and a joker, if one can be."""
    cards = [card for card in asked.choices if isinstance(card, Card)] or list(CARDS.values())
    told = wording()
    plain, joker = (next((card for card in cards if card.is_joker == joker), None) for joker in (False, True))
    ways = [_typed(plain), naming.written(plain)] if plain else []
    names = [naming.spoken(one, told.jokers, told.language.gettext) for one in (plain, joker) if one]
    return ", ".join([*ways, *names])


def _typed(card: Card) -> str:
    return card.code.replace("T", "10").lower()
