"""The best poker hand of any number of French-suited cards.

Cards are held as an integer of 52 bits: four bits a rank from 2 up to the ace, in each
the suits C D H S, spades highest. A set of ranks has the lowest bit of each rank's
four, so `ranks * 15` covers all their cards. Where several fives are equally good, the
highest suits held at each rank are taken. Nothing is tried out, however many cards
there are.
"""

from collections.abc import Collection, Mapping
from itertools import pairwise
from typing import NamedTuple

from referee.cards.card import RANKS, SUITS, Card, Cards, card
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

RANK_NAMES: Mapping[str, Text] = dict(zip(RANKS, _NAMES, strict=True))
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

RANK_PLURALS: Mapping[str, Text] = dict(zip(RANKS, _PLURALS, strict=True))
"""The same for several cards of a rank: `tens`, `jacks`."""

_CARDS = tuple(card(rank + suit) for rank in RANKS for suit in SUITS)
_BITS = {each: 1 << index for index, each in enumerate(_CARDS)}
_ACE = 14

_CLUBS = 0x1111111111111
_SUITS = tuple((suit, _CLUBS << suit) for suit in (3, 2, 1, 0))
_RUN = 0x11111
_TO_THE_FIVE = 0x1000000001111


def _list_values(ranks: int) -> tuple[int, ...]:
    """Return the values in a set of ranks, highest first."""
    values = []
    for index in reversed(range(len(RANKS))):
        if ranks & 1 << 4 * index:
            values.append(index + 2)
    return tuple(values)


class PokerHand(NamedTuple):
    """The best hand of some cards: five of them, or all where they are fewer.

    >>> codes = "KC", "9D", "KH", "4S", "AC", "2D", "7H"
    >>> hand = best_poker_hand([card(code) for code in codes])
    >>> hand.category, hand.strength, hand.cards
    ('pair', (2, 13, 14, 9, 7), (<KH>, <KC>, <AC>, <9D>, <7H>))
    """

    strength: tuple[int, ...]
    """The category's place among the categories, then the ranks (2 to 14) in the order
    in which they count, each once. The greater hand wins, equal hands tie, and a
    missing card loses to any.
    """
    five: int
    """The hand's cards as bits."""

    @property
    def category(self) -> str:
        """Return the category's name, as in `POKER_CATEGORIES`."""
        return _CATEGORIES[self.strength[0]]

    @property
    def cards(self) -> Cards:
        """Return the hand's cards: those that make the category first, high to low."""
        cards = []
        for value in self.strength[1:]:
            # The suits of a rank, spades first: an ace (14) has the bits 51 to 48.
            highest = 4 * value - 5
            for index in range(highest, highest - 4, -1):
                if self.five >> index & 1:
                    cards.append(_CARDS[index])
        return tuple(cards)


def name_poker_hand(hand: PokerHand) -> Text:
    """Return the name of a hand with its ranks; it must have cards.

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
    a card without a suit, and for one that stands twice.

    >>> board = [card(code) for code in ("TH", "JH", "QH", "KH", "2C")]
    >>> best_poker_hand([*board, card("AS"), card("9H")]).category
    'straight flush'
    """
    try:
        held = sum(map(_BITS.__getitem__, cards))
    except KeyError as missing:
        wrong = f"{missing.args[0]} is no card of a poker hand: that has French suits"
        raise ValueError(wrong) from None
    # A sum of powers of two has as many bits as summands exactly if all of them differ.
    if held.bit_count() != len(cards):
        raise ValueError(f"{_first_twice(cards)} stands twice: name each card once")
    return _best_of(held)


def _first_twice(cards: Collection[Card]) -> Card:
    ordered = sorted(cards, key=_BITS.__getitem__)
    return next(card for card, after in pairwise(ordered) if card is after)


_NO_HAND = PokerHand((0,), 0)


def _best_of(cards: int) -> PokerHand:
    """Return the first hand found from the highest category down."""
    if not cards:
        return _NO_HAND
    runs = _runs(cards)
    if runs:
        low = runs.bit_length() - 1
        return _hand(9, 0, _RUN << (low & ~3), _RUN << low)
    if cards >> 48:
        lowest = _runs_to_the_five(cards)
        if lowest:
            return _rate_five_high(9, _TO_THE_FIVE << lowest.bit_length() - 1)
    held, twice, thrice, four = _count_ranks(cards)
    if four:
        return _rate_with_one_kicker(8, cards, _top(four), held)
    main = _top(thrice)
    if main and twice != main:
        pair = _top(twice ^ main)
        both = cards & pair * 15
        if both.bit_count() == 3:
            both &= both - 1
        return _hand(7, main, pair, cards & main * 15 | both)
    return _five_in_suit_or_run(cards, held) or _rate_kinds(cards, held, twice, main)


def _count_ranks(cards: int) -> tuple[int, int, int, int]:
    """Return the ranks held at least once, twice, three and four times."""
    pairs = (cards & 0x5555555555555) + (cards >> 1 & 0x5555555555555)
    counts = (pairs & 0x3333333333333) + (pairs >> 2 & 0x3333333333333)
    # Adding 4 - n to every rank's count carries into its third bit where the count is n
    # or more.
    return (
        counts + 0x3333333333333 >> 2 & _CLUBS,
        counts + 0x2222222222222 >> 2 & _CLUBS,
        counts + 0x1111111111111 >> 2 & _CLUBS,
        counts >> 2 & _CLUBS,
    )


def _five_in_suit_or_run(cards: int, held: int) -> PokerHand | None:
    flush = _best_flush(cards)
    if flush:
        return _hand(6, 0, _ranks(flush), flush)
    runs = _runs(held)
    if runs:
        ranks = _RUN << runs.bit_length() - 1
        return _hand(5, 0, ranks, _highest_suits(cards & ranks * 15))
    if held >> 48 and _runs_to_the_five(held):
        return _rate_five_high(5, _highest_suits(cards & _TO_THE_FIVE * 15))
    return None


def _rate_kinds(cards: int, held: int, twice: int, three: int) -> PokerHand:
    """Return three of a kind or less; other ranks are held once here."""
    if three:
        return _rate_with_kickers(4, cards, three, _top_few(held ^ three, 2))
    pairs = _top_few(twice, 2)
    if pairs & pairs - 1:
        return _rate_with_one_kicker(3, cards, pairs, held)
    if pairs:
        return _rate_with_kickers(2, cards, pairs, _top_few(held ^ pairs, 3))
    return _rate_with_kickers(1, cards, 0, _top_few(held, 5))


def _rate_with_one_kicker(category: int, cards: int, main: int, held: int) -> PokerHand:
    """Return a hand whose kicker may come from a paired rank, in its highest suit."""
    alike = cards & main * 15
    return _hand(category, main, _top(held ^ main), alike | _top(cards ^ alike))


def _rate_with_kickers(category: int, cards: int, main: int, kickers: int) -> PokerHand:
    return _hand(category, main, kickers, cards & (main | kickers) * 15)


def _hand(category: int, main: int, kickers: int, five: int) -> PokerHand:
    strength = (category, *_list_values(main), *_list_values(kickers))
    return PokerHand(strength, five)


def _rate_five_high(category: int, five: int) -> PokerHand:
    """Return a straight from the ace up to 5, of which the ace counts least."""
    return PokerHand((category, 5, 4, 3, 2, _ACE), five)


def _runs(cards: int) -> int:
    """Return the lowest cards, or ranks, of every five in a row."""
    return cards & cards >> 4 & cards >> 8 & cards >> 12 & cards >> 16


def _runs_to_the_five(cards: int) -> int:
    """Return the twos, or the rank, of every five in a row that an ace begins."""
    return cards & cards >> 4 & cards >> 8 & cards >> 12 & cards >> 48


def _best_flush(cards: int) -> int:
    """Return the best five of one suit, the higher suit if equal; 0 without any."""
    best = flush = 0
    for suit, mask in _SUITS:
        of_suit = cards & mask
        if of_suit.bit_count() > 4:
            five = _top_few(of_suit, 5)
            if five >> suit > best:
                best = five >> suit
                flush = five
    return flush


def _ranks(cards: int) -> int:
    return (cards | cards >> 1 | cards >> 2 | cards >> 3) & _CLUBS


def _highest_suits(cards: int) -> int:
    """Return the highest suit of every rank among the cards."""
    filled = cards | (cards & 0xEEEEEEEEEEEEE) >> 1
    filled |= (filled & 0xCCCCCCCCCCCCC) >> 2
    return filled ^ (filled & 0xEEEEEEEEEEEEE) >> 1


def _top(ranks: int) -> int:
    # Without a rank it is 1 >> 1.
    return 1 << ranks.bit_length() >> 1


def _top_few(ranks: int, count: int) -> int:
    while ranks.bit_count() > count:
        ranks &= ranks - 1
    return ranks
