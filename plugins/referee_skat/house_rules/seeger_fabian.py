"""Seeger–Fabian: 50 more for a game won, 50 off for one lost, points for the others."""

from dataclasses import replace

from referee import (
    HouseRule,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Score,
    Values,
    Wrapper,
    by_house_rule,
    hookimpl,
    say,
)

from ..game import GAME, NO_BOCK, PASS_IN
from ..state import State
from ..value import BONUS, score_by_house_rule

RULE = HouseRule(
    "seeger-fabian",
    GAME.id,
    title="Seeger–Fabian",
    text="As in tournaments: the declarer scores 50 more for a game that is won, and "
    "loses 50 more with one that is lost. Each of the others then scores 40, or 30 "
    "where four sit at the table.",
    needs={"passed": (PASS_IN,), "bock": (NO_BOCK,)},
)
describe_house_rule = RULE.hook

_OF_THREE = 40
_OF_FOUR = 30


@hookimpl(wrapper=True)
def score_round(given: Values) -> Wrapper[Ruling]:
    """Return a game's score, with the points that tournaments add."""
    ruling = yield
    if ruling.verdict.get("legal") is False:
        return ruling

    score = ruling.decided.number("score")
    name = say("Seeger–Fabian")
    if ruling.decided.flag("won"):
        why = by_house_rule(RULE, "A won game counts {n} more.", n=BONUS)
        return score_by_house_rule(ruling, score + BONUS, name, why)

    others = _OF_FOUR if given.number("at_table", None) == 4 else _OF_THREE
    template = "A lost game costs {n} more, and each of the others scores {others}."
    why = by_house_rule(RULE, template, n=BONUS, others=others)
    return score_by_house_rule(ruling, score - BONUS, name, why, others)


_COLUMNS = (
    ReckoningColumn(say("{n} each", n=BONUS)),
    ReckoningColumn(say("Others lost")),
    ReckoningColumn(say("Total")),
)


@hookimpl(wrapper=True)
def score_list(state: State) -> Wrapper[tuple[Reckoning, ...]]:
    """Return the list with each player's sums of what tournaments add."""
    lists = yield
    if not lists:
        return lists
    deals, sums = lists
    rows = []
    for row in sums.rows:
        seat = row.seat or ""
        own = others = 0
        total: Score = 0
        for deal in state.listed:
            own += deal.bonus if deal.declarer == seat else 0
            others += deal.others_get if deal.declarer != seat else 0
            total += deal.points.get(seat, 0)
        cells = (*row.cells, own, others, total + own + others)
        rows.append(replace(row, cells=cells))
    return deals, Reckoning((*sums.columns, *_COLUMNS), tuple(rows))
