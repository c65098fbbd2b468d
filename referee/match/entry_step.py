"""An entry's step from one position to the next: rulings and overrules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.match.log_entry import LogEntry, Numbers, Stored
from referee.match.position import Pending, Position
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say

THE_TABLE = say("the table")


@dataclass(frozen=True, slots=True)
class Overrule:
    """A ruling overruled by the table."""

    ruling: int | None
    """The ruling's index among the game's (`RulingIndexes`); None: a refusal."""
    verdict: Stored
    """The parts decided differently; empty: the ruling is only flagged."""
    why: str
    who: Text = THE_TABLE
    """Who decided."""
    by: str | None = None
    """The seat that disputed the ruling; None if unknown."""
    then: Text | str | None = None
    """The ruling's text at the time; None if unknown."""

    @property
    def is_of_refusal(self) -> bool:
        """Return whether the table let a refused entry pass."""
        return self.ruling is None


@dataclass(frozen=True, slots=True)
class InForce:
    """An overrule in force.

    `before` is the referee's ruling, `after` the table's. `added`: it follows the
    game's own rulings, none of which states it.
    """

    overrule: Overrule
    before: Ruling
    after: Ruling
    added: bool = False


Overrules = Mapping[int, tuple[Overrule, ...]]
"""The table's overrules, by entry number."""


@dataclass(frozen=True, slots=True)
class RulingIndexes:
    """Converts indexes of an entry's rulings, as shown and as ruled.

    The game's own rulings are shown first, as it gave them. What the table decided and
    none of them says follows. A refusal's is None.

    The game gave two rulings, 0 and 1. The table overruled 1, which is shown last:

    >>> indexes = RulingIndexes(own=2, added=(1,))
    >>> [indexes.ruled_index(shown) for shown in (0, 1, 2)]
    [0, 1, 1]
    >>> [indexes.shown_index(ruled) for ruled in (0, 1, None)]
    [0, 2, None]

    The game refused the entry, and the table let it pass: the first ruling shows that.

    >>> RulingIndexes(own=1, added=(), is_let_pass=True).shown_index(None)
    0
    """

    own: int
    """The number of the game's own rulings."""
    added: tuple[int | None, ...]
    """For each ruling after them, the index of the ruling it replaces."""
    is_let_pass: bool = False
    """Whether the table let the entry pass that the game refused."""

    def ruled_index(self, shown: int) -> int | None:
        """Return the index, among the game's rulings, of a shown one."""
        if shown < self.own:
            return shown
        return self.added[shown - self.own]

    def shown_index(self, ruled: int | None) -> int | None:
        """Return the index at which the game's ruling is shown; None if it is not."""
        if ruled in self.added:
            return self.own + self.added.index(ruled)
        if ruled is None and self.is_let_pass:
            ruled = 0
        if ruled is None or ruled >= self.own:
            return None
        return ruled


@dataclass(frozen=True, slots=True)
class EntryStep:
    """The step of an entry, from the position before it to the one after."""

    entry: LogEntry
    """The entry in canonical form."""
    before: Position
    after: Position
    rulings: tuple[Ruling, ...] = ()
    opens: Numbers = ()
    """The numbers of the entries that it made public."""
    overruled: tuple[InForce, ...] = ()
    """The overrules of its rulings."""
    clashes: tuple[Ruling, ...] = ()
    """The reasons why revealed entries clash."""
    reveals: bool = False
    """Whether it revealed secret entries to the game."""

    @property
    def to_reenter(self) -> Pending:
        """Return the entries asked for again, since they clash."""
        if not self.clashes:
            return ()
        return self.after.to_reenter

    @property
    def together(self) -> frozenset[int]:
        """Return the numbers of the entries that this step rules on.

        These are its own entry and those that waited for it, sealed or as other parts.
        """
        numbers = {self.entry.seq}
        if self.reveals:
            for pending in self.before.pending:
                numbers.add(pending.entry.seq)
        for part in self.before.parts:
            if part.entry.kind == self.entry.kind and part not in self.after.parts:
                numbers.add(part.entry.seq)
        return frozenset(numbers)

    @property
    def ruling_indexes(self) -> RulingIndexes:
        """Return the indexes of `rulings` as the game ruled them."""
        added = []
        for in_force in self.overruled:
            if in_force.added:
                added.append(in_force.overrule.ruling)
        own = len(self.rulings) - len(added)
        is_let_pass = self.overrule_at(None) is not None
        return RulingIndexes(own, tuple(added), is_let_pass)

    def overrule_at(self, ruled: int | None) -> InForce | None:
        """Return the overrule of a ruling of the game (None: its refusal), if any."""
        for in_force in self.overruled:
            if in_force.overrule.ruling == ruled:
                return in_force
        return None

    def ruling_at(self, ruled: int | None) -> Ruling | None:
        """Return the ruling in place of the game's (None: of its refusal), if any."""
        shown = self.ruling_indexes.shown_index(ruled)
        if shown is None:
            return None
        return self.rulings[shown]
