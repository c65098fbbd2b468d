"""The questions: on a trick, a score, an auction, a revoke, and on comparisons."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee import (
    EARLY_END_FIELDS,
    FIFTY_TWO,
    Field,
    Question,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Text,
    Values,
    choice_field,
    flag_field,
    hookimpl,
    number_field,
    read_irregularities,
    rule_trick,
    say,
    say_count,
    side_end_fields,
    trick_question,
    tricks_in_the_end,
)

from .auction import rule_auction
from .comparing import COMPARISONS, rule_comparison
from .game import RULES, SCORINGS, TRICKS, cite
from .revokes import FREE, WON_BY, rule_revoke
from .state import STRAINS, TIMES, Contract, contract_fields, read_contract

DECLARING = "declarer"
DEFENDING = "defenders"

TRICKS_TAKEN = number_field(
    "tricks", say("Tricks taken by the declarer"), 0, TRICKS, unless=EARLY_END_FIELDS
)

SLAMS = {6: say("Small slam"), 7: say("Grand slam")}
"""The names of contracts by their level."""

_SIDES = {DECLARING: say("The declarer’s side"), DEFENDING: say("The defenders")}
"""The names of the sides if nobody has a seat."""

_SCORINGS = {"duplicate": say("Duplicate"), **SCORINGS}
_SCORING = choice_field(
    "scoring", say("Score"), _SCORINGS, default="duplicate", optional=True
)


def _flag(name: str, label: Text) -> Field:
    return flag_field(name, label, optional=True)


_SCORE = (
    *contract_fields(),
    TRICKS_TAKEN,
    _flag("vulnerable", say("The declarer’s side is vulnerable")),
    _SCORING,
    number_field(
        "part_score",
        say("Below the line before (Chicago, rubber)"),
        0,
        90,
        optional=True,
    ),
    _flag("last", say("Last deal (Chicago)")),
    _flag("others_vulnerable", say("The others are vulnerable (rubber)")),
    *side_end_fields(_SIDES),
)
_REVOKE = (
    choice_field("won_by", say("Who took the trick"), WON_BY),
    number_field("later", say("Tricks the revoking side took after"), 0, 12),
    choice_field(
        "free", say("Why it might cost nothing"), FREE, default="no", optional=True
    ),
)
_SEATS = say("Players, clockwise, dealer first (else N, E, S, W)")
_CALLS = say("The calls, dealer first, such as: 1S P 2S all pass")
_EXAMPLES = ("1S P 2S P P P", "P 1NT all pass")
_AUCTION = (
    Field("seats", "seats", _SEATS, max=4, optional=True),
    Field("calls", "text", _CALLS, choices=_EXAMPLES, suggests=True),
)
irregularities = read_irregularities(RULES, __package__, (_SCORING,)).hook


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions on tricks, scores, auctions, revokes and comparisons."""
    score = say("What does this contract score?")
    auction = say("Which contract do these calls make?")
    return (
        trick_question(FIFTY_TWO, choice_field("trump", say("Trump"), STRAINS)),
        Question("deal", score, _SCORE, hook="score_round"),
        Question("auction", auction, _AUCTION),
        Question("revoke", say("What does a revoke cost?"), _REVOKE),
        *COMPARISONS,
    )


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Return the ruling on who wins a trick."""
    plays = given.card_by_seat("plays")
    trump: str | None = given.choice("trump")
    if trump == "NT":
        trump = None
    return rule_trick(plays, cite, "trick", trump=trump, most=4)


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """Return the ruling on an auction, a revoke or a comparison."""
    if question == "auction":
        return rule_auction(given)
    if question == "revoke":
        return rule_revoke(given)
    return rule_comparison(question, given)


# What a contract scores


Line = tuple[str, Text, int]
"""The section that a line of the score rests on, what it is for, and its points."""


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return the ruling on a contract, line by line: points, and if it is a game."""
    contract = read_contract(given)
    name = contract.name
    is_vulnerable = given.flag("vulnerable")
    over = tricks_in_the_end(given, TRICKS, DECLARING) - contract.level - 6
    if over < 0:
        under = -over
        steps = [100, 200, 200, *[300] * 10]
        if is_vulnerable:
            steps = [200, *[300] * 12]
        n = sum(steps[:under]) * TIMES[contract.doubled] // 2
        if contract.doubled == "no":
            n = under * (100 if is_vulnerable else 50)
        lost = say_count("{n} undertrick", "{n} undertricks", under)
        template = "{contract} down {under}: {n} for the defenders"
        summary = say(template, contract=name, under=under, n=n)
        return _rule_lines([("undertricks", lost, n)], n, summary, defending=n)

    scoring = given.choice("scoring", "duplicate")
    lines = [*_list_lines(contract, over, is_vulnerable)]
    *_, below = lines[0]
    towards_game = below
    if scoring != "duplicate":
        towards_game += given.number("part_score", 0)
    is_game = towards_game >= 100
    is_rubber = is_game and scoring == "rubber" and is_vulnerable
    lines += _score_ending(scoring, is_game, given)

    points = sum(n for *_, n in lines)
    summary = say("{contract} made: {n}", contract=name, n=points)
    if over:
        template = "{contract} made with {over}: {n}"
        summary = say(template, contract=name, over=_say_over(over), n=points)
    ruling = _rule_lines(
        lines,
        points,
        summary,
        declaring=points,
        below=below,
        game=is_game,
        rubber=is_rubber,
    )
    return replace(ruling, rare=SLAMS.get(contract.level))


def _rule_lines(
    lines: Iterable[Line], points: int, summary: Text, **verdict: int
) -> Ruling:
    """Return the ruling on a score of these lines; missing lines bring nothing."""
    rows = []
    because = []
    for section, what, n in lines:
        rows.append(ReckonedSeat(None, (n,), name=what))
        because.append(cite(section, "{what}: {n}.", what=what, n=n))
    if len(rows) > 1:
        rows.append(ReckonedSeat(None, (points,), ahead=True, name=say("In all")))

    nothing = dict.fromkeys(("declaring", "defending", "below"), 0)
    verdict = {**nothing, "game": False, "rubber": False, **verdict}
    reckoning = Reckoning((ReckoningColumn(say("Points")),), tuple(rows))
    return Ruling(verdict, summary, tuple(because), reckoning=reckoning)


def _list_lines(contract: Contract, over: int, is_vulnerable: bool) -> Iterator[Line]:
    """Yield a made contract's lines, by any way of scoring."""
    level = contract.level
    times = TIMES[contract.doubled]
    each = 20 if contract.strain in "CD" else 30
    points = level * each
    if contract.strain == "NT":
        points += 10
    yield "tricks", contract.name, points * times

    if times > 1:
        each = 50 * times
        if is_vulnerable:
            each *= 2
    if over:
        yield "overtricks", _say_over(over), over * each
    if times > 1:
        yield "insult", say("For the insult"), 25 * times
    if level > 5:
        bonus = 750 if is_vulnerable else 500
        yield "slams", SLAMS[level], (level - 5) * bonus


def _say_over(over: int) -> Text:
    return say_count("{n} overtrick", "{n} overtricks", over)


def _score_ending(scoring: str, is_game: bool, given: Values) -> Iterator[Line]:
    """Yield a game's, part-score's or rubber's bonus for a made contract."""
    is_vulnerable = given.flag("vulnerable")
    if scoring == "rubber":
        if is_game and is_vulnerable:
            bonus = 500 if given.flag("others_vulnerable") else 700
            yield "rubber", say("Rubber"), bonus
    elif is_game:
        yield "game", say("Game"), 500 if is_vulnerable else 300
    elif scoring == "duplicate":
        yield "duplicate", say("Part-score"), 50
    elif given.flag("last"):
        yield "part-scores", say("Part-score"), 100
