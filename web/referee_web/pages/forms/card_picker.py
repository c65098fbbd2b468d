"""Cards to pick on a form, and what hints at how they are typed."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from referee.cards import naming
from referee.cards.card import Card, Rank, Suit, by_code
from referee.cards.deck import FIFTY_FOUR
from referee.cards.reading import typed
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import GROUP_END
from referee_web.pages.blueprint import blueprint
from referee_web.wording import deck, wording

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
    """The cells of one suit, lowest rank first; in a row they may be of cards without a suit."""

    suit: Suit | None
    cells: tuple[Cell, ...]


Family = tuple[tuple[Suit, ...], tuple[Rank, ...]]
"""Suits with the same ranks, and these ranks."""

Band = tuple[tuple[Column, ...], ...]
"""Blocks side by side, with the same suits as columns, and as rows the ranks where the block before it ended."""


@dataclass(frozen=True, slots=True)
class Pad:
    """The cards of one deck, to be tapped.

    `bands` stand below each other. `rows` follow at the end of the last block, or below all blocks where they are
    `wide`: cards of a suit that has ranks of its own, and cards without a suit. `number` tells the copies of a card
    apart: 1 for the first deck, 2 for the second.
    """

    number: int
    bands: tuple[Band, ...]
    rows: tuple[Column, ...]

    @property
    def wide(self) -> bool:
        """Whether a row has more cards than a block has columns."""
        columns = len(self.bands[-1][-1]) if self.bands else MOST_COLUMNS
        return any(len(row.cells) > columns for row in self.rows)


@blueprint.app_template_filter("pads")
def pads_here(asked: Field, copies: int = 1) -> list[Pad]:
    """The pads on which the cards of this field are picked in the game that the page is about."""
    return pads(asked, deck() * copies)


def pads(asked: Field, deck: tuple[Card, ...] = FIFTY_FOUR) -> list[Pad]:
    """The pads on which the cards of this field are picked, one for each copy that the field, or else the deck, has.

    Where the choices are of several suits, all suits are there, and all ranks between the lowest and the highest, even
    where none of their cards can be chosen any more.
    """
    counted = Counter(_cards(asked, deck))
    return [
        _pad(number, deck, tuple(counted), {card for card, copies in counted.items() if copies >= number})
        for number in range(1, max(counted.values()) + 1)
    ]


def _cards(asked: Field, deck: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that can be meant."""
    return asked.cards or deck


def _pad(number: int, deck: tuple[Card, ...], cards: Sequence[Card], choices: Collection[Card]) -> Pad:
    bands: list[Band] = []
    rows: list[Column] = []
    families = _families(deck)
    for family in families:
        suits, ranks = _asked_for(*family, cards)
        if not any(card.printed_suit in suits for card in choices):
            continue
        if len(suits) == 1 and len(family[0]) == 1 and len(families) > 1:
            rows += _suit_in_rows(deck, suits[0], ranks, choices)
        else:
            bands += _bands(deck, suits, ranks, choices)
    specials = [card for card in by_code(deck).values() if card.suit is None and card in choices]
    for _, group in groupby(specials, key=lambda card: card.is_joker):
        rows.append(Column(None, tuple(Cell(card, True) for card in group)))
    return Pad(number, tuple(bands), tuple(rows))


def _families(deck: tuple[Card, ...]) -> tuple[Family, ...]:
    """The suits of a deck that have the same ranks, each time with these ranks."""
    ranks_of: dict[Suit, list[Rank]] = {}
    for card in by_code(deck).values():
        if card.printed_suit is not None:
            ranks_of.setdefault(card.printed_suit, []).append(card.printed_rank)
    families: dict[tuple[Rank, ...], list[Suit]] = {}
    for suit, ranks in ranks_of.items():
        families.setdefault(tuple(ranks), []).append(suit)
    return tuple((tuple(suits), ranks) for ranks, suits in families.items())


def _asked_for(suits: Sequence[Suit], ranks: Sequence[Rank], cards: Iterable[Card]) -> Family:
    """The one suit that these cards are of, or else all of them, and all ranks from their lowest to their highest."""
    of_family = [card for card in cards if card.printed_suit in suits]
    named = {card.printed_suit for card in of_family}
    places = [ranks.index(card.printed_rank) for card in of_family]
    if not places:
        return (), ()
    meant = tuple(suit for suit in suits if len(named) > 1 or suit in named)
    return meant, tuple(ranks[min(places) : max(places) + 1])


def _bands(
    deck: tuple[Card, ...], suits: Sequence[Suit], ranks: Sequence[Rank], choices: Collection[Card]
) -> Iterator[Band]:
    """As many columns beside each other as there is room for, the other suits below them."""
    lines = ceil(len(suits) / MOST_COLUMNS)
    width = ceil(len(suits) / lines)
    for first in range(0, len(suits), width):
        line = suits[first : first + width]
        yield tuple(tuple(_column(deck, suit, part, choices) for suit in line) for part in _blocks(ranks, len(line)))


def _blocks(ranks: Sequence[Rank], suits: int) -> list[Sequence[Rank]]:
    """The ranks of each block: as few blocks as have no more than `MOST_ROWS`, and as fit beside each other."""
    wanted = min(ceil(len(ranks) / MOST_ROWS), max(MOST_COLUMNS // suits, 1))
    rows = ceil(len(ranks) / wanted)
    return [ranks[first : first + rows] for first in range(0, len(ranks), rows)]


def _column(deck: tuple[Card, ...], suit: Suit, ranks: Iterable[Rank], choices: Collection[Card]) -> Column:
    cards = [by_code(deck)[rank.code + suit.code] for rank in ranks]
    return Column(suit, tuple(Cell(card, card in choices) for card in cards))


def _suit_in_rows(
    deck: tuple[Card, ...], suit: Suit, ranks: Sequence[Rank], choices: Collection[Card]
) -> Iterator[Column]:
    """A suit whose ranks are its own, such as trumps: rows of as many cards as there is room for."""
    width = ceil(len(ranks) / ceil(len(ranks) / MOST_COLUMNS))
    for first in range(0, len(ranks), width):
        yield _column(deck, suit, ranks[first : first + width], choices)


@blueprint.app_template_filter("example")
def example(asked: Field) -> str:
    """Cards that can be meant here, as people type them: a hint."""
    cards = _cards(asked, deck())
    # Two of one rank if there are: that fits whether the cards may be any or must be alike.
    alike = next((card for card in cards if card.rank == cards[0].rank and card != cards[0]), cards[len(cards) // 2])
    first, second = typed(cards[0]), typed(alike)
    if type_of(asked).one_card or asked.max == 1 or first == second:
        return first
    if type_of(asked).in_groups:
        return f"{first} {second} {GROUP_END} …"
    return f"{first} / {second}" if asked.partners else f"{first} {second}"


@blueprint.app_template_filter("written_ways")
def written_ways(asked: Field) -> str:
    """The ways in which a card that can be meant here may be typed, one after the other; and a joker, if one can be."""
    cards = _cards(asked, deck())
    told = wording()
    plain, special = (next((card for card in cards if (card.suit is None) == alone), None) for alone in (False, True))
    ways = [typed(plain), naming.written(plain)] if plain else []
    names = [naming.spoken(one, told.jokers, told.language.gettext) for one in (plain, special) if one]
    return ", ".join(dict.fromkeys([*ways, *names]))
