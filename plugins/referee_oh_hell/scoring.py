"""Who takes a trick, whether bids can stand, and what they score."""

from collections.abc import Mapping
from dataclasses import replace

from referee import (
    FIFTY_TWO,
    SUIT_NAMES,
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
    count,
    hookimpl,
    rule_trick,
    say,
    trick_question,
    written_score,
)

from .rules import SCORING, cite

BONUS = 10
"""For a bid that is right."""


@hookimpl
def questions() -> tuple[Question, ...]:
    """Who wins a trick, whether bids can stand, and what they score."""
    trump = Field("trump", "choice", say("Trump"), choices=tuple(SUIT_NAMES), labels=SUIT_NAMES, optional=True)
    bids = Field("bids", "numbers_by_seat", say("Bids"), min=0, max=17)
    hand = Field("hand", "number", say("Cards each"), min=1, max=17)
    dealer = Field("dealer", "seat", say("Who deals, and bids last"))
    tricks = Field("tricks", "numbers_by_seat", say("Tricks"), min=0, max=17)
    scoring = replace(SCORING, optional=True)
    offenders = Field("offenders", "seats", say("Who revoked"), optional=True)
    return (
        trick_question(FIFTY_TWO, trump),
        Question("bids", say("Can these bids stand?"), (bids, hand, dealer)),
        Question("deal", say("What do the bids score?"), (bids, tricks, scoring, offenders), hook="score_round"),
    )


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """The highest trump takes the trick, else the highest card of the suit led."""
    return rule_trick(given.card_by_seat("plays"), cite, "trick", trump=given.seat_if_any("trump"))


@hookimpl
def answer(given: Values) -> Ruling:
    """The dealer bids last, and not so that all bids come to the number of tricks."""
    bids, hand, dealer = given.numbers_by_seat("bids"), given.number("hand"), given.seat("dealer")
    if dealer not in bids:
        raise WrongFieldsError(FieldError("dealer", say("{dealer} has not bid.", dealer=dealer)))
    wanted = sum(bids.values())
    told = {"wanted": wanted, "hand": hand, "dealer": dealer}
    if (most := max(bids.values())) > hand:
        too_much = cite("bids", "A bid of {bid} is too much: there are {hand} tricks.", bid=most, **told)
        return Ruling({"legal": False}, say("These bids cannot stand"), (too_much,))
    if wanted == hand:
        fits = cite(
            "dealer", "All bids come to {wanted}, as many as there are tricks: {dealer} bids otherwise.", **told
        )
        summary = say("{dealer} cannot bid {bid}", bid=bids[dealer], **told)
        return Ruling({"legal": False}, summary, (fits,))
    summary = count("{wanted} bid in all, for {n} trick", "{wanted} bid in all, for {n} tricks", hand, **told)
    because = cite("dealer", "They do not come to as many as there are tricks, so somebody will be wrong.")
    return Ruling({"legal": True}, summary, (because,))


@hookimpl
def score_round(given: Values) -> Ruling:
    """Ten and a point a trick for a bid that is right; for a wrong one what the table has agreed on."""
    bids, tricks, offenders = given.numbers_by_seat("bids"), given.numbers_by_seat("tricks"), given.seats("offenders")
    if missing := bids.keys() ^ tricks.keys():
        one_only = say("Bid and tricks are needed of {seats}.", seats=tuple(sorted(missing)))
        raise WrongFieldsError(FieldError("tricks", one_only))
    scoring = given.seat_if_any("scoring") or str(SCORING.default)
    points = {seat: 0 if seat in offenders else _points(bids[seat], n, scoring) for seat, n in tricks.items()}
    made = tuple(seat for seat, n in tricks.items() if bids[seat] == n and seat not in offenders)
    because = tuple(
        cite("offence", "{seat} has not followed suit: nothing.", seat=seat)
        if seat in offenders
        else _reason(seat, bids[seat], n, scoring)
        for seat, n in tricks.items()
    )
    summary = say("Nobody's bid is right")
    if made:
        gained = tuple(say("{seat} {n:+d}", seat=seat, n=n) for seat, n in points.items() if n)
        summary = say("{gained}", gained=gained)
    return Ruling({"points": points, "made": made}, summary, because, reckoning=_reckon(bids, tricks, points, made))


def _points(bid: int, taken: int, scoring: str) -> int:
    if bid == taken:
        return BONUS + taken
    return {"exact": 0, "tricks": taken, "off": -abs(bid - taken)}[scoring]


def _reason(seat: str, bid: int, taken: int, scoring: str) -> Reason:
    templates = {
        "exact": "{seat} bid {bid} and took {taken}: nothing.",
        "tricks": "{seat} bid {bid} and took {taken}: a point a trick, {points}.",
        "off": "{seat} bid {bid} and took {taken}: a point off for each trick too many or too few, {points}.",
    }
    right = "{seat} bid {bid} and took {taken}: 10, and a point a trick, {points}."
    points = written_score(_points(bid, taken, scoring))
    template = right if bid == taken else templates[scoring]
    return cite("points", template, seat=seat, bid=bid, taken=taken, points=points)


def _reckon(
    bids: Mapping[str, int], tricks: Mapping[str, int], points: Mapping[str, int], made: tuple[str, ...]
) -> Reckoning:
    names = ReckoningColumn(say("Bid"), aside=True), ReckoningColumn(say("Tricks"), aside=True)
    rows = (ReckonedSeat(seat, (bids[seat], tricks[seat], n), ahead=seat in made) for seat, n in points.items())
    return Reckoning((*names, ReckoningColumn(say("Points"))), tuple(rows))
