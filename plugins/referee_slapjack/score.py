"""The count at the end: what the face cards score, who is in which place, and who wins."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from referee import (
    Card,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Text,
    Values,
    count,
    count_cards,
    hookimpl,
    say,
)

from .rules import cite
from .stages import STAGES, WORTH

Ranking = Sequence[Sequence[str]]
"""The places, best first, each with the seats that share it."""


@hookimpl
def score_round(given: Values) -> Ruling:
    """The ruling on face cards won and cards left, by seat: `points`, `ranking` (best first), `winners`.

    `faces` and `stacks` are the numbers that decided.
    """
    won, stacks = given.cards_by_seat("faces"), given.numbers_by_seat("stacks")
    faces = {seat: len(cards) for seat, cards in won.items()}
    order = sorted(faces, key=lambda seat: (-faces[seat], -stacks[seat]))
    ranking = tuple(tuple(group) for _, group in groupby(order, key=lambda seat: (faces[seat], stacks[seat])))
    winners = ranking[0]
    verdict = {
        "points": {seat: WORTH * n for seat, n in faces.items()},
        "ranking": ranking,
        "winners": winners,
        "faces": faces,
        "stacks": stacks,
    }
    level = tuple(seat for seat, n in faces.items() if n == faces[winners[0]])
    because = _why_they_win(winners, level, faces[winners[0]], stacks)
    reckoning = Reckoning(_COLUMNS, tuple(_row(seat, won, stacks, seat in winners) for seat in order))
    return Ruling(verdict, _who_wins(winners, level, faces[winners[0]]), because, reckoning=reckoning)


_COLUMNS = (
    *(ReckoningColumn(name) for name in (say("Jacks"), say("Queens"), say("Kings"))),
    ReckoningColumn(say("Stack"), aside=True),
    ReckoningColumn(say("Score")),
)


def _row(seat: str, won: Mapping[str, Sequence[Card]], stacks: Mapping[str, int], wins: bool) -> ReckonedSeat:
    ranks = [card.rank for card in won[seat]]
    return ReckonedSeat(seat, (*map(ranks.count, STAGES), stacks[seat], WORTH * len(ranks)), wins)


def _who_wins(winners: tuple[str, ...], level: tuple[str, ...], most: int) -> Text:
    """Who wins, and with what: others may have as many points."""
    if len(winners) > 1:
        return count(
            "{winners} share the win, with {n} face card each and equal stacks",
            "{winners} share the win, with {n} face cards each and equal stacks",
            most,
            winners=winners,
        )
    if len(level) > 1:
        return count(
            "{winners} wins the game with {n} face card and the larger stack",
            "{winners} wins the game with {n} face cards and the larger stack",
            most,
            winners=winners,
        )
    return count(
        "{winners} wins the game with {n} face card",
        "{winners} wins the game with {n} face cards",
        most,
        winners=winners,
    )


def _why_they_win(
    winners: tuple[str, ...], level: tuple[str, ...], most: int, stacks: Mapping[str, int]
) -> tuple[Reason, ...]:
    if len(level) == 1:
        return (cite("winning", "{winner} has won most face cards: {n}.", winner=level[0], n=most),)
    each = count("{level} have won {n} face card each", "{level} have won {n} face cards each", most, level=level)
    template = "{each}, and the most cards in a stack decide: {cards}."
    reason = cite("winning", template, each=each, cards=count_cards(stacks[winners[0]]))
    if len(winners) == 1:
        return (reason,)
    template = "{winners} are equal in that too, and share the win, as this referee reads the rules."
    return reason, cite("equal-winners", template, winners=winners)
