"""Melds: the best way to lay a hand, found among all, with what can be laid off."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from referee import (
    Card,
    Cards,
    Reasons,
    Ruling,
    ShownCards,
    Text,
    count,
    count_pips,
    is_sequence,
    place_in_suit,
    say,
)

from .game import HAND, cite

SHORTEST = 3

Meld = Cards


def say_points(n: int) -> Text:
    """Return so many points in words."""
    return count("{n} point", "{n} points", n)


def is_set(cards: Sequence[Card]) -> bool:
    """Return whether these are three or four cards of one rank."""
    ranks = {card.rank for card in cards}
    return len(cards) >= SHORTEST and len(ranks) == 1


def is_run(cards: Sequence[Card]) -> bool:
    """Return whether these are three cards or more of one suit, in sequence."""
    if len(cards) < SHORTEST or not is_sequence(cards):
        return False
    return len({card.suit for card in cards}) == 1


@dataclass(frozen=True, slots=True)
class Way:
    """A way to lay a hand: its melds, what is left, what is laid off or discarded."""

    melds: tuple[Meld, ...]
    left: Cards
    off: Cards = ()

    @property
    def points(self) -> int:
        """Return the value of the cards left: the deadwood."""
        return count_pips(self.left)


@dataclass(frozen=True, slots=True)
class Laid:
    """Both hands as laid: the points left in each, with reasons if cards are known."""

    left: Mapping[str, int]
    because: Reasons = ()
    shown: tuple[ShownCards, ...] = ()


# All ways to lay a hand


def melds_in(hand: Iterable[Card]) -> list[Meld]:
    """Return every set and every run in these cards, shorter ones within longer too.

    >>> from referee import card
    >>> melds_in([card("7H"), card("7S"), card("7D"), card("8D"), card("9D")])
    [(<7D>, <7H>, <7S>), (<7D>, <8D>, <9D>)]
    """
    melds: list[Meld] = []
    by_place = _sort(hand)
    for _, of_rank in groupby(by_place, place_in_suit):
        alike = tuple(of_rank)
        for size in range(SHORTEST, len(alike) + 1):
            melds.extend(combinations(alike, size))

    by_suit = sorted(by_place, key=lambda card: card.suit or "")
    for start, end in combinations(range(len(by_suit) + 1), 2):
        cards = tuple(by_suit[start:end])
        if is_run(cards):
            melds.append(cards)
    return melds


def _sort(hand: Iterable[Card]) -> list[Card]:
    return sorted(hand, key=lambda card: (place_in_suit(card), card.order))


def all_ways(hand: Iterable[Card], onto: Sequence[Meld] = ()) -> list[Way]:
    """Return every way to lay these cards, with what can be laid off on these melds."""
    cards = _sort(hand)
    return [_lay(cards, melds, onto) for melds in _disjoint(melds_in(cards))]


def _disjoint(melds: Sequence[Meld]) -> Iterator[tuple[Meld, ...]]:
    """Yield every choice of melds of which no two share a card, also that of none."""
    yield ()
    for n, meld in enumerate(melds, 1):
        others = [other for other in melds[n:] if set(meld).isdisjoint(other)]
        for chosen in _disjoint(others):
            yield (meld, *chosen)


def _lay(cards: list[Card], melds: tuple[Meld, ...], onto: Sequence[Meld]) -> Way:
    left = set(cards).difference(*melds)
    in_order = [card for card in cards if card in left]
    off = lay_off(in_order, onto)
    left.difference_update(off)
    return Way(melds, tuple(card for card in in_order if card in left), off)


def lay_off(cards: Sequence[Card], onto: Sequence[Meld]) -> Cards:
    """Return the cards that can be laid off: on runs at either end, else on a set.

    A card that fits on a run goes there, since others may follow it; a set takes no
    card but that one.

    >>> from referee import card
    >>> run = card("4S"), card("5S"), card("6S")
    >>> eights = card("8C"), card("8D"), card("8H")
    >>> lay_off((card("8S"), card("7S"), card("2S"), card("9S")), (run, eights))
    (<7S>, <8S>, <9S>)
    """
    runs = list(filter(is_run, onto))
    off: list[Card] = []
    while _lay_on_run(cards, runs, off):
        pass

    sets = list(filter(is_set, onto))
    for card in cards:
        for meld in sets:
            if card not in off and is_set((*meld, card)):
                off.append(card)
    return tuple(off)


def _lay_on_run(cards: Sequence[Card], runs: list[Meld], off: list[Card]) -> bool:
    """Lay the first card that fits on one of these runs; return whether any does."""
    for card in cards:
        for n, run in enumerate(runs):
            longer = (*run, card)
            if card not in off and is_run(longer):
                runs[n] = longer
                off.append(card)
                return True
    return False


# The best of them


def best_way(ways: Iterable[Way]) -> Way:
    """Return the way that leaves the fewest points; of several the shortest one."""
    return min(ways, key=lambda way: (way.points, len(way.left), len(way.melds)))


def _explain(way: Way, ways: Iterable[Way]) -> Text:
    """Return the sentence why no way leaves fewer points than this one."""
    left = way.left
    if not left:
        return say("No card is left.")

    points = say_points(way.points)
    others = [other for other in ways if not set(left).issubset(other.left)]
    if not others:
        template = "{left:short} left, {points}, however the cards are melded."
        return say(template, left=left, points=points)
    best = best_way(others)
    more = say_points(best.points)
    template = (
        "{left:short} left, {points}. The best other way leaves {others:short}, {more}."
    )
    return say(template, left=left, points=points, others=best.left, more=more)


def _show(seat: str | None, way: Way, off: Text) -> Iterator[ShownCards]:
    """Yield the cards of a hand as they lie: each meld, what is `off`, what is left."""
    for meld in way.melds:
        name = say("set") if is_set(meld) else say("run")
        yield ShownCards(seat, meld, meld, name)
    if way.off:
        yield ShownCards(seat, way.off, (), off)
    if way.left:
        yield ShownCards(seat, way.left, (), say("left"))


def rule_melds(hand: Cards) -> Ruling:
    """Return the ruling on the best way to meld a hand; of eleven cards one goes."""
    ways = all_ways(hand)
    discarded: Reasons = ()
    if len(hand) > HAND:
        # Whatever is left last counts most.
        ways = [
            Way(way.melds, way.left[:-1], way.left[-1:]) for way in ways if way.left
        ]
        template = "Of eleven cards {cards:short} is discarded."
        discarded = (cite("turn", template, cards=best_way(ways).off),)

    best = best_way(ways)
    discard = best.off[0] if best.off else None
    verdict = {
        "points": best.points,
        "melds": best.melds,
        "left": best.left,
        "discard": discard,
    }
    summary = say("At best {points} left", points=say_points(best.points))
    why = cite("meld", "{why}", why=_explain(best, ways))
    shown = tuple(_show(None, best, say("discarded")))
    return Ruling(verdict, summary, (why, *discarded), shown)


def lay_hands(knocker: str, other: str, hands: Mapping[str, Meld]) -> Laid:
    """Lay both hands at their best, the other's with what is laid off.

    Of the knocker's ways that leave equally few points, the one counts that leaves the
    other the most.
    """
    ways = all_ways(hands[knocker])
    fewest = best_way(ways).points
    replies = {}
    best_replies = {}
    for way in ways:
        if way.points == fewest:
            # Nothing is laid off on gin.
            onto = way.melds if way.left else ()
            replies[way] = all_ways(hands[other], onto)
            best_replies[way] = best_way(replies[way])

    way = max(
        replies,
        key=lambda way: (best_replies[way].points, -len(way.left), -len(way.melds)),
    )
    reply = best_replies[way]
    off = reply.off
    because = [cite("meld", "{seat}: {why}", seat=knocker, why=_explain(way, ways))]
    if len({best.points for best in best_replies.values()}) > 1:
        template = (
            "{seat} has several ways that leave as few points, "
            "and this one leaves {other} the most."
        )
        because.append(cite("best", template, seat=knocker, other=other))
    why = _explain(reply, replies[way])
    because.append(cite("meld", "{seat}: {why}", seat=other, why=why))

    fitting = lay_off(reply.left, way.melds)
    if off:
        template = "{seat} lays off {cards:short}."
        because.append(cite("lay-off", template, seat=other, cards=off))
    elif fitting:
        template = "On gin nothing is laid off, not even {cards:short}."
        because.append(cite("lay-off", template, cards=fitting))

    points = {knocker: way.points, other: reply.points}
    name = say("laid off")
    shown = (*_show(knocker, way, name), *_show(other, reply, name))
    return Laid({seat: points[seat] for seat in hands}, tuple(because), shown)
