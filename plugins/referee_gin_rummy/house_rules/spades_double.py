"""In Oklahoma a deal counts twice where a spade was turned up."""

from collections.abc import Generator
from dataclasses import replace

from referee import HouseRule, Reckoning, ReckoningColumn, Ruling, Values, by_house_rule, hookimpl, say

from ..rules import GAME

_TEXT = "In Oklahoma a deal counts twice, bonuses too, if the card turned up was a spade."
_RULE = HouseRule("spades-double", GAME.id, "Spades count twice", _TEXT)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def score_round(given: Values) -> Generator[None, Ruling, Ruling]:
    """The ruling on a deal, twice its points after a spade."""
    ruling = yield
    is_oklahoma = given.has("knock") and given.choice("knock") != "ten"
    if not is_oklahoma or given.card("upcard").suit != "S" or not ruling.verdict["legal"]:
        return ruling
    points = {seat: 2 * n for seat, n in ruling.decided.numbers_by_seat("points").items()}
    winner = ruling.decided.seat("winner")
    because = by_house_rule(_RULE, "The {card} was turned up, so the deal counts twice.", card=given.card("upcard"))
    summary = say("{winner} scores {points}, twice for the spade", winner=winner, points=points[winner])
    verdict, reasons, reckoning = {**ruling.verdict, "points": points}, (*ruling.because, because), ruling.reckoning
    if reckoning is not None:
        rows = tuple(replace(row, cells=(*row.cells, points[row.seat or ""])) for row in reckoning.rows)
        reckoning = Reckoning((*reckoning.columns, ReckoningColumn(say("Doubled"))), rows)
    return replace(ruling, verdict=verdict, summary=summary, because=reasons, reckoning=reckoning)
