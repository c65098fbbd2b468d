"""What values are made of at random, for players who know no game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from referee.vocabulary.prompt import Field


class Chance(Protocol):
    """Whatever draws at random: this floor has no randomness of its own."""

    @property
    def seats(self) -> Sequence[str]:
        """The seats for which a field by seat is filled in."""

    @property
    def table(self) -> Sequence[str]:
        """Everybody who sits at the table."""

    def is_so(self) -> bool:
        """Yes or no."""

    def number(self, least: int, most: int) -> int:
        """A whole number of these, both included."""

    def one_of(self, words: Sequence[str]) -> str:
        """One of these."""

    def some_of(self, words: Sequence[str], n: int) -> list[str]:
        """So many of these, in any order."""

    def cards(self, field: Field, n: int) -> list[str]:
        """The codes of so many cards that can be meant, of which none is named elsewhere; of fewer if few are left."""
