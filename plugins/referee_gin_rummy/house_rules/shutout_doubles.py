"""Whoever has scored nothing in a game loses twice as much."""

from collections.abc import Generator

from referee import HouseRule, Ruling, Values, by_house_rule, hookimpl, say

from ..rules import GAME
from . import count_twice

_TEXT = "If the loser has scored nothing, all that the winner has counts twice: points, boxes, and the game of 100."
_RULE = HouseRule("shutout-doubles", GAME.id, "A shutout doubles everything", _TEXT)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def answer(question: str, given: Values) -> Generator[None, Ruling, Ruling]:
    """The ruling on a finished game, with points and boxes twice after a shutout; the bonus for it is twice already."""
    ruling = yield
    if question != "game" or min(given.numbers_by_seat("points").values()) > 0:
        return ruling
    totals = dict(ruling.decided.numbers_by_seat("totals"))
    winner = max(totals, key=totals.__getitem__)
    totals[winner] += totals[winner] - ruling.decided.numbers_by_seat("game")[winner]
    summary = say("{winner} wins the game with {total}, twice for the shutout", winner=winner, total=totals[winner])
    because = by_house_rule(_RULE, "The other has scored nothing: all of {seat} counts twice.", seat=winner)
    return count_twice(ruling, "totals", totals, summary, because)
