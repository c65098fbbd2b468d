"""What the tricks of a deal come to: the fields of the question about a game."""

from collections import Counter
from dataclasses import dataclass

from referee import Card, Entry, count_points

from . import rules
from .early import is_sure_of_trick
from .result import ENOUGH, SCHNEIDER, count_matadors
from .rules import DECLARER, IN_SKAT, NULL, OPPONENTS, THROWS_IN
from .state import State


@dataclass(frozen=True, slots=True)
class Taken:
    """Card points and tricks of each side."""

    points: Counter[str]
    tricks: Counter[str]


def count_tricks(state: State) -> Taken:
    """What each side has taken, in the tricks that count."""
    tricks = state.deals.deal.tricks
    if state.broken_in is not None:
        tricks = tricks[: state.broken_in - 1]
    taken = Taken(Counter(), Counter())
    for trick in tricks:
        side = state.side_of(trick.winner)
        taken.points[side] += count_points(trick.plays.values(), rules.CARD_POINTS)
        taken.tricks[side] += 1
    return taken


def count_up(
    state: State, entry: Entry, skat: tuple[Card, ...], held: tuple[Card, ...] = ()
) -> dict[str, object]:
    """The fields of a whole deal, as its tricks, the skat and the declarer's trumps
    make them.
    """
    taken = count_tricks(state)
    taken.points[DECLARER] += count_points(skat, rules.CARD_POINTS)
    for seat, n in state.deals.deal.claimed.items():
        if n:
            side = state.side_of(seat)
            taken.points[side] += rules.ALL_POINTS - taken.points.total()
            taken.tricks[side] += n

    if not taken.tricks[DECLARER]:
        tricks = rules.NONE
    elif taken.tricks[OPPONENTS]:
        tricks = rules.SOME
    else:
        tricks = rules.ALL
    matadors, without = _count_matadors(state, skat, held)
    counted: dict[str, object] = {
        "matadors": matadors,
        "without": without,
        "points": taken.points[DECLARER],
        "tricks": tricks,
    }
    if state.ended_by is None:
        return counted

    against = taken.points[OPPONENTS]
    counted |= {"ended_by": state.ended_by, "against": against}
    if entry.version == "1":
        return counted | _as_it_stood(state, tricks, against)
    counted |= {"how": state.how, "level": state.level}
    counted |= {"opponents_tricks": taken.tricks[OPPONENTS]}
    if state.how == THROWS_IN and not taken.tricks[state.ended_by]:
        counted |= {"has_sure_trick": _has_sure_trick(state, skat, held)}
    return counted


def _as_it_stood(state: State, tricks: str, against: int) -> dict[str, object]:
    """What version 1 made of an early end: schwarz was granted only after a trick of
    the declarer, schneider that opponents had made was not counted, and a null in which
    they had 60 card points was lost.
    """
    counted: dict[str, object] = {
        "opponents_tricks": 0 if tricks == rules.ALL else 1,
        "against": min(against, SCHNEIDER - 1),
    }
    if state.game == NULL and against >= ENOUGH - 1:
        counted["tricks"] = rules.SOME
    return counted


def _count_matadors(
    state: State, skat: tuple[Card, ...], held: tuple[Card, ...]
) -> tuple[int, bool]:
    """With or without how many matadors it is; a skat that is not two cards counts
    for nobody.
    """
    deal = state.deals.deal
    played = [trick.plays for trick in deal.tricks]
    cards = [plays.get(state.declarer) for plays in (*played, deal.lying)]
    in_skat = skat if len(skat) == IN_SKAT else ()
    return count_matadors(state.game, [*filter(None, cards), *in_skat, *held])


def _has_sure_trick(
    state: State, skat: tuple[Card, ...], held: tuple[Card, ...]
) -> bool:
    """Whether whoever threw the cards in had trumps that were sure of a trick."""
    deal, trumps = state.deals.deal, rules.trumps_of(state.game)
    mine = [
        *held,
        *(card for seat, card in deal.lying.items() if seat == state.declarer),
    ]
    out = [*deal.left, *deal.lying.values()]
    theirs = [card for card in out if card not in mine and card not in skat]
    if state.ended_by == DECLARER:
        return is_sure_of_trick(trumps, mine, theirs, hands=1)
    return is_sure_of_trick(trumps, theirs, mine, hands=2)
