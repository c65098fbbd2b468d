"""What the tricks of a deal come to: the fields of the question about a game."""

from collections import Counter
from collections.abc import Collection, Sequence

from referee import Card, Cards, Entry, count_points

from .game import (
    ALL,
    ALL_POINTS,
    CARD_POINTS,
    DECLARER,
    IN_SKAT,
    NONE,
    NULL,
    OPPONENTS,
    SOME,
    THROWS_IN,
    trumps_of,
)
from .state import State
from .value import ENOUGH, SCHNEIDER, count_matadors


def count_tricks(state: State) -> tuple[Counter[str], Counter[str]]:
    """Return each side's card points, and how many tricks, of those that count."""
    counting = state.deal.tricks
    if state.broken_in is not None:
        counting = counting[: state.broken_in - 1]
    points: Counter[str] = Counter()
    tricks: Counter[str] = Counter()
    for trick in counting:
        side = state.side_of(trick.winner)
        points[side] += count_points(trick.plays.values(), CARD_POINTS)
        tricks[side] += 1
    return points, tricks


def count_up(
    state: State, entry: Entry, skat: Cards, held: Cards = ()
) -> dict[str, object]:
    """Return the fields that say how a deal ended, by its tricks and these cards.

    `held` are the trumps that the declarer still has.
    """
    points, tricks = count_tricks(state)
    points[DECLARER] += count_points(skat, CARD_POINTS)
    for seat, n in state.deal.claimed.items():
        if n:
            side = state.side_of(seat)
            points[side] += ALL_POINTS - points.total()
            tricks[side] += n

    taken = ALL
    if tricks[OPPONENTS]:
        taken = SOME
    if not tricks[DECLARER]:
        taken = NONE
    matadors, without = _count_matadors(state, skat, held)
    counted: dict[str, object] = {
        "matadors": matadors,
        "without": without,
        "points": points[DECLARER],
        "tricks": taken,
    }
    ended_by = state.ended_by
    if ended_by is None:
        return counted

    against = points[OPPONENTS]
    counted["ended_by"] = ended_by
    if entry.version == "1":
        return {**counted, **_count_as_before(state, taken, against)}

    counted["against"] = against
    counted["how"] = state.how
    counted["level"] = state.level
    counted["opponents_tricks"] = tricks[OPPONENTS]
    if state.how == THROWS_IN and not tricks[ended_by]:
        counted["has_sure_trick"] = _has_sure_trick(state, skat, held)
    return counted


def _count_as_before(state: State, taken: str, against: int) -> dict[str, object]:
    """Return what version 1 made of an early end.

    Schwarz was granted only after a trick of the declarer, schneider that opponents had
    made was not counted, and a null in which they had 60 card points was lost.
    """
    counted: dict[str, object] = {
        "opponents_tricks": int(taken != ALL),
        "against": min(against, SCHNEIDER - 1),
    }
    if state.game == NULL and against >= ENOUGH - 1:
        counted["tricks"] = SOME
    return counted


def _count_matadors(state: State, skat: Cards, held: Cards) -> tuple[int, bool]:
    """Count the matadors; a skat that is not two cards counts for none."""
    deal = state.deal
    cards = [*held]
    if len(skat) == IN_SKAT:
        cards.extend(skat)
    for plays in (*(trick.plays for trick in deal.tricks), deal.lying):
        if state.declarer in plays:
            cards.append(plays[state.declarer])
    return count_matadors(state.game, cards)


def _has_sure_trick(state: State, skat: Cards, held: Cards) -> bool:
    """Whether whoever threw the cards in had trumps that were sure of a trick."""
    lying = state.deal.lying
    mine = {*held}
    if state.declarer in lying:
        mine.add(lying[state.declarer])
    theirs = {*state.deal.left, *lying.values()}.difference(mine, skat)
    trumps = trumps_of(state.game)
    if state.ended_by == DECLARER:
        return is_sure_of_trick(trumps, mine, theirs, hands=1)
    return is_sure_of_trick(trumps, theirs, mine, hands=2)


def is_sure_of_trick(
    trumps: Sequence[Card], mine: Collection[Card], others: Collection[Card], hands: int
) -> bool:
    """Return whether a side whose trumps these are takes a trick however it is played.

    Each higher trump of the other side can catch one of them, or one of each hand that
    the side has. `trumps` are all of the game, from the lowest to the highest.

    >>> from referee import card
    >>> jacks = [card(code) for code in ("JD", "JH", "JS", "JC")]
    >>> is_sure_of_trick(jacks, jacks[:3], jacks[3:], hands=2)
    True
    >>> is_sure_of_trick(jacks, jacks[1:3], jacks[3:], hands=2)
    False
    """
    had = higher = 0
    for trump in reversed(trumps):
        had += trump in mine
        higher += trump in others
        if had > hands * higher:
            return True
    return False
