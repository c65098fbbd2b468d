"""Who plays with whom: a side is a player, or in teams the bidder and the builder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee import Setting

TEAMS = 4
"""So many seats make two teams."""


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides of a match by name, each with its seats, bidder first; and the side of each seat."""

    seats: Mapping[str, tuple[str, ...]]
    of: Mapping[str, str]
    copies: int
    """How many there are of each ordinary card: one deck for two players, two for teams."""

    @property
    def names(self) -> tuple[str, ...]:
        """Both sides."""
        return tuple(self.seats)

    @property
    def bidders(self) -> tuple[str, ...]:
        """Of each side the seat that decides; a player who is a side is its bidder and builder."""
        return tuple([seats[0] for seats in self.seats.values()])

    def builder(self, side: str) -> str:
        """The seat of this side that takes what is won."""
        return self.seats[side][-1]


def sides_of(setting: Setting) -> Sides:
    """The sides at this table: teams sit crosswise, the first two seats are the bidders."""
    if len(setting.seats) < TEAMS:
        return Sides({seat: (seat,) for seat in setting.seats}, {seat: seat for seat in setting.seats}, copies=1)
    one, other, one_builder, other_builder = setting.seats
    seats = {_team(one, one_builder): (one, one_builder), _team(other, other_builder): (other, other_builder)}
    return Sides(seats, {seat: side for side, partners in seats.items() for seat in partners}, copies=2)


def _team(bidder: str, builder: str) -> str:
    return f"{bidder} & {builder}"
