"""What a game counts, won or lost, and whether it covers the bid."""

from dataclasses import replace

from referee import (
    NOTHING,
    FieldError,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Text,
    Values,
    WrongFieldsError,
    hookimpl,
    say,
)

from .contract import ALL, AT_MOST, ENOUGH, NONE, SCHNEIDER, SOME, Contract, Result, refused
from .rules import ALL_POINTS, BASES, NULL, NULLS, cite, trumps_of

DECLARER, OPPONENTS = "declarer", "opponents"
MOST_IN_SKAT = 22
"""Card points of two aces: the declarer has no more without a trick."""


@hookimpl
def score_round(given: Values) -> Ruling:
    """What a game counts for its declarer: its value where it is won, twice as much off where it is lost."""
    contract = Contract.given(given)
    if (wrong := contract.refuse()) is not None:
        return wrong
    if contract.game == NULL:
        return _count_null(contract, given)
    if (wrong := _refuse_matadors(contract, given) or _refuse_points(given)) is not None:
        return wrong
    tricks, points = given.seat_if_any("tricks") or SOME, given.number_if_any("points")
    if points is None:
        points = ALL_POINTS if tricks == ALL else 0
    result = Result(contract, given.number("matadors"), given.flag("without"), points, tricks)
    if (ended_by := given.seat_if_any("ended_by")) is None:
        return _count(result, result.why_made())
    if (against := given.number_if_any("against")) is None:
        raise WrongFieldsError(FieldError("against", say("Say how many card points the opponents had by then.")))
    ended = _ended(result, ended_by, against)
    return _count(ended, _why_ended(ended_by, ended.won))


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """Whether a game covers a bid: as it is, or only with schneider or schwarz."""
    contract = Contract.given(given)
    if (wrong := contract.refuse()) is not None:
        return wrong
    if contract.game == NULL:
        value = contract.value_of_null
        return _rule_cover(value, "nothing", cite("null-values", "{announced} counts {n}.", **_null(contract)))
    if (wrong := _refuse_matadors(contract, given)) is not None:
        return wrong
    plain = Result(contract, given.number("matadors"), given.flag("without"), ENOUGH, SOME)
    levels = {
        "nothing": plain,
        "schneider": replace(plain, points=SCHNEIDER),
        "schwarz": replace(plain, points=ALL_POINTS, tricks=ALL),
    }
    needs = next((name for name, level in levels.items() if level.value >= contract.bid), None)
    return _rule_cover(plain.value, needs, levels[needs or "schwarz"].why_value())


def _rule_cover(value: int, needs: str | None, why: Reason) -> Ruling:
    summaries = {
        "nothing": say("The bid is covered"),
        "schneider": say("The bid is covered only if the opponents are schneider"),
        "schwarz": say("The bid is covered only if the opponents take no trick"),
        None: say("The bid cannot be covered"),
    }
    return Ruling({"covered": needs == "nothing", "value": value, "needs": needs}, summaries[needs], (why,))


def _refuse_matadors(contract: Contract, given: Values) -> Ruling | None:
    """Why there are not so many matadors."""
    if (matadors := given.number_if_any("matadors")) is None:
        raise WrongFieldsError(FieldError("matadors", say("Say how many matadors.")))
    if matadors <= (most := len(trumps_of(contract.game))):
        return None
    why = cite("matadors", "This game has only {n} trumps.", n=most)
    return refused(say("There cannot be {n} matadors", n=matadors), why)


def _refuse_points(given: Values) -> Ruling | None:
    """Why these card points and tricks cannot be together."""
    points, tricks = given.number_if_any("points"), given.seat_if_any("tricks") or SOME
    if points is None and (tricks == SOME or given.has("ended_by")):
        raise WrongFieldsError(FieldError("points", say("Say how many card points the declarer has.")))
    taken = (points or 0) + (given.number_if_any("against") or 0)
    if taken > ALL_POINTS:
        why = cite("card-points", "There are {n} card points in all.", n=ALL_POINTS)
        return refused(say("There cannot be {n} card points", n=taken), why)
    if points is None or given.has("ended_by"):
        return None
    if tricks == ALL and points != ALL_POINTS:
        why = cite("schwarz", "Whoever takes all tricks has all {n} card points.", n=ALL_POINTS)
        return refused(say("With all tricks it cannot be {n} card points", n=points), why)
    if tricks == NONE and points > MOST_IN_SKAT:
        template = "Without a trick the declarer has the skat alone, of at most {n} card points."
        return refused(
            say("Without a trick it cannot be {n} card points", n=points), cite("schwarz", template, n=MOST_IN_SKAT)
        )
    return None


def _ended(result: Result, ended_by: str, against: int) -> Result:
    """The result where a side gave up or broke a rule: what was decided stays so, else it has lost, at the least level.

    A level that the declarer has announced or bid for is granted if the opponents had not prevented it yet.
    """
    at = replace(result, tricks=SOME)
    lost = replace(at, points=min(max(result.points, AT_MOST + 1), ENOUGH - 1))
    if ended_by == DECLARER:
        return at if at.won else lost
    if against >= ENOUGH - 1:
        return lost
    levels = [replace(at, points=max(result.points, ENOUGH))]
    if against <= AT_MOST:
        levels.append(replace(at, points=max(result.points, SCHNEIDER)))
    if result.tricks == ALL:
        levels.append(replace(at, points=ALL_POINTS, tricks=ALL))
    return next((level for level in levels if level.won), levels[0])


def _why_ended(ended_by: str, won: bool) -> Reason:
    if ended_by == DECLARER:
        kept = "The declarer gave up or broke a rule, with the game already won."
        return cite("early", kept if won else "The declarer gave up or broke a rule: the game is lost.")
    kept = "The opponents gave up or broke a rule, with the game already lost by the declarer."
    return cite("early", "The opponents gave up or broke a rule: the declarer wins." if won else kept)


def _count(result: Result, why: Reason) -> Ruling:
    value, contract, rows = result.value, result.contract, result.reckon()
    because = [why, result.why_value()]
    if value < contract.bid:
        told = {"value": value, "bid": contract.bid, "base": BASES[contract.game], "least": contract.least}
        template = (
            "Its value of {value} does not cover the bid of {bid}: it is lost, and counts {least}, the least multiple"
            " of {base} that does."
        )
        because.insert(0 if result.made else len(because), cite("overbid", template, **told))
        value = contract.least
        covered = (value // BASES[contract.game], value)
        rows = (*rows, ReckonedSeat(None, covered, name=say("covers the bid of {bid}", bid=contract.bid)))
    return _ruled(value, result.won, because, rows)


def _count_null(contract: Contract, given: Values) -> Ruling:
    tricks, ended_by = given.seat_if_any("tricks"), given.seat_if_any("ended_by")
    if tricks is None and ended_by is None:
        raise WrongFieldsError(FieldError("tricks", say("Say whether the declarer has taken a trick.")))
    won = tricks in (NONE, None) and ended_by != DECLARER
    why = cite("null", "The declarer has taken no trick." if won else "The declarer has taken a trick.")
    if ended_by is not None:
        why = _why_ended(ended_by, won)
    value = cite("null-values", "{announced} counts {n}.", **_null(contract))
    row = ReckonedSeat(None, (NOTHING, contract.value_of_null), name=say("value"))
    return _ruled(contract.value_of_null, won, [why, value], (row,))


def _null(contract: Contract) -> dict[str, object]:
    return {"announced": NULLS[contract.announced], "n": contract.value_of_null}


def _ruled(value: int, won: bool, because: list[Reason], rows: tuple[ReckonedSeat, ...] = ()) -> Ruling:
    score = value if won else -2 * value
    summary = say("The game is won: {score}", score=score)
    if not won:
        summary = say("The game is lost: {score}", score=score)
        rows = (*rows, ReckonedSeat(None, (NOTHING, score), name=say("lost: twice off")))
        because.append(cite("lost", "A lost game counts twice, off the declarer’s score: {score}.", score=score))
    verdict = {"won": won, "value": value, "score": score, "opponents": 0}
    reckoning = Reckoning(_COLUMNS, rows) if rows else None
    return Ruling(verdict, summary, tuple(because), reckoning=reckoning)


_COLUMNS = (ReckoningColumn(say("Levels"), aside=True), ReckoningColumn(say("Points")))


def with_row(ruling: Ruling, name: Text, score: int) -> Ruling:
    """Return the ruling with one more row in its reckoning: what something makes of the score."""
    rows = ruling.reckoning.rows if ruling.reckoning else ()
    return replace(ruling, reckoning=Reckoning(_COLUMNS, (*rows, ReckonedSeat(None, (NOTHING, score), name=name))))
