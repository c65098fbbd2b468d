"""The questions on a trick, on bids and on a deal, and the rulings on them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee import (
    ENDS_EARLY,
    DealEnd,
    Field,
    Question,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Values,
    choice_field,
    count,
    deal_end_fields,
    forbid,
    hookimpl,
    read_bid_tricks,
    read_deal_end,
    rule_trick,
    say,
    trick_question,
    why_bids_ended,
    written_score,
    wrong_field,
)

from .game import COLOURS, GAME, JESTER, SIXTY, UNEVEN, WIZARD, cite

BIDS = Field("bids", "numbers_by_seat", say("Bids"), min=0, max=20)
TRICKS = Field(
    "tricks", "numbers_by_seat", say("Tricks"), min=0, max=20, unless=ENDS_EARLY
)

_COLUMNS = (
    ReckoningColumn(say("Bid"), aside=True),
    ReckoningColumn(say("Tricks"), aside=True),
    ReckoningColumn(say("Points")),
)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions on a trick, on bids, and on what they score."""
    trump = choice_field("trump", say("Trump"), COLOURS, optional=True)
    hand = Field("hand", "number", say("Cards each"), min=1, max=20)
    dealer = Field("dealer", "seat", say("Who deals, and bids last"))
    uneven = replace(UNEVEN, optional=True)
    bids = Question("bids", say("Can these bids stand?"), (BIDS, hand, dealer, uneven))

    ends = [replace(end, partners=False) for end in deal_end_fields()]
    fields = (BIDS, TRICKS, replace(hand, optional=True), *ends)
    title = say("What do the bids score?")
    deal = Question("deal", title, fields, hook="score_round")
    return trick_question(SIXTY, trump), bids, deal


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Return the ruling on who takes a trick: the first wizard, else trump, else suit.

    `suit_led` is null after the lead of a wizard: then nothing has to be followed.
    """
    plays = given.card_by_seat("plays")
    cards = [*plays.values()]
    most = max(GAME.players)
    if len(cards) > most:
        raise wrong_field("plays", say("A trick has at most {n} cards.", n=most))

    if WIZARD in cards:
        ruling = rule_trick(plays, cite, "wizard", trump=(WIZARD,))
        verdict = {**ruling.verdict}
        if verdict["suit_led"] == "trumps":
            verdict["suit_led"] = None
        why = cite("wizard", "The first wizard wins.")
        return replace(ruling, verdict=verdict, because=(why,))
    ruling = rule_trick(plays, cite, "trick", trump=given.choice("trump", None))
    if {*cards} == {JESTER}:
        why = cite("jester", "Only jesters were played: the first one wins.")
        return replace(ruling, because=(why,))
    return ruling


# Bids


@hookimpl
def answer(given: Values) -> Ruling:
    """Return the ruling on whether these bids can stand together."""
    bids = given.numbers_by_seat("bids")
    hand = given.number("hand")
    dealer = given.seat("dealer")
    if dealer not in bids:
        raise wrong_field("dealer", say("{dealer} hasn't bid.", dealer=dealer))
    if len(bids) * hand > len(SIXTY):
        too_many = say("{n} cards aren't enough for that many each.", n=len(SIXTY))
        raise wrong_field("hand", too_many)

    wanted = sum(bids.values())
    most = max(bids.values())
    if most > hand:
        template = "A bid of {bid} is too much: there are {hand} tricks."
        why = cite("bids", template, bid=most, hand=hand)
        seats = tuple(seat for seat, bid in bids.items() if bid > hand)
        return forbid(say("These bids can't stand"), why, seats=seats)
    if given.flag("uneven") and wanted == hand:
        template = (
            "The bids add up to {wanted}, the number of tricks: {dealer} has to bid "
            "something else."
        )
        why = cite("uneven", template, wanted=wanted, dealer=dealer)
        summary = say("{dealer} can't bid {bid}", bid=bids[dealer], dealer=dealer)
        return forbid(summary, why, seat=dealer)

    template = "Nobody bid more than there are tricks."
    summary = count(
        "{wanted} bid, {n} trick", "{wanted} bid, {n} tricks", hand, wanted=wanted
    )
    return Ruling({"legal": True}, summary, (cite("bids", template),))


# A deal


@dataclass(frozen=True, slots=True)
class BidResult:
    """What became of a seat's bid."""

    seat: str
    bid: int
    taken: int
    is_right: bool
    broke_rule: bool

    @property
    def points(self) -> int:
        """Return 20 plus 10 a trick if right, else minus 10 for each trick amiss."""
        if self.is_right:
            return 20 + 10 * self.bid
        return -10 * abs(self.bid - self.taken)

    @property
    def row(self) -> ReckonedSeat:
        """Return the row of the reckoning, by its columns."""
        cells = (self.bid, self.taken, self.points)
        return ReckonedSeat(self.seat, cells, ahead=self.is_right)

    def explain(self) -> Reason:
        """Return why the bid scores this."""
        section = "points"
        template = (
            "{seat} bid {bid} and took {taken}: 10 off for each trick over or under, "
            "{points}."
        )
        if self.is_right:
            template = (
                "{seat} bid {bid} and took {taken}: 20 plus 10 a trick, {points}."
            )
        elif self.broke_rule:
            section = "offence"
            template = "{seat} bid {bid}, took {taken} and broke a rule: {points}."
        return cite(
            section,
            template,
            seat=self.seat,
            bid=self.bid,
            taken=self.taken,
            points=written_score(self.points),
        )


def _list_results(given: Values, end: DealEnd) -> Iterator[BidResult]:
    """Yield what became of each bid; one given up or with an offence is not right."""
    bids = given.numbers_by_seat("bids")
    for seat, taken in read_bid_tricks(given, end).items():
        bid = bids[seat]
        is_spoiled = seat in (*end.given_up, *end.offenders)
        is_right = bid == taken and not is_spoiled
        yield BidResult(seat, bid, taken, is_right, seat in end.offenders)


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return the ruling on a deal: what each bid scores."""
    seats = [(seat,) for seat in given.numbers_by_seat("bids")]
    end = read_deal_end(given, seats)
    because = [*why_bids_ended(given, end, cite)]
    results = [*_list_results(given, end)]
    because.extend(result.explain() for result in results)
    points = {result.seat: result.points for result in results}
    made = tuple(result.seat for result in results if result.is_right)
    rows = tuple(result.row for result in results)

    gains = []
    for seat, n in points.items():
        if n:
            gains.append(say("{seat} {n:+d}", seat=seat, n=n))
    summary = say("Nobody scores")
    if gains:
        summary = say("{gained}", gained=tuple(gains))
    verdict = {"points": points, "made": made}
    reckoning = Reckoning(_COLUMNS, rows)
    return Ruling(verdict, summary, tuple(because), reckoning=reckoning)
