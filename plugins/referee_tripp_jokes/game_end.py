"""How the seats stand, by the cards still to be got rid of, and how the game ends."""

from referee import (
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Standing,
    count_cards,
    rank_seats,
    say,
)

from .game import cite
from .state import State


def rank_standings(state: State) -> tuple[Standing, ...]:
    """Rank the seats by the cards they have left, equals sharing a place."""
    left = {}
    ranks = {}
    for seat, holding in state.holdings.items():
        left[seat] = holding.left
        ranks[seat] = len(state.out), holding.left
    order = {}
    for place, seat in enumerate(state.out):
        ranks[seat] = place, left[seat]
        order[seat] = say("out as number {n}", n=place + 1)
    if len(order) < 2:
        order.clear()
    return rank_seats(left, ranks, wins="fewest", ranked_by=order)


def rule_end(state: State) -> Ruling:
    """Rule who has won, and the places of the others."""
    places = {}
    left = {}
    for standing in rank_standings(state):
        places[standing.seat] = standing.place
        left[standing.seat] = standing.score
    by_place = sorted(places, key=lambda seat: places[seat])
    winner = by_place[0]
    because = [cite("winning", "{winner} is the first without a card.", winner=winner)]
    rows = []
    for seat in by_place:
        place = places[seat]
        if place > 1:
            because.append(_cite_place(seat, int(left[seat]), place))
        holding = state.holdings[seat]
        cells = (holding.hand, len(holding.penultimate), holding.final, left[seat])
        rows.append(ReckonedSeat(seat, cells, place == 1))
    verdict = {"winner": winner, "places": places, "left": left}
    summary = say("{winner} has no card left and wins the game.", winner=winner)
    reckoning = Reckoning(COLUMNS, tuple(rows))
    return Ruling(verdict, summary, tuple(because), reckoning=reckoning)


COLUMNS = (
    ReckoningColumn(say("In hand")),
    ReckoningColumn(say("Face up")),
    ReckoningColumn(say("Face down")),
    ReckoningColumn(say("Cards left")),
)


def _cite_place(seat: str, left: int, place: int) -> Reason:
    template = "{seat} has {n} left: place {place}."
    return cite("places", template, seat=seat, n=count_cards(left), place=place)
