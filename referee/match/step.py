"""A step of a match: what an entry did, and how much of that the table overruled."""

from __future__ import annotations

from dataclasses import dataclass

from referee.match.log_entry import LogEntry
from referee.match.position import Held, Position
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import NOTHING, Text


@dataclass(frozen=True, slots=True)
class Overruled:
    """An overrule in force: which ruling of its entry it is about, and what the referee had ruled.

    `added`: what the table decided stands among those that follow the game's own rulings on the entry, since none of
    them says it.
    """

    ruling: int | None
    before: Ruling
    added: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """What an entry did, from the position `before` it to that `after` it.

    `entry` has its data in canonical form. `opens` are the numbers of the entries that everybody may read since,
    `overruled` is what the table overruled of the rulings, and `clashes` say why what it opened cannot all be so.
    """

    entry: LogEntry
    before: Position
    after: Position
    rulings: tuple[Ruling, ...] = ()
    opens: tuple[int, ...] = ()
    overruled: tuple[Overruled, ...] = ()
    clashes: tuple[Ruling, ...] = ()

    @property
    def title(self) -> Text:
        """What was asked for."""
        asked = (prompt.title for prompt in self.before.prompts if prompt.kind == self.entry.kind)
        return next(asked, NOTHING)

    @property
    def again(self) -> tuple[Held, ...]:
        """The entries that are asked for again, since they clash."""
        return self.after.again if self.clashes else ()

    @property
    def _added(self) -> tuple[Overruled, ...]:
        return tuple(one for one in self.overruled if one.added)

    def place_of(self, shown: int) -> int | None:
        """At which place the game ruled what is shown at this one; None: it refused the entry, and was overruled."""
        own = len(self.rulings) - len(self._added)
        return shown if shown < own else self._added[shown - own].ruling

    def ruling_of(self, place: int | None) -> Ruling | None:
        """The ruling that stands now for what the game ruled at this place (None: for its refusal), or None."""
        own = len(self.rulings) - len(self._added)
        for shown, one in enumerate(self._added, own):
            if one.ruling == place:
                return self.rulings[shown]
        refused = any(one.ruling is None for one in self.overruled)
        at = 0 if place is None and refused else place
        return self.rulings[at] if at is not None and at < own else None
