"""The scores of deals, the winners of tricks, and the questions on both."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from referee import (
    EARLY_END_FIELDS,
    FIFTY_FOUR,
    FIFTY_TWO,
    DealEnd,
    Field,
    Question,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Seats,
    Side,
    Text,
    Values,
    add_rest,
    as_optional,
    deal_end_fields,
    flag_field,
    hookimpl,
    name_side,
    number_field,
    read_deal_end,
    rule_trick,
    say,
    say_after_offence,
    say_count,
    trick_question,
    two_of,
    written_score,
    wrong_field,
)

from .game import BAG_RULE, BIG, HANDS, HIGH, NIL, RENEGE, TEAMS, TEN, cite, trumps_of

BAGS_THAT_COST = {"ten": (10, 100), "five": (5, 50)}
"""The number of bags that cost points, and their cost, by the table's rule on bags."""

LEAST_BLIND = 6
"""The fewest tricks that a side bids blind."""

TEN_BID = 10
FOR_TEN = 200
"""The score of a bid of ten or more, at a table that has agreed on it."""

LOST_TRICKS = 3
"""The tricks that breaking a rule costs at a table that has agreed on it."""

MOST = 18
"""The most tricks of a deal: with jokers among three and six players."""

BIDS = Field("bids", "numbers_by_seat", say("Bids"), min=0, max=MOST)
TAKEN = Field(
    "tricks", "numbers_by_seat", say("Tricks"), min=0, max=MOST, unless=EARLY_END_FIELDS
)
BLIND = Field("blind", "seats", say("Who bids nil blind"), optional=True)
BLIND_BID = Field(
    "blind_bid", "seats", say("Who bids six or more blind"), optional=True
)
_HAND = number_field("hand", say("Tricks of the deal"), 1, MOST, optional=True)
AGREED = (NIL, TEN, BAG_RULE, RENEGE, TEAMS)
"""The options that decide what a deal scores."""

_BAGS = Field(
    "bags",
    "numbers_by_seat",
    say("Bags before"),
    optional=True,
    min=0,
    max=9,
    some=True,
)
_PLAYS = {"yes": say("On your own"), "no": say("In pairs")}
_SOLO = flag_field("solo", say("Partners or not"), optional=True, labels=_PLAYS)
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
    """Return the questions on a trick's winner, and on a deal's score."""
    title = say("What does a deal score?")
    agreed = [replace(option, optional=True, needs=None) for option in AGREED]
    known = BIDS, TAKEN, BLIND, BLIND_BID, _BAGS, _SOLO, _HAND
    fields = (*known, *deal_end_fields(), *agreed)
    help = say("Partners are the first and the third, the second and the fourth.")
    deal = Question("deal", title, fields, help, hook="score_round")
    high = as_optional((HIGH, replace(BIG, needs=None)))
    trick = trick_question(two_of(FIFTY_FOUR), *high)
    return replace(trick, copies=2), deal


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Return the ruling on who wins a trick: spades are trump."""
    plays = given.card_by_seat("plays")
    if len(plays) <= 4 and len({*plays.values()}) < len(plays):
        raise wrong_field("plays", say("Only six play with two packs."))
    high = given.choice("high", "ace")
    trumps = trumps_of(high, given.choice(BIG.name, "XB"))
    ruling = rule_trick(plays, cite, "trick", trump=trumps, most=max(HANDS))
    best = ruling.decided.card("card")
    because = [*ruling.because]
    if best not in FIFTY_TWO or (high == "deuces" and best.code in ("2S", "2D")):
        because.append(cite("high", "It is above the ace of spades."))
    if [*plays.values()].count(best) > 1:
        template = "It was played twice, and {seat} was first."
        winner = ruling.decided.seat("winner")
        because.append(cite("equal-cards", template, seat=winner))
    return replace(ruling, because=tuple(because))


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
    """The seats of the side that are proven to have broken a rule."""
    nils: Mapping[str, int]
    """The points that each nil of the side brings."""
    bags_before: int
    worth: int
    """The points that the bid scores, or costs."""
    worth_by: str
    """The section that says what the bid is worth."""
    bag_rule: str

    @property
    def is_made(self) -> bool:
        """Return whether the bid is made."""
        return self.counted >= self.bid and not self.offenders

    @property
    def for_bid(self) -> int:
        """Return the points of the bid, which a set side loses."""
        return self.worth if self.is_made else -self.worth

    @property
    def tricks_lost(self) -> int:
        """Return the tricks that breaking a rule costs, if it costs tricks."""
        return min(LOST_TRICKS * len(self.offenders), self.tricks)

    @property
    def for_nils(self) -> int:
        """Return the points of all nils."""
        return sum(self.nils.values())

    @property
    def bags(self) -> int:
        """Return the tricks of this deal beyond the bid."""
        if self.bag_rule == "none":
            return 0
        if self.is_made:
            return self.tricks - self.bid
        return self.tricks - self.counted

    @property
    def bags_in_all(self) -> int:
        """Return the bags with those of earlier deals, before they cost anything."""
        return self.bags_before + self.bags

    @property
    def bags_left(self) -> int:
        """Return the bags that the next deal begins with."""
        most, _ = BAGS_THAT_COST.get(self.bag_rule, (1, 0))
        return self.bags_in_all % most

    @property
    def penalty(self) -> int:
        """Return the cost of so many bags."""
        most, cost = BAGS_THAT_COST.get(self.bag_rule, (1, 0))
        return self.bags_in_all // most * cost

    @property
    def points(self) -> int:
        """Return all points of the deal."""
        return self.for_bid + self.for_nils + self.bags - self.penalty


Counted = Callable[[Mapping[str, int], Mapping[str, int]], int]
"""Returns how many tricks, by seat, count for the bids of one side."""


def without_nils(bids: Mapping[str, int], tricks: Mapping[str, int]) -> int:
    """Return the tricks of the seats that did not bid nil, which alone make the bid.

    >>> without_nils({"Ana": 0, "Cy": 4}, {"Ana": 1, "Cy": 3})
    3
    """
    total = 0
    for seat, bid in bids.items():
        if bid:
            total += tricks[seat]
    return total


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return the ruling on a deal's score."""
    return rule_deal(given)


def rule_deal(given: Values, counted: Counted = without_nils) -> Ruling:
    """Return the ruling on a deal: `points` by side, and the `bags` each has then.

    `counted` says which tricks count for a bid. Raise WrongFieldsError for partners who
    are not four, and for impossible values.
    """
    sides = _read_sides(given)
    end = read_deal_end(given, sides)
    tricks = given.numbers_by_seat("tricks")
    hand = given.number("hand", None) or HANDS.get(sum(map(len, sides)), MOST)
    left = _count_left(given, hand, end)
    taker = _find_taker(end, sides, given) if left else None
    if taker is not None:
        tricks = add_rest(tricks, hand, taker)

    scores = [_score_side(side, given, tricks, end, counted) for side in sides]
    because: list[Reason] = []
    if given.choice("renege", "bid") == "tricks":
        because.extend(_why_tricks_lost(scores))
        scores = _pay_tricks(scores)
    points = {}
    bags = {}
    gains = []
    for score in scores:
        side = score.side
        name = name_side(side)
        points[name] = score.points
        bags[name] = score.bags_left
        gains.append(say("{side} {n}", side=side, n=_say_signed(score.points)))
        if score.bid > hand:
            because.append(caution_bid(side, score.bid, hand))

    rows = []
    best = max(points.values())
    because.extend(_why_early(end, taker, left))
    for score in scores:
        parts = (score.for_bid, score.for_nils, score.bags - score.penalty)
        cells = (score.bid, score.tricks, *parts, score.points)
        is_best = score.points == best
        rows.append(ReckonedSeat(name_side(score.side), cells, ahead=is_best))
        because.extend(_why_bid(score))
        because.extend(_why_nils(score, tricks, given.seats("blind")))
        because.extend(_why_bags(score))

    summary = say("The deal: {scored:;}", scored=tuple(gains))
    if end.offenders:
        summary = say_after_offence(end.offenders, summary)
    reckoning = Reckoning(_COLUMNS, tuple(rows))
    verdict = {"points": points, "bags": bags}
    return Ruling(verdict, summary, tuple(because), reckoning=reckoning)


def _count_left(given: Values, hand: int, end: DealEnd) -> int:
    """Return how many tricks nobody took.

    Raise WrongFieldsError for a bid above the hand, and for missing tricks in a deal
    that was played out.
    """
    if max(given.numbers_by_seat("bids").values(), default=0) > hand:
        raise wrong_field("bids", say("The deal has only {n} tricks.", n=hand))
    taken = sum(given.numbers_by_seat("tricks").values())
    if taken != hand and not end.is_early:
        template = "These must total {total}; you have {n}."
        message = say(template, total=hand, n=taken)
        raise wrong_field("tricks", message)
    return hand - taken


def _read_sides(given: Values) -> tuple[Side, ...]:
    """Return the sides of a deal; raise WrongFieldsError if there can be none."""
    bids = given.numbers_by_seat("bids")
    for seat in given.seats("blind"):
        if bids.get(seat) != 0:
            message = say("{seat} didn’t bid nil.", seat=seat)
            raise wrong_field("blind", message)
    seats = tuple(bids)
    n = _count_sides(given, len(seats))
    sides = tuple(seats[first::n] for first in range(n))
    for side in sides:
        bids_blind = not set(side).isdisjoint(given.seats("blind_bid"))
        if bids_blind and not may_be_blind([bids[seat] for seat in side]):
            why = say("{side} didn’t bid six tricks without a nil.", side=side)
            raise wrong_field("blind_bid", why)
    return sides


def _count_sides(given: Values, players: int) -> int:
    """Return how many sides so many players make.

    Raise WrongFieldsError if so many players cannot form sides.
    """
    pairs = players // 2
    if given.flag("teams"):
        if players != 6 or given.flag("solo"):
            raise wrong_field("teams", say("Two teams of three are six players."))
        return 2
    if given.flag("solo") or pairs < 2:
        return players
    if players not in HANDS:
        raise wrong_field("bids", say("Pairs are four players, or six."))
    return pairs


def _find_taker(end: DealEnd, sides: tuple[Side, ...], given: Values) -> str | None:
    """Return the seat that takes the rest: of partners, one whose nil survives it.

    Return None if both partners have bid nil: nobody takes it.
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
    why = say("Both bid nil: say which of them takes the rest.")
    raise wrong_field("rest", why)


def may_be_blind(bids: Sequence[int]) -> bool:
    """Return whether a side may bid these tricks blind: six or more, no nil.

    >>> may_be_blind([2, 4]), may_be_blind([0, 6])
    (True, False)
    """
    return all(bids) and sum(bids) >= LEAST_BLIND


def _score_side(
    side: Side, given: Values, tricks: Mapping[str, int], end: DealEnd, counted: Counted
) -> SideScore:
    bids = {}
    taken = {}
    nils = {}
    bags_before = 0
    nil = int(given.choice("nil", "100"))
    for seat in side:
        bids[seat] = given.numbers_by_seat("bids")[seat]
        taken[seat] = tricks.get(seat, 0)
        bags_before += given.numbers_by_seat("bags").get(seat, 0)
        if bids[seat]:
            continue
        nils[seat] = 2 * nil if seat in given.seats("blind") else nil
        if taken[seat] or seat in end.offenders or side == end.given_up:
            nils[seat] *= -1

    bag_rule = given.choice("bag_rule", "ten")
    _require_bags(bags_before, bag_rule)
    bid = sum(bids.values())
    worth, worth_by = _value_bid(side, bid, given)
    return SideScore(
        side,
        bid,
        tricks=sum(taken.values()),
        counted=counted(bids, taken),
        offenders=tuple(seat for seat in end.offenders if seat in side),
        nils=nils,
        bags_before=bags_before,
        worth=worth,
        worth_by=worth_by,
        bag_rule=bag_rule,
    )


def _require_bags(bags: int, bag_rule: str) -> None:
    """Raise WrongFieldsError for more bags than a side can have by this rule."""
    most, _ = BAGS_THAT_COST.get(bag_rule, (1, 0))
    if bags < most:
        return
    message = say("By these rules no bags are carried on.")
    if bag_rule in BAGS_THAT_COST:
        template = "A side has {n} bags at most: the next has cost points."
        message = say(template, n=most - 1)
    raise wrong_field("bags", message)


def _value_bid(side: Side, bid: int, given: Values) -> tuple[int, str]:
    """Return the worth of a side's bid if made, and the section that says so."""
    is_blind = not set(side).isdisjoint(given.seats("blind_bid"))
    worth = 10 * bid
    worth_by = "score"
    if is_blind:
        worth = 20 * bid
        worth_by = "blind-six"
    if bid >= TEN_BID and given.flag("ten"):
        worth = max(worth, FOR_TEN)
        is_plain_ten = bid == TEN_BID and not is_blind
        worth_by = "ten" if is_plain_ten else "ten-and-more"
    return worth, worth_by


def _pay_tricks(scores: Sequence[SideScore]) -> list[SideScore]:
    """Return the scores after the offenders paid tricks to the other side.

    With more sides than two nobody gets them.
    """
    lost = [score.tricks_lost for score in scores]
    paid = []
    for score, n in zip(scores, lost, strict=True):
        change = -n
        if len(scores) == 2:
            change += sum(lost) - n
        counted = max(score.counted + change, 0)
        tricks = score.tricks + change
        paid.append(replace(score, tricks=tricks, counted=counted, offenders=()))
    return paid


# The reasons


def caution_bid(side: Side, bid: int, hand: int) -> Reason:
    """Return the reason that a side has bid more than it can take."""
    template = "There are {all} tricks, but {side} bid {n}."
    return cite("most-bid", template, all=hand, side=side, n=bid)


def _why_early(end: DealEnd, taker: str | None, left: int) -> Iterator[Reason]:
    """Yield why somebody has tricks that nobody played."""
    if end.given_up:
        yield cite("given-up", "{side} gave up the deal.", side=end.given_up)
    if taker is None:
        return
    takes = say_count(
        "{seat} takes the last trick",
        "{seat} takes the last {n} tricks",
        left,
        seat=taker,
    )
    section = "given-up" if end.given_up else "claim"
    yield cite(section, "{who_takes}.", who_takes=takes)


def _why_tricks_lost(scores: Iterable[SideScore]) -> Iterator[Reason]:
    for score in scores:
        if score.offenders:
            lost = say_count("{n} trick", "{n} tricks", score.tricks_lost)
            template = "{seats} broke a rule: that costs {side} {lost}."
            of = {"seats": score.offenders, "side": score.side}
            yield cite("three-tricks", template, lost=lost, **of)


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
        score.worth_by,
        template,
        side=score.side,
        bid=score.bid,
        n=score.counted,
        points=_say_signed(score.for_bid),
    )


def _why_nils(
    score: SideScore, tricks: Mapping[str, int], blind: Seats
) -> Iterator[Reason]:
    for seat, points in score.nils.items():
        section = "nil"
        bid = say("nil")
        if seat in blind:
            section = "blind"
            bid = say("blind nil")
        template = "{seat}: {bid}, kept: {points}."
        if points < 0:
            template = "{seat}: {bid}, failed: {points}."
        yield cite(section, template, seat=seat, bid=bid, points=_say_signed(points))

        n = tricks.get(seat, 0)
        if n and score.bid and score.counted < score.tricks:
            template = "{seat}’s tricks: {n}, which count as bags, not for the bid."
            yield cite("nil-tricks", template, n=n, seat=seat)


def _why_bags(score: SideScore) -> Iterator[Reason]:
    side = score.side
    if score.bags:
        template = "{side}: {points} for bags, {n} in all."
        bags = _say_signed(score.bags)
        yield cite("bags", template, side=side, points=bags, n=score.bags_in_all)
    if score.penalty:
        template = "{side}: {n} bags cost {cost} points."
        n = score.bags_in_all - score.bags_left
        yield cite("bags", template, side=side, n=n, cost=score.penalty)


def _say_signed(points: int) -> Text | str:
    """Return points with their sign: `+62`, `−70`, `0`."""
    return f"+{points}" if points > 0 else written_score(points)
