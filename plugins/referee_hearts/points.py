"""What a deal counts, and who takes a trick."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee import (
    ENDS_EARLY,
    FIFTY_TWO,
    DealEnd,
    Field,
    FieldError,
    Question,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    ShownCards,
    Text,
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
    with_house_rule,
)

from .rules import ALL, DECKS, HEARTS, POINT_CARDS, QUEEN, cite

_BRINGS = {
    "added": say("26 more for each of the others"),
    "off": say("26 less for the shooter"),
}
MOON_BRINGS = Field(
    "moon",
    "choice",
    say("What the moon brings"),
    choices=tuple(_BRINGS),
    labels=_BRINGS,
)
"""What the shooter says, where the table leaves that to them."""

SAID_OTHERWISE = ("offenders", *ENDS_EARLY)
"""Where one of these is filled in, what was taken need not be known, or only as far as
cards were played.
"""


def deal_fields(seats: tuple[str, ...] = ()) -> tuple[Field, ...]:
    """Return the fields that say how a deal ended: the hearts of each seat, who has the
    queen, what else happened.
    """
    hearts = Field(
        "hearts",
        "numbers_by_seat",
        say("Hearts taken"),
        min=0,
        max=HEARTS,
        choices=seats,
        total=HEARTS,
        unless=SAID_OTHERWISE,
    )
    queen = Field(
        "queen",
        "seat",
        say("Who has the queen of spades"),
        choices=seats,
        unless=SAID_OTHERWISE,
    )
    return hearts, queen, *deal_end_fields(seats)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Who wins a trick, and what a deal counts: by numbers, or by the cards that each
    has taken.
    """
    hearts, queen, *ends = deal_fields()
    by_number = [
        replace(field, unless=("taken", *field.unless)) for field in (hearts, queen)
    ]
    taken = Field(
        "taken",
        "cards_by_seat",
        say("Or the cards that each has taken"),
        choices=FIFTY_TWO,
        optional=True,
    )
    alone = [replace(field, partners=False) for field in ends]
    points = Question(
        "deal",
        say("What does the deal count?"),
        (*by_number, taken, *alone),
        hook="score_round",
    )
    return trick_question(FIFTY_TWO), points


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """The highest card of the suit led takes the trick."""
    plays, most = given.card_by_seat("plays"), max(DECKS)
    if len(plays) > most:
        raise WrongFieldsError(
            FieldError("plays", say("A trick has at most {n} cards.", n=most))
        )
    return rule_trick(plays, cite, "trick")


@hookimpl
def score_round(given: Values) -> Ruling:
    """A point a heart, thirteen for the queen; the moon; what it costs to break a rule."""
    taken = _read_taken(given)
    end = read_deal_end(given, [(seat,) for seat in taken.hearts])
    taker, left = find_taker(end), ALL - sum(taken.points.values())
    if taker is not None and not end.offenders:
        taken = taken.with_rest(taker)

    points, moon = taken.points, None
    if end.offenders:
        points = {seat: ALL if seat in end.offenders else 0 for seat in points}
    else:
        moon = next(
            (
                seat
                for seat, n in points.items()
                if n == ALL and seat not in end.given_up
            ),
            None,
        )
    if moon is not None:
        points = {seat: 0 if seat == moon else ALL for seat in points}

    parts = {seat: (n, taken.for_queen(seat)) for seat, n in taken.hearts.items()}
    summary, because = _reasons(parts, moon, end)
    if taker is not None and left and not end.offenders:
        because = (*because, _why_rest(taker, left, end))
    cells = {seat: (*each, points[seat]) for seat, each in parts.items()}
    return Ruling(
        {"points": points, "moon": moon},
        summary,
        because,
        shown=tuple(
            ShownCards(seat, tuple(one for one in cards if one in POINT_CARDS))
            for seat, cards in given.cards_by_seat("taken").items()
        ),
        reckoning=_reckon(
            cells,
            [say("Hearts taken"), say("Queen"), say("Points")],
            is_sum=not (moon or end.offenders),
        ),
    )


@dataclass(frozen=True, slots=True)
class Taken:
    """What each has taken in a deal: hearts, and the queen of spades."""

    hearts: Mapping[str, int]
    queen: str | None

    @property
    def points(self) -> dict[str, int]:
        """What each has for it, before anybody has shot the moon."""
        return {seat: n + self.for_queen(seat) for seat, n in self.hearts.items()}

    def for_queen(self, seat: str) -> int:
        """Return what the queen counts for this seat."""
        return ALL - HEARTS if seat == self.queen else 0

    def with_rest(self, seat: str) -> "Taken":
        """Return what each has once this seat has taken all that was left."""
        return Taken(add_rest(self.hearts, HEARTS, seat), self.queen or seat)


def _read_taken(given: Values) -> Taken:
    """Return what each has taken: the cards tell, else the numbers. WrongFieldsError
    where nobody is named.
    """
    cards = given.cards_by_seat("taken")
    if cards:
        counted = {
            seat: sum(one.suit == "H" for one in each) for seat, each in cards.items()
        }
        return Taken(
            counted, next((seat for seat, each in cards.items() if QUEEN in each), None)
        )

    queen, hearts = given.seat_if_any("queen"), dict(given.numbers_by_seat("hearts"))
    if queen is not None:
        hearts.setdefault(queen, 0)
    if not hearts:
        raise WrongFieldsError(
            FieldError(
                "hearts", say("Name everybody who plays, with 0 for who took none.")
            )
        )
    return Taken(hearts, queen)


def find_taker(end: DealEnd) -> str | None:
    """Return who takes all that is left: whoever gave up, or is said to take the rest."""
    if end.given_up and end.rest not in ((), end.given_up):
        wrong = say("Whoever gave up takes what is left.")
        raise WrongFieldsError(FieldError("rest", wrong))
    return next(iter(end.given_up or end.rest), None)


def _why_rest(taker: str, left: int, end: DealEnd) -> Reason:
    told = count(
        "{seat} takes what was left, {n} point",
        "{seat} takes what was left, {n} points",
        left,
        seat=taker,
    )
    if end.given_up:
        return cite("given-up", "Given up: {told}.", told=told)
    return cite("claim", "{told}.", told=told)


def _reasons(
    parts: Mapping[str, tuple[int, int]], moon: str | None, end: DealEnd
) -> tuple[Text, tuple[Reason, ...]]:
    if end.offenders:
        one, many = (
            "Breaking a rule costs {seats} {all} points",
            "Breaking a rule costs {seats} {all} points each",
        )
        summary = count(one, many, len(end.offenders), seats=end.offenders, all=ALL)
        return summary, (
            cite(
                "offence",
                "Whoever broke a rule takes {n} points, and nobody else any.",
                n=ALL,
            ),
        )
    if moon:
        because = cite(
            "moon",
            "{seat} has all {n} points, so the others get them.",
            seat=moon,
            n=ALL,
        )
        return say("{seat} has shot the moon", seat=moon), (because,)
    points = {seat: hearts + queen for seat, (hearts, queen) in parts.items()}
    return _say_points(points), tuple(
        _reason(seat, *each) for seat, each in parts.items()
    )


def _say_points(points: Mapping[str, int]) -> Text:
    """Return who takes how many points, the most first."""
    seats = sorted(
        (seat for seat, n in points.items() if n), key=lambda seat: -points[seat]
    )
    if not seats:
        return say("Nobody takes points")
    most = say("{seat} takes {n}", seat=seats[0], n=points[seats[0]])
    others = tuple(say("{seat} {n}", seat=seat, n=points[seat]) for seat in seats[1:])
    return say("{most}, {others}", most=most, others=others) if others else most


def _reason(seat: str, hearts: int, queen: int) -> Reason:
    told = {"seat": seat, "hearts": hearts, "queen": queen, "points": hearts + queen}
    if queen and hearts:
        return cite(
            "points",
            "{seat}: {hearts} for hearts and {queen} for the queen of spades, {points}.",
            **told,
        )
    if queen:
        return cite("points", "{seat}: {queen} for the queen of spades.", **told)
    return (
        cite("points", "{seat}: {hearts} for hearts.", **told)
        if hearts
        else cite("points", "{seat}: none.", **told)
    )


def _reckon(
    cells: Mapping[str, tuple[int, ...]], names: list[Text], is_sum: bool
) -> Reckoning:
    """What each has, fewest points ahead; where the parts do not add up to the points
    they stand aside.
    """
    fewest = min(row[-1] for row in cells.values())
    columns = [ReckoningColumn(name, aside=not is_sum) for name in names[:-1]]
    rows = tuple(
        ReckonedSeat(seat, row, ahead=row[-1] == fewest) for seat, row in cells.items()
    )
    return Reckoning((*columns, ReckoningColumn(names[-1])), rows)


def take_off(
    ruling: Ruling,
    less: Mapping[str, int],
    why: Reason,
    *replaced: str,
    column: Text | None = None,
) -> Ruling:
    """Return the ruling on a deal with so many points less for each, by a house rule
    that stands in the place of the replaced sections, and in a column of that name.
    """
    points = {
        seat: n - less.get(seat, 0)
        for seat, n in ruling.decided.numbers_by_seat("points").items()
    }
    reckoning = ruling.reckoning
    if reckoning is not None:
        *parts, last = reckoning.columns
        if column is not None:
            parts.append(ReckoningColumn(column, aside=parts[0].aside))
        rows = tuple(
            replace(
                row,
                cells=(
                    *row.cells[:-1],
                    *([] if column is None else [-less.get(seat, 0)]),
                    n,
                ),
                ahead=n == min(points.values()),
            )
            for row, (seat, n) in zip(reckoning.rows, points.items(), strict=True)
        )
        reckoning = Reckoning((*parts, last), rows)
    changed = replace(
        ruling, verdict={**ruling.verdict, "points": points}, reckoning=reckoning
    )
    if any(less.values()) and ruling.verdict["moon"] is None:
        changed = replace(changed, summary=_say_points(points))
    return with_house_rule(changed, why, *replaced)
