"""Who plays with whom: a side is a player, or in teams the bidder and the builder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee import Setup, name_of, parts_of

TEAMS = 4
"""So many seats make two teams."""


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides of a match.

    `names` are both sides, `seats` has the seats of each, bidder first, and `of` the side of each seat.
    `bidders` are the seats that decide, a side each; a player who is a side is its bidder and its builder.
    `copies` is how many there are of each ordinary card: one deck for two players, two for teams.
    """

    names: tuple[str, ...]
    seats: Mapping[str, tuple[str, ...]]
    of: Mapping[str, str]
    bidders: tuple[str, ...]
    copies: int

    def builder(self, side: str) -> str:
        """The seat of this side that takes what is won."""
        return self.seats[side][-1]


def people(side: str) -> int:
    """How many play on this side: sentences about partners are worded for two."""
    return len(parts_of(side))


def sides_of(setting: Setup) -> Sides:
    """The sides at this table: teams sit crosswise, the first two seats are the bidders."""
    if len(setting.seats) < TEAMS:
        return _between({seat: (seat,) for seat in setting.seats}, copies=1)
    one, other, one_builder, other_builder = setting.seats
    pairs = ((one, one_builder), (other, other_builder))
    return _between({name_of(pair): pair for pair in pairs}, copies=2)


def _between(seats: Mapping[str, tuple[str, ...]], copies: int) -> Sides:
    of = {seat: side for side, partners in seats.items() for seat in partners}
    return Sides(tuple(seats), seats, of, tuple([partners[0] for partners in seats.values()]), copies)
