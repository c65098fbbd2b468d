"""Rulings that compare a deal's scores: IMPs, matchpoints, victory points."""

import re
from bisect import bisect_right
from math import sqrt

from referee import (
    Field,
    Question,
    Ruling,
    Values,
    number_field,
    say,
    say_count,
    wrong_field,
)

from .game import cite

_IMPS = (
    number_field("ours", say("Our score at one table")),
    number_field("theirs", say("Our score at the other")),
)
_MATCHPOINTS = (
    number_field("ours", say("Our score")),
    Field(
        "others",
        "text",
        say("The scores of the others who sat our way"),
        choices=("420 450 -50", "620 620 170 -100"),
        suggests=True,
    ),
)
_VICTORY_POINTS = (
    number_field("imps", say("IMPs we are ahead (below zero: behind)")),
    number_field("boards", say("Boards of the match"), 1, 200),
)

COMPARISONS = (
    Question("imps", say("How many IMPs (international match points) is that?"), _IMPS),
    Question("matchpoints", say("How many matchpoints is our score?"), _MATCHPOINTS),
    Question(
        "victory-points",
        say("How many victory points is a match worth?"),
        _VICTORY_POINTS,
    ),
)


def rule_comparison(question: str, given: Values) -> Ruling:
    """Return the ruling on one of these questions."""
    if question == "imps":
        return _rule_imps(given.number("ours"), given.number("theirs"))
    if question == "matchpoints":
        return _rule_matchpoints(given.number("ours"), _read_scores(given))
    return _rule_victory_points(given.number("imps"), given.number("boards"))


_STEPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The differences from which on a team scores one IMP more."""


def _rule_imps(ours: int, theirs: int) -> Ruling:
    """Return the ruling on two scores of a team: IMPs below zero if the team loses."""
    total = ours + theirs
    n = bisect_right(_STEPS, abs(total))
    if total < 0:
        n = -n
    template = "{ours} and {theirs} make {n}."
    why = cite("imps", template, ours=ours, theirs=theirs, n=total)
    return Ruling({"imps": n}, say_count("{n} IMP", "{n} IMPs", n), (why,))


def _read_scores(given: Values) -> list[int]:
    """Return the others' scores, written with spaces or commas between them."""
    written = given.text("others").replace("−", "-")
    words = re.split(r"[\s,;/]+", written.strip())
    try:
        return [int(word) for word in words]
    except ValueError:
        why = say("Write the scores as numbers: {example}.", example="420 450 -50")
        raise wrong_field("others", why) from None


def _rule_matchpoints(ours: int, others: list[int]) -> Ruling:
    lower = sum(score < ours for score in others)
    equal = others.count(ours)
    n = 2 * lower + equal
    most = 2 * len(others)
    template = "{lower} scored less than {ours}, {equal} the same: two each, and one."
    why = cite("matchpoints", template, lower=lower, ours=ours, equal=equal)
    summary = say("{n} of {most} matchpoints", n=n, most=most)
    return Ruling({"matchpoints": n}, summary, (why,))


_GOLDEN = (sqrt(5) - 1) / 2
_DRAW = 10


def _rule_victory_points(imps: int, boards: int) -> Ruling:
    # From this many IMPs on, the winner has all victory points.
    blitz = 15 * sqrt(boards)
    share = (1 - _GOLDEN ** (3 * abs(imps) / blitz)) / (1 - _GOLDEN**3)
    won = round(_DRAW * min(share, 1), 2)
    ours = _DRAW + won if imps > 0 else _DRAW - won
    theirs = round(2 * _DRAW - ours, 2)
    ours = round(ours, 2)
    template = "{imps} IMPs in {boards} boards."
    why = cite("victory-points", template, imps=imps, boards=boards)
    summary = say("{ours:.2f} to {theirs:.2f} victory points", ours=ours, theirs=theirs)
    return Ruling({"victory_points": ours}, summary, (why,))
