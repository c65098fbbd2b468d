"""What stands: the entries and rulings of a match after the changes in its log.

A change is a record like any other, and nothing is ever marked: one that undoes another
is a change too.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from referee.match.disputes import Resolution
from referee.match.history import AskedAfter, History, Unfit, replay
from referee.match.log_entry import Data, LogEntry, Numbers
from referee.match.taking.entry_step import EntryStep, Overrules

RevealedEntry = tuple[int, int]
"""The number of an entry, and of the record by which everybody could read it."""


@dataclass(frozen=True, slots=True)
class Edit:
    """An edit of the entry `seq`: its new data, or None to strike it."""

    seq: int
    data: Data | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A record that changes what stands: a correction, an undo, a redo, an overrule."""

    seq: int
    """Its number in the log."""
    id: str
    by: str | None
    """Its author's seat; None: an opener without a seat."""
    at: float
    edits: tuple[Edit, ...] = ()
    """The edits of a correction, made together."""
    dropped: Numbers = ()
    """The other entries that it strikes, since they no longer fit."""
    undoes: str | None = None
    """The id of the correction that it undoes."""
    redoes: str | None = None
    """The id of the undone correction that it makes again."""
    version: str | None = None
    """The game's version when the edits were made; None: the match's."""
    opened: tuple[RevealedEntry, ...] = ()
    """What everybody has read, as far as the entries that now stand would not open it,
    or not by that record.
    """
    resolution: Resolution | None = None
    """If it is the table's verdict: the resolution of the dispute."""

    @property
    def target(self) -> str | None:
        """Return the id of the correction that it undoes or redoes, or None."""
        return self.undoes or self.redoes


def lead_beside(verdict: str) -> str:
    """Return the id of the correction that keeps a lead beside a verdict."""
    return f"{verdict}-lead"


def last_undos(changes: Iterable[Change]) -> dict[str, Change]:
    """Return the last undo or redo of each correction, by the correction's id."""
    undos = {}
    for change in changes:
        if change.target is not None:
            undos[change.target] = change
    return undos


def standing_changes(changes: Sequence[Change]) -> list[Change]:
    """Return the changes that stand, in order.

    A correction stands unless the last word on it is an undo. What an undo or redo
    itself drops, stands while it is the last word on its correction.

    >>> made = Change(3, "a", "Ana", 0)
    >>> undone = Change(4, "b", "Ben", 0, undoes="a")
    >>> made_again = Change(5, "c", "Ana", 0, redoes="a")
    >>> [change.id for change in standing_changes([made, undone])]
    ['b']
    >>> [change.id for change in standing_changes([made, undone, made_again])]
    ['a', 'c']
    """
    undos = last_undos(changes)
    standing = []
    for change in changes:
        last = undos.get(change.target or change.id, change)
        is_made_again = change.target is None and last.redoes is not None
        if last is change or is_made_again:
            standing.append(change)
    return standing


def standing_entries(
    entries: Sequence[LogEntry], changes: Sequence[Change]
) -> list[LogEntry]:
    """Return the entries after these changes, without struck ones."""
    last = {}
    for change in standing_changes(changes):
        version = change.version or ""
        for edit in change.edits:
            last[edit.seq] = edit.data, version
        for seq in change.dropped:
            last[seq] = None, version

    standing = []
    for entry in entries:
        data, version = last.get(entry.seq, (entry.data, entry.version))
        if data is entry.data:
            standing.append(entry)
        elif data is not None:
            standing.append(replace(entry, data=data, version=version))
    return standing


def replay_changed(
    history: History,
    entries: Sequence[LogEntry],
    changes: Sequence[Change],
    overrules: Overrules | None = None,
    asked: AskedAfter = MappingProxyType({}),
) -> tuple[History, tuple[Unfit, ...]]:
    """Return the match replayed under these changes, and the misfits.

    The table's overrules stay, unless others are given; `asked` is as `asked_after` in
    `replay`.
    Call `keep_open` afterwards, so that entries once open stay open.
    """
    standing = standing_entries(entries, changes)
    if overrules is None:
        overrules = history.overrules
    known = _keep_untouched(history, standing, overrules)
    return replay(history.rulebook, history.setting, standing, overrules, asked, known)


def _keep_untouched(
    history: History,
    standing: Sequence[LogEntry],
    overrules: Overrules,
) -> list[EntryStep]:
    """Return the leading steps whose entries have not changed."""
    before = history.overrules
    known = []
    for step, entry in zip(history.steps, standing, strict=False):
        is_ruled_alike = overrules.get(entry.seq) == before.get(entry.seq)
        if step.entry != entry or not is_ruled_alike:
            break
        known.append(step)
    return known


def keep_open(old: History, again: History, opened: Iterable[RevealedEntry]) -> None:
    """Open in this history whatever was open before, and `opened`."""
    again.opened_at |= {**old.opened_at, **dict(opened)}
    again.open_to_all |= again.opened_at.keys()
