"""How far a match has come: the tricks played, and the board that lies."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from referee import Card, Setup, hookimpl

ROUNDS = 3
TRICKS = 4
"""Tricks in a round; the first has a board of one card, the fourth of four."""


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """A decided trick: its board, the card of each seat, and who has won the board."""

    board: tuple[Card, ...]
    plays: Mapping[str, Card]
    winner: str


@dataclass(frozen=True, slots=True)
class State:
    """A match after some entries.

    `tricks` are those decided, `board` is empty while one is to be laid. `ranking`
    holds the places as the piles stand, best first, and `winners` is empty until the
    end.
    """

    setting: Setup
    ranking: tuple[tuple[str, ...], ...]
    tricks: tuple[PlayedTrick, ...] = ()
    board: tuple[Card, ...] = ()
    winners: tuple[str, ...] = ()

    @property
    def finished(self) -> bool:
        """Whether all twelve tricks are decided."""
        return len(self.tricks) == ROUNDS * TRICKS

    @property
    def round(self) -> int:
        """The round being played, from 1; the last one once the match is finished."""
        return min(len(self.tricks) // TRICKS + 1, ROUNDS)

    @property
    def trick(self) -> int:
        """The trick of the round being played, from 1; its board has as many cards."""
        return len(self.tricks) % TRICKS + 1

    def tricks_of_round(self) -> tuple[PlayedTrick, ...]:
        """The tricks already decided in the round being played."""
        return self.tricks[len(self.tricks) // TRICKS * TRICKS :]

    def cards_seen(self) -> Iterator[Card]:
        """The trick cards that lay on earlier boards."""
        return (card for trick in self.tricks for card in trick.board)


@hookimpl
def begin(setting: Setup) -> State:
    """The state before the first board: nobody has won a card, so all share the first
    place.
    """
    return State(setting, (setting.seats,))


def piles_of(
    seats: Iterable[str], tricks: Iterable[PlayedTrick]
) -> dict[str, tuple[Card, ...]]:
    """The trick cards that each of the seats has won in these tricks, in the order in
    which they were won.
    """
    piles: dict[str, tuple[Card, ...]] = dict.fromkeys(seats, ())
    for trick in tricks:
        piles[trick.winner] += trick.board
    return piles
