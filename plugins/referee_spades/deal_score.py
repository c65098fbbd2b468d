"""What a deal scores: bids that are made or set, nils, bags."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from referee import (
    FieldError,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Text,
    Values,
    WrongFieldsError,
    hookimpl,
    name_of,
    say,
    written_score,
)

from .rules import cite

NIL, BLIND_NIL = 100, 200
BAGS_THAT_COST, THEIR_COST = 10, 100

_COLUMNS = (
    ReckoningColumn(say("Bid"), aside=True),
    ReckoningColumn(say("Tricks"), aside=True),
    ReckoningColumn(say("For the bid")),
    ReckoningColumn(say("Nil")),
    ReckoningColumn(say("Bags")),
    ReckoningColumn(say("Points")),
)
PARTS = slice(2, 5)
"""The columns that say what the points are for."""


@dataclass(frozen=True, slots=True)
class SideScore:
    """What a deal brings one side: a player, or two partners."""

    side: tuple[str, ...]
    bid: int
    tricks: int
    counted: int
    """The tricks that count for the bid."""
    offenders: tuple[str, ...]
    """Those of the side who are proven to have broken a rule."""
    nils: Mapping[str, int]
    """What the nil of each who bid it brings."""
    bags_before: int

    @property
    def is_made(self) -> bool:
        """Whether the bid is made."""
        return self.counted >= self.bid and not self.offenders

    @property
    def for_bid(self) -> int:
        """The points of the bid, which a side that is set loses."""
        return 10 * self.bid if self.is_made else -10 * self.bid

    @property
    def bags(self) -> int:
        """The tricks of this deal that no bid wanted."""
        return self.tricks - (self.bid if self.is_made else self.counted)

    @property
    def bags_in_all(self) -> int:
        """The bags with those of earlier deals, before ten of them cost anything."""
        return self.bags_before + self.bags

    @property
    def penalty(self) -> int:
        """What ten bags cost."""
        return self.bags_in_all // BAGS_THAT_COST * THEIR_COST

    @property
    def points(self) -> int:
        """All that the deal brings."""
        return self.for_bid + sum(self.nils.values()) + self.bags - self.penalty


Counted = Callable[[Mapping[str, int], Mapping[str, int]], int]
"""How many of these tricks, by seat, count for these bids of one side."""


def without_nils(bids: Mapping[str, int], tricks: Mapping[str, int]) -> int:
    """Return the tricks of those who did not bid nil: theirs alone make the bid.

    >>> without_nils({"Ana": 0, "Cy": 4}, {"Ana": 1, "Cy": 3})
    3
    """
    return sum(tricks[seat] for seat, bid in bids.items() if bid)


@hookimpl
def score_round(given: Values) -> Ruling:
    """The ruling on what a deal scores."""
    return rule_deal(given)


def rule_deal(given: Values, counted: Counted = without_nils) -> Ruling:
    """Return the ruling on a deal: `points` by side, and the `bags` each has afterwards.

    `counted` says which tricks count for a bid. WrongFieldsError for partners who are not four.
    """
    scores = tuple(_score_side(side, given, counted) for side in _sides_of(given))
    verdict = {
        "points": {name_of(one.side): one.points for one in scores},
        "bags": {name_of(one.side): one.bags_in_all % BAGS_THAT_COST for one in scores},
    }
    scored = tuple(say("{side} {n}", side=one.side, n=_signed(one.points)) for one in scores)
    because = tuple(reason for one in scores for reason in _reasons(one, given))
    best = max(one.points for one in scores)
    reckoning = Reckoning(_COLUMNS, tuple(_row(one, one.points == best) for one in scores))
    return Ruling(verdict, say("The deal: {scored:;}", scored=scored), because, reckoning=reckoning)


def _sides_of(given: Values) -> tuple[tuple[str, ...], ...]:
    """The sides of a deal; WrongFieldsError where there can be none."""
    bids = given.numbers_by_seat("bids")
    seats = tuple(bids)
    if others := [seat for seat in given.seats("blind") if bids.get(seat) != 0]:
        raise WrongFieldsError(FieldError("blind", say("{seat} has not bid nil.", seat=others[0])))
    if given.flag("solo"):
        return tuple((seat,) for seat in seats)
    if len(seats) != 4:
        wrong = say("Pairs are four players: the first and the third, the second and the fourth.")
        raise WrongFieldsError(FieldError("bids", wrong))
    return (seats[0], seats[2]), (seats[1], seats[3])


def _score_side(side: tuple[str, ...], given: Values, counted: Counted) -> SideScore:
    bids = {seat: given.numbers_by_seat("bids")[seat] for seat in side}
    tricks = {seat: given.numbers_by_seat("tricks")[seat] for seat in side}
    offenders = tuple(seat for seat in given.seats("offenders") if seat in side)
    worth = {seat: BLIND_NIL if seat in given.seats("blind") else NIL for seat, bid in bids.items() if bid == 0}
    nils = {seat: -n if tricks[seat] or seat in offenders else n for seat, n in worth.items()}
    before = sum(n for seat, n in given.numbers_by_seat("bags").items() if seat in side)
    return SideScore(side, sum(bids.values()), sum(tricks.values()), counted(bids, tricks), offenders, nils, before)


def _row(one: SideScore, ahead: bool) -> ReckonedSeat:
    cells = (one.bid, one.tricks, one.for_bid, sum(one.nils.values()), one.bags - one.penalty, one.points)
    return ReckonedSeat(name_of(one.side), cells, ahead)


def _reasons(one: SideScore, given: Values) -> Iterator[Reason]:
    """Why a deal brings a side what it does."""
    told = {"side": one.side, "bid": one.bid, "n": one.counted, "points": _signed(one.for_bid)}
    if one.offenders:
        yield cite("offence", "{seats} broke a rule, so this side has failed its bid.", seats=one.offenders)
    if one.bid and one.is_made:
        yield cite("score", "{side}: bid {bid}, took {n}, made: {points}.", **told)
    elif one.bid:
        yield cite("score", "{side}: bid {bid}, took {n}, set: {points}.", **told)
    for seat, n in one.nils.items():
        section, bid = ("blind", say("blind nil")) if abs(n) == BLIND_NIL else ("nil", say("nil"))
        template = "{seat}: {bid}, kept: {points}." if n > 0 else "{seat}: {bid}, failed: {points}."
        yield cite(section, template, seat=seat, bid=bid, points=_signed(n))
        if taken := given.numbers_by_seat("tricks")[seat]:
            yield from _nil_tricks(one, seat, taken)
    if one.bags:
        template = "{side}: {points} for bags, {n} in all."
        yield cite("bags", template, side=one.side, points=_signed(one.bags), n=one.bags_in_all)
    if one.penalty:
        told = {"side": one.side, "n": BAGS_THAT_COST, "cost": one.penalty}
        yield cite("bags", "{side}: {n} bags cost {cost} points.", **told)


def _nil_tricks(one: SideScore, seat: str, taken: int) -> Iterator[Reason]:
    if one.bid and one.counted < one.tricks:
        yield cite("nil-tricks", "Tricks of {seat}: {n}, none of them for the bid, but as bags.", n=taken, seat=seat)


def _signed(points: int) -> Text | str:
    """Points with their sign: `+62`, `−70`, `0`."""
    return f"+{points}" if points > 0 else written_score(points)
