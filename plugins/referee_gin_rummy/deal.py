"""What a deal scores: how both hands lie, whether the knock counts, gin, undercuts and their bonuses."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

from referee import (
    Card,
    Contest,
    FieldError,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    ShownCards,
    Text,
    Values,
    WrongFieldsError,
    count,
    hookimpl,
    leaders,
    say,
)

from .melds import all_ways, best_way, explain_way, lay, lay_off, melds_in, points, show_way
from .rules import GAME_BONUSES, HAND, MOST_LEFT, cite

Hands = Mapping[str, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Laid:
    """How hands lie: the points that each has left; where the cards are known, why they are no fewer, and the cards."""

    left: Mapping[str, int]
    because: tuple[Reason, ...] = ()
    shown: tuple[ShownCards, ...] = ()


@hookimpl
def score_round(given: Values) -> Ruling:
    """The ruling on a deal in which somebody knocked: whether it counts, who scores, and how much."""
    hands, knocker = given.cards_by_seat("hands"), given.seat("knocker")
    seats = tuple(hands or given.numbers_by_seat("deadwood"))
    if knocker not in seats or len(seats) != 2:
        _refuse_field("knocker", say("Two play, and one of them knocks."))
    other = next(seat for seat in seats if seat != knocker)
    melds, possible = given.card_groups("melds"), [{*meld} for meld in melds_in(hands.get(knocker, ()))]
    if not all({*meld} in possible for meld in melds):
        why = cite("meld", "{melds:short}: these are no melds of {seat}.", melds=melds, seat=knocker)
        return Ruling({"legal": False, "seat": knocker}, say("The hand of {seat} cannot be so", seat=knocker), (why,))
    laid = _lay(knocker, other, hands, given) if hands else Laid(given.numbers_by_seat("deadwood"))
    is_big = given.flag("big_gin") or len(hands.get(knocker, ())) > HAND
    ruling = _score(knocker, other, laid, is_big, given)
    if (wrong := _refuse_knock(laid.left[knocker], is_big, given)) is None:
        return ruling
    one, many, n = "{seat} cannot knock with {n} point", "{seat} cannot knock with {n} points", laid.left[knocker]
    because = (wrong, cite("false-knock", "The knock does not count, and play goes on."), *laid.because)
    return Ruling({**ruling.verdict, "legal": False}, count(one, many, n, seat=knocker), because, laid.shown)


def _refuse_field(field: str, why: Text) -> NoReturn:
    raise WrongFieldsError(FieldError(field, why))


def _lay(knocker: str, other: str, hands: Hands, given: Values) -> Laid:
    """Lay both hands at their best, the knocker's with the melds that are told, the other's with what is laid off.

    Of the knocker's ways that leave equally few points, the one counts that leaves the other the most.
    """
    told = given.card_groups("melds")
    if len(hands[other]) > HAND:
        _refuse_field("hands", say("{seat} has not knocked, and holds ten cards.", seat=other))
    ways = all_ways(hands[knocker])
    fewest = best_way(ways).points
    knocked = [lay(hands[knocker], told)] if told else [way for way in ways if way.points == fewest]
    # Nothing is laid off on gin.
    replies = {way: all_ways(hands[other], way.melds if way.left else ()) for way in knocked}
    way = max(knocked, key=lambda one: (best_way(replies[one]).points, -len(one.left), -len(one.melds)))
    reply = best_way(replies[way])
    because = [cite("meld", "{seat}: {why}", seat=knocker, why=explain_way(way, ways))]
    if told:
        because = [cite("best", "The hand of {seat} counts as it is said to lie.", seat=knocker)]
    elif len({best_way(one).points for one in replies.values()}) > 1:
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


def _refuse_knock(left: int, is_big: bool, given: Values) -> Reason | None:
    """Return why a knock with so many points left does not count; None if it does."""
    if is_big and left:
        return cite("big-gin", "Big gin is all eleven cards in melds.")
    if not given.has("knock") or given.choice("knock") == "ten":
        return cite("knock", "A knock leaves {n} points at most.", n=MOST_LEFT) if left > MOST_LEFT else None
    if not given.has("upcard"):
        _refuse_field("upcard", say("Name the card turned up, which says who may knock."))
    card = given.card("upcard")
    most = 0 if card.rank == "A" and given.choice("knock") == "oklahoma-gin" else points((card,))
    return cite("oklahoma", "After the {card} a knock leaves {n} at most.", card=card, n=most) if left > most else None


def _score(knocker: str, other: str, laid: Laid, is_big: bool, given: Values) -> Ruling:
    """The ruling on a knock that counts."""
    left = laid.left
    how = "gin" if not left[knocker] else "undercut" if left[other] <= left[knocker] else "knock"
    how = "big-gin" if is_big else how
    winner, loser = (other, knocker) if how == "undercut" else (knocker, other)
    name = f"{how.replace('-', '_')}_bonus"
    bonus = given.number(name) if given.has(name) else _BONUSES.get(how, 0)
    difference = left[loser] - left[winner]
    score = {seat: difference + bonus if seat == winner else 0 for seat in left}
    verdict = {"legal": True, "winner": winner, "points": score, "how": how, "deadwood": dict(left)}
    told = {"winner": winner, "loser": loser, "fewer": left[winner], "more": left[loser]}
    because = (cite(how, _WHY[how], **told, difference=difference, bonus=bonus), *laid.because)
    cells = {winner: (left[winner], difference, bonus, score[winner]), loser: (left[loser], 0, 0, 0)}
    rows = Reckoning(_COLUMNS, tuple(ReckonedSeat(seat, cells[seat], seat == winner) for seat in left))
    close = Contest(winner, loser, difference, say("{winner} against {loser}, {fewer} points left to {more}", **told))
    summary = say(_SUMMARIES[how], **told, points=score[winner])
    return Ruling(verdict, summary, because, laid.shown, reckoning=rows, contest=close)


_BONUSES = {"gin": 25, "big-gin": 31, "undercut": 25}
_SUMMARIES = {
    "knock": "{winner} knocks and scores {points}",
    "gin": "{winner} has gin and scores {points}",
    "big-gin": "{winner} has big gin and scores {points}",
    "undercut": "{winner} undercuts {loser} and scores {points}",
}
_WHY = {
    "knock": "{loser} has {more} points left, {winner} {fewer}: the difference is {difference}.",
    "gin": "{winner} has no card left: {difference} for what {loser} has left, and {bonus} for gin.",
    "big-gin": "All eleven are melded: {difference} for what {loser} has left, and {bonus} for big gin.",
    "undercut": "{loser} knocked with {more} points, {winner} has {fewer} left: {difference}, and {bonus} for that.",
}
_COLUMNS = (
    ReckoningColumn(say("Left"), aside=True),
    *map(ReckoningColumn, (say("Difference"), say("Bonus"), say("Score"))),
)


def rule_game(given: Values) -> Ruling:
    """Return the ruling on a finished game: what bonuses make of the points, and who has won."""
    points, boxes = given.numbers_by_seat("points"), given.numbers_by_seat("boxes")
    first, *level = leaders(points)
    if len(points) != 2 or level or {*boxes} != {*points}:
        _refuse_field("points", say("Two play, and one of them has more points."))
    box, bonus = (given.number(one.name) if given.has(one.name) else int(str(one.default)) for one in GAME_BONUSES)
    template = "{seat} has more points, and {n} for the game."
    if not min(points.values()):
        bonus, template = 2 * bonus, "The other has scored nothing, so {seat} has {n} for the game."
    game = {seat: bonus if seat == first else 0 for seat in points}
    totals = {seat: points[seat] + box * boxes[seat] + game[seat] for seat in points}
    winners = leaders(totals)
    because = (
        cite("game", template, seat=first, n=bonus),
        cite("game", "Each deal that was won brings {n}.", n=box),
        cite("winner", "Whoever has more in all has won."),
    )
    cells = {seat: (points[seat], box * boxes[seat], game[seat], totals[seat]) for seat in points}
    columns = tuple(map(ReckoningColumn, (say("Points"), say("Boxes"), say("Game"), say("Total"))))
    rows = tuple(ReckonedSeat(seat, cells[seat], seat in winners) for seat in points)
    summary = say("{winners} wins the game with {total}", winners=winners, total=totals[winners[0]])
    if len(winners) > 1:
        summary = say("{winners} share the game with {total} each", winners=winners, total=totals[winners[0]])
    verdict = {"winners": winners, "totals": totals, "game": game}
    return Ruling(verdict, summary, because, reckoning=Reckoning(columns, rows))
