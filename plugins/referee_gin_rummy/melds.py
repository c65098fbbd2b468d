"""Melds: the best way to lay a hand, found among all ways, with what can be laid off on the melds of a knocker."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from referee import Card, Reason, Ruling, ShownCards, Text, count, count_pips, is_sequence, place_in_suit, say

from .rules import HAND, cite

SHORTEST = 3

Meld = tuple[Card, ...]


def say_points(n: int) -> Text:
    """Return so many points in words."""
    return count("{n} point", "{n} points", n)


def is_set(cards: Sequence[Card]) -> bool:
    """Whether these are three or four cards of one rank."""
    return len(cards) >= SHORTEST and len({card.rank for card in cards}) == 1


def is_run(cards: Sequence[Card]) -> bool:
    """Whether these are three cards or more of one suit, in sequence."""
    return len(cards) >= SHORTEST and is_sequence(cards) and len({card.suit for card in cards}) == 1


@dataclass(frozen=True, slots=True)
class Way:
    """A way to lay a hand: its melds, what is left, and what is laid off on the other's melds, or discarded."""

    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    off: tuple[Card, ...] = ()

    @property
    def points(self) -> int:
        """What is left counts so much: the deadwood."""
        return count_pips(self.left)


def melds_in(hand: Iterable[Card]) -> list[Meld]:
    """Return every meld that some of these cards make.

    >>> from referee import card
    >>> melds_in([card("7H"), card("7S"), card("7D"), card("8D"), card("9D")])
    [(<7D>, <7H>, <7S>), (<7D>, <8D>, <9D>)]
    """
    by_place = sorted(hand, key=lambda card: (place_in_suit(card), card.order))
    by_suit = sorted(by_place, key=lambda card: card.suit or "")
    of_a_rank = [tuple(cards) for _, cards in groupby(by_place, place_in_suit)]
    sets = [meld for cards in of_a_rank for n in range(SHORTEST, len(cards) + 1) for meld in combinations(cards, n)]
    parts = (tuple(by_suit[start:end]) for start, end in combinations(range(len(by_suit) + 1), 2))
    return [*sets, *filter(is_run, parts)]


def all_ways(hand: Iterable[Card], onto: Sequence[Meld] = ()) -> list[Way]:
    """Return every way to lay these cards, with as many as possible laid off on these melds of the other player."""
    cards = sorted(hand, key=lambda card: (place_in_suit(card), card.order))
    return [lay(cards, melds, onto) for melds in _disjoint(melds_in(cards))]


def _disjoint(melds: Sequence[Meld]) -> Iterator[tuple[Meld, ...]]:
    """Return every choice of melds of which no two have a card in common, that of none among them."""
    yield ()
    for n, meld in enumerate(melds):
        others = [one for one in melds[n + 1 :] if {*meld}.isdisjoint(one)]
        yield from ((meld, *chosen) for chosen in _disjoint(others))


def lay(cards: Iterable[Card], melds: tuple[Meld, ...], onto: Sequence[Meld] = ()) -> Way:
    """Return the way that lays these melds, and of the other cards whatever fits onto melds of the other player."""
    laid = {card for meld in melds for card in meld}
    left = tuple(card for card in cards if card not in laid)
    off = lay_off(left, onto)
    return Way(melds, tuple(card for card in left if card not in off), off)


def lay_off(cards: Sequence[Card], onto: Sequence[Meld]) -> tuple[Card, ...]:
    """Return those of these cards that can be laid off on melds: on runs at either end, else as a fourth of a rank.

    A card that fits on a run goes there, since others may follow it; a set takes no card but that one.

    >>> from referee import card
    >>> melds = (card("4S"), card("5S"), card("6S")), (card("8C"), card("8D"), card("8H"))
    >>> lay_off((card("8S"), card("7S"), card("2S"), card("9S")), melds)
    (<7S>, <8S>, <9S>)
    """
    runs, off = [list(meld) for meld in onto if is_run(meld)], list[Card]()
    while fits := [(card, run) for card in cards if card not in off for run in runs if is_run((*run, card))]:
        card, run = fits[0]
        run.append(card)
        off.append(card)
    return (*off, *[card for card in cards for meld in onto if card not in off and is_set((*meld, card))])


def best_way(ways: Iterable[Way]) -> Way:
    """Return the way that leaves the fewest points; of several the one with the fewest cards left and melds."""
    return min(ways, key=lambda way: (way.points, len(way.left), len(way.melds)))


def explain_way(way: Way, ways: Iterable[Way]) -> Text:
    """Return the sentence that says why no way to lay these cards leaves fewer points than this one."""
    if not way.left:
        return say("No card is left.")
    told = {"left": way.left, "points": say_points(way.points)}
    others = [other for other in ways if not {*way.left} <= {*other.left}]
    if not others:
        return say("{left:short} left, {points}, however the cards are melded.", **told)
    best = best_way(others)
    template = "{left:short} left, {points}. The best other way leaves {others:short}, {more}."
    return say(template, **told, others=best.left, more=say_points(best.points))


def show_way(seat: str | None, way: Way, off: Text) -> tuple[ShownCards, ...]:
    """Return the cards of a hand as they are laid: each meld, what is left, and what is `off`."""
    melds = [ShownCards(seat, meld, meld, say("set") if is_set(meld) else say("run")) for meld in way.melds]
    rest = (way.off, off), (way.left, say("left"))
    return (*melds, *[ShownCards(seat, cards, (), name) for cards, name in rest if cards])


def rule_melds(hand: tuple[Card, ...]) -> Ruling:
    """Return the ruling on the best way to meld a hand; of eleven cards the one is discarded that then counts most."""
    ways, because = all_ways(hand), list[Reason]()
    best = best_way(ways)
    if len(hand) > HAND:
        ways = [Way(way.melds, way.left[:-1], way.left[-1:]) for way in ways if way.left]
        best = best_way(ways)
        because = [cite("turn", "Of eleven cards {cards:short} is discarded.", cards=best.off)]
    verdict = {"points": best.points, "melds": best.melds, "left": best.left, "discard": next(iter(best.off), None)}
    summary = say("At best {points} left", points=say_points(best.points))
    because = [cite("meld", "{why}", why=explain_way(best, ways)), *because]
    return Ruling(verdict, summary, tuple(because), show_way(None, best, say("discarded")))
