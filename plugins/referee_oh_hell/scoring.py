"""The winners of tricks, the legality and scores of bids: rulings, questions."""

from dataclasses import replace

from referee import (
    ENDS_EARLY,
    FIFTY_TWO,
    SUIT_NAMES,
    Field,
    Question,
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

from .game import SCORING, USUAL, ZERO_FIVE, cite

BONUS = 10
"""For a bid that is right."""

ZERO = 5
"""For a zero that is right, at a table that has agreed on it."""

BIDS = Field("bids", "numbers_by_seat", say("Bids"), min=0, max=17)
TRICKS = Field(
    "tricks", "numbers_by_seat", say("Tricks"), min=0, max=17, unless=ENDS_EARLY
)

AGREED = (SCORING, ZERO_FIVE)
"""The options that decide what a bid scores."""

_RIGHT = {
    "exact": "{seat} bid {bid} and took {taken}: 10 plus a point a trick, {points}.",
    "tricks": "{seat} bid {bid} and took {taken}: 10 plus a point a trick, {points}.",
    "off": "{seat} bid {bid} and took {taken}: 10 plus a point a trick, {points}.",
    "five": "{seat} bid {bid} and took {taken}: 5, and a point a trick, {points}.",
    "ten": "{seat} bid {bid} and took {taken}: 10 a trick, {points}.",
    "square": "{seat} bid {bid} and took {taken}: 10 and the bid squared, {points}.",
}
_WRONG = {
    "exact": "{seat} bid {bid} and took {taken}: nothing.",
    "tricks": "{seat} bid {bid} and took {taken}: a point a trick, {points}.",
    "off": "{seat} bid {bid} and took {taken}: a point off for each trick over or "
    "under, {points}.",
    "five": "{seat} bid {bid} and took {taken}: a point a trick, {points}.",
    "ten": "{seat} bid {bid} and took {taken}: nothing.",
    "square": "{seat} bid {bid} and took {taken}: the difference squared off, "
    "{points}.",
}
_OTHER_SCORES = ("five", "ten", "square")

_COLUMNS = (
    ReckoningColumn(say("Bid"), aside=True),
    ReckoningColumn(say("Tricks"), aside=True),
    ReckoningColumn(say("Points")),
)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions on a trick, on bids, and on what they score."""
    trump = choice_field("trump", say("Trump"), SUIT_NAMES, optional=True)
    hand = Field("hand", "number", say("Cards each"), min=1, max=17)
    dealer = Field("dealer", "seat", say("Who deals, and bids last"))
    bids = Question("bids", say("Can these bids stand?"), (BIDS, hand, dealer))

    agreed = [replace(option, optional=True) for option in AGREED]
    fields = [BIDS, TRICKS, *agreed, replace(hand, optional=True)]
    for end in deal_end_fields():
        fields.append(replace(end, partners=False))
    title = say("What do the bids score?")
    deal = Question("deal", title, tuple(fields), hook="score_round")
    return trick_question(FIFTY_TWO, trump), bids, deal


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Return the ruling on who takes a trick: trump is higher than the suit led."""
    plays = given.card_by_seat("plays")
    most = max(USUAL)
    if len(plays) > most:
        raise wrong_field("plays", say("A trick has at most {n} cards.", n=most))
    trump = given.choice("trump", None)
    return rule_trick(plays, cite, "trick", trump=trump)


# Bids


@hookimpl
def answer(given: Values) -> Ruling:
    """Return the ruling on bids: the dealer's must not bring them to all tricks."""
    bids = given.numbers_by_seat("bids")
    hand = given.number("hand")
    dealer = given.seat("dealer")
    if dealer not in bids:
        raise wrong_field("dealer", say("{dealer} hasn't bid.", dealer=dealer))
    if len(bids) * hand > len(FIFTY_TWO):
        too_many = say("{n} cards aren't enough for that many each.", n=len(FIFTY_TWO))
        raise wrong_field("hand", too_many)

    wanted = sum(bids.values())
    most = max(bids.values())
    if most > hand:
        template = "A bid of {bid} is too much: there are {hand} tricks."
        why = cite("bids", template, bid=most, hand=hand)
        seats = tuple(seat for seat, bid in bids.items() if bid > hand)
        return forbid(say("These bids can't stand"), why, seats=seats)
    if wanted == hand:
        template = (
            "The bids add up to {wanted}, the number of tricks: {dealer} has to bid "
            "something else."
        )
        why = cite("dealer", template, wanted=wanted, dealer=dealer)
        summary = say("{dealer} can't bid {bid}", bid=bids[dealer], dealer=dealer)
        return forbid(summary, why, seat=dealer)

    summary = count(
        "{wanted} bid, {n} trick",
        "{wanted} bid, {n} tricks",
        hand,
        wanted=wanted,
    )
    why = cite(
        "dealer",
        "They don't add up to the tricks, so somebody will be wrong.",
    )
    return Ruling({"legal": True}, summary, (why,))


# A deal


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return the ruling on a deal: 10 and a point a trick for a bid that is right."""
    bids = given.numbers_by_seat("bids")
    end = read_deal_end(given, [(seat,) for seat in bids])
    tricks = read_bid_tricks(given, end)
    scoring = given.choice("scoring", None) or str(SCORING.default)
    points = {}
    right = []
    rows = []
    gains = []
    because = [*why_bids_ended(given, end, cite)]
    for seat, taken in tricks.items():
        bid = bids[seat]
        is_right = bid == taken and seat not in end.given_up
        is_zero = is_right and not bid and given.flag("zero_five")
        n = ZERO if is_zero else _score_bid(bid, taken, scoring, is_right)
        template = _WRONG[scoring]
        if is_right:
            template = _RIGHT[scoring]
        section = "other-scores" if scoring in _OTHER_SCORES else "points"
        if is_zero:
            section = "zero"
            template = "{seat} bid none and took none: {points}."
        score = written_score(n)
        why = cite(section, template, seat=seat, bid=bid, taken=taken, points=score)
        if seat in end.offenders:
            n = 0
            is_right = False
            why = cite("offence", "{seat} broke a rule: nothing.", seat=seat)

        points[seat] = n
        because.append(why)
        rows.append(ReckonedSeat(seat, (bid, taken, n), ahead=is_right))
        if is_right:
            right.append(seat)
        if n:
            gains.append(say("{seat} {n:+d}", seat=seat, n=n))

    summary = say("Nobody got their bid")
    if right:
        summary = (
            say("{gained}", gained=tuple(gains)) if gains else say("Nobody scores")
        )
    verdict = {"points": points, "made": tuple(right)}
    reckoning = Reckoning(_COLUMNS, tuple(rows))
    return Ruling(verdict, summary, tuple(because), reckoning=reckoning)


def _score_bid(bid: int, taken: int, scoring: str, is_right: bool) -> int:
    """Return what a bid scores.

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
