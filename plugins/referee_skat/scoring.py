"""The questions on a trick's winner, on a game's score, and on bids."""

from dataclasses import replace

from referee import (
    THIRTY_TWO,
    Field,
    Question,
    Reason,
    Ruling,
    Text,
    Values,
    choice_field,
    flag_field,
    hookimpl,
    number_field,
    rule_illegal,
    rule_trick,
    say,
    trick_question,
    wrong_field,
)

from .early import refuse_level, settle
from .game import (
    ALL,
    ALL_POINTS,
    ANNOUNCED,
    BIDS,
    CLAIMS,
    DECLARER,
    ENDS_BY_SEAT,
    GAMES,
    HAND,
    LEVELS,
    NO_LEVEL,
    NONE,
    NULL,
    NULL_VALUES,
    OPPONENTS,
    RANKS,
    SOME,
    SUITS,
    WRONG_COUNT,
    cite,
    trumps_of,
)
from .ramsch import question, rule_ramsch
from .value import ENOUGH, SCHNEIDER, Sheet, rule_result

MOST_IN_SKAT = 22
"""The card points of two aces: the most of a declarer without a trick."""

_WITH_SIGNS = dict(GAMES)
for _suit, _sign in zip(SUITS, "♣♠♥♦", strict=True):
    _WITH_SIGNS[_suit] = say("{sign} {suit}", sign=_sign, suit=GAMES[_suit])
_PLAYED = choice_field("game", say("Game"), _WITH_SIGNS)
_ANNOUNCED = choice_field("announced", say("Announced"), ANNOUNCED, default="nothing")
_NO_BIDS = tuple(n for n in range(BIDS[0], BIDS[-1]) if n not in BIDS)
_BID = number_field("bid", say("Bid"), BIDS[0], BIDS[-1], skips=_NO_BIDS)
CONTRACT = (_PLAYED, _ANNOUNCED, _BID)
SPITZE = flag_field("spitze", say("Spitze"), optional=True)
SPITZE_MADE = flag_field(
    "spitze_made", say("The lowest trump took the last trick"), optional=True
)
_WORDS = {"yes": say("without"), "no": say("with")}
WITHOUT = flag_field("without", say("With or without"), labels=_WORDS)
MATADORS = number_field("matadors", say("Matadors"), 1, 11)
POINTS = number_field("points", say("Declarer’s card points"), 0, ALL_POINTS)
_TAKEN = {SOME: say("some"), NONE: say("no tricks"), ALL: say("all")}
TRICKS = choice_field("tricks", say("Declarer’s tricks"), _TAKEN, default=SOME)

_DEMANDED = {level: ANNOUNCED[level] for level in LEVELS}
LEVEL = choice_field(
    "level",
    say("Level the declarer demands"),
    _DEMANDED,
    optional=True,
    default=NO_LEVEL,
)
BY_THEN = (
    number_field(
        "against", say("Opponents’ card points by then"), 0, ALL_POINTS, optional=True
    ),
    number_field(
        "opponents_tricks", say("Opponents’ tricks by then"), 0, HAND, optional=True
    ),
    replace(LEVEL, default=None),
)
"""The further fields of a game that ended early."""

_SIDES = {DECLARER: say("the declarer"), OPPONENTS: say("the opponents")}
_ENDS = {
    **ENDS_BY_SEAT,
    CLAIMS: say("laid down and claimed the rest"),
    WRONG_COUNT: say("had a wrong number of cards"),
}
_ENDED_EARLY = (
    choice_field("ended_by", say("Ended early by"), _SIDES, optional=True),
    choice_field("how", say("How it ended early"), _ENDS, optional=True),
    *BY_THEN,
)


def fields_of_result(game: str) -> tuple[Field, ...]:
    """Return the fields for a game's end; for a null the declarer's tricks."""
    if game == NULL:
        return (replace(TRICKS, choices=(NONE, SOME), default=None),)
    return (WITHOUT, replace(MATADORS, max=len(trumps_of(game))), POINTS, TRICKS)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions on a trick, on a game, and on a bid."""
    matadors = (replace(WITHOUT, optional=True), replace(MATADORS, optional=True))
    counted = (
        _PLAYED,
        _ANNOUNCED,
        replace(_BID, optional=True),
        *matadors,
        replace(POINTS, optional=True),
        replace(TRICKS, optional=True, default=None),
        SPITZE,
        SPITZE_MADE,
        *_ENDED_EARLY,
    )
    title = say("What is this game worth?")
    return (
        trick_question(THIRTY_TWO, _PLAYED),
        Question("deal", title, counted, hook="score_round"),
        Question("bid", say("Is the bid covered?"), (*CONTRACT, *matadors, SPITZE)),
        question(),
    )


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Return the ruling on a trick of up to three cards: in a null the ten is low."""
    plays = given.card_by_seat("plays")
    n = len(plays)
    if n > 3:
        why = cite("deal", "Three play, so three cards, not {n}.", n=n)
        return rule_illegal(say("A trick is three cards"), why)
    game = given.choice("game")
    if game == NULL:
        return rule_trick(plays, cite, "null-order")
    return rule_trick(plays, cite, "trick", trump=trumps_of(game), ranks=RANKS)


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return the ruling on a game: its value if won, twice as much off if lost."""
    sheet = Sheet.read(given.values)
    is_null = sheet.game == NULL
    needed = "tricks" if is_null else "points"
    if sheet.ended_by is None and not given.has(needed):
        raise wrong_field(needed, _NEEDED)
    wrong = _refuse_game(sheet)
    if wrong is None and not is_null:
        wrong = _refuse_taken(sheet)
    if wrong:
        return wrong
    result, because = settle(sheet)
    return rule_result(result, *because)


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """Return the ruling on a Ramsch, or on a game and its bid.

    The ruling says whether the game covers the bid, or with which level it would.
    """
    if question == "ramsch":
        return rule_ramsch(given)
    told = Sheet.read(given.values)
    wrong = _refuse_game(told)
    if wrong:
        return wrong

    plain = replace(told, points=ENOUGH)
    schneider = replace(plain, points=SCHNEIDER)
    schwarz = replace(plain, points=ALL_POINTS, tricks=ALL)
    if_schneider = say("The bid is covered only if the opponents are schneider")
    if_schwarz = say("The bid is covered only if the opponents take no tricks")
    for needs, result, summary in (
        ("nothing", plain, say("The bid is covered")),
        ("schneider", schneider, if_schneider),
        ("schwarz", schwarz, if_schwarz),
    ):
        if result.value >= plain.bid:
            return _rule_bid(plain, needs, result, summary)
    return _rule_bid(plain, None, schwarz, say("The bid can’t be covered"))


def _rule_bid(plain: Sheet, needs: str | None, result: Sheet, summary: Text) -> Ruling:
    verdict = {"covered": needs == "nothing", "value": plain.value, "needs": needs}
    return Ruling(verdict, summary, (result.why_value(),))


# What cannot be


_NEEDED = say("This game needs it.")


def refuse_contract(sheet: Sheet) -> Ruling | None:
    """Return why this contract cannot be played; None if it can.

    The bid may be no value, or the null may not cover it.
    """
    bid = sheet.bid
    if bid not in BIDS:
        nearest = sorted(BIDS, key=lambda n: abs(n - bid))
        near = tuple(sorted(nearest[:2]))
        template = "No game has this value; the nearest bids are {near:or}."
        why = cite("bid", template, near=near)
        return rule_illegal(say("{bid} can’t be bid", bid=bid), why)

    if sheet.game != NULL:
        return None
    if sheet.spitze:
        why = cite("spitze", "A null has no trumps.")
        return rule_illegal(say("Spitze can’t be announced with a null"), why)
    value = NULL_VALUES.get(sheet.announced)
    if value is None:
        why = cite(
            "null",
            "A null is about tricks: nobody announces schneider or schwarz with it.",
        )
    elif value < bid:
        template = (
            "It counts {value}, less than the bid of {bid}. Enter the game the "
            "declarer now names, as lost."
        )
        why = cite("null-overbid", template, value=value, bid=bid)
    else:
        return None
    return rule_illegal(say("This null can’t be announced"), why)


def _refuse_game(sheet: Sheet) -> Ruling | None:
    """Return why there is no such game, or not with so many matadors."""
    wrong = refuse_contract(sheet)
    if wrong or sheet.game == NULL:
        return wrong

    matadors = sheet.matadors
    if not matadors:
        raise wrong_field("matadors", _NEEDED)
    most = len(trumps_of(sheet.game))
    if matadors <= most:
        return None
    why = cite("matadors", "This game has only {n} trumps.", n=most)
    return rule_illegal(say("There can’t be {n} matadors", n=matadors), why)


def _refuse_taken(sheet: Sheet) -> Ruling | None:
    """Return why the sides cannot have had these card points and tricks."""
    if sheet.ended_by is not None:
        points = sheet.points
        against = sheet.against
        both = points + against
        if both > ALL_POINTS:
            why = cite(
                "card-points", "That makes {both} for both sides together.", both=both
            )
            return _refuse_points(points, why)
        if against and not sheet.opponents_tricks:
            why = cite("card-points", "Without a trick the opponents have none.")
            return _refuse_points(against, why)
        return refuse_level(sheet)
    points = sheet.points
    tricks = sheet.tricks
    if tricks == ALL and points < ALL_POINTS:
        template = "Whoever takes all tricks has all {n} card points."
        why = cite("schwarz", template, n=ALL_POINTS)
    elif tricks == NONE and points > MOST_IN_SKAT:
        template = "Without a trick there’s only the skat, at most {n} card points."
        why = cite("schwarz", template, n=MOST_IN_SKAT)
    elif points in (1, ALL_POINTS - 1):
        template = "One side would have 1 card point, which no cards make."
        why = cite("card-points", template)
    else:
        return None
    return _refuse_points(points, why)


def _refuse_points(n: int, why: Reason) -> Ruling:
    return rule_illegal(say("That can’t be {n} card points", n=n), why)
