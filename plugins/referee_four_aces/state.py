"""Where a match of Four Aces stands."""

from dataclasses import dataclass

from referee import Rounds, Seats


@dataclass(frozen=True, slots=True)
class State:
    """A match after some entries: the rounds scored so far, and who has won."""

    rounds: Rounds

    @property
    def playing(self) -> Seats:
        """The seats that play the current round, clockwise."""
        return self.rounds.playing

    @property
    def winners(self) -> Seats:
        """Empty until the end."""
        return self.rounds.winners
