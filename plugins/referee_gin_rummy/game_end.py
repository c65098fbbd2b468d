"""The end of the game: the bonus for whoever reached the target, and the boxes of both."""

from referee import FieldError, ReckonedSeat, Reckoning, ReckoningColumn, Ruling, Values, WrongFieldsError, leaders, say

from .rules import GAME_BONUSES, cite

_COLUMNS = (
    ReckoningColumn(say("Points")),
    ReckoningColumn(say("Boxes")),
    ReckoningColumn(say("Game")),
    ReckoningColumn(say("Total")),
)


def rule_game(given: Values) -> Ruling:
    """The ruling on a finished game: what bonuses make of the points, and who has won."""
    points, boxes = given.numbers_by_seat("points"), given.numbers_by_seat("boxes")
    ahead = leaders(points)
    if len(points) != 2 or len(ahead) != 1:
        raise WrongFieldsError(FieldError("points", say("Two play, and one of them has more points.")))
    box_bonus, game_bonus = (_bonus(given, field.name, field.default) for field in GAME_BONUSES)
    is_shutout = min(points.values()) == 0
    game = {seat: game_bonus * (1 + is_shutout) if seat in ahead else 0 for seat in points}
    totals = {seat: points[seat] + box_bonus * boxes.get(seat, 0) + game[seat] for seat in points}
    winners = leaders(totals)
    because = [cite("game", "{seat} has more points: {n} for the game.", seat=ahead[0], n=game[ahead[0]])]
    if is_shutout:
        template = "The other has scored nothing, so {seat} has {n} for the game."
        because = [cite("game", template, seat=ahead[0], n=game[ahead[0]])]
    because += [cite("game", "Each box brings {n}.", n=box_bonus), cite("winner", "Whoever has more in all wins.")]
    cells = {seat: (points[seat], box_bonus * boxes.get(seat, 0), game[seat], totals[seat]) for seat in points}
    rows = tuple(ReckonedSeat(seat, cells[seat], seat in winners) for seat in points)
    verdict = {"winners": winners, "totals": totals, "game": game}
    summary = say("{winners} wins the game with {total}", winners=winners, total=totals[winners[0]])
    if len(winners) > 1:
        summary = say("{winners} share the game with {total} each", winners=winners, total=totals[winners[0]])
    return Ruling(verdict, summary, tuple(because), reckoning=Reckoning(_COLUMNS, rows))


def _bonus(given: Values, name: str, default: object) -> int:
    agreed = given.number_if_any(name)
    return int(str(default)) if agreed is None else agreed
