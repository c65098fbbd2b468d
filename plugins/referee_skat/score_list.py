"""The list of a match as clubs keep it: each deal, and its sums."""

from referee import (
    NOTHING,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Score,
    Text,
    hookimpl,
    say,
)

from .state import ListedDeal, State
from .value import BONUS, SEEGER_FABIAN

Cell = Score | Text

_DEAL = (
    ReckoningColumn(say("Game")),
    ReckoningColumn(say("Levels")),
    ReckoningColumn(say("+")),
    ReckoningColumn(say("−")),
)
_SUMS = (
    ReckoningColumn(say("Games won")),
    ReckoningColumn(say("Games lost")),
    ReckoningColumn(say("Points")),
)


def list_game(
    state: State, counted: Ruling, levels: Text, scores: dict[str, int]
) -> ListedDeal:
    """Return the line of a game, with its score."""
    is_won = counted.decided.flag("won")
    declarer = state.declarer
    bonus = 0
    if any(reason.rule == SEEGER_FABIAN for reason in counted.because):
        bonus = BONUS if is_won else -BONUS
    return ListedDeal(
        name=state.name,
        points={declarer: scores[declarer] - bonus},
        declarer=declarer,
        is_won=is_won,
        levels=levels,
        bonus=bonus,
        others_get=counted.decided.number("opponents"),
    )


@hookimpl
def score_list(state: State) -> tuple[Reckoning, ...]:
    """Return the deals with running totals, and each player's sums."""
    if not state.listed:
        return ()
    seats = state.deals.rounds.playing
    columns = [ReckoningColumn(Text("{seat}", {"seat": seat})) for seat in seats]
    totals: dict[str, Score] = dict.fromkeys(seats, 0)
    rows = []
    for number, deal in enumerate(state.listed, 1):
        for seat, points in deal.points.items():
            totals[seat] += points
        score: Cell = NOTHING
        if deal.declarer:
            score = deal.points[deal.declarer]
        won, lost = (score, NOTHING) if deal.is_won else (NOTHING, score)
        cells: list[Cell] = [deal.name, deal.levels, won, lost]
        cells += [totals[seat] if seat in deal.points else NOTHING for seat in seats]
        label = Text("{n}", {"n": number})
        rows.append(ReckonedSeat(None, tuple(cells), name=label))
    deals = Reckoning((*_DEAL, *columns), tuple(rows))
    return deals, _add_up(state, seats)


def _add_up(state: State, seats: tuple[str, ...]) -> Reckoning:
    rows = []
    for seat in seats:
        own = [deal.is_won for deal in state.listed if deal.declarer == seat]
        won = own.count(True)
        lost = own.count(False)
        points = sum(deal.points.get(seat, 0) for deal in state.listed)
        rows.append(ReckonedSeat(seat, (won, lost, points)))
    return Reckoning(_SUMS, tuple(rows))
