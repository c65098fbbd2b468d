"""Melds: the best way to meld a hand, found among all ways, and what can be laid off on the melds of a knocker."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from referee import Card, ShownCards, Text, count, say

RANKS = "A23456789TJQK"
SHORTEST = 3

Meld = tuple[Card, ...]


def place(card: Card) -> int:
    """Return the place of a card in its suit: an ace is the lowest, 1, and a king 13."""
    return RANKS.index(card.rank) + 1


def points(cards: Iterable[Card]) -> int:
    """Return what cards count that are left: court cards ten each, an ace one.

    >>> from referee import card
    >>> points((card("AS"), card("7H"), card("KD")))
    18
    """
    return sum(min(place(card), 10) for card in cards)


def is_set(cards: Sequence[Card]) -> bool:
    """Whether these are three or four cards of one rank."""
    return len(cards) >= SHORTEST and len({card.rank for card in cards}) == 1


def is_run(cards: Sequence[Card]) -> bool:
    """Whether these are three cards or more of one suit, in sequence."""
    places = sorted(map(place, cards))
    in_sequence = places == [*range(places[0], places[0] + len(places))]
    return len(cards) >= SHORTEST and in_sequence and len({card.suit for card in cards}) == 1


@dataclass(frozen=True, slots=True)
class Way:
    """A way to lay a hand: its melds, what is laid off on the other's melds, and what is left."""

    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    laid_off: tuple[Card, ...] = ()

    @property
    def points(self) -> int:
        """What is left counts so much: the deadwood."""
        return points(self.left)


def melds_in(hand: Sequence[Card]) -> list[Meld]:
    """Return every meld that some of these cards make.

    >>> from referee import card
    >>> melds_in([card("7H"), card("7S"), card("7D"), card("8D"), card("9D")])
    [(<7D>, <7H>, <7S>), (<7D>, <8D>, <9D>)]
    """
    by_place, by_suit = sorted(hand, key=lambda card: (place(card), card.order)), sorted(hand, key=_by_suit)
    of_a_rank = [tuple(cards) for _, cards in groupby(by_place, place)]
    sets = [meld for cards in of_a_rank for n in range(SHORTEST, len(cards) + 1) for meld in combinations(cards, n)]
    ends = combinations(range(len(by_suit) + 1), 2)
    runs = [tuple(by_suit[start:end]) for start, end in ends if end - start >= SHORTEST]
    return [*sets, *filter(is_run, runs)]


def _by_suit(card: Card) -> tuple[str, int]:
    return card.suit or "", place(card)


def all_ways(hand: Sequence[Card], onto: Sequence[Meld] = ()) -> list[Way]:
    """Return every way to lay these cards, with as many as possible laid off on these melds of the other player."""
    ways = []
    for melds in _apart(melds_in(hand)):
        laid = {card for meld in melds for card in meld}
        left = tuple(sorted((card for card in hand if card not in laid), key=lambda card: (place(card), card.order)))
        off = lay_off(left, onto)
        ways.append(Way(melds, tuple(card for card in left if card not in off), off))
    return ways


def _apart(melds: Sequence[Meld]) -> Iterator[tuple[Meld, ...]]:
    """Return every choice of melds of which no two have a card in common, that of none among them."""
    yield ()
    for n, meld in enumerate(melds):
        others = [one for one in melds[n + 1 :] if not {*meld} & {*one}]
        yield from ((meld, *chosen) for chosen in _apart(others))


def lay_off(cards: Sequence[Card], onto: Sequence[Meld]) -> tuple[Card, ...]:
    """Return those of these cards that can be laid off on melds: on runs at either end, else as a fourth of a rank.

    A card that fits on a run goes there, since others may follow it; a set takes no card but that one.

    >>> from referee import card
    >>> melds = (card("4S"), card("5S"), card("6S")), (card("8C"), card("8D"), card("8H"))
    >>> lay_off((card("8S"), card("7S"), card("2S"), card("9S")), melds)
    (<7S>, <8S>, <9S>)
    """
    runs, laid = [list(meld) for meld in onto if is_run(meld)], []
    while fitting := [(card, run) for card in cards if card not in laid for run in runs if is_run((*run, card))]:
        card, run = fitting[0]
        run.append(card)
        laid.append(card)
    fourths = [card for card in cards for meld in onto if card not in laid and is_set((*meld, card))]
    return (*laid, *fourths)


def best_way(ways: Iterable[Way]) -> Way:
    """Return the way that leaves the fewest points; of several the one with the fewest cards left and melds."""
    return min(ways, key=lambda way: (way.points, len(way.left), len(way.melds)))


def explain_way(way: Way, ways: Iterable[Way]) -> Text:
    """Return the sentence that says why no way to lay these cards leaves fewer points than this one."""
    if not way.left:
        return say("No card is left.")
    others = [other for other in ways if not {*way.left} <= {*other.left}]
    n, told = len(way.left), {"left": way.left, "points": way.points}
    if not others:
        one = "{left:short} fits into no meld, however the others are laid: {points} points."
        return count(one, "{left:short} are left however the cards are melded: {points} points.", n, **told)
    best = best_way(others)
    one = "{left:short} is left, {points} points. The best other way leaves {others:short}, {more} points."
    many = "{left:short} are left, {points} points. The best other way leaves {others:short}, {more} points."
    return count(one, many, n, **told, others=best.left, more=best.points)


def show_way(seat: str | None, way: Way) -> tuple[ShownCards, ...]:
    """Return the cards of a hand as they are laid: each meld, what is laid off, what is left."""
    melds = [ShownCards(seat, meld, meld, say("set") if is_set(meld) else say("run")) for meld in way.melds]
    rest = (way.laid_off, say("laid off")), (way.left, say("left"))
    return (*melds, *[ShownCards(seat, cards, (), name) for cards, name in rest if cards])
