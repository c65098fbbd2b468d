"""What a deal counts, and who takes a trick."""

from collections.abc import Mapping
from dataclasses import replace

from referee import (
    FIFTY_TWO,
    Field,
    Question,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    ShownCards,
    Text,
    Values,
    count,
    hookimpl,
    rule_trick,
    say,
    trick_question,
    with_house_rule,
)

from .rules import ALL, POINT_CARDS, QUEEN, cite

_BRINGS = {"added": say("26 more for each of the others"), "off": say("26 less for the shooter")}
MOON_BRINGS = Field("moon", "choice", say("What the moon brings"), choices=tuple(_BRINGS), labels=_BRINGS)
"""What the shooter says, where the table leaves that to them."""


def deal_fields(seats: tuple[str, ...] = ()) -> tuple[Field, ...]:
    """Return the fields that say how a deal ended: the hearts of each seat, and who has the queen."""
    hearts = Field("hearts", "numbers_by_seat", say("Hearts taken"), min=0, max=13, choices=seats, total=13)
    return hearts, Field("queen", "seat", say("Who has the queen of spades"), choices=seats)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Who wins a trick, and what a deal counts: by numbers, or by the cards that each has taken."""
    by_number = tuple(replace(field, unless=("taken",)) for field in deal_fields())
    taken = Field("taken", "cards_by_seat", say("Or the cards that each has taken"), choices=FIFTY_TWO, optional=True)
    offenders = Field("offenders", "seats", say("Who broke a rule"), optional=True)
    points = Question("deal", say("What does the deal count?"), (*by_number, taken, offenders), hook="score_round")
    return trick_question(FIFTY_TWO), points


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """The highest card of the suit led takes the trick."""
    return rule_trick(given.card_by_seat("plays"), cite, "trick")


@hookimpl
def score_round(given: Values) -> Ruling:
    """A point a heart, thirteen for the queen; the moon; what it costs to break a rule."""
    hearts, queen = _hearts_and_queen(given)
    parts = {seat: (n, ALL // 2 if seat == queen else 0) for seat, n in hearts.items()}
    points, offenders = {seat: sum(each) for seat, each in parts.items()}, given.seats("offenders")
    moon = next((seat for seat, n in points.items() if n == ALL and not offenders), None)
    if offenders:
        points = {seat: ALL if seat in offenders else 0 for seat in points}
    elif moon:
        points = {seat: 0 if seat == moon else ALL for seat in points}
    summary, because = _reasons(parts, moon, offenders)
    cells = {seat: (*each, points[seat]) for seat, each in parts.items()}
    return Ruling(
        {"points": points, "moon": moon},
        summary,
        because,
        shown=tuple(
            ShownCards(seat, tuple(one for one in cards if one in POINT_CARDS))
            for seat, cards in given.cards_by_seat("taken").items()
        ),
        reckoning=_reckon(cells, [say("Hearts taken"), say("Queen"), say("Points")], is_sum=not (moon or offenders)),
    )


def _hearts_and_queen(given: Values) -> tuple[dict[str, int], str | None]:
    taken = given.cards_by_seat("taken")
    if not taken:
        queen, hearts = given.seat("queen"), given.numbers_by_seat("hearts")
        return {**hearts, queen: hearts.get(queen, 0)}, queen
    counted = {seat: sum(one.suit == "H" for one in cards) for seat, cards in taken.items()}
    return counted, next((seat for seat, cards in taken.items() if QUEEN in cards), None)


def _reasons(
    parts: Mapping[str, tuple[int, int]], moon: str | None, offenders: tuple[str, ...]
) -> tuple[Text, tuple[Reason, ...]]:
    if offenders:
        one, many = "Breaking a rule costs {seats} {all} points", "Breaking a rule costs {seats} {all} points each"
        summary = count(one, many, len(offenders), seats=offenders, all=ALL)
        return summary, (cite("offence", "Whoever broke a rule takes {n} points, and nobody else any.", n=ALL),)
    if moon:
        because = cite("moon", "{seat} has all {n} points, so the others get them.", seat=moon, n=ALL)
        return say("{seat} has shot the moon", seat=moon), (because,)
    points = {seat: hearts + queen for seat, (hearts, queen) in parts.items()}
    return _say_points(points), tuple(_reason(seat, *each) for seat, each in parts.items())


def _say_points(points: Mapping[str, int]) -> Text:
    """Return who takes how many points, the most first."""
    seats = sorted((seat for seat, n in points.items() if n), key=lambda seat: -points[seat])
    if not seats:
        return say("Nobody takes points")
    most = say("{seat} takes {n}", seat=seats[0], n=points[seats[0]])
    others = tuple(say("{seat} {n}", seat=seat, n=points[seat]) for seat in seats[1:])
    return say("{most}, {others}", most=most, others=others) if others else most


def _reason(seat: str, hearts: int, queen: int) -> Reason:
    told = {"seat": seat, "hearts": hearts, "queen": queen, "points": hearts + queen}
    if queen and hearts:
        return cite("points", "{seat}: {hearts} for hearts and {queen} for the queen of spades, {points}.", **told)
    if queen:
        return cite("points", "{seat}: {queen} for the queen of spades.", **told)
    return cite("points", "{seat}: {hearts} for hearts.", **told) if hearts else cite("points", "{seat}: none.", **told)


def _reckon(cells: Mapping[str, tuple[int, ...]], names: list[Text], is_sum: bool) -> Reckoning:
    """What each has, fewest points ahead; where the parts do not add up to the points they stand aside."""
    fewest = min(row[-1] for row in cells.values())
    columns = [ReckoningColumn(name, aside=not is_sum) for name in names[:-1]]
    rows = tuple(ReckonedSeat(seat, row, ahead=row[-1] == fewest) for seat, row in cells.items())
    return Reckoning((*columns, ReckoningColumn(names[-1])), rows)


def take_off(
    ruling: Ruling, less: Mapping[str, int], why: Reason, *replaced: str, column: Text | None = None
) -> Ruling:
    """Return the ruling on a deal with so many points less for each, by a house rule that stands in the place of the
    replaced sections, and in a column of that name.
    """
    points = {seat: n - less.get(seat, 0) for seat, n in ruling.decided.numbers_by_seat("points").items()}
    reckoning = ruling.reckoning
    if reckoning is not None:
        *parts, last = reckoning.columns
        if column is not None:
            parts.append(ReckoningColumn(column, aside=parts[0].aside))
        rows = tuple(
            replace(
                row,
                cells=(*row.cells[:-1], *([] if column is None else [-less.get(seat, 0)]), n),
                ahead=n == min(points.values()),
            )
            for row, (seat, n) in zip(reckoning.rows, points.items(), strict=True)
        )
        reckoning = Reckoning((*parts, last), rows)
    changed = replace(ruling, verdict={**ruling.verdict, "points": points}, reckoning=reckoning)
    if any(less.values()) and ruling.verdict["moon"] is None:
        changed = replace(changed, summary=_say_points(points))
    return with_house_rule(changed, why, *replaced)
