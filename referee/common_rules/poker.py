"""The best poker hand of any number of French-suited cards.

If several hands of five are equally good, the one with the highest suits is taken.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import attrgetter
from types import MappingProxyType

from referee.cards.card import RANKS, SUITS, Card, Cards
from referee.cards.decks import FIFTY_TWO
from referee.vocabulary.text import Text, say

POKER_CATEGORIES: Mapping[str, Text] = {
    "none": say("no cards"),
    "high card": say("a high card"),
    "pair": say("a pair"),
    "two pair": say("two pair"),
    "three of a kind": say("three of a kind"),
    "straight": say("a straight"),
    "flush": say("a flush"),
    "full house": say("a full house"),
    "four of a kind": say("four of a kind"),
    "straight flush": say("a straight flush"),
}
"""The categories of hands, lowest first; `none` without cards."""

_CATEGORIES = tuple(POKER_CATEGORIES)

_NAMES_WITH_RANKS = {
    "high card": "{top} high",
    "pair": "pair of {many}",
    "two pair": "two pair, {many} and {lower}",
    "three of a kind": "three {many}",
    "straight": "{top}-high straight",
    "flush": "{top}-high flush",
    "full house": "full house, {many} over {lower}",
    "four of a kind": "four {many}",
    "straight flush": "{top}-high straight flush",
}

_NAMES = [
    say(name)
    for name in (
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "jack",
        "queen",
        "king",
        "ace",
    )
]

RANK_NAMES: Mapping[str, Text] = MappingProxyType(dict(zip(RANKS, _NAMES, strict=True)))
"""The names of the ranks in a sentence, by their letters: `ten`, `jack`."""

_PLURALS = [
    say(plural)
    for plural in (
        "twos",
        "threes",
        "fours",
        "fives",
        "sixes",
        "sevens",
        "eights",
        "nines",
        "tens",
        "jacks",
        "queens",
        "kings",
        "aces",
    )
]

RANK_PLURALS: Mapping[str, Text] = MappingProxyType(
    dict(zip(RANKS, _PLURALS, strict=True))
)
"""The names of several cards of each rank: `tens`, `jacks`."""

_VALUES = {rank: value for value, rank in enumerate(RANKS, 2)}
_DOWNWARDS = RANKS[::-1] + "A"
_RUNS = tuple(_DOWNWARDS[high : high + 5] for high in range(10))
"""The ranks of each straight, from `AKQJT` down to `5432A`."""


@dataclass(frozen=True, slots=True, order=True)
class PokerHand:
    """The best hand of some cards: five of them, or all if there are fewer.

    Hands compare by their strength.

    >>> from referee import card
    >>> codes = "KC", "9D", "KH", "4S", "AC", "2D", "7H"
    >>> hand = best_poker_hand([card(code) for code in codes])
    >>> hand.category, hand.strength, hand.cards
    ('pair', (2, 13, 14, 9, 7), (<KH>, <KC>, <AC>, <9D>, <7H>))
    """

    strength: tuple[int, ...]
    """The hand's place among the categories, then its ranks (2 to 14) by their weight.

    Each rank stands once. The greater hand wins, equal hands tie, and a missing card
    loses to any.
    """
    cards: Cards = field(compare=False)
    """The cards, those that make the category first, then high to low."""

    @property
    def category(self) -> str:
        """Return the category's name, as in `POKER_CATEGORIES`."""
        return _CATEGORIES[self.strength[0]]


def name_poker_hand(hand: PokerHand) -> Text:
    """Return the name of a hand with its ranks; it must have cards.

    >>> from referee import card
    >>> print(name_poker_hand(best_poker_hand([card("TC"), card("TD"), card("4H")])))
    pair of tens
    >>> cards = [card(code) for code in ("AC", "2D", "3H", "4C", "5S")]
    >>> print(name_poker_hand(best_poker_hand(cards)))
    5-high straight
    """
    top = hand.strength[1]
    lower = hand.strength[1:3][-1]
    rank = RANKS[top - 2]
    return say(
        _NAMES_WITH_RANKS[hand.category],
        top=RANK_NAMES[rank] if top > 10 else top,
        many=RANK_PLURALS[rank],
        lower=RANK_PLURALS[RANKS[lower - 2]],
    )


def best_poker_hand(cards: Collection[Card]) -> PokerHand:
    """Return the best poker hand of these cards; straights and flushes need five.

    An ace is the highest card, or the lowest of a 5-high straight. Raise ValueError for
    a card without a suit, and for a repeated card.

    >>> from referee import card
    >>> board = [card(code) for code in ("TH", "JH", "QH", "KH", "2C")]
    >>> best_poker_hand([*board, card("AS"), card("9H")]).category
    'straight flush'
    """
    if not _FRENCH.issuperset(cards):
        wrong = next(card for card in cards if card not in _FRENCH)
        raise ValueError(f"{wrong} is no card of a poker hand: that has French suits")
    high_to_low = sorted(cards, key=attrgetter("order"), reverse=True)
    for card, lower in pairwise(high_to_low):
        if card is lower:
            raise ValueError(f"{card} stands twice: name each card once")

    by_rank: dict[str, list[Card]] = {}
    for card in high_to_low:
        by_rank.setdefault(card.rank, []).append(card)
    highest = [alike[0] for alike in by_rank.values()]
    hands = [_take_alike(by_rank), *_find_run("straight", highest)]
    # Of equal flushes the first counts.
    for suit in reversed(SUITS):
        of_suit = [card for card in high_to_low if card.suit == suit]
        if len(of_suit) > 4:
            hands.append(_rate("flush", of_suit[:5]))
            hands.extend(_find_run("straight flush", of_suit))
    return max(hands)


_FRENCH = frozenset(FIFTY_TWO)

_ALIKE = {
    "four of a kind": (4,),
    "full house": (3, 2),
    "three of a kind": (3,),
    "two pair": (2, 2),
    "pair": (2,),
    "high card": (1,),
    "none": (),
}
"""The numbers of cards of one rank in each hand, the highest hand first."""


def _take_alike(by_rank: Mapping[str, list[Card]]) -> PokerHand:
    """Return the best hand by cards of a rank, whatever their suits.

    The ranks stand from the highest down.
    """
    numbers = tuple(sorted(map(len, by_rank.values()), reverse=True))
    category = next(name for name, sizes in _ALIKE.items() if numbers >= sizes)
    left = dict(by_rank)
    hand: list[Card] = []
    for size in _ALIKE[category]:
        rank = next(rank for rank, alike in left.items() if len(alike) >= size)
        hand += left.pop(rank)[:size]
    hand += [alike[0] for alike in left.values()]
    return _rate(category, hand[:5])


def _find_run(category: str, high_to_low: Iterable[Card]) -> Iterator[PokerHand]:
    """Yield the highest five in a row among these cards of different ranks, if any."""
    by_rank = {card.rank: card for card in high_to_low}
    # An ace stands at both ends: with `A5432A` there is `5432A`.
    ranks = "".join(by_rank)
    ranks += ranks[:1]
    for run in _RUNS:
        if run in ranks:
            yield _rate(category, [by_rank[rank] for rank in run])
            return


def _rate(category: str, cards: Sequence[Card]) -> PokerHand:
    ranks = dict.fromkeys(_VALUES[card.rank] for card in cards)
    return PokerHand((_CATEGORIES.index(category), *ranks), tuple(cards))
