"""Melds: sets and runs, where they are in a hand, and what can be laid off on them."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, groupby
from typing import Literal

from referee.cards.card import Card, Cards
from referee.common_rules.low_aces import place_in_suit

SHORTEST = 3
"""The fewest cards of a meld."""

LONGEST = 13
"""The most cards of a run: a whole suit."""

Aces = Literal["low", "high", "both"]
"""The place of the ace in runs: `"low"` is below the two, `"high"` above the king,
`"both"` either.
"""


def is_set(cards: Sequence[Card], wild: Collection[Card] = ()) -> bool:
    """Return whether these are three or more cards of one rank; `wild` cards fit all.

    >>> from referee import JOKERS, card
    >>> kings = card("KS"), card("KH")
    >>> is_set((*kings, JOKERS[0]), wild=JOKERS), is_set((*kings, card("QS")))
    (True, False)
    """
    ranks = {card.rank for card in cards if card not in wild}
    return len(cards) >= SHORTEST and len(ranks) == 1


def is_run(
    cards: Sequence[Card], wild: Collection[Card] = (), aces: Aces = "low"
) -> bool:
    """Return whether these are three or more cards of one suit, in sequence.

    They may stand in any order. `wild` cards fill gaps, or lengthen the run.

    >>> from referee import JOKERS, card
    >>> is_run((card("QS"), card("KS"), card("AS")), aces="high")
    True
    >>> is_run((card("7S"), JOKERS[0], card("9S")), wild=JOKERS)
    True
    """
    natural = [card for card in cards if card not in wild]
    is_of_suit = len({card.suit for card in natural}) == 1
    if not is_of_suit or not SHORTEST <= len(cards) <= LONGEST:
        return False
    for ace in _NUMBERS_OF_ACE[aces]:
        numbers = {_number_in_suit(card, ace) for card in natural}
        is_dense = max(numbers) - min(numbers) < len(cards)
        if is_dense and len(numbers) == len(natural):
            return True
    return False


_NUMBERS_OF_ACE = {"low": (1,), "high": (LONGEST + 1,), "both": (1, LONGEST + 1)}


def _number_in_suit(card: Card, ace: int) -> int:
    return ace if card.rank == "A" else place_in_suit(card)


def _in_suit(card: Card, ace: int) -> tuple[str, int]:
    return card.suit or "", _number_in_suit(card, ace)


def melds_in(hand: Iterable[Card], aces: Aces = "low") -> list[Cards]:
    """Return every set and run in these cards of one deck, also inside longer ones.

    >>> from referee import card
    >>> melds_in([card("7H"), card("7S"), card("7D"), card("8D"), card("9D")])
    [(<7D>, <7H>, <7S>), (<7D>, <8D>, <9D>)]
    """
    melds: list[Cards] = []
    by_rank = sorted(hand, key=lambda card: (place_in_suit(card), card.order))
    for _, of_rank in groupby(by_rank, place_in_suit):
        alike = tuple(of_rank)
        for size in range(SHORTEST, len(alike) + 1):
            melds.extend(combinations(alike, size))

    for ace in _NUMBERS_OF_ACE[aces]:
        by_suit = sorted(by_rank, key=partial(_in_suit, ace=ace))
        for start, end in combinations(range(len(by_suit) + 1), 2):
            cards = tuple(by_suit[start:end])
            if is_run(cards, aces=aces) and cards not in melds:
                melds.append(cards)
    return melds


def disjoint_melds(melds: Sequence[Cards]) -> Iterator[tuple[Cards, ...]]:
    """Yield every choice of melds of which no two share a card, first the empty one.

    >>> from referee import card
    >>> sevens = melds_in([card("7H"), card("7S"), card("7D")])
    >>> [*disjoint_melds(sevens)]
    [(), ((<7D>, <7H>, <7S>),)]
    """
    yield ()
    for n, meld in enumerate(melds, 1):
        others = [other for other in melds[n:] if set(meld).isdisjoint(other)]
        for chosen in disjoint_melds(others):
            yield (meld, *chosen)


def lay_off(
    cards: Iterable[Card],
    onto: Iterable[Cards],
    wild: Collection[Card] = (),
    aces: Aces = "low",
) -> Cards:
    """Return the cards that can be laid off: on runs at either end, else on a set.

    A card that fits on a run goes there, since further cards may follow it.

    >>> from referee import card
    >>> run = card("4S"), card("5S"), card("6S")
    >>> eights = card("8C"), card("8D"), card("8H")
    >>> lay_off((card("8S"), card("7S"), card("2S"), card("9S")), (run, eights))
    (<7S>, <8S>, <9S>)
    """
    left = [*cards]
    off: list[Card] = []
    runs = [meld for meld in onto if is_run(meld, wild, aces)]

    def lay_on_run() -> bool:
        """Lay the first card that fits on a run; return whether any does."""
        for card in left:
            for n, run in enumerate(runs):
                if is_run((*run, card), wild, aces):
                    runs[n] = (*run, card)
                    off.append(card)
                    left.remove(card)
                    return True
        return False

    while lay_on_run():
        pass
    for card in left:
        if any(is_set((*meld, card), wild) for meld in onto):
            off.append(card)
    return tuple(off)
