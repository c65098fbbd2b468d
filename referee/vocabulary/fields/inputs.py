"""What stands in the inputs of a field on a form, whatever the form calls them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Inputs:
    """What was picked and typed for a field, or for one of its seats.

    `none` says that there is nothing, which is more than that nothing was filled in. `by_seat` has what was filled in
    for each seat, in the order of the seats on the form.
    """

    picked: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()
    none: bool = False
    by_seat: Mapping[str, Inputs] = field(default_factory=dict)

    @property
    def values(self) -> list[str]:
        """What was picked and then typed."""
        return [*self.picked, *self.typed]
