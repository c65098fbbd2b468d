"""Both hands after a knock: how the knocker's lies, what the other lays off, and why no fewer points are left."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee import Reason, ShownCards, say

from .melds import Meld, all_ways, best_way, explain_way, lay_off, show_way
from .rules import cite


@dataclass(frozen=True, slots=True)
class Laid:
    """How hands lie: the points that each has left; where the cards are known, why they are no fewer, and the cards."""

    left: Mapping[str, int]
    because: tuple[Reason, ...] = ()
    shown: tuple[ShownCards, ...] = ()


def lay_hands(knocker: str, other: str, hands: Mapping[str, Meld]) -> Laid:
    """Lay both hands at their best, the other's with what is laid off.

    Of the knocker's ways that leave equally few points, the one counts that leaves the other the most.
    """
    ways = all_ways(hands[knocker])
    fewest = best_way(ways).points
    knocked = [way for way in ways if way.points == fewest]
    # Nothing is laid off on gin.
    replies = {way: all_ways(hands[other], way.melds if way.left else ()) for way in knocked}
    way = max(knocked, key=lambda one: (best_way(replies[one]).points, -len(one.left), -len(one.melds)))
    reply = best_way(replies[way])
    because = [cite("meld", "{seat}: {why}", seat=knocker, why=explain_way(way, ways))]
    if len({best_way(one).points for one in replies.values()}) > 1:
        template = "{seat} has several ways that leave as few points, and this one leaves {other} the most."
        because.append(cite("best", template, seat=knocker, other=other))
    because.append(cite("meld", "{seat}: {why}", seat=other, why=explain_way(reply, replies[way])))
    if reply.off:
        because.append(cite("lay-off", "{seat} lays off {cards:short}.", seat=other, cards=reply.off))
    elif fitting := lay_off(reply.left, way.melds):
        because.append(cite("lay-off", "On gin nothing is laid off, not even {cards:short}.", cards=fitting))
    shown = (one for seat, laid in ((knocker, way), (other, reply)) for one in show_way(seat, laid, say("laid off")))
    left = {seat: (way if seat == knocker else reply).points for seat in hands}
    return Laid(left, tuple(because), tuple(shown))
