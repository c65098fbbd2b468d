"""Where a match of Four Aces stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from referee import Setup, hookimpl


@dataclass(frozen=True, slots=True)
class State:
    """A match after some entries.

    `totals` are the scores by seat. `playoffs` says of each seat how many playoff rounds it has come to: those
    with the most play now. `winners` is empty until the end.
    """

    setting: Setup
    round: int
    dealer: str
    totals: Mapping[str, int]
    playoffs: Mapping[str, int]
    winners: tuple[str, ...] = ()

    @property
    def in_playoff(self) -> bool:
        """Whether the current round is a playoff round."""
        return any(self.playoffs.values())

    @property
    def playing(self) -> tuple[str, ...]:
        """The seats that play the current round, clockwise."""
        latest = max(self.playoffs.values())
        return tuple(seat for seat in self.setting.seats if self.playoffs[seat] == latest)

    @property
    def target(self) -> int:
        """The total that wins."""
        return cast(int, self.setting.options["target"])


@hookimpl
def begin(setting: Setup) -> State:
    """The first round, before anything is entered."""
    nothing = dict.fromkeys(setting.seats, 0)
    return State(setting, 1, setting.dealer, nothing, nothing)


def next_clockwise(setting: Setup, seat: str, playing: tuple[str, ...]) -> str:
    """The first seat left of this one that plays."""
    following = setting.left_of(seat)
    while following not in playing:
        following = setting.left_of(following)
    return following
