"""What a deal scores: bids that are made or set, nils, bags."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from referee import (
    DealEnd,
    FieldError,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Text,
    Values,
    WrongFieldsError,
    add_rest,
    count,
    hookimpl,
    name_of,
    read_deal_end,
    say,
    written_score,
)

from .rules import TRICKS, cite

Side = tuple[str, ...]
"""A player, or two partners."""

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

    side: Side
    bid: int
    tricks: int
    counted: int
    """The tricks that count for the bid."""
    offenders: Side
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
    """Return the ruling on a deal: `points` by side, and the `bags` each has
    afterwards.

    `counted` says which tricks count for a bid. WrongFieldsError for partners who are
    not four, and for what cannot be.
    """
    sides = _sides_of(given)
    end = read_deal_end(given, sides)
    bids, played = given.numbers_by_seat("bids"), given.numbers_by_seat("tricks")
    left = TRICKS - sum(played.values())
    taker = _find_taker(end, sides, bids, played) if left else None
    tricks = played if taker is None else add_rest(played, TRICKS, taker)

    scores = tuple(_score_side(side, given, tricks, end, counted) for side in sides)
    verdict = {
        "points": {name_of(one.side): one.points for one in scores},
        "bags": {name_of(one.side): one.bags_in_all % BAGS_THAT_COST for one in scores},
    }
    scored = tuple(
        say("{side} {n}", side=one.side, n=_signed(one.points)) for one in scores
    )
    because = [caution_bid(one.side, one.bid) for one in scores if one.bid > TRICKS]
    because += _why_early(end, taker, left)
    for one in scores:
        because += _reasons(one, given, tricks)
    best = max(one.points for one in scores)
    reckoning = Reckoning(
        _COLUMNS, tuple(_row(one, one.points == best) for one in scores)
    )
    return Ruling(
        verdict,
        say("The deal: {scored:;}", scored=scored),
        tuple(because),
        reckoning=reckoning,
    )


def caution_bid(side: Side, bid: int) -> Reason:
    """Return the reason that a side has bid more than it can take."""
    return cite(
        "most-bid",
        "There are {all} tricks, and {side} bid {n}.",
        all=TRICKS,
        side=side,
        n=bid,
    )


def _sides_of(given: Values) -> tuple[Side, ...]:
    """The sides of a deal; WrongFieldsError where there can be none."""
    bids = given.numbers_by_seat("bids")
    seats = tuple(bids)
    if others := [seat for seat in given.seats("blind") if bids.get(seat) != 0]:
        raise WrongFieldsError(
            FieldError("blind", say("{seat} has not bid nil.", seat=others[0]))
        )
    if given.flag("solo"):
        return tuple((seat,) for seat in seats)
    if len(seats) != 4:
        wrong = say(
            "Pairs are four players: the first and the third, the second and the "
            "fourth."
        )
        raise WrongFieldsError(FieldError("bids", wrong))
    return (seats[0], seats[2]), (seats[1], seats[3])


def _find_taker(
    end: DealEnd,
    sides: tuple[Side, ...],
    bids: Mapping[str, int],
    played: Mapping[str, int],
) -> str | None:
    """Return who takes the tricks that are left: of partners one whose nil does not
    fail by it.

    None where both of those who were given the deal have bid nil: nobody takes them.
    """
    side = end.find_taker(sides)
    if len(side) == 1:
        return side[0]

    for seat in side:
        if bids[seat] or played.get(seat):
            return seat
    if end.given_up:
        return None
    raise WrongFieldsError(
        FieldError("rest", say("Both have bid nil: say which of them takes the rest."))
    )


def _why_early(end: DealEnd, taker: str | None, left: int) -> Iterator[Reason]:
    """Why somebody has tricks that were not played."""
    if end.given_up:
        yield cite("given-up", "{side} gave the deal up.", side=end.given_up)
    if taker is not None:
        section = "given-up" if end.given_up else "claim"
        told = count(
            "{seat} takes the last trick",
            "{seat} takes the last {n} tricks",
            left,
            seat=taker,
        )
        yield cite(section, "{told}.", told=told)


def _score_side(
    side: Side, given: Values, tricks: Mapping[str, int], end: DealEnd, counted: Counted
) -> SideScore:
    bids = {seat: given.numbers_by_seat("bids")[seat] for seat in side}
    taken = {seat: tricks.get(seat, 0) for seat in side}
    offenders = tuple(seat for seat in end.offenders if seat in side)
    nils: dict[str, int] = {}
    for seat, bid in bids.items():
        if bid:
            continue
        worth = BLIND_NIL if seat in given.seats("blind") else NIL
        has_failed = taken[seat] or seat in offenders or side == end.given_up
        nils[seat] = -worth if has_failed else worth

    before = sum(n for seat, n in given.numbers_by_seat("bags").items() if seat in side)
    if before >= BAGS_THAT_COST:
        too_many = say(
            "A side has {n} bags at most: ten have cost their points.",
            n=BAGS_THAT_COST - 1,
        )
        raise WrongFieldsError(FieldError("bags", too_many))
    return SideScore(
        side,
        sum(bids.values()),
        sum(taken.values()),
        counted(bids, taken),
        offenders,
        nils,
        before,
    )


def _row(one: SideScore, ahead: bool) -> ReckonedSeat:
    cells = (
        one.bid,
        one.tricks,
        one.for_bid,
        sum(one.nils.values()),
        one.bags - one.penalty,
        one.points,
    )
    return ReckonedSeat(name_of(one.side), cells, ahead)


def _reasons(
    one: SideScore, given: Values, tricks: Mapping[str, int]
) -> Iterator[Reason]:
    """Why a deal brings a side what it does."""
    told = {
        "side": one.side,
        "bid": one.bid,
        "n": one.counted,
        "points": _signed(one.for_bid),
    }
    if one.offenders:
        yield cite(
            "offence",
            "{seats} broke a rule, so this side has failed its bid.",
            seats=one.offenders,
        )
    if one.bid and one.is_made:
        yield cite("score", "{side}: bid {bid}, took {n}, made: {points}.", **told)
    elif one.bid:
        yield cite("score", "{side}: bid {bid}, took {n}, set: {points}.", **told)
    for seat, n in one.nils.items():
        section, bid = (
            ("blind", say("blind nil")) if abs(n) == BLIND_NIL else ("nil", say("nil"))
        )
        template = (
            "{seat}: {bid}, kept: {points}."
            if n > 0
            else "{seat}: {bid}, failed: {points}."
        )
        yield cite(section, template, seat=seat, bid=bid, points=_signed(n))
        if taken := tricks.get(seat, 0):
            yield from _nil_tricks(one, seat, taken)
    if one.bags:
        template = "{side}: {points} for bags, {n} in all."
        yield cite(
            "bags", template, side=one.side, points=_signed(one.bags), n=one.bags_in_all
        )
    if one.penalty:
        told = {"side": one.side, "n": BAGS_THAT_COST, "cost": one.penalty}
        yield cite("bags", "{side}: {n} bags cost {cost} points.", **told)


def _nil_tricks(one: SideScore, seat: str, taken: int) -> Iterator[Reason]:
    if one.bid and one.counted < one.tricks:
        yield cite(
            "nil-tricks",
            "Tricks of {seat}: {n}, none of them for the bid, but as bags.",
            n=taken,
            seat=seat,
        )


def _signed(points: int) -> Text | str:
    """Points with their sign: `+62`, `−70`, `0`."""
    return f"+{points}" if points > 0 else written_score(points)
