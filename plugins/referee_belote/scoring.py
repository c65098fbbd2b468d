"""The questions on a trick, on announcements, and on what a deal scores."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from referee import (
    THIRTY_TWO,
    Cards,
    Field,
    Question,
    Reason,
    Ruling,
    Values,
    choice_field,
    hookimpl,
    rule_trick,
    say,
    trick_question,
    wrong_field,
)

from .cards import (
    ALL_POINTS,
    ALL_TRUMP,
    BELOTE,
    NO_TRUMP,
    TRUMP,
    ranks_of,
    strength_of,
    trumps_of,
    value_of,
)
from .game import ANNOUNCEMENTS, ROUNDED, TIE, cite
from .state import BIDS, CAPOT

TAKERS, OTHERS = "takers", "others"
_SIDES = {TAKERS: say("The takers"), OTHERS: say("The others")}

_BID_NAMES = {bid: say("{n}", n=n) for bid, n in BIDS.items()}
BID = choice_field("bid", say("The bid"), {**_BID_NAMES, CAPOT: say("capot")})
TIMES = {"no": 1, "coinche": 2, "surcoinche": 4}
_DOUBLED = {
    "no": say("not doubled"),
    "coinche": say("coinche"),
    "surcoinche": say("surcoinche"),
}
DOUBLED = choice_field("doubled", say("Coinche"), _DOUBLED, default="no", optional=True)

_optional = partial(Field, type="number", min=0, optional=True)
_POINTS = _optional("points", label=say("The takers' cards, with dix de der"), max=162)
_CAPOT = choice_field("capot", say("Who took all eight tricks"), _SIDES, optional=True)
_BELOTE = _optional("belote", label=say("Takers' belote-rebelote"), max=4, default=0)
_OTHERS_BELOTE = replace(
    _BELOTE, name="others_belote", label=say("The others' belote-rebelote")
)
RESULT = (_POINTS, _CAPOT, _BELOTE, _OTHERS_BELOTE)
"""What the tricks brought."""

_ANNOUNCED = _optional(
    "announced", label=say("Takers' announcements"), max=800, step=10
)
_OTHERS_ANNOUNCED = replace(
    _ANNOUNCED, name="others_announced", label=say("The others' announcements")
)
ANNOUNCED = (_ANNOUNCED, _OTHERS_ANNOUNCED)
"""Those that count."""

_REVOKED = choice_field(
    "revoked",
    say("Who broke a rule"),
    {**_SIDES, "both": say("Both sides")},
    optional=True,
)
_HELD = _optional("held", label=say("Points held over"))
AGREED = (ANNOUNCEMENTS, TIE, ROUNDED)
"""The options that decide what a deal scores."""

MELDS = Field(
    "melds", "card_groups", say("Announcements"), min=3, max=8, choices=THIRTY_TWO
)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions on a trick, on announcements, and on a deal."""
    agreed = [replace(option, optional=True) for option in AGREED]
    bid = replace(BID, optional=True)
    fields = (TRUMP, bid, DOUBLED, *RESULT, *ANNOUNCED, _REVOKED, _HELD, *agreed)
    first = replace(MELDS, name="first", label=say("One side's"), optional=True)
    second = replace(first, name="second", label=say("The other side's"))
    whose = say("Whose announcements count?")
    deal = say("What does a deal score?")
    return (
        trick_question(THIRTY_TWO, TRUMP),
        Question("announcements", whose, (TRUMP, first, second)),
        Question("deal", deal, fields, hook="score_round"),
    )


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Return the ruling on who wins a trick."""
    plays = given.card_by_seat("plays")
    if len(plays) > 4:
        raise wrong_field("plays", say("A trick has at most four cards."))
    trump = given.choice("trump")
    return rule_trick(plays, cite, "trick", trumps_of(trump), ranks_of(trump))


# Announcements


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """Return the ruling on whose announcements count."""
    trump = given.choice("trump")
    values = {}
    strengths = {}
    for side in ("first", "second"):
        melds = given.card_groups(side)
        for meld in melds:
            if not value_of(meld, trump):
                return _refuse_meld(meld)
        values[side] = sum(value_of(meld, trump) for meld in melds)
        if melds:
            strengths[side] = max(strength_of(meld, trump) for meld in melds)
    if not strengths:
        raise wrong_field("first", say("Enter an announcement."))

    verdict: dict[str, object] = {"legal": True, "side": None, "points": 0}
    if len(strengths) > len({*strengths.values()}):
        why = cite("announcements-compared", "The best of both sides are equal.")
        return Ruling(verdict, say("No announcement counts"), (why,))
    winner = max(strengths, key=strengths.__getitem__)
    n = values[winner]
    why = cite("announcements-compared", "The side with the best scores all of its.")
    verdict |= {"side": winner, "points": n}
    return Ruling(verdict, say("Announcements that count: {n}", n=n), (why,))


def _refuse_meld(meld: Cards) -> Ruling:
    template = (
        "It is neither three or more of a suit in sequence nor all four of a rank from "
        "nine to ace."
    )
    why = cite("announcements", template)
    summary = say("{meld:short} can't be announced", meld=meld)
    return Ruling({"legal": False}, summary, (why,))


# A deal

MADE, DOWN, LITIGE, VOID = "made", "down", "litige", "void"
_SUMMARIES = {
    MADE: say("The takers make it"),
    DOWN: say("The takers are dedans"),
    LITIGE: say("Litige"),
    VOID: say("Nobody scores"),
}
_AFTER_REVOKE = {TAKERS: DOWN, OTHERS: MADE, "both": VOID}
_OFFENCES = {
    TAKERS: "The takers broke a rule, and lose the deal.",
    OTHERS: "The others broke a rule, and lose the deal.",
    "both": "Both sides broke a rule, so nobody scores.",
}


@dataclass(frozen=True, slots=True)
class Tally:
    """What one side has in a deal."""

    cards: int
    belote: int
    announced: int

    @property
    def total(self) -> int:
        """Return all its points."""
        return self.cards + self.belote + self.announced


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that is over, and what was agreed on it."""

    takers: Tally
    others: Tally
    bid: str
    """Empty in Belote."""
    times: int
    capot: str
    revoked: str
    aside: bool
    """Whether announcements do not help the contract."""
    tie: str

    @property
    def compared(self) -> tuple[int, int]:
        """Return the points by which the contract is decided."""
        takers, others = self.takers, self.others
        if self.aside:
            return takers.total - takers.announced, others.total - others.announced
        return takers.total, others.total

    @property
    def outcome(self) -> str:
        """Return how the contract ended."""
        if self.revoked:
            return _AFTER_REVOKE[self.revoked]
        if self.capot == TAKERS:
            return MADE
        ours, theirs = self.compared
        if self.bid == CAPOT or ours < max(theirs, BIDS.get(self.bid, 0)):
            return DOWN
        if ours > theirs:
            return MADE
        return DOWN if self.times > 1 else self.tie

    @property
    def lump(self) -> int:
        """Return what the winner scores in place of card points; 0: both score them."""
        if self.outcome == MADE and self.times == 1 and not self.revoked:
            return 0
        all_tricks = self.capot and not self.revoked
        if not self.bid:
            return 252 if all_tricks else 162
        return 250 if all_tricks and self.outcome == MADE else 160

    def score(self) -> tuple[int, int]:
        """Return the points of the takers and of the others."""
        takers, others = self.takers, self.others
        outcome = self.outcome
        if outcome == VOID:
            return 0, 0
        if outcome == LITIGE:
            return 0, others.total
        bid = BIDS.get(self.bid, 0)
        if not self.lump:
            taken = others.announced if self.capot else 0
            return takers.total + bid + taken, others.total - taken

        announced = takers.announced + others.announced
        lump = self.lump + bid + announced
        if outcome == MADE:
            return (lump + takers.belote) * self.times, others.belote
        return takers.belote, (lump + others.belote) * self.times


def read_deal(given: Values) -> Deal:
    """Return the deal in these fields; WrongFieldsError if it cannot be."""
    belotes = given.number("belote", 0), given.number("others_belote", 0)
    most = {NO_TRUMP: 0, ALL_TRUMP: 4}.get(given.choice("trump"), 1)
    if sum(belotes) > most:
        message = say("At most {n} belote-rebelote is possible here.", n=most)
        raise wrong_field("belote", message)
    announced = given.number("announced", 0), given.number("others_announced", 0)
    if all(announced):
        message = say("Only one side's announcements count.")
        raise wrong_field("others_announced", message)

    capot = given.choice("capot", "")
    revoked = given.choice("revoked", "")
    cards = given.number("points", None)
    if (cards is None) != bool(capot) and not revoked:
        raise wrong_field("points", say("Enter the points, or who took all tricks."))
    all_cards = 252 if capot else ALL_POINTS
    if capot == TAKERS:
        cards = all_cards
    ours = cards or 0
    return Deal(
        Tally(ours, belotes[0] * BELOTE, announced[0]),
        Tally(all_cards - ours, belotes[1] * BELOTE, announced[1]),
        bid=given.choice("bid", ""),
        times=TIMES[given.choice("doubled", "no")],
        capot=capot,
        revoked=revoked,
        aside=given.choice("announcements", "count") == "aside",
        tie=given.choice("tie", LITIGE),
    )


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return the ruling on a deal: the points of the `takers` and the `others`."""
    deal = read_deal(given)
    outcome = deal.outcome
    held = given.number("held", 0)
    points = dict(zip(_SIDES, deal.score(), strict=True))
    because = [_why_outcome(deal), *_why_score(deal)]
    if outcome == LITIGE:
        held += deal.takers.total
        template = "{n} are held over for whoever wins the next contract."
        because.append(cite("litige", template, n=held))
    elif outcome != VOID:
        points[TAKERS if outcome == MADE else OTHERS] += held
        if held:
            template = "{n} that were held over go to the winner."
            because.append(cite("litige", template, n=held))
        held = 0
    if given.flag("rounded"):
        points = {side: (n + 5) // 10 * 10 for side, n in points.items()}
        because.append(cite("rounded", "Points are rounded to tens."))
    verdict = {**points, "outcome": outcome, "held": held}
    rare = say("Capot") if deal.capot and not deal.revoked else None
    return Ruling(verdict, _SUMMARIES[outcome], tuple(because), rare=rare)


def _why_outcome(deal: Deal) -> Reason:
    """Return why the contract ended so."""
    if deal.revoked:
        return cite("offence", _OFFENCES[deal.revoked])
    if deal.capot:
        return cite("capot", "{side} took all eight tricks.", side=_SIDES[deal.capot])
    ours, theirs = deal.compared
    section = "made"
    template = "The takers have {ours}, the others {theirs}."
    if deal.bid:
        section = "coinche-made"
        template = "The takers have {ours}, the others {theirs}; the bid is {bid}."
    if ours == theirs:
        section = "litige-doubled" if deal.times > 1 else "litige"
    bid = _BID_NAMES.get(deal.bid)
    return cite(section, template, ours=ours, theirs=theirs, bid=bid)


def _why_score(deal: Deal) -> Iterator[Reason]:
    """Yield what that brings beside the points that were made."""
    if deal.outcome in (VOID, LITIGE):
        return
    lump = deal.lump
    if deal.bid and not lump:
        yield cite("coinche-score", "The takers score their points and the bid.")
    elif deal.bid:
        template = "The winner scores {lump}, the bid and all announcements."
        yield cite("coinche-score", template, lump=lump)
    elif lump:
        yield cite("down", "The winner scores {lump} and all announcements.", lump=lump)
    if deal.times > 1:
        yield cite("coinche", "All of it counts {n} times.", n=deal.times)
