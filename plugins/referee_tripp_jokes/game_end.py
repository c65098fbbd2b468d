"""How the seats stand, by the cards still to be got rid of, and how the game ends."""

from referee import Reason, ReckonedSeat, Reckoning, ReckoningColumn, Ruling, Standing, count_cards, rank_seats, say

from .rules import cite
from .state import State


def standings_of(state: State) -> tuple[Standing, ...]:
    """Each seat with its number of cards left as its score; the fewest come first, equals share a place."""
    left = {seat: holding.left for seat, holding in state.holdings.items()}
    out = {seat: place for place, seat in enumerate(state.out)}
    ranks = {seat: (out.get(seat, len(out)), n) for seat, n in left.items()}
    order = {seat: say("out as number {n}", n=place + 1) for seat, place in out.items()} if len(out) > 1 else {}
    return rank_seats(left, ranks, wins="fewest", ranked_by=order)


def winners_of(state: State) -> tuple[str, ...]:
    """The seat that was first without a card, once the match is finished."""
    return state.out[:1]


def rule_end(state: State) -> Ruling:
    """The ruling that ends the match: who has won, and the places of the others."""
    standings = standings_of(state)
    winner = next(standing.seat for standing in standings if standing.place == 1)
    verdict = {
        "winner": winner,
        "places": {standing.seat: standing.place for standing in standings},
        "left": {standing.seat: standing.score for standing in standings},
    }
    won = cite("winning", "{winner} is the first without a card.", winner=winner)
    others = sorted((one for one in standings if one.place > 1), key=lambda one: one.place)
    summary = say("{winner} has no card left and wins the game.", winner=winner)
    return Ruling(verdict, summary, (won, *map(_placed, others)), reckoning=_reckoned(state))


_COLUMNS = tuple(
    ReckoningColumn(name) for name in (say("In hand"), say("Face up"), say("Face down"), say("Cards left"))
)


def _reckoned(state: State) -> Reckoning:
    """The cards that each still has, and where: the fewest first."""
    places = sorted(standings_of(state), key=lambda one: one.place)
    return Reckoning(_COLUMNS, tuple(_row(state, one) for one in places))


def _row(state: State, standing: Standing) -> ReckonedSeat:
    holding = state.holdings[standing.seat]
    cells = (holding.hand, len(holding.penultimate), holding.final, standing.score)
    return ReckonedSeat(standing.seat, cells, standing.place == 1)


def _placed(standing: Standing) -> Reason:
    template = "{seat} has {n} left: place {place}."
    return cite("places", template, seat=standing.seat, n=count_cards(int(standing.score)), place=standing.place)
