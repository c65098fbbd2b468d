"""Both hands after a knock: how the knocker's lies, what the other lays off, and why no fewer points are left."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee import Card, Reason, ShownCards

from .melds import Meld, Way, all_ways, best_way, explain_way, lay_off, show_way
from .rules import cite

Hands = Mapping[str, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Laid:
    """How hands lie: the points that each has left; where the cards are known, why they are no fewer, and the cards."""

    deadwood: Mapping[str, int]
    because: tuple[Reason, ...] = ()
    shown: tuple[ShownCards, ...] = ()


def lay_hands(knocker: str, other: str, hands: Hands, melds: tuple[Meld, ...] = ()) -> Laid:
    """Lay both hands at their best, the knocker's with these melds where they are told.

    Of the knocker's ways that leave equally few points, the one counts that leaves the other the most.
    """
    ways = all_ways(hands[knocker])
    fewest = best_way(ways).points
    replies = [(way, _ways_of_other(hands[other], way)) for way in ways if way.points == fewest]
    if melds:
        laid = {card for meld in melds for card in meld}
        told = Way(melds, tuple(card for card in hands[knocker] if card not in laid))
        replies = [(told, _ways_of_other(hands[other], told))]
    way, answers = max(replies, key=lambda one: (best_way(one[1]).points, -len(one[0].left), -len(one[0].melds)))
    answer = best_way(answers)
    because = (
        cite("meld", "{seat}: {why}", seat=knocker, why=explain_way(way, ways)),
        *_explain_choice(knocker, other, replies, bool(melds)),
        cite("meld", "{seat}: {why}", seat=other, why=explain_way(answer, answers)),
        *_explain_lay_off(other, way, answer),
    )
    shown = (*show_way(knocker, way), *show_way(other, answer))
    points = {knocker: way.points, other: answer.points}
    return Laid({seat: points[seat] for seat in hands}, because, shown)


def _ways_of_other(hand: tuple[Card, ...], knocked: Way) -> list[Way]:
    """Return every way of the other player, who lays off on the knocker's melds, but not on gin."""
    return all_ways(hand, knocked.melds if knocked.left else ())


def _explain_choice(knocker: str, other: str, replies: list[tuple[Way, list[Way]]], is_told: bool) -> Iterator[Reason]:
    if is_told:
        yield cite("best", "The hand of {seat} counts as it is said to lie.", seat=knocker)
    elif len({best_way(answers).points for _, answers in replies}) > 1:
        template = "{seat} has several ways that leave as few points, and this one leaves {other} the most."
        yield cite("best", template, seat=knocker, other=other)


def _explain_lay_off(other: str, knocked: Way, answer: Way) -> Iterator[Reason]:
    if answer.laid_off:
        yield cite("lay-off", "{seat} lays off {cards:short}.", seat=other, cards=answer.laid_off)
    elif not knocked.left and (fitting := lay_off(answer.left, knocked.melds)):
        yield cite("lay-off", "{cards:short} would fit, but nothing is laid off on gin.", cards=fitting)
