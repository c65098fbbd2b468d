"""Who takes a trick, whether bids can stand, and what they score."""

from collections.abc import Mapping
from dataclasses import replace

from referee import (
    ENDS_EARLY,
    FIFTY_TWO,
    SUIT_NAMES,
    DealEnd,
    Field,
    FieldError,
    Question,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Values,
    WrongFieldsError,
    add_rest,
    count,
    deal_end_fields,
    hookimpl,
    read_deal_end,
    rule_trick,
    say,
    trick_question,
    written_score,
)

from .rules import SCORING, USUAL, cite

BONUS = 10
"""For a bid that is right."""


@hookimpl
def questions() -> tuple[Question, ...]:
    """Who wins a trick, whether bids can stand, and what they score."""
    trump = Field(
        "trump",
        "choice",
        say("Trump"),
        choices=tuple(SUIT_NAMES),
        labels=SUIT_NAMES,
        optional=True,
    )
    bids = Field("bids", "numbers_by_seat", say("Bids"), min=0, max=17)
    hand = Field("hand", "number", say("Cards each"), min=1, max=17)
    dealer = Field("dealer", "seat", say("Who deals, and bids last"))
    tricks = Field(
        "tricks", "numbers_by_seat", say("Tricks"), min=0, max=17, unless=ENDS_EARLY
    )
    scoring = replace(SCORING, optional=True)
    dealt = replace(hand, optional=True)
    ends = [replace(field, partners=False) for field in deal_end_fields()]
    return (
        trick_question(FIFTY_TWO, trump),
        Question("bids", say("Can these bids stand?"), (bids, hand, dealer)),
        Question(
            "deal",
            say("What do the bids score?"),
            (bids, tricks, scoring, dealt, *ends),
            hook="score_round",
        ),
    )


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """The highest trump takes the trick, else the highest card of the suit led."""
    plays, most = given.card_by_seat("plays"), max(USUAL)
    if len(plays) > most:
        raise WrongFieldsError(
            FieldError("plays", say("A trick has at most {n} cards.", n=most))
        )
    return rule_trick(plays, cite, "trick", trump=given.seat_if_any("trump"))


@hookimpl
def answer(given: Values) -> Ruling:
    """The dealer bids last, and not so that all bids come to the number of tricks."""
    bids, hand, dealer = (
        given.numbers_by_seat("bids"),
        given.number("hand"),
        given.seat("dealer"),
    )
    if dealer not in bids:
        raise WrongFieldsError(
            FieldError("dealer", say("{dealer} has not bid.", dealer=dealer))
        )
    if len(bids) * hand > len(FIFTY_TWO):
        too_many = say("{n} cards are not enough for so many each.", n=len(FIFTY_TWO))
        raise WrongFieldsError(FieldError("hand", too_many))

    wanted = sum(bids.values())
    told = {"wanted": wanted, "hand": hand, "dealer": dealer}
    if (most := max(bids.values())) > hand:
        too_much = cite(
            "bids",
            "A bid of {bid} is too much: there are {hand} tricks.",
            bid=most,
            **told,
        )
        verdict = {
            "legal": False,
            "seats": tuple(seat for seat, bid in bids.items() if bid > hand),
        }
        return Ruling(verdict, say("These bids cannot stand"), (too_much,))
    if wanted == hand:
        fits = cite(
            "dealer",
            "All bids come to {wanted}, as many as there are tricks: {dealer} bids "
            "otherwise.",
            **told,
        )
        summary = say("{dealer} cannot bid {bid}", bid=bids[dealer], **told)
        return Ruling({"legal": False, "seat": dealer}, summary, (fits,))
    summary = count(
        "{wanted} bid in all, for {n} trick",
        "{wanted} bid in all, for {n} tricks",
        hand,
        **told,
    )
    because = cite(
        "dealer",
        "They do not come to as many as there are tricks, so somebody will be wrong.",
    )
    return Ruling({"legal": True}, summary, (because,))


@hookimpl
def score_round(given: Values) -> Ruling:
    """Ten and a point a trick for a bid that is right; for a wrong one what the table
    has agreed on.
    """
    bids = given.numbers_by_seat("bids")
    end = read_deal_end(given, [(seat,) for seat in bids])
    tricks, because = _read_tricks(given, end), _why_early(given, end)
    scoring = given.seat_if_any("scoring") or str(SCORING.default)
    points: dict[str, int] = {}
    made: list[str] = []
    for seat, taken in tricks.items():
        is_right = bids[seat] == taken and seat not in end.given_up
        points[seat] = _points(bids[seat], taken, scoring, is_right)
        because.append(_reason(seat, bids[seat], taken, scoring, is_right))
        if seat in end.offenders:
            points[seat] = 0
            because[-1] = cite("offence", "{seat} broke a rule: nothing.", seat=seat)
        elif is_right:
            made.append(seat)

    summary = say("Nobody's bid is right")
    if made:
        gained = tuple(
            say("{seat} {n:+d}", seat=seat, n=n) for seat, n in points.items() if n
        )
        summary = say("{gained}", gained=gained)
    reckoning = _reckon(bids, tricks, points, tuple(made))
    return Ruling(
        {"points": points, "made": tuple(made)},
        summary,
        tuple(because),
        reckoning=reckoning,
    )


def _read_tricks(given: Values, end: DealEnd) -> dict[str, int]:
    """Return the tricks of each in the end; WrongFieldsError where they are not known."""
    bids, tricks = given.numbers_by_seat("bids"), dict(given.numbers_by_seat("tricks"))
    hand = given.number_if_any("hand")
    if end.rest and hand is None:
        raise WrongFieldsError(FieldError("hand", say("Say how many cards each had.")))
    if end.is_early:
        tricks = dict.fromkeys(bids, 0) | tricks
    if end.is_early and hand is not None and sum(tricks.values()) < hand:
        [taker] = end.find_taker([(seat,) for seat in bids])
        tricks = add_rest(tricks, hand, taker)

    if missing := bids.keys() ^ tricks.keys():
        one_only = say(
            "Bid and tricks are needed of {seats}.", seats=tuple(sorted(missing))
        )
        raise WrongFieldsError(FieldError("tricks", one_only))
    n = sum(tricks.values())
    if hand is not None and n != hand:
        wrong = say(
            "This must come to {total} in all; it comes to {n}.", total=hand, n=n
        )
        raise WrongFieldsError(FieldError("tricks", wrong))
    return tricks


def _why_early(given: Values, end: DealEnd) -> list[Reason]:
    """Why the deal was over before its last trick."""
    because = []
    if end.given_up:
        gave_up = "{seat} gave the deal up: that bid is wrong."
        because.append(cite("given-up", gave_up, seat=end.given_up[0]))
    left = (given.number_if_any("hand") or 0) - sum(
        given.numbers_by_seat("tricks").values()
    )
    if end.rest and left > 0:
        told = count(
            "{seat} takes the last trick",
            "{seat} takes the last {n} tricks",
            left,
            seat=end.rest[0],
        )
        because.append(cite("claim", "{told}.", told=told))
    return because


def _points(bid: int, taken: int, scoring: str, is_right: bool) -> int:
    if is_right:
        return BONUS + taken
    return {"exact": 0, "tricks": taken, "off": -abs(bid - taken)}[scoring]


def _reason(seat: str, bid: int, taken: int, scoring: str, is_right: bool) -> Reason:
    templates = {
        "exact": "{seat} bid {bid} and took {taken}: nothing.",
        "tricks": "{seat} bid {bid} and took {taken}: a point a trick, {points}.",
        "off": (
            "{seat} bid {bid} and took {taken}: a point off for each trick too many or "
            "too few, {points}."
        ),
    }
    right = "{seat} bid {bid} and took {taken}: 10, and a point a trick, {points}."
    points = written_score(_points(bid, taken, scoring, is_right))
    template = right if is_right else templates[scoring]
    return cite("points", template, seat=seat, bid=bid, taken=taken, points=points)


def _reckon(
    bids: Mapping[str, int],
    tricks: Mapping[str, int],
    points: Mapping[str, int],
    made: tuple[str, ...],
) -> Reckoning:
    names = (
        ReckoningColumn(say("Bid"), aside=True),
        ReckoningColumn(say("Tricks"), aside=True),
    )
    rows = (
        ReckonedSeat(seat, (bids[seat], tricks[seat], n), ahead=seat in made)
        for seat, n in points.items()
    )
    return Reckoning((*names, ReckoningColumn(say("Points"))), tuple(rows))
