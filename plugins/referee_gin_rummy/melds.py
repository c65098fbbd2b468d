"""Melds: the best of all ways to lay a hand, with the cards that can be laid off."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee import (
    Card,
    Cards,
    Reasons,
    Ruling,
    ShownCards,
    Text,
    count_pips,
    disjoint_melds,
    is_set,
    lay_off,
    melds_in,
    place_in_suit,
    say,
    say_count,
)

from .game import HAND, cite


def say_points(n: int) -> Text:
    """Return this number of points in words."""
    return say_count("{n} point", "{n} points", n)


@dataclass(frozen=True, slots=True)
class Way:
    """A way to lay a hand: its melds, what is left, what is laid off or discarded."""

    melds: tuple[Cards, ...]
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


def all_ways(hand: Iterable[Card], onto: Sequence[Cards] = ()) -> list[Way]:
    """Return every way to lay these cards, with what can be laid off on these melds."""
    cards = sorted(hand, key=lambda card: (place_in_suit(card), card.order))
    found = melds_in(cards)
    ways = []
    for melds in disjoint_melds(found):
        way = _lay(cards, melds, onto)
        ways.append(way)
    return ways


def _lay(cards: list[Card], melds: tuple[Cards, ...], onto: Sequence[Cards]) -> Way:
    left = set(cards).difference(*melds)
    in_order = [card for card in cards if card in left]
    off = lay_off(in_order, onto)
    left.difference_update(off)
    return Way(melds, tuple(card for card in in_order if card in left), off)


# The best of them


def best_way(ways: Iterable[Way]) -> Way:
    """Return the way that leaves the fewest points; of several the shortest one."""
    return min(ways, key=lambda way: (way.points, len(way.left), len(way.melds)))


def _explain(way: Way, ways: Iterable[Way]) -> Text:
    """Return the sentence why no way leaves fewer points than `way`."""
    left = way.left
    if not left:
        return say("No cards left.")

    points = say_points(way.points)
    others = [other for other in ways if not set(left).issubset(other.left)]
    if not others:
        template = "{left:short} left, {points}, however you meld."
        return say(template, left=left, points=points)
    best = best_way(others)
    more = say_points(best.points)
    template = (
        "{left:short} left, {points}. The next best way leaves {others:short}, {more}."
    )
    return say(template, left=left, points=points, others=best.left, more=more)


def _show(seat: str | None, way: Way, off: Text) -> Iterator[ShownCards]:
    """Yield the cards of a hand in order: each meld, those `off`, those left."""
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
        # The last card left is discarded.
        ways = [
            Way(way.melds, way.left[:-1], way.left[-1:]) for way in ways if way.left
        ]
        template = "Eleven cards: {cards:short} is discarded."
        discarded = (cite("turn", template, cards=best_way(ways).off),)

    best = best_way(ways)
    discard = best.off[0] if best.off else None
    verdict = {
        "points": best.points,
        "melds": best.melds,
        "left": best.left,
        "discard": discard,
    }
    summary = say("{points} left at best", points=say_points(best.points))
    why = cite("meld", "{why}", why=_explain(best, ways))
    shown = tuple(_show(None, best, say("discarded")))
    return Ruling(verdict, summary, (why, *discarded), shown)


def lay_hands(knocker: str, other: str, hands: Mapping[str, Cards]) -> Laid:
    """Lay both hands at their best; the other hand lays off on the knocker's melds.

    The other hand is empty until it is shown. If several ways leave the knocker equally
    few points, the way counts that leaves the other the most.
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
            "{seat} has several ways to leave that few points; this one leaves "
            "{other} the most."
        )
        because.append(cite("best", template, seat=knocker, other=other))
    if hands[other]:
        why = _explain(reply, replies[way])
        because.append(cite("meld", "{seat}: {why}", seat=other, why=why))

    fitting = lay_off(reply.left, way.melds)
    if off:
        template = "{seat} lays off {cards:short}."
        because.append(cite("lay-off", template, seat=other, cards=off))
    elif fitting:
        template = "Nothing is laid off on gin, not even {cards:short}."
        because.append(cite("lay-off", template, cards=fitting))

    points = {knocker: way.points, other: reply.points}
    name = say("laid off")
    shown = (*_show(knocker, way, name), *_show(other, reply, name))
    return Laid({seat: points[seat] for seat in hands}, tuple(because), shown)
