"""The best poker hand of a pile of trick cards.

A pile is held as an integer of 36 bits: four bits a rank from 2 up to 10, in each the suits C D H S, spades
highest. A set of ranks has the lowest bit of each rank's four, so `ranks * 15` covers all their cards. Once
category and ranks are settled, the highest suits held at each rank win every tie-break: nothing is tried out,
whatever the size of the pile.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from referee import RANKS, SUITS, Card, Reason, Ruling, ShownCards, Text, card, say

from .rules import cite

CATEGORY_NAMES: Mapping[str, Text] = {
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
"""What somebody has, by the category of their hand: the categories lowest first, `none` without cards."""

CATEGORIES = tuple(CATEGORY_NAMES)

_NAMES_WITH_RANKS: Mapping[str, str] = {
    "high card": "high card {top}",
    "pair": "pair of {many}",
    "two pair": "two pair, {many} and {lower}",
    "three of a kind": "three {many}",
    "straight": "straight up to {top}",
    "flush": "flush, {top} high",
    "full house": "full house, {many} over {lower}",
    "four of a kind": "four {many}",
    "straight flush": "straight flush up to {top}",
}

_MANY = (
    *(say("twos"), say("threes"), say("fours"), say("fives"), say("sixes")),
    *(say("sevens"), say("eights"), say("nines"), say("tens")),
)
"""Several cards of a rank, from 2 to 10."""

_CARDS = tuple(card(rank + suit) for rank in RANKS[:9] for suit in SUITS)
_BITS = {each: 1 << place for place, each in enumerate(_CARDS)}

_CLUBS = 0x111111111
_DIAMONDS, _HEARTS, _SPADES = _CLUBS << 1, _CLUBS << 2, _CLUBS << 3
_RUN = 0x11111


def _values_by_ranks() -> dict[int, tuple[int, ...]]:
    values: dict[int, tuple[int, ...]] = {0: ()}
    for place in range(9):
        values |= {1 << 4 * place | ranks: (place + 2, *lower) for ranks, lower in values.items()}
    return values


_VALUES = _values_by_ranks()
"""The values in each set of ranks, highest first."""


class BestHand(NamedTuple):
    """The best hand of a pile. Hands compare by what wins: `max(hands)` is the winning one.

    `strength` is the category's place in `CATEGORIES`, then the ranks (2 to 10) in the order in which they
    count, each once; compared as tuples, a missing card loses to any. `high_suit` is the highest suit in the
    hand and `top_suit` the suit of its highest card, the higher one if that rank is paired; both are letters,
    which sort as the suits rank, and empty without cards. `five` holds the hand's cards as bits.
    """

    strength: tuple[int, ...]
    high_suit: str
    top_suit: str
    category: str
    five: int

    @property
    def cards(self) -> tuple[Card, ...]:
        """The hand's cards, five or as many as there are: those that make the category first, high to low."""
        return tuple(
            _CARDS[place]
            for value in self.strength[1:]
            for place in range(4 * value - 5, 4 * value - 9, -1)
            if self.five >> place & 1
        )


def name_hand(best: BestHand) -> Text:
    """What a hand that has cards is, with its ranks: `pair of tens`."""
    top, lower = best.strength[1], best.strength[1:3][-1]
    return say(_NAMES_WITH_RANKS[best.category], top=top, many=_MANY[top - 2], lower=_MANY[lower - 2])


_NO_HAND = BestHand((0,), "", "", "none", 0)


def best_hand(cards: Collection[Card]) -> BestHand:
    """The best poker hand of any number of trick cards; under five there is no straight and no flush.

    Of several equally good fives it is the one that is best under the tie-breaks by suit. Raises ValueError
    for a card that is no trick card, and for one that stands twice.
    """
    return _best_of(bits_of(cards))


def bits_of(cards: Collection[Card]) -> int:
    """A pile as an integer; ValueError for a card that is no trick card, and for one that stands twice."""
    try:
        pile = sum(map(_BITS.__getitem__, cards))
    except KeyError as missing:
        raise ValueError(f"{missing.args[0]} is no trick card: players win cards from 2 to 10") from None
    # A sum of powers of two has as many bits as summands exactly if all of them differ.
    if pile.bit_count() != len(cards):
        raise ValueError(f"{_first_twice(cards)} stands twice: name each card once")
    return pile


def _first_twice(cards: Collection[Card]) -> Card:
    ordered = sorted(cards, key=_BITS.__getitem__)
    return next(one for one, other in pairwise(ordered) if one is other)


def _best_of(pile: int) -> BestHand:
    """Takes the categories from the top down: what is reached first is the hand."""
    if not pile:
        return _NO_HAND
    runs = _runs(pile)
    if runs:
        low = runs.bit_length() - 1
        return _hand(9, 0, _RUN << (low & ~3), _RUN << low)
    held, twice, thrice, four = _by_count(pile)
    if four:
        return _with_one_kicker(8, pile, _top(four), held)
    main = _top(thrice)
    if main and twice != main:
        return _full_house(pile, main, _top(twice ^ main))
    return _five_in_suit_or_run(pile, held) or _of_a_kind(pile, held, twice, main)


def _by_count(pile: int) -> tuple[int, int, int, int]:
    """The ranks held at least once, twice, three and four times."""
    pairs = (pile & 0x555555555) + (pile >> 1 & 0x555555555)
    counts = (pairs & 0x333333333) + (pairs >> 2 & 0x333333333)
    # Adding 4 - n to every rank's count carries into its third bit where the count is n or more.
    return (
        counts + 0x333333333 >> 2 & _CLUBS,
        counts + 0x222222222 >> 2 & _CLUBS,
        counts + 0x111111111 >> 2 & _CLUBS,
        counts >> 2 & _CLUBS,
    )


def _five_in_suit_or_run(pile: int, held: int) -> BestHand | None:
    flush = _best_flush(pile)
    if flush:
        return _hand(6, 0, _ranks(flush), flush)
    runs = _runs(held)
    if runs:
        ranks = _RUN << runs.bit_length() - 1
        return _hand(5, 0, ranks, _highest_suits(pile & ranks * 15))
    return None


def _of_a_kind(pile: int, held: int, twice: int, three: int) -> BestHand:
    """Three of a kind down to a high card: here every rank but those of a pair or a three is held once."""
    if three:
        return _with_kickers(4, pile, three, _top_few(held ^ three, 2))
    pairs = _top_few(twice, 2)
    if pairs & pairs - 1:
        return _with_one_kicker(3, pile, pairs, held)
    if pairs:
        return _with_kickers(2, pile, pairs, _top_few(held ^ pairs, 3))
    return _with_kickers(1, pile, 0, _top_few(held, 5))


def _full_house(pile: int, three: int, pair: int) -> BestHand:
    both = pile & pair * 15
    if both.bit_count() == 3:
        both &= both - 1
    return _hand(7, three, pair, pile & three * 15 | both)


def _with_one_kicker(category: int, pile: int, main: int, held: int) -> BestHand:
    """A hand whose kicker may come from a rank held more than once: its highest suit is taken."""
    made = pile & main * 15
    return _hand(category, main, _top(held ^ main), made | _top(pile ^ made))


def _with_kickers(category: int, pile: int, main: int, kickers: int) -> BestHand:
    return _hand(category, main, kickers, pile & (main | kickers) * 15)


def _hand(category: int, main: int, kickers: int, five: int) -> BestHand:
    strength = (category, *_VALUES[main], *_VALUES[kickers])
    high = "S" if five & _SPADES else "H" if five & _HEARTS else "D" if five & _DIAMONDS else "C"
    return BestHand(strength, high, SUITS[five.bit_length() - 1 & 3], CATEGORIES[category], five)


def _runs(cards: int) -> int:
    """The lowest cards, or ranks, of every five in a row."""
    return cards & cards >> 4 & cards >> 8 & cards >> 12 & cards >> 16


def _best_flush(pile: int) -> int:
    """The best five of one suit; of equal ones the higher suit; 0 where no suit has five."""
    best = flush = 0
    for suit in (3, 2, 1, 0):
        ranks = pile >> suit & _CLUBS
        if ranks.bit_count() > 4:
            ranks = _top_few(ranks, 5)
            if ranks > best:
                best, flush = ranks, ranks << suit
    return flush


def _ranks(cards: int) -> int:
    return (cards | cards >> 1 | cards >> 2 | cards >> 3) & _CLUBS


def _highest_suits(cards: int) -> int:
    """The highest suit of every rank among the cards."""
    filled = cards | (cards & 0xEEEEEEEEE) >> 1
    filled |= (filled & 0xCCCCCCCCC) >> 2
    return filled ^ (filled & 0xEEEEEEEEE) >> 1


def _top(ranks: int) -> int:
    return 1 << ranks.bit_length() - 1 if ranks else 0


def _top_few(ranks: int, count: int) -> int:
    while ranks.bit_count() > count:
        ranks &= ranks - 1
    return ranks


def rule_hand(cards: Sequence[Card]) -> Ruling:
    """The ruling on a pile of trick cards: `category` and `cards`, the best five or as many as there are.

    Raises ValueError as `best_hand` does.
    """
    best = best_hand(cards)
    verdict = {"category": best.category, "cards": best.cards}
    return Ruling(verdict, _said(best), _why_hand(cards, best), (ShownCards(None, tuple(cards), best.cards),))


def _said(best: BestHand) -> Text:
    if not best.five:
        return say("Without cards there is no hand")
    return say("The best hand is {hand}: {cards}", hand=CATEGORY_NAMES[best.category], cards=best.cards)


def _why_hand(cards: Sequence[Card], best: BestHand) -> tuple[Reason, ...]:
    if not cards:
        return (cite("no-cards", "The rules do not speak of a hand without cards; this referee ranks it last."),)
    if len(cards) < 5:
        return (too_few(),)
    template = "No five of these {n} cards make more than {hand}."
    deciding = cite("hands", template, n=len(cards), hand=CATEGORY_NAMES[best.category])
    return (deciding, which_five()) if had_a_choice(cards, best) else (deciding,)


def had_a_choice(pile: Sequence[Card], best: BestHand) -> bool:
    """Whether other cards of the pile make an equally good hand, so that suits decided which to take."""
    used = Counter(each.rank for each in best.cards)
    if best.category in ("flush", "straight flush"):
        fitting = Counter(each.suit for each in pile if each.rank in used)
        return sum(count == 5 for count in fitting.values()) > 1
    held = Counter(each.rank for each in pile)
    return any(held[rank] > count for rank, count in used.items())


def too_few() -> Reason:
    """What fewer than five cards make."""
    template = (
        "The rules do not say what fewer than five cards make; this referee reads it so:"
        " whatever they are, but no straight or flush, and a card that is missing loses to any card."
    )
    return cite("short-hands", template)


def which_five() -> Reason:
    """Which of several equally good hands counts."""
    template = (
        "Several fives are equally good. The rules do not say which one counts; this referee reads it so:"
        " the one that is best where suits part equal hands."
    )
    return cite("best-of-equals", template)
