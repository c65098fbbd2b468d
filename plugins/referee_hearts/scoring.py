"""The points of deals, the winners of tricks, and the questions on both."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from referee import (
    EARLY_END_FIELDS,
    FIFTY_TWO,
    Card,
    DealEnd,
    Field,
    Question,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Seats,
    ShownCards,
    Text,
    Values,
    add_rest,
    choice_field,
    deal_end_fields,
    hookimpl,
    read_deal_end,
    rule_trick,
    say,
    say_count,
    trick_question,
    with_house_rule,
    wrong_field,
)

from .game import ALL, DECKS, HEARTS, QUEEN, cite, counts_points

_BRINGS = {
    "added": say("26 more for everyone else"),
    "off": say("26 less for the shooter"),
}
MOON_BRINGS = choice_field("moon", say("Who pays for the moon"), _BRINGS)
"""The field for the shooter's choice, if the table leaves it to them."""

TAKEN_OTHERWISE = ("offenders", *EARLY_END_FIELDS)
"""The fields that excuse an entry from saying who took every heart and the queen."""

_HEARTS = Field(
    "hearts",
    "numbers_by_seat",
    say("Hearts taken"),
    min=0,
    max=HEARTS,
    total=HEARTS,
    unless=TAKEN_OTHERWISE,
)
_QUEEN = Field(
    "queen", "seat", say("Who took the queen of spades?"), unless=TAKEN_OTHERWISE
)


def deal_fields(seats: Seats) -> tuple[Field, ...]:
    """Return the fields that say how a deal of these seats ended."""
    hearts = replace(_HEARTS, choices=seats)
    queen = replace(_QUEEN, choices=seats)
    return hearts, queen, *deal_end_fields(seats)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions who wins a trick, and what a deal counts."""
    unless = ("taken", *TAKEN_OTHERWISE)
    label = say("Or the cards each took")
    taken = Field("taken", "cards_by_seat", label, choices=FIFTY_TWO, optional=True)
    fields = [replace(_HEARTS, unless=unless), replace(_QUEEN, unless=unless), taken]
    for end in deal_end_fields():
        fields.append(replace(end, partners=False))
    title = say("What does the deal score?")
    deal = Question("deal", title, tuple(fields), hook="score_round")
    return trick_question(FIFTY_TWO), deal


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Return the ruling on who takes a trick: the highest card of the suit led."""
    plays = given.card_by_seat("plays")
    ruling = rule_trick(plays, cite, "trick", most=max(DECKS))
    cards = [*plays.values()]
    hearts = sum(card.suit == "H" for card in cards)
    if QUEEN in cards:
        ruling = replace(ruling, anecdote=_tell_queen(ruling.decided.seat("winner")))
        template = "Each heart in it counts 1, the queen of spades 13."
        if not hearts:
            template = "The queen of spades in it counts 13."
        why = cite("points", template)
        return _say_taken(ruling, hearts + ALL - HEARTS, why)
    if hearts:
        return _say_taken(ruling, hearts, cite("points", "Each heart in it counts 1."))
    return ruling


def _tell_queen(seat: str) -> Text:
    return say("The queen of spades went home with {seat}", seat=seat)


def _say_taken(ruling: Ruling, points: int, why: Reason) -> Ruling:
    """Return the ruling on a trick with its points in the sentence."""
    winner = ruling.verdict["winner"]
    summary = say_count(
        "{winner} takes the trick: {n} point",
        "{winner} takes the trick: {n} points",
        points,
        winner=winner,
    )
    return replace(ruling, summary=summary, because=(*ruling.because, why))


# A deal


@dataclass(frozen=True, slots=True)
class Taken:
    """Each player's take in a deal: hearts, and the queen of spades."""

    hearts: Mapping[str, int]
    queen: str | None

    @property
    def points(self) -> dict[str, int]:
        """Return each seat's points, before anybody has shot the moon."""
        return {seat: n + self.for_queen(seat) for seat, n in self.hearts.items()}

    def for_queen(self, seat: str) -> int:
        """Return this seat's points for the queen."""
        return ALL - HEARTS if seat == self.queen else 0

    def with_rest(self, seat: str) -> "Taken":
        """Return the take once this seat has taken everything that was left."""
        hearts = add_rest(self.hearts, HEARTS, seat)
        return Taken(hearts, self.queen or seat)


def count_taken(cards: Mapping[str, Iterable[Card]]) -> Taken:
    """Return the hearts and the queen among the cards of each."""
    hearts = {}
    for seat, pile in cards.items():
        hearts[seat] = sum(card.suit == "H" for card in pile)
    return Taken(hearts, find_holder(QUEEN, cards))


def _read_taken(given: Values) -> Taken:
    """Return the hearts and the queen that each seat took, by cards or numbers."""
    cards = given.cards_by_seat("taken")
    if cards:
        taken = count_taken(cards)
        told = given.numbers_by_seat("hearts")
        if any(taken.hearts.get(seat) != n for seat, n in told.items()):
            raise wrong_field("hearts", say("The cards say otherwise."))
        return taken

    queen = given.seat("queen", None)
    hearts = dict(given.numbers_by_seat("hearts"))
    if queen is not None:
        hearts.setdefault(queen, 0)
    if not hearts:
        why = say("Enter everybody who plays, with 0 for those who took none.")
        raise wrong_field("hearts", why)
    return Taken(hearts, queen)


def find_holder(card: Card, taken: Mapping[str, Iterable[Card]]) -> str | None:
    """Return the seat that has taken this card, or None."""
    for seat, cards in taken.items():
        if card in cards:
            return seat
    return None


def find_taker(end: DealEnd) -> str | None:
    """Return the seat that takes the rest: it gave up, or was entered; or None.

    Raise WrongFieldsError if another seat gave up than takes the rest.
    """
    if end.given_up and end.rest not in ((), end.given_up):
        raise wrong_field("rest", say("Whoever gave up takes the rest."))
    takers = end.given_up or end.rest
    return takers[0] if takers else None


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return the ruling on a deal: its points, a moon, what breaking a rule costs."""
    taken = _read_taken(given)
    end = read_deal_end(given, [(seat,) for seat in taken.hearts])
    taker = find_taker(end)
    if end.offenders:
        return _reckon(_rule_offence(end.offenders, taken), taken, given)

    left = ALL - sum(taken.points.values())
    if taker is not None:
        taken = taken.with_rest(taker)
    ruling = _rule_points(taken)
    shooter = _find_shooter(taken, end)
    if shooter is not None:
        ruling = _rule_moon(shooter, taken)
    elif taken.queen and not given.cards_by_seat("taken"):
        ruling = replace(ruling, anecdote=_tell_queen(taken.queen))
    if taker is not None and left:
        why = _explain_rest(taker, left, end)
        ruling = replace(ruling, because=(*ruling.because, why))
    return _reckon(ruling, taken, given)


def count_offence(offenders: Seats, seats: Seats) -> dict[str, int]:
    """Return the points of a deal, by seat, in which these have broken a rule."""
    return dict.fromkeys(seats, 0) | dict.fromkeys(offenders, ALL)


def _rule_offence(offenders: Seats, taken: Taken) -> Ruling:
    """Return the ruling that these seats broke a rule and take all points."""
    points = count_offence(offenders, tuple(taken.hearts))
    one = "{seats} broke a rule: {all} for {seats}, nothing for the others"
    many = "{seats} broke a rule: {all} for each, nothing for the others"
    summary = say_count(one, many, len(offenders), seats=offenders, all=ALL)
    if len(offenders) == len(points):
        summary = say("{seats} broke a rule: {all} for each", seats=offenders, all=ALL)
    template = "Whoever broke a rule takes {n} points; everyone else scores 0."
    why = cite("offence", template, n=ALL)
    return Ruling({"points": points, "moon": None}, summary, (why,))


def _rule_moon(shooter: str, taken: Taken) -> Ruling:
    """Return the ruling that this seat shot the moon, so all others take its points."""
    points = {**dict.fromkeys(taken.hearts, ALL), shooter: 0}
    template = "{seat} took all {n} points, so everyone else gets {n}."
    why = cite("moon", template, seat=shooter, n=ALL)
    summary = say("{seat} shot the moon", seat=shooter)
    verdict = {"points": points, "moon": shooter}
    return Ruling(verdict, summary, (why,), rare=say("The moon"))


def _explain_rest(taker: str, left: int, end: DealEnd) -> Reason:
    """Return why this seat takes the points left, by a claim or by giving up."""
    takes = say_count(
        "{seat} takes the rest, {n} point",
        "{seat} takes the rest, {n} points",
        left,
        seat=taker,
    )
    if end.given_up:
        return cite("given-up", "Given up: {who_takes}.", who_takes=takes)
    return cite("claim", "{who_takes}.", who_takes=takes)


def _find_shooter(taken: Taken, end: DealEnd) -> str | None:
    for seat, n in taken.points.items():
        if n == ALL and seat not in end.given_up:
            return seat
    return None


def _rule_points(taken: Taken) -> Ruling:
    because = []
    # The sentence names the seats in this order too.
    for seat in sorted(taken.hearts, key=lambda seat: -taken.points[seat]):
        hearts = taken.hearts[seat]
        queen = taken.for_queen(seat)
        template = "{seat}: none."
        if hearts:
            template = "{seat}: {hearts} for hearts."
        if queen:
            template = "{seat}: {queen} for the queen of spades."
        if hearts and queen:
            template = (
                "{seat}: {hearts} for hearts and {queen} for the queen of spades, "
                "{points}."
            )
        n = hearts + queen
        why = cite("points", template, seat=seat, hearts=hearts, queen=queen, points=n)
        because.append(why)
    verdict = {"points": taken.points, "moon": None}
    return Ruling(verdict, _say_points(taken.points), tuple(because))


def _say_points(points: Mapping[str, int]) -> Text:
    """Say who takes how many points, the most first."""
    seats = [seat for seat, n in points.items() if n]
    if not seats:
        return say("Nobody takes any points")
    first, *others = sorted(seats, key=lambda seat: -points[seat])
    most = say("{seat} takes {n}", seat=first, n=points[first])
    if not others:
        return most
    rest = tuple(say("{seat} {n}", seat=seat, n=points[seat]) for seat in others)
    return say("{most}, {others}", most=most, others=rest)


def _reckon(ruling: Ruling, taken: Taken, given: Values) -> Ruling:
    """Return the ruling with the cards that count, and with its points in a table."""
    points = ruling.decided.numbers_by_seat("points")
    # The hearts and the queen stand aside if they do not add up to the points.
    aside = points != taken.points
    fewest = min(points.values())
    rows = []
    for seat, n in points.items():
        cells = (taken.hearts[seat], taken.for_queen(seat), n)
        row = ReckonedSeat(seat, cells, ahead=n == fewest)
        rows.append(row)
    columns = (
        ReckoningColumn(say("Hearts taken"), aside),
        ReckoningColumn(say("{cards:short}", cards=(QUEEN,)), aside),
        ReckoningColumn(say("Points")),
    )

    shown = []
    for seat, cards in given.cards_by_seat("taken").items():
        counting = tuple(filter(counts_points, cards))
        shown.append(ShownCards(seat, counting))
    reckoning = Reckoning(columns, tuple(rows))
    return replace(ruling, shown=tuple(shown), reckoning=reckoning)


def take_off(
    ruling: Ruling,
    less: Mapping[str, int],
    why: Reason,
    *replaced: str,
    column: Text | None = None,
) -> Ruling:
    """Return the ruling on a deal with so many points less for each seat.

    `why` replaces the sections `replaced`; `column` heads the deduction.
    """
    points = dict(ruling.decided.numbers_by_seat("points"))
    for seat, n in less.items():
        points[seat] -= n
    ruling = replace(ruling, verdict={**ruling.verdict, "points": points})
    if ruling.verdict["moon"] is None:
        ruling = replace(ruling, summary=_say_points(points))
    if ruling.reckoning is None:
        return with_house_rule(ruling, why, *replaced)

    rows = []
    fewest = min(points.values())
    for row, (seat, n) in zip(ruling.reckoning.rows, points.items(), strict=True):
        *cells, _ = row.cells
        if column is not None:
            cells.append(-less.get(seat, 0))
        rows.append(replace(row, cells=(*cells, n), ahead=n == fewest))
    *columns, last = ruling.reckoning.columns
    if column is not None:
        columns.append(ReckoningColumn(column, columns[0].aside))
    reckoning = Reckoning((*columns, last), tuple(rows))
    return with_house_rule(replace(ruling, reckoning=reckoning), why, *replaced)


def take_moon_off(ruling: Ruling, why: Reason) -> Ruling:
    """Return the ruling on a moon with 26 points less for everybody."""
    less = dict.fromkeys(ruling.decided.numbers_by_seat("points"), ALL)
    return take_off(ruling, less, why, "moon")
