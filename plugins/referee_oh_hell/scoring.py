"""The winners of tricks, the legality and scores of bids: rulings, questions."""

from functools import partial

from referee import (
    FIFTY_TWO,
    SUIT_NAMES,
    BidResult,
    ExactBids,
    Question,
    Reason,
    Ruling,
    Values,
    choice_field,
    hookimpl,
    rule_trick,
    say,
    written_score,
)

from .game import SCORING, USUAL, ZERO_FIVE, cite

BONUS = 10
"""The points for a bid that is right."""

ZERO = 5
"""The points for a zero that is right, at a table that has agreed on it."""

EXACT = ExactBids(FIFTY_TWO, 17, cite, scoring=(SCORING, ZERO_FIVE))

_USUAL = "{seat} bid {bid} and took {taken}: 10 plus a point a trick, {points}."
_RIGHT = {
    "exact": _USUAL,
    "tricks": _USUAL,
    "off": _USUAL,
    "five": "{seat} bid {bid} and took {taken}: 5, and a point a trick, {points}.",
    "ten": "{seat} bid {bid} and took {taken}: 10 a trick, {points}.",
    "square": "{seat} bid {bid} and took {taken}: 10 and the bid squared, {points}.",
}
_NOTHING = "{seat} bid {bid} and took {taken}: nothing."
_WRONG = {
    "exact": _NOTHING,
    "ten": _NOTHING,
    "tricks": "{seat} bid {bid} and took {taken}: a point a trick, {points}.",
    "off": "{seat} bid {bid} and took {taken}: a point off for each trick over or "
    "under, {points}.",
    "five": "{seat} bid {bid} and took {taken}: a point a trick, {points}.",
    "square": "{seat} bid {bid} and took {taken}: the difference squared off, "
    "{points}.",
}
_OTHER_SCORES = ("five", "ten", "square")


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions on a trick, on bids, and on their score."""
    trump = choice_field("trump", say("Trump"), SUIT_NAMES, optional=True)
    return EXACT.questions(trump)


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Return the ruling on who takes a trick: trump is higher than the suit led."""
    plays = given.card_by_seat("plays")
    trump = given.choice("trump", None)
    most = max(USUAL)
    return rule_trick(plays, cite, "trick", trump=trump, most=most)


# Bids


@hookimpl
def answer(given: Values) -> Ruling:
    """Return the ruling on bids, which the dealer's must not bring to all tricks."""
    template = "They don’t add up to the tricks, so somebody will be wrong."
    why = cite("dealer", template)
    return EXACT.rule_bids(given, why, uneven="dealer")


# A deal


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return the ruling on a deal: a right bid scores 10 and a point a trick."""
    scoring = given.choice("scoring", None) or str(SCORING.default)
    has_zero = given.flag("zero_five")
    score = partial(_score, scoring=scoring, has_zero=has_zero)
    return EXACT.rule_deal(given, score)


def _score(result: BidResult, scoring: str, has_zero: bool) -> tuple[int, Reason]:
    """Return a bid's points with the reason."""
    seat = result.seat
    bid = result.bid
    taken = result.taken
    if result.broke_rule:
        n = min(_score_bid(bid, taken, scoring, is_right=False), 0)
        if not n:
            return 0, cite("offence", "{seat} broke a rule: nothing.", seat=seat)
        template = "{seat} bid {bid}, took {taken} and broke a rule: {points}."
        values = {"seat": seat, "bid": bid, "taken": taken}
        return n, cite("offence", template, **values, points=written_score(n))
    if has_zero and result.is_right and not bid:
        template = "{seat} bid none and took none: {points}."
        return ZERO, cite("zero", template, seat=seat, points=ZERO)

    n = _score_bid(bid, taken, scoring, result.is_right)
    template = _WRONG[scoring]
    if result.is_right:
        template = _RIGHT[scoring]
    section = "points"
    if scoring in _OTHER_SCORES:
        section = "other-scores"
    points = written_score(n)
    why = cite(section, template, seat=seat, bid=bid, taken=taken, points=points)
    return n, why


def _score_bid(bid: int, taken: int, scoring: str, is_right: bool) -> int:
    """Return a bid's score.

    >>> [_score_bid(3, 3, scoring, is_right=True) for scoring in SCORING.words]
    [13, 13, 13, 8, 30, 19]
    >>> [_score_bid(3, 1, scoring, is_right=False) for scoring in SCORING.words]
    [0, 1, -2, 1, 0, -4]
    """
    off = abs(bid - taken)
    right = {"five": 5 + taken, "ten": BONUS * bid, "square": BONUS + bid**2}
    wrong = {"tricks": taken, "five": taken, "off": -off, "square": -(off**2)}
    if is_right:
        return right.get(scoring, BONUS + taken)
    return wrong.get(scoring, 0)
