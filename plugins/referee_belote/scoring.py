"""The questions on a trick, on announcements, and on a deal's score."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from referee import (
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
    say_after_offence,
    trick_question,
    wrong_field,
)

from .cards import (
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
    DOUBLED,
    ROUNDED,
    TIE,
    cite,
)

_ALL_POINTS = 162
_ALL_TRICKS = 252
"""A deal's points with the last trick, and those of a side that takes all tricks."""

_SIDES = {"takers": say("The takers"), "others": say("The others")}

_optional = partial(number_field, min=0, optional=True)
_belotes = partial(_optional, max=4, default=0)
_announced = partial(_optional, max=800, step=10)
_BELOTES = (
    _belotes("belote", say("Takers’ belote-rebelote")),
    _belotes("others_belote", say("The others’ belote-rebelote")),
)
_CAPOT = choice_field("capot", say("Who took all eight tricks"), _SIDES, optional=True)
ANNOUNCED = (
    _announced("announced", say("Takers’ announcements")),
    _announced("others_announced", say("The others’ announcements")),
)
"""The fields for announcements that count."""


def result_fields(broke: str) -> Iterator[Field]:
    """Yield the fields for the tricks; points may be missing if a side broke a rule."""
    label = say("The takers’ cards, with dix de der")
    yield number_field("points", label, 0, _ALL_POINTS, unless=("capot", broke))
    yield _CAPOT
    yield from _BELOTES


_REVOKED = choice_field(
    "revoked",
    say("Who broke a rule"),
    {**_SIDES, "both": say("Both sides")},
    optional=True,
)
_HELD = _optional("held", say("Points held over"))
AGREED = (ANNOUNCEMENTS, TIE, ROUNDED)
"""The options that decide what a deal scores."""

_WHOSE = {"first": say("One side’s"), "second": say("The other side’s")}
_melds = partial(
    Field, type="card_groups", min=3, max=8, choices=THIRTY_TWO, optional=True
)


def meld_fields(*labels: Text) -> Iterator[Field]:
    """Yield the fields for both sides' announcements."""
    for name, label in zip(_WHOSE, labels, strict=True):
        yield _melds(name, label=label)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions on a trick, on announcements, and on a deal."""
    trick = trick_question(THIRTY_TWO, TRUMP)
    melds = meld_fields(*_WHOSE.values())
    announcements = Question(
        "announcements", say("Whose announcements count?"), (TRUMP, *melds)
    )
    agreed = as_optional((BID, DOUBLED, *AGREED))
    fields = (TRUMP, *result_fields("revoked"), *ANNOUNCED, _REVOKED, _HELD, *agreed)
    deal = Question("deal", say("What does a deal score?"), fields, hook="score_round")
    return trick, announcements, deal


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Return the ruling on who wins a trick."""
    plays = given.card_by_seat("plays")
    trump = given.choice("trump")
    return rule_trick(plays, cite, "trick", trumps_of(trump), ranks_of(trump), most=4)


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

    if len({*best.values()}) < len(best):
        why = cite("announcements-compared", "The best of both sides are equal.")
        verdict = {"legal": True, "side": None, "points": 0}
        return Ruling(verdict, say("No announcement counts"), (why,))
    side = max(best, key=best.__getitem__)
    n = points[side]
    template = "The side with the best scores all of its."
    why = cite("announcements-compared", template)
    summary = say("{whose} count: {n}", whose=_WHOSE[side], n=n)
    return Ruling({"legal": True, "side": side, "points": n}, summary, (why,))


# A deal

_SUMMARIES = {
    "made": say("The takers make it"),
    "down": say("The takers are dedans"),
    "litige": say("Litige"),
    "void": say("Nobody scores"),
}
_AFTER_REVOKE = {"takers": "down", "others": "made", "both": "void"}
_COLUMNS = (
    ReckoningColumn(say("Tricks")),
    ReckoningColumn(say("Belote")),
    ReckoningColumn(say("Announced")),
    ReckoningColumn(say("Points")),
)


class Tally(NamedTuple):
    """A side's points in a deal."""

    cards: int
    belote: int
    """The points for belote, which a side always keeps."""
    announced: int


def _count_sides(given: Values) -> list[Tally]:
    """Return the takers' and the others' tallies.

    Raise WrongFieldsError for belotes or announcements that a deal cannot have.
    """
    belotes = [BELOTE * given.number(field.name, 0) for field in _BELOTES]
    most = {NO_TRUMP: 0, ALL_TRUMP: 4}.get(given.choice("trump"), 1)
    if sum(belotes) > BELOTE * most:
        message = say("At most {n} belote-rebelote is possible here.", n=most)
        raise wrong_field("belote", message)
    announced = [given.number(field.name, 0) for field in ANNOUNCED]
    if all(announced):
        message = say("Only one side’s announcements count.")
        raise wrong_field("others_announced", message)

    points = given.number("points", 0)
    cards = points, _ALL_POINTS - points
    capot = given.choice("capot", "")
    if capot == "takers":
        cards = _ALL_TRICKS, 0
        announced = [sum(announced), 0]
    elif capot:
        cards = 0, _ALL_TRICKS
    return [*map(Tally, cards, belotes, announced)]


def _decide(given: Values, takers: Tally, others: Tally) -> tuple[str, Reason]:
    """Return how the contract ended, with the reason."""
    revoked = given.choice("revoked", "")
    if revoked:
        side = _REVOKED.labels[revoked]
        why = cite("offence", "{side} broke a rule.", side=side)
        return _AFTER_REVOKE[revoked], why
    if takers.cards == _ALL_TRICKS:
        return "made", cite("capot", "The takers took all eight tricks.")

    ours = sum(takers)
    theirs = sum(others)
    if given.choice("announcements", "") == "aside":
        ours -= takers.announced
        theirs -= others.announced
    bid = given.choice("bid", "")
    section = "coinche-made" if bid else "made"
    outcome = "made"
    if bid == "capot" or ours < max(theirs, BIDS.get(bid, 0)):
        outcome = "down"
    elif ours == theirs:
        section = "litige"
        outcome = given.choice("tie", "litige")
        if given.choice("doubled", "no") != "no":
            section = "litige-doubled"
            outcome = "down"
    why = cite(section, "The takers have {n}, the others {m}.", n=ours, m=theirs)
    return outcome, why


def _score_won(
    given: Values, winner: str, takers: Tally, others: Tally
) -> tuple[dict[str, int], Reason]:
    """Return both sides' scores for a contract, made or lost."""
    bid = BIDS.get(given.choice("bid", ""), 0)
    revoked = given.choice("revoked", "")
    # Contracts count once, twice or four times.
    times = 2 ** DOUBLED.words.index(given.choice("doubled", "no"))
    is_made = winner == "takers"
    if is_made and times == 1 and not revoked:
        why = cite("made", "Both score their points.")
        if bid:
            why = cite("coinche-score", "The bid adds {n}.", n=bid)
        return {"takers": sum(takers) + bid, "others": sum(others)}, why

    lump = takers.cards + others.cards
    if revoked or (bid and not is_made):
        lump = _ALL_POINTS
    template = "The winner scores {lump} and all announcements."
    section = "down"
    if bid:
        template = "The winner scores {lump}, the bid and all announcements, times {n}."
        section = "coinche-score"
        # Coinche counts 160 for 162, and 250 for 252.
        lump -= 2
    why = cite(section, template, lump=lump, n=times)
    points = {"takers": takers.belote, "others": others.belote}
    lump += points[winner] + bid + takers.announced + others.announced
    points[winner] = lump * times
    return points, why


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return the ruling on a deal: the points of the `takers` and the `others`."""
    takers, others = _count_sides(given)
    outcome, why = _decide(given, takers, others)
    because = [why]
    held = given.number("held", 0)
    points = dict.fromkeys(_SIDES, 0)
    if outcome == "litige":
        points["others"] = sum(others)
        held += sum(takers)
        template = "{n} are held over for whoever wins the next contract."
        because.append(cite("litige", template, n=held))
    elif outcome != "void":
        winner = "takers" if outcome == "made" else "others"
        points, why = _score_won(given, winner, takers, others)
        points[winner] += held
        because.append(why)
        if held:
            because.append(cite("litige", "{n} held over are added.", n=held))
        held = 0
    if given.flag("rounded"):
        points = {side: (n + 5) // 10 * 10 for side, n in points.items()}
        because.append(cite("rounded", "Points are rounded to tens."))
    summary = _SUMMARIES[outcome]
    reckoning = None
    revoked = given.choice("revoked", "")
    if revoked:
        summary = say_after_offence(_REVOKED.labels[revoked], summary)
    else:
        rows = []
        for side, tally in zip(points, (takers, others), strict=True):
            cells = (*tally, points[side])
            rows.append(ReckonedSeat(None, cells, name=_SIDES[side]))
        reckoning = Reckoning(_COLUMNS, tuple(rows))
    return Ruling(
        {**points, "outcome": outcome, "held": held},
        summary,
        tuple(because),
        rare=say("Capot") if given.has("capot") else None,
        reckoning=reckoning,
    )
