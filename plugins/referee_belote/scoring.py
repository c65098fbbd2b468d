"""The questions on a trick, on announcements, and on a deal's score."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations_with_replacement
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
    hookimpl,
    number_field,
    rule_illegal,
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
    KEPT,
    PLAIN_CAPOT,
    ROUNDED,
    SINGLE,
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
BELOTES = (
    _belotes("belote", say("Takers’ belote-rebelote")),
    _belotes("others_belote", say("The others’ belote-rebelote")),
)
"""The fields for both sides' belotes."""
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
    yield from BELOTES


_REVOKED = choice_field(
    "revoked",
    say("Who broke a rule"),
    {**_SIDES, "both": say("Both sides")},
    optional=True,
)
_HELD = _optional("held", say("Points held over"))
AGREED = (ANNOUNCEMENTS, TIE, PLAIN_CAPOT, KEPT, SINGLE, ROUNDED)
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
                return rule_illegal(summary, why)
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
    belotes = [BELOTE * given.number(field.name, 0) for field in BELOTES]
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
    has_bonus = given.choice("bid", "") == "capot" or not given.flag(PLAIN_CAPOT.name)
    whole = _ALL_TRICKS if has_bonus else _ALL_POINTS
    if capot == "takers":
        cards = whole, 0
        announced = [sum(announced), 0]
    elif capot:
        cards = 0, whole
    return [*map(Tally, cards, belotes, announced)]


_FOUR_MELDS = combinations_with_replacement((0, 20, 50, 100, 150, 200), 4)
_ANNOUNCEABLE = {sum(melds) for melds in _FOUR_MELDS}
"""What two hands can announce: at most two announcements each."""


def is_old(given: Values) -> bool:
    """Return whether a match of version 1 asks, which took contradictions too."""
    return given.values.get("version") == "1"


def _require_possible(given: Values) -> None:
    """Raise WrongFieldsError for what no deal can have."""
    points = given.number("points", None)
    if points in (1, _ALL_POINTS - 1):
        raise wrong_field("points", say("No cards make 1 point."))
    whole = {"takers": _ALL_POINTS, "others": 0}.get(given.choice("capot", ""))
    if None not in (points, whole) and points != whole:
        message = say("Whoever takes all tricks has all points: leave out one.")
        raise wrong_field("points", message)
    if given.choice("doubled", "no") != "no" and not given.has("bid"):
        raise wrong_field("doubled", say("Nobody has bid."))
    for field in ANNOUNCED:
        if given.number(field.name, 0) not in _ANNOUNCEABLE:
            message = say("No announcements make {n}.", n=given.number(field.name))
            raise wrong_field(field.name, message)


def _decide(given: Values, takers: Tally, others: Tally) -> tuple[str, Reason]:
    """Return how the contract ended, with the reason."""
    revoked = given.choice("revoked", "")
    if revoked:
        side = _REVOKED.labels[revoked]
        why = cite("offence", "{side} broke a rule.", side=side)
        return _AFTER_REVOKE[revoked], why
    if given.choice("capot", "") == "takers":
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
        is_agreed = outcome != "litige" and not is_old(given)
        if given.choice("doubled", "no") != "no" and not is_agreed:
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
    lump += bid + takers.announced + others.announced
    if not given.flag(SINGLE.name):
        lump += points[winner]
        points[winner] = 0
    points[winner] += lump * times
    return points, why


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return the ruling on a deal: the points of the `takers` and the `others`."""
    if not is_old(given):
        _require_possible(given)
    takers, others = _count_sides(given)
    outcome, why = _decide(given, takers, others)
    because = [why]
    held = given.number("held", 0)
    points = dict.fromkeys(_SIDES, 0)
    if outcome == "litige":
        points["others"] = sum(others)
        points["takers"] = takers.belote if given.flag(KEPT.name) else 0
        held += sum(takers) - points["takers"]
        template = "{n} are held over for whoever wins the next contract."
        because.append(cite("litige", template, n=held))
        if takers.belote:
            template = "The takers keep their belote."
            if not points["takers"]:
                template = "The takers’ belote is held over too."
            because.append(cite("litige-belote", template))
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
