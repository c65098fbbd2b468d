"""The state of a match: the tricks decided, and the current board."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee import Card, Cards, Seats, Setting

ROUNDS = 3
TRICKS = 4
"""The tricks in a round; the first has a board of one card, the fourth of four."""


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """A decided trick: its board, the card of each seat, and the board's winner."""

    board: Cards
    plays: Mapping[str, Card]
    winner: str


@dataclass(frozen=True, slots=True)
class State:
    """A match after some entries."""

    setting: Setting
    ranking: tuple[Seats, ...]
    """The places by the present piles, best first, each with the seats that share it.
    """
    tricks: tuple[PlayedTrick, ...] = ()
    """The decided tricks."""
    board: Cards = ()
    """The cards of the board; empty while a board is to be laid."""
    winners: Seats = ()
    """The winners; empty until the end."""

    @property
    def finished(self) -> bool:
        """Return whether all twelve tricks are decided."""
        return len(self.tricks) == ROUNDS * TRICKS

    @property
    def round(self) -> int:
        """Return the round being played, from 1; after the match the last one."""
        return min(len(self.tricks) // TRICKS + 1, ROUNDS)

    @property
    def trick(self) -> int:
        """Return the trick of this round, from 1; its board has as many cards."""
        return len(self.tricks) % TRICKS + 1

    @property
    def tricks_of_round(self) -> tuple[PlayedTrick, ...]:
        """Return the tricks already decided in the current round."""
        first = len(self.tricks) // TRICKS * TRICKS
        return self.tricks[first:]

    @property
    def piles(self) -> dict[str, Cards]:
        """Return the trick cards of each seat, in the order in which it won them."""
        piles: dict[str, Cards] = dict.fromkeys(self.setting.seats, ())
        for trick in self.tricks:
            piles[trick.winner] += trick.board
        return piles
