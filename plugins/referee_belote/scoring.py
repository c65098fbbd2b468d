"""The questions on a trick, on announcements, and on a deal's score."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from referee import (
    NOTHING,
    THIRTY_TWO,
    Field,
    Question,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Text,
    Values,
    as_optional,
    choice_field,
    forbid,
    hookimpl,
    number_field,
    rule_trick,
    say,
    trick_question,
    wrong_field,
)

from .cards import (
    ALL_POINTS,
    ALL_TRICKS,
    ALL_TRUMP,
    BELOTE,
    NO_TRUMP,
    TRUMP,
    ranks_of,
    strength_of,
    trumps_of,
)
from .game import (
    ANNOUNCEMENTS,
    BID,
    BIDS,
    CAPOT,
    DOUBLED,
    ROUNDED,
    TIE,
    TIMES,
    cite,
)

TAKERS = "takers"
OTHERS = "others"
_SIDES = {TAKERS: say("The takers"), OTHERS: say("The others")}

_optional = partial(Field, type="number", min=0, optional=True)
_POINTS = number_field(
    "points",
    say("The takers’ cards, with dix de der"),
    0,
    ALL_POINTS,
    unless=("capot", "offenders"),
)
_CAPOT = choice_field("capot", say("Who took all eight tricks"), _SIDES, optional=True)
_BELOTE = _optional("belote", label=say("Takers’ belote-rebelote"), max=4, default=0)
_OTHERS_BELOTE = replace(
    _BELOTE, name="others_belote", label=say("The others’ belote-rebelote")
)
RESULT = (_POINTS, _CAPOT)
"""What the tricks brought."""

BELOTES = (_BELOTE, _OTHERS_BELOTE)

_ANNOUNCED = _optional(
    "announced", label=say("Takers’ announcements"), max=800, step=10
)
_OTHERS_ANNOUNCED = replace(
    _ANNOUNCED, name="others_announced", label=say("The others’ announcements")
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

_WHOSE = {"first": say("One side’s"), "second": say("The other side’s")}
_MELDS = Field(
    "", "card_groups", NOTHING, min=3, max=8, choices=THIRTY_TWO, optional=True
)


def meld_fields(labels: Iterable[Text]) -> Iterator[Field]:
    """Yield the fields for both sides' announcements."""
    for name, label in zip(_WHOSE, labels, strict=True):
        yield replace(_MELDS, name=name, label=label)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions on a trick, on announcements, and on a deal."""
    trick = trick_question(THIRTY_TWO, TRUMP)
    melds = meld_fields(_WHOSE.values())
    title = say("Whose announcements count?")
    announcements = Question("announcements", title, (TRUMP, *melds))
    agreed = as_optional((BID, DOUBLED, *AGREED))
    points = replace(_POINTS, unless=("capot", "revoked"))
    result = points, _CAPOT, *BELOTES, *ANNOUNCED, _REVOKED, _HELD
    fields = (TRUMP, *result, *agreed)
    title = say("What does a deal score?")
    deal = Question("deal", title, fields, hook="score_round")
    return trick, announcements, deal


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Return the ruling on who wins a trick."""
    plays = given.card_by_seat("plays")
    trump = given.choice("trump")
    trumps = trumps_of(trump)
    return rule_trick(plays, cite, "trick", trumps, ranks_of(trump), most=4)


# Announcements


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """Return the ruling on whose announcements count."""
    trump = given.choice("trump")
    best: dict[str, tuple[int, ...]] = {}
    points = dict.fromkeys(_WHOSE, 0)
    for side in _WHOSE:
        for meld in given.card_groups(side):
            strength = strength_of(meld, trump)
            if not strength:
                template = (
                    "It is neither three or more of a suit in sequence nor all four of "
                    "a rank from nine to ace."
                )
                why = cite("announcements", template)
                summary = say("{meld:short} can’t be announced", meld=meld)
                return forbid(summary, why)
            best[side] = max(strength, best.get(side, ()))
            points[side] += strength[1]
    if not best:
        raise wrong_field("first", say("Enter an announcement."))

    verdict: dict[str, object] = {"legal": True, "side": None, "points": 0}
    template = "The best of both sides are equal."
    summary = say("No announcement counts")
    if len(best) == len({*best.values()}):
        side = max(best, key=best.__getitem__)
        n = points[side]
        verdict |= {"side": side, "points": n}
        template = "The side with the best scores all of its."
        summary = say("{whose} count: {n}", whose=_WHOSE[side], n=n)
    why = cite("announcements-compared", template)
    return Ruling(verdict, summary, (why,))


# A deal

MADE = "made"
DOWN = "down"
LITIGE = "litige"
VOID = "void"
_SUMMARIES = {
    MADE: say("The takers make it"),
    DOWN: say("The takers are dedans"),
    LITIGE: say("Litige"),
    VOID: say("Nobody scores"),
}
_AFTER_REVOKE = {TAKERS: DOWN, OTHERS: MADE, "both": VOID}


@dataclass(frozen=True, slots=True)
class Tally:
    """What one side has in a deal."""

    cards: int
    belotes: int
    announced: int

    @property
    def belote(self) -> int:
        """Return the points of its belotes, which it always keeps."""
        return BELOTE * self.belotes

    @property
    def total(self) -> int:
        """Return all its points."""
        return self.cards + self.belote + self.announced


def _count_sides(given: Values) -> tuple[Tally, Tally]:
    """Return the takers' and the others' tallies.

    WrongFieldsError if they cannot be.
    """
    belotes = [given.number(field.name, 0) for field in BELOTES]
    most = {NO_TRUMP: 0, ALL_TRUMP: 4}.get(given.choice("trump"), 1)
    if sum(belotes) > most:
        message = say("At most {n} belote-rebelote is possible here.", n=most)
        raise wrong_field("belote", message)
    announced = [given.number(field.name, 0) for field in ANNOUNCED]
    if all(announced):
        message = say("Only one side’s announcements count.")
        raise wrong_field("others_announced", message)

    points = given.number("points", 0)
    all_points = ALL_POINTS
    if given.has("capot"):
        all_points = ALL_TRICKS
        points = all_points if given.choice("capot") == TAKERS else 0
    cards = points, all_points - points
    takers, others = map(Tally, cards, belotes, announced)
    return takers, others


def _decide(given: Values, takers: Tally, others: Tally) -> tuple[str, Reason]:
    """Return how the contract ended, and why."""
    if given.has("revoked"):
        revoked = given.choice("revoked")
        side = _REVOKED.labels[revoked]
        why = cite("offence", "{side} broke a rule.", side=side)
        return _AFTER_REVOKE[revoked], why
    if given.choice("capot", "") == TAKERS:
        return MADE, cite("capot", "The takers took all eight tricks.")

    ours = takers.total
    theirs = others.total
    if given.choice("announcements", "") == "aside":
        ours -= takers.announced
        theirs -= others.announced
    bid = given.choice("bid", "")
    section = "coinche-made" if bid else "made"
    outcome = MADE
    if bid == CAPOT or ours < max(theirs, BIDS.get(bid, 0)):
        outcome = DOWN
    elif ours == theirs:
        section = "litige"
        outcome = given.choice("tie", LITIGE)
        if given.choice("doubled", "no") != "no":
            section = "litige-doubled"
            outcome = DOWN
    why = cite(section, "The takers have {n}, the others {m}.", n=ours, m=theirs)
    return outcome, why


def _score_won(
    given: Values, outcome: str, takers: Tally, others: Tally
) -> tuple[int, int, Reason]:
    """Return both sides' scores for a contract, made or lost."""
    bid = BIDS.get(given.choice("bid", ""), 0)
    revoked = given.has("revoked")
    has_all = given.has("capot") and not revoked
    times = TIMES[given.choice("doubled", "no")]
    if outcome == MADE and times == 1 and not revoked:
        taken = others.announced if has_all else 0
        why = cite("made", "Both score their points.")
        if bid:
            why = cite("coinche-score", "The bid adds {n}.", n=bid)
        return takers.total + bid + taken, others.total - taken, why

    lump = 160 if bid else ALL_POINTS
    if has_all and (outcome == MADE or not bid):
        lump += ALL_TRICKS - ALL_POINTS
    template = "The winner scores {lump} and all announcements."
    section = "down"
    if bid:
        template = "The winner scores {lump}, the bid and all announcements, times {n}."
        section = "coinche-score"
    why = cite(section, template, lump=lump, n=times)
    lump += bid + takers.announced + others.announced
    if outcome == MADE:
        return (lump + takers.belote) * times, others.belote, why
    return takers.belote, (lump + others.belote) * times, why


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return the ruling on a deal: the points of the `takers` and the `others`."""
    takers, others = _count_sides(given)
    outcome, why = _decide(given, takers, others)
    because = [why]
    held = given.number("held", 0)
    points = {TAKERS: 0, OTHERS: 0}
    if outcome == LITIGE:
        points[OTHERS] = others.total
        held += takers.total
        template = "{n} are held over for whoever wins the next contract."
        because.append(cite("litige", template, n=held))
    elif outcome != VOID:
        *scores, why = _score_won(given, outcome, takers, others)
        points = dict(zip(points, scores, strict=True))
        winner = TAKERS if outcome == MADE else OTHERS
        points[winner] += held
        because.append(why)
        if held:
            because.append(cite("litige", "{n} held over are added.", n=held))
        held = 0
    if given.flag("rounded"):
        points = {side: (n + 5) // 10 * 10 for side, n in points.items()}
        because.append(cite("rounded", "Points are rounded to tens."))
    ruling = Ruling(
        {**points, "outcome": outcome, "held": held},
        _SUMMARIES[outcome],
        tuple(because),
        rare=say("Capot") if given.has("capot") else None,
    )
    if given.has("revoked"):
        return ruling
    reckoning = _reckon(points, takers, others)
    return replace(ruling, reckoning=reckoning)


def _reckon(points: Mapping[str, int], *tallies: Tally) -> Reckoning:
    """Return the reckoning of both sides' tallies and scores."""
    columns = say("Tricks"), say("Belote"), say("Announced"), say("Points")
    rows = []
    for side, tally in zip(points, tallies, strict=True):
        cells = tally.cards, tally.belote, tally.announced, points[side]
        row = ReckonedSeat(None, cells, name=_SIDES[side])
        rows.append(row)
    named = tuple(map(ReckoningColumn, columns))
    return Reckoning(named, tuple(rows))
