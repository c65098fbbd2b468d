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
    rule_trick,
    say,
    with_house_rule,
)

from .early import EarlyEnd, refuse_level
from .result import ENOUGH, SCHNEIDER, Result, refuse, refuse_contract
from .rules import ALL, ALL_POINTS, NONE, NULL, RANKS, SOME, cite, trumps_of

MOST_IN_SKAT = 22
"""Card points of two aces: the declarer has no more without a trick."""

_COLUMNS = (ReckoningColumn(say("Levels"), aside=True), ReckoningColumn(say("Points")))


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Who wins a trick of three cards: in a null the suit led alone, with the ten low;
    else the highest trump.
    """
    plays, game = given.card_by_seat("plays"), given.choice("game")
    if len(plays) != 3:
        return refuse(
            say("A trick is three cards"),
            cite("deal", "Three play; here are {n} cards.", n=len(plays)),
        )
    if game == NULL:
        return rule_trick(plays, cite, "null-order")
    return rule_trick(plays, cite, "trick", trump=trumps_of(game), ranks=RANKS)


@hookimpl
def score_round(given: Values) -> Ruling:
    """What a game counts for its declarer: its value where it is won, twice as much off
    where it is lost.
    """
    end = EarlyEnd.read(given)
    if end is None:
        _require(given, "tricks" if given.choice("game") == NULL else "points")
    # Whose game ends early has no trick before the first one.
    tricks = given.seat_if_any("tricks") or (SOME if end is None else NONE)
    points = given.number_if_any("points") or 0
    wrong = _refuse_game(given)
    if wrong is None and given.choice("game") != NULL:
        wrong = (
            _refuse_points(points, tricks)
            if end is None
            else _refuse_early(points, end)
        )
    if wrong is not None:
        return wrong

    result = Result.read(given, points, tricks)
    if end is None:
        return _count(result, result.why_made())
    return _count(end.settle(result), *end.explain(result))


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """Whether a game covers a bid: as it is, or only with schneider or schwarz."""
    if (wrong := _refuse_game(given)) is not None:
        return wrong
    plain = Result.read(given, ENOUGH, SOME)
    schneider, schwarz = (
        replace(plain, points=SCHNEIDER),
        replace(plain, points=ALL_POINTS, tricks=ALL),
    )
    levels = {
        "nothing": (plain, say("The bid is covered")),
        "schneider": (
            schneider,
            say("The bid is covered only if the opponents are schneider"),
        ),
        "schwarz": (
            schwarz,
            say("The bid is covered only if the opponents take no trick"),
        ),
    }
    needs = next(
        (name for name, (level, _) in levels.items() if level.value >= plain.bid), None
    )
    level, summary = (
        levels[needs] if needs else (schwarz, say("The bid cannot be covered"))
    )
    return Ruling(
        {"covered": needs == "nothing", "value": plain.value, "needs": needs},
        summary,
        (level.why_value(),),
    )


def _require(given: Values, name: str) -> None:
    if not given.has(name):
        raise WrongFieldsError(FieldError(name, say("This game needs it.")))


def _refuse_game(given: Values) -> Ruling | None:
    """Why there is no such game, or not with so many matadors."""
    game = given.choice("game")
    if (wrong := refuse_contract(given)) is not None or game == NULL:
        return wrong
    _require(given, "matadors")
    matadors, most = given.number("matadors"), len(trumps_of(game))
    why = cite("matadors", "This game has only {n} trumps.", n=most)
    return (
        refuse(say("There cannot be {n} matadors", n=matadors), why)
        if matadors > most
        else None
    )


def _refuse_points(points: int, tricks: str) -> Ruling | None:
    """Why these card points and tricks cannot be together."""
    if tricks == ALL and points < ALL_POINTS:
        why = cite(
            "schwarz", "Whoever takes all tricks has all {n} card points.", n=ALL_POINTS
        )
    elif tricks == NONE and points > MOST_IN_SKAT:
        why = cite(
            "schwarz",
            "Without a trick there is the skat alone, at most {n} card points.",
            n=MOST_IN_SKAT,
        )
    elif points in (1, ALL_POINTS - 1):
        why = cite(
            "card-points", "One side would have 1 card point, and no cards make that."
        )
    else:
        return None
    return refuse(say("It cannot be {n} card points", n=points), why)


def _refuse_early(points: int, end: EarlyEnd) -> Ruling | None:
    """Why the sides cannot have had these card points when the game ended early."""
    both = points + end.against
    if both > ALL_POINTS:
        why = cite("card-points", "Both sides would have {both} together.", both=both)
        return refuse(say("It cannot be {n} card points", n=points), why)
    if end.against and not end.opponents_tricks:
        why = cite("card-points", "Without a trick the opponents have none.")
        return refuse(say("It cannot be {n} card points", n=end.against), why)
    return refuse_level(end)


def _count(result: Result, *whys: Reason) -> Ruling:
    base, value, because = result.base, result.value, [*whys, result.why_value()]
    rows = [*result.steps, (say("value"), value // base)]
    if value < result.bid:
        value = base * -(-result.bid // base)
        template = (
            "{value} does not cover the bid of {bid}: lost, and counted as {least}, "
            "the next multiple of {base}."
        )
        overbid = cite(
            "overbid",
            template,
            value=result.value,
            bid=result.bid,
            least=value,
            base=base,
        )
        because.insert(0 if result.is_made else len(because), overbid)
        rows.append((say("covers the bid of {bid}", bid=result.bid), value // base))
    reckoned = [ReckonedSeat(None, (n, n * base), name=name) for name, n in rows]
    score = value if result.is_won else -2 * value
    if not result.is_won:
        because.append(
            cite(
                "lost",
                "A lost game counts twice, off the declarer’s score: {score}.",
                score=score,
            )
        )
        reckoned.append(
            ReckonedSeat(None, (NOTHING, score), name=say("lost: twice off"))
        )
    verdict = {"won": result.is_won, "value": value, "score": score, "opponents": 0}
    return Ruling(
        verdict,
        _summary(score),
        tuple(because),
        reckoning=Reckoning(_COLUMNS, tuple(reckoned)),
    )


def _summary(score: int) -> Text:
    return (
        say("The game is won: {score}", score=score)
        if score > 0
        else say("The game is lost: {score}", score=score)
    )


def score_by_house_rule(
    ruling: Ruling, score: int, name: Text, why: Reason, opponents: int = 0
) -> Ruling:
    """Return the ruling on a game with the score that a house rule gives it, and what
    each opponent scores.
    """
    rows = (
        (*ruling.reckoning.rows, ReckonedSeat(None, (NOTHING, score), name=name))
        if ruling.reckoning
        else ()
    )
    verdict = {
        **ruling.verdict,
        "score": score,
        "opponents": ruling.decided.number("opponents") + opponents,
    }
    scored = replace(
        ruling,
        verdict=verdict,
        summary=_summary(score),
        reckoning=Reckoning(_COLUMNS, rows),
    )
    return with_house_rule(scored, why)
