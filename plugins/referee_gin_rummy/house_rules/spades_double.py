"""In Oklahoma a deal counts twice where a spade was turned up."""

from dataclasses import replace

from referee import (
    HouseRule,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Values,
    Wrapper,
    by_house_rule,
    hookimpl,
    say,
)

from ..game import GAME, OKLAHOMA

RULE = HouseRule(
    "spades-double",
    GAME.id,
    title="Spades count twice",
    text="In Oklahoma a deal counts twice, bonuses too, "
    "if the card turned up was a spade.",
    needs={"knock": OKLAHOMA},
)
describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def score_round(given: Values) -> Wrapper[Ruling]:
    """Return the ruling on a deal, twice its points after a spade."""
    ruling = yield
    is_oklahoma = given.has("knock") and given.choice("knock") in OKLAHOMA
    if not is_oklahoma or not ruling.verdict["legal"]:
        return ruling
    upcard = given.card("upcard")
    if upcard.suit != "S":
        return ruling

    points = {}
    for seat, n in ruling.decided.numbers_by_seat("points").items():
        points[seat] = 2 * n
    template = "The {card} was turned up, so the deal counts double."
    why = by_house_rule(RULE, template, card=upcard)
    winner = ruling.decided.seat("winner")
    template = "{winner} scores {points}, double for the spade"
    summary = say(template, winner=winner, points=points[winner])
    doubled = replace(
        ruling,
        verdict={**ruling.verdict, "points": points},
        summary=summary,
        because=(*ruling.because, why),
    )
    if ruling.reckoning is None:
        return doubled

    rows = []
    for row in ruling.reckoning.rows:
        rows.append(replace(row, cells=(*row.cells, points[row.seat or ""])))
    columns = (*ruling.reckoning.columns, ReckoningColumn(say("Doubled")))
    reckoning = Reckoning(columns, tuple(rows))
    return replace(doubled, reckoning=reckoning)
