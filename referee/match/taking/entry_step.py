"""An entry's step from one position to the next: rulings and overrules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.match.log_entry import LogEntry, Numbers, Stored
from referee.match.taking.position import Position, WaitingEntries
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say

THE_TABLE = say("the table")


@dataclass(frozen=True, slots=True)
class Overrule:
    """A ruling overruled by the table."""

    index: int | None
    """The ruling's index among the game's own; None: a refusal."""
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
        return self.index is None


@dataclass(frozen=True, slots=True)
class OverruleInForce:
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
class EntryStep:
    """The step of an entry, from the position before it to the one after."""

    entry: LogEntry
    """The entry in canonical form."""
    before: Position
    after: Position
    rulings: tuple[Ruling, ...] = ()
    opens: Numbers = ()
    """The numbers of the entries that it made public."""
    overruled: tuple[OverruleInForce, ...] = ()
    """The overrules of its rulings."""
    clashes: tuple[Ruling, ...] = ()
    """The reasons why revealed entries clash."""
    reveals: bool = False
    """Whether it revealed secret entries to the game."""

    @property
    def to_reenter(self) -> WaitingEntries:
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
            for waiting in self.before.waiting:
                numbers.add(waiting.entry.seq)
        for part in self.before.parts:
            if part.entry.kind == self.entry.kind and part not in self.after.parts:
                numbers.add(part.entry.seq)
        return frozenset(numbers)

    @property
    def _added(self) -> list[int | None]:
        """Return, for each ruling after the game's own, the index that it overrules.

        The game's own rulings come first, as it gave them. What the table decided and
        none of them says follows.
        """
        added = []
        for in_force in self.overruled:
            if in_force.added:
                added.append(in_force.overrule.index)
        return added

    def ruled_index(self, shown: int) -> int | None:
        """Return the index among the game's rulings (None: its refusal) of a shown one.

        So an overrule that follows the game's rulings has the overruled one's index.
        """
        added = self._added
        own = len(self.rulings) - len(added)
        return shown if shown < own else added[shown - own]

    def overrule_at(self, ruled: int | None) -> OverruleInForce | None:
        """Return the overrule of a ruling of the game (None: its refusal), if any."""
        for in_force in self.overruled:
            if in_force.overrule.index == ruled:
                return in_force
        return None

    def ruling_at(self, ruled: int | None) -> Ruling | None:
        """Return the ruling in place of the game's (None: of its refusal), if any."""
        added = self._added
        own = len(self.rulings) - len(added)
        if ruled in added:
            return self.rulings[own + added.index(ruled)]
        if ruled is None and self.overrule_at(None) is not None:
            # The table let the entry pass, as the first ruling shows.
            ruled = 0
        if ruled is None or ruled >= own:
            return None
        return self.rulings[ruled]
