"""The end of the game: the bonus for whoever reached the target, and the boxes of both."""

from referee import ReckonedSeat, Reckoning, ReckoningColumn, Ruling, Values, leaders, say

from .rules import GAME_BONUSES, cite, refuse_field


def rule_game(given: Values) -> Ruling:
    """Return the ruling on a finished game: what bonuses make of the points, and who has won."""
    points, boxes = given.numbers_by_seat("points"), given.numbers_by_seat("boxes")
    first, *level = leaders(points)
    if len(points) != 2 or level or {*boxes} != {*points}:
        refuse_field("points", say("Two play, and one of them has more points."))
    target = given.number_if_any("target")
    if target is not None and points[first] < target:
        refuse_field("points", say("Nobody has {n} points yet, so the game goes on.", n=target))
    box, bonus = (given.number(one.name) if given.has(one.name) else int(str(one.default)) for one in GAME_BONUSES)
    template = "{seat} has more points, and {n} for the game."
    if not min(points.values()):
        bonus, template = 2 * bonus, "The other has scored nothing, so {seat} has {n} for the game."
    game = {seat: bonus if seat == first else 0 for seat in points}
    totals = {seat: points[seat] + box * boxes[seat] + game[seat] for seat in points}
    winners = leaders(totals)
    because = (
        cite("game", template, seat=first, n=bonus),
        cite("game", "Each deal that was won brings {n}.", n=box),
        cite("winner", "Whoever has more in all has won."),
    )
    cells = {seat: (points[seat], box * boxes[seat], game[seat], totals[seat]) for seat in points}
    columns = tuple(map(ReckoningColumn, (say("Points"), say("Boxes"), say("Game"), say("Total"))))
    rows = tuple(ReckonedSeat(seat, cells[seat], seat in winners) for seat in points)
    summary = say("{winners} wins the game with {total}", winners=winners, total=totals[winners[0]])
    if len(winners) > 1:
        summary = say("{winners} share the game with {total} each", winners=winners, total=totals[winners[0]])
    verdict = {"winners": winners, "totals": totals, "game": game}
    return Ruling(verdict, summary, because, reckoning=Reckoning(columns, rows))
