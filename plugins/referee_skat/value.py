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
    with_house_rule,
)

from .result import ALL, DECLARER, NONE, SCHNEIDER, SOME, Result, refuse_contract, refused
from .rules import ALL_POINTS, BASES, NULL, NULL_VALUES, cite, trumps_of

MOST_IN_SKAT = 22
"""Card points of two aces: the declarer has no more without a trick."""

_COLUMNS = (ReckoningColumn(say("Levels"), aside=True), ReckoningColumn(say("Points")))


@hookimpl
def score_round(given: Values) -> Ruling:
    """What a game counts for its declarer: its value where it is won, twice as much off where it is lost."""
    if (wrong := refuse_contract(given)) is not None:
        return wrong
    ended_by = given.seat("ended_by") if given.has("ended_by") else None
    if given.choice("game") == NULL:
        return _count_null(given, ended_by)
    if (wrong := _refuse_matadors(given) or _refuse_points(given)) is not None:
        return wrong
    tricks, points = given.seat_if_any("tricks") or SOME, given.number_if_any("points")
    if points is None:
        points = ALL_POINTS if tricks == ALL else 0
    result = Result.given(given, points, tricks)
    if ended_by is None:
        return _count(result, result.why_made())
    result = result.ended(ended_by, given.number("against"))
    return _count(result, _why_ended(ended_by, result.is_won))


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """Whether a game covers a bid: as it is, or only with schneider or schwarz."""
    if (wrong := refuse_contract(given)) is not None:
        return wrong
    if given.choice("game") == NULL:
        return _covers(NULL_VALUES[given.choice("announced")], "nothing", _why_null(given))
    if (wrong := _refuse_matadors(given)) is not None:
        return wrong
    plain = Result.given(given)
    schwarz = replace(plain, points=ALL_POINTS, tricks=ALL)
    levels = {"nothing": plain, "schneider": replace(plain, points=SCHNEIDER), "schwarz": schwarz}
    needs = next((name for name, level in levels.items() if level.value >= plain.bid), None)
    return _covers(plain.value, needs, levels[needs or "schwarz"].why_value())


def _covers(value: int, needs: str | None, why: Reason) -> Ruling:
    summaries = {
        "nothing": say("The bid is covered"),
        "schneider": say("The bid is covered only if the opponents are schneider"),
        "schwarz": say("The bid is covered only if the opponents take no trick"),
        None: say("The bid cannot be covered"),
    }
    return Ruling({"covered": needs == "nothing", "value": value, "needs": needs}, summaries[needs], (why,))


def _refuse_matadors(given: Values) -> Ruling | None:
    """Why there are not so many matadors."""
    if (matadors := given.number_if_any("matadors")) is None:
        raise WrongFieldsError(FieldError("matadors", say("Say how many matadors.")))
    if matadors <= (most := len(trumps_of(given.choice("game")))):
        return None
    why = cite("matadors", "This game has only {n} trumps.", n=most)
    return refused(say("There cannot be {n} matadors", n=matadors), why)


def _refuse_points(given: Values) -> Ruling | None:
    """Why these card points and tricks cannot be together; nothing is said of a deal that was not played out."""
    points, tricks = given.number_if_any("points"), given.seat_if_any("tricks") or SOME
    if points is None and tricks == SOME:
        raise WrongFieldsError(FieldError("points", say("Say how many card points the declarer has.")))
    if points is None or given.has("ended_by"):
        return None
    if tricks == ALL and points < ALL_POINTS:
        why = cite("schwarz", "Whoever takes all tricks has all {n} card points.", n=ALL_POINTS)
        return refused(say("With all tricks it cannot be {n} card points", n=points), why)
    if tricks == NONE and points > MOST_IN_SKAT:
        template = "Without a trick the declarer has the skat alone, of at most {n} card points."
        why = cite("schwarz", template, n=MOST_IN_SKAT)
        return refused(say("Without a trick it cannot be {n} card points", n=points), why)
    return None


def _why_ended(ended_by: str, is_won: bool) -> Reason:
    lost_by = {True: "The opponents gave up or broke a rule.", False: "The declarer gave up or broke a rule."}
    if (ended_by == DECLARER) == is_won:
        return cite("early", "A side gave up or broke a rule, but the deal was decided already.")
    return cite("early", lost_by[is_won])


def _count(result: Result, why: Reason) -> Ruling:
    base, value, because = BASES[result.game], result.value, [why, result.why_value()]
    rows = [(name, n, n * base) for name, n in result.steps] + [(say("value"), value // base, value)]
    if value < result.bid:
        template = (
            "Its value of {value} does not cover the bid of {bid}: it is lost, and counts {least}, the least multiple"
            " of {base} that does."
        )
        overbid = cite("overbid", template, value=value, bid=result.bid, least=result.least, base=base)
        because.insert(0 if result.is_made else len(because), overbid)
        value = result.least
        rows.append((say("covers the bid of {bid}", bid=result.bid), value // base, value))
    return _ruled(value, result.is_won, because, rows)


def _count_null(given: Values, ended_by: str | None) -> Ruling:
    tricks, value = given.seat_if_any("tricks"), NULL_VALUES[given.choice("announced")]
    if tricks is None:
        raise WrongFieldsError(FieldError("tricks", say("Say whether the declarer has taken a trick.")))
    is_won = tricks == NONE and ended_by != DECLARER
    why = cite("null", "The declarer has taken no trick." if is_won else "The declarer has taken a trick.")
    if ended_by is not None:
        why = _why_ended(ended_by, is_won)
    return _ruled(value, is_won, [why, _why_null(given)], [(say("value"), 1, value)])


def _why_null(given: Values) -> Reason:
    return cite("null-values", "This null counts {n}.", n=NULL_VALUES[given.choice("announced")])


def _ruled(value: int, is_won: bool, because: list[Reason], rows: list[tuple[Text, int, int]]) -> Ruling:
    reckoned = tuple(ReckonedSeat(None, (n, points), name=name) for name, n, points in rows)
    verdict = {"won": is_won, "value": value, "score": value, "opponents": 0}
    counted = Ruling(verdict, _summary(value), tuple(because), reckoning=Reckoning(_COLUMNS, reckoned))
    if is_won:
        return counted
    why = cite("lost", "A lost game counts twice, off the declarer’s score: {score}.", score=-2 * value)
    return _rescored(replace(counted, because=(*because, why)), -2 * value, say("lost: twice off"))


def _summary(score: int) -> Text:
    return say("The game is won: {score}", score=score) if score > 0 else say("The game is lost: {score}", score=score)


def _rescored(ruling: Ruling, score: int, name: Text) -> Ruling:
    rows = (*ruling.reckoning.rows, ReckonedSeat(None, (NOTHING, score), name=name)) if ruling.reckoning else ()
    verdict = {**ruling.verdict, "score": score}
    return replace(ruling, verdict=verdict, summary=_summary(score), reckoning=Reckoning(_COLUMNS, rows))


def score_by_house_rule(ruling: Ruling, score: int, name: Text, why: Reason, opponents: int = 0) -> Ruling:
    """Return the ruling on a game with the score that a house rule gives it, and what each opponent scores."""
    scored = _rescored(ruling, score, name)
    others = ruling.decided.number("opponents") + opponents
    return with_house_rule(replace(scored, verdict={**scored.verdict, "opponents": others}), why)
