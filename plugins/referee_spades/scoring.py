"""The scores of deals, the winners of tricks, and the questions on both."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from referee import (
    ENDS_EARLY,
    FIFTY_TWO,
    DealEnd,
    Field,
    Question,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Side,
    Text,
    Values,
    add_rest,
    count,
    deal_end_fields,
    hookimpl,
    name_of,
    read_deal_end,
    rule_trick,
    say,
    trick_question,
    written_score,
    wrong_field,
)

from .game import TRICKS, TRUMP, cite

NIL = 100
BLIND_NIL = 200
BAGS_THAT_COST = 10
THEIR_COST = 100

BIDS = Field("bids", "numbers_by_seat", say("Bids"), min=0, max=TRICKS)
TAKEN = Field(
    "tricks",
    "numbers_by_seat",
    say("Tricks"),
    min=0,
    max=TRICKS,
    total=TRICKS,
    unless=ENDS_EARLY,
)
BLIND = Field("blind", "seats", say("Who bids nil blind"), optional=True)

_BAGS = Field(
    "bags",
    "numbers_by_seat",
    say("Bags before"),
    optional=True,
    min=0,
    max=BAGS_THAT_COST - 1,
    some=True,
)
_SOLO = Field(
    "solo",
    "flag",
    say("Who plays with whom"),
    optional=True,
    labels={"yes": say("Each for itself"), "no": say("In pairs")},
    default=False,
)
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


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions who wins a trick, and what a deal scores."""
    title = say("What does a deal score?")
    fields = (BIDS, TAKEN, BLIND, _BAGS, _SOLO, *deal_end_fields())
    help = say("Partners are the first and the third, the second and the fourth.")
    deal = Question("deal", title, fields, help, hook="score_round")
    return trick_question(FIFTY_TWO), deal


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Return the ruling on who wins a trick: spades are trump."""
    plays = given.card_by_seat("plays")
    if len(plays) > 4:
        raise wrong_field("plays", say("A trick has at most {n} cards.", n=4))
    return rule_trick(plays, cite, "trick", trump=TRUMP)


# A deal


@dataclass(frozen=True, slots=True)
class SideScore:
    """A side's score in a deal: a player's, or two partners'."""

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
        """Return whether the bid is made."""
        return self.counted >= self.bid and not self.offenders

    @property
    def for_bid(self) -> int:
        """The points of the bid, which a side that is set loses."""
        return 10 * self.bid if self.is_made else -10 * self.bid

    @property
    def for_nils(self) -> int:
        """The points of all nils."""
        return sum(self.nils.values())

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
        """Return what ten bags cost."""
        return self.bags_in_all // BAGS_THAT_COST * THEIR_COST

    @property
    def points(self) -> int:
        """All that the deal brings."""
        return self.for_bid + self.for_nils + self.bags - self.penalty


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
    """Return the ruling on what a deal scores."""
    return rule_deal(given)


def rule_deal(given: Values, counted: Counted = without_nils) -> Ruling:
    """Return the ruling on a deal: `points` by side, and the `bags` each has then.

    `counted` says which tricks count for a bid. WrongFieldsError for partners who are
    not four, and for what cannot be.
    """
    sides = _read_sides(given)
    end = read_deal_end(given, sides)
    tricks = given.numbers_by_seat("tricks")
    left = TRICKS - sum(tricks.values())
    taker = _find_taker(end, sides, given) if left else None
    if taker is not None:
        tricks = add_rest(tricks, TRICKS, taker)

    scores = []
    points = {}
    bags = {}
    gains = []
    because = []
    for side in sides:
        score = _score_side(side, given, tricks, end, counted)
        scores.append(score)
        name = name_of(side)
        points[name] = score.points
        bags[name] = score.bags_in_all % BAGS_THAT_COST
        gains.append(say("{side} {n}", side=side, n=_signed(score.points)))
        if score.bid > TRICKS:
            because.append(caution_bid(side, score.bid))

    rows = []
    best = max(points.values())
    because.extend(_why_early(end, taker, left))
    for score in scores:
        rows.append(_row(score, ahead=score.points == best))
        because.extend(_why_bid(score))
        because.extend(_why_nils(score, tricks))
        because.extend(_why_bags(score))

    summary = say("The deal: {scored:;}", scored=tuple(gains))
    reckoning = Reckoning(_COLUMNS, tuple(rows))
    verdict = {"points": points, "bags": bags}
    return Ruling(verdict, summary, tuple(because), reckoning=reckoning)


def _read_sides(given: Values) -> tuple[Side, ...]:
    """Return the sides of a deal; WrongFieldsError where there can be none."""
    bids = given.numbers_by_seat("bids")
    for seat in given.seats("blind"):
        if bids.get(seat) != 0:
            raise wrong_field("blind", say("{seat} has not bid nil.", seat=seat))
    seats = tuple(bids)
    if given.flag("solo"):
        return tuple((seat,) for seat in seats)
    if len(seats) == 4:
        return seats[0::2], seats[1::2]
    wrong = say(
        "Pairs are four players: the first and the third, the second and the fourth."
    )
    raise wrong_field("bids", wrong)


def _find_taker(end: DealEnd, sides: tuple[Side, ...], given: Values) -> str | None:
    """Return who takes what is left: of partners one whose nil does not fail by it.

    None where both of those who were given the deal have bid nil: nobody takes it.
    """
    side = end.find_taker(sides)
    if len(side) == 1:
        return side[0]

    bids = given.numbers_by_seat("bids")
    tricks = given.numbers_by_seat("tricks")
    for seat in side:
        if bids[seat] or tricks.get(seat):
            return seat
    if end.given_up:
        return None
    why = say("Both have bid nil: say which of them takes the rest.")
    raise wrong_field("rest", why)


def _score_side(
    side: Side, given: Values, tricks: Mapping[str, int], end: DealEnd, counted: Counted
) -> SideScore:
    bids = {}
    taken = {}
    nils = {}
    bags = 0
    for seat in side:
        bids[seat] = given.numbers_by_seat("bids")[seat]
        taken[seat] = tricks.get(seat, 0)
        bags += given.numbers_by_seat("bags").get(seat, 0)
        if bids[seat]:
            continue
        nils[seat] = BLIND_NIL if seat in given.seats("blind") else NIL
        if taken[seat] or seat in end.offenders or side == end.given_up:
            nils[seat] *= -1

    if bags >= BAGS_THAT_COST:
        template = "A side has {n} bags at most: ten have cost their points."
        raise wrong_field("bags", say(template, n=BAGS_THAT_COST - 1))
    bid = sum(bids.values())
    tricks_taken = sum(taken.values())
    offenders = tuple(seat for seat in end.offenders if seat in side)
    return SideScore(
        side, bid, tricks_taken, counted(bids, taken), offenders, nils, bags
    )


def _row(score: SideScore, ahead: bool) -> ReckonedSeat:
    bags = score.bags - score.penalty
    parts = (score.for_bid, score.for_nils, bags)
    cells = (score.bid, score.tricks, *parts, score.points)
    return ReckonedSeat(name_of(score.side), cells, ahead)


# Why


def caution_bid(side: Side, bid: int) -> Reason:
    """Return the reason that a side has bid more than it can take."""
    template = "There are {all} tricks, and {side} bid {n}."
    return cite("most-bid", template, all=TRICKS, side=side, n=bid)


def _why_early(end: DealEnd, taker: str | None, left: int) -> Iterator[Reason]:
    """Yield why somebody has tricks that were not played."""
    if end.given_up:
        yield cite("given-up", "{side} gave the deal up.", side=end.given_up)
    if taker is None:
        return
    takes = count(
        "{seat} takes the last trick",
        "{seat} takes the last {n} tricks",
        left,
        seat=taker,
    )
    section = "given-up" if end.given_up else "claim"
    yield cite(section, "{told}.", told=takes)


def _why_bid(score: SideScore) -> Iterator[Reason]:
    if score.offenders:
        template = "{seats} broke a rule, so this side has failed its bid."
        yield cite("offence", template, seats=score.offenders)
    if not score.bid:
        return
    template = "{side}: bid {bid}, took {n}, set: {points}."
    if score.is_made:
        template = "{side}: bid {bid}, took {n}, made: {points}."
    yield cite(
        "score",
        template,
        side=score.side,
        bid=score.bid,
        n=score.counted,
        points=_signed(score.for_bid),
    )


def _why_nils(score: SideScore, tricks: Mapping[str, int]) -> Iterator[Reason]:
    for seat, points in score.nils.items():
        section = "nil"
        bid = say("nil")
        if abs(points) == BLIND_NIL:
            section = "blind"
            bid = say("blind nil")
        template = "{seat}: {bid}, kept: {points}."
        if points < 0:
            template = "{seat}: {bid}, failed: {points}."
        yield cite(section, template, seat=seat, bid=bid, points=_signed(points))

        n = tricks.get(seat, 0)
        if n and score.bid and score.counted < score.tricks:
            template = "Tricks of {seat}: {n}, none of them for the bid, but as bags."
            yield cite("nil-tricks", template, n=n, seat=seat)


def _why_bags(score: SideScore) -> Iterator[Reason]:
    side = score.side
    if score.bags:
        template = "{side}: {points} for bags, {n} in all."
        bags = _signed(score.bags)
        yield cite("bags", template, side=side, points=bags, n=score.bags_in_all)
    if score.penalty:
        template = "{side}: {n} bags cost {cost} points."
        yield cite("bags", template, side=side, n=BAGS_THAT_COST, cost=score.penalty)


def _signed(points: int) -> Text | str:
    """Return points with their sign: `+62`, `−70`, `0`."""
    return f"+{points}" if points > 0 else written_score(points)
