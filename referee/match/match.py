"""A match: its set-up and its log of records, folded. Records are only added."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from referee.match.changes import (
    Change,
    Edit,
    RevealedEntry,
    keep_open,
    last_undos,
    replay_changed,
)
from referee.match.disputes import (
    Dispute,
    Resolution,
    Vote,
    overrules_of,
    with_dispute,
    with_resolution,
    with_vote,
)
from referee.match.history import History, Unfit, fit
from referee.match.log_entry import LogEntry, Record, Toss
from referee.match.records import Confirmed, Note, ShownAnswer, read_record
from referee.match.taking.entry_step import EntryStep, Overrules
from referee.match.tosses import WaitingToss, tosses_in_use
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import NotFoundError
from referee.vocabulary.game import Setting
from referee.vocabulary.text import say

MOST_ENTRIES = 10_000
"""The most entries in a match, struck ones included: each takes memory, and a
correction replays all.
"""

MOST_OTHER_LINES = 2_000
"""The most lines per seat that are no entries, so that others can correct too."""


@dataclass(slots=True)
class Match:
    """A match folded from its records."""

    history: History
    """The history after all changes."""
    entries: list[LogEntry] = field(default_factory=list)
    """All entries as first made."""
    changes: tuple[Change, ...] = ()
    """All changes, undone ones included."""
    seq: int = 0
    """The number of the last record."""
    last_relevant_seq: int = 0
    """The number of the last record that may change others' decisions; an entry that
    stays sealed does not.
    """
    last_played_seq: int = 0
    """The number of the last record that does more than confirm, or show an answer."""
    last_author: str | None = None
    """Who made the last record that may change the result, an entry or a change; None
    for the host, and before the first.
    """
    unfit: tuple[Unfit, ...] = ()
    """Entries that this program no longer takes, for instance after an upgrade of the
    game: left out, never deleted.
    """
    last_toss_number: int = 0
    """The number of the latest toss drawn for an entry."""
    dealer_toss: Toss | None = None
    """The toss for the first dealer; None if nobody asked for it."""
    disputes: tuple[Dispute, ...] = ()
    """All disputes."""
    confirmed: Confirmed | None = None
    """The latest confirmation of its result, perhaps of an earlier one."""
    answer: ShownAnswer | None = None
    """The latest answer on an irregularity that somebody has shown to the table."""
    other_lines: Mapping[str | None, int] = field(default_factory=dict)
    """The number of lines that are no entries (changes, votes …), by author."""
    _index_by_id: dict[str, int] = field(default_factory=dict)

    @classmethod
    def begin(
        cls, rulebook: Rulebook, setting: Setting, dealer_toss: Toss | None = None
    ) -> Match:
        """Return a match without entries.

        `fold` checks that the game can show where the match stands; nobody checks where
        it begins.
        """
        return cls(History.begin(rulebook, setting), dealer_toss=dealer_toss)

    @classmethod
    def from_records(
        cls,
        rulebook: Rulebook,
        setting: Setting,
        records: Iterable[Record],
        dealer_toss: Toss | None = None,
    ) -> Match:
        """Return the match after all these records."""
        match = cls.begin(rulebook, setting, dealer_toss)
        match.fold(records)
        return match

    def fold(self, records: Iterable[Record]) -> None:
        """Add the next records of the log.

        However many changes are among them, the match is replayed once; records after
        the last change extend the result. Raise GameFaultError if the final
        position cannot be shown; earlier ones are checked when somebody looks back.
        """
        lines = [*map(read_record, records)]
        changed = 0
        for number, line in enumerate(lines, 1):
            if isinstance(line, Change):
                changed = number
        if changed:
            self._fold_together(lines[:changed])
        for line in lines[changed:]:
            if isinstance(line, LogEntry):
                self._fold_entry(line)
            else:
                self._note(line)
                # The table may have let an entry pass that comes next.
                self.history.overrules = self._overrules()
        self.history.scene_in(self.history.position)

    def _fold_together(self, lines: Sequence[LogEntry | Note]) -> None:
        """Fold lines, the last of which is a change."""
        before = self.history
        known = len(self.changes)
        for line in lines:
            if isinstance(line, LogEntry):
                self._append_entry(line)
            else:
                self._note(line)

        opened: list[RevealedEntry] = []
        for change in self.changes[known:]:
            opened += change.opened
        self.history, self.unfit = replay_changed(
            before, self.entries, self.changes, self._overrules()
        )
        keep_open(before, self.history, opened)

    def _note(self, line: Note) -> None:
        """Apply a line that is no entry, without its effect on the history."""
        self.seq = line.seq
        lines_before = self.other_lines.get(line.by, 0)
        self.other_lines = {**self.other_lines, line.by: lines_before + 1}
        if isinstance(line, (Change, Resolution)):
            self.last_relevant_seq = line.seq
        if not isinstance(line, (Confirmed, ShownAnswer)):
            self.last_played_seq = line.seq
        resolution = None
        match line:
            case Dispute():
                self.disputes = with_dispute(self.disputes, line)
            case Vote():
                self.disputes = with_vote(self.disputes, line)
            case Confirmed():
                self.confirmed = line
            case ShownAnswer():
                self.answer = line
            case Change():
                self.last_author = line.by
                self.changes += (line,)
                resolution = line.resolution
            case Resolution():
                resolution = line
        if resolution is not None:
            self.disputes = with_resolution(self.disputes, resolution)

    def _fold_entry(self, entry: LogEntry) -> None:
        fitted = fit(self.history, entry)
        if isinstance(fitted, Unfit):
            self._append_entry(entry)
            self.unfit += (fitted,)
        else:
            self.add([fitted])

    def add(self, steps: Iterable[EntryStep]) -> None:
        """Add tried entries."""
        for step in steps:
            self.history.add(step)
            self._append_entry(step.entry)
            if step.opens:
                self.last_relevant_seq = self.seq

    def _append_entry(self, entry: LogEntry) -> None:
        self._index_by_id[entry.id] = len(self.entries)
        self.entries.append(entry)
        self.seq = self.last_played_seq = entry.seq
        self.last_author = entry.by
        for toss in entry.tosses:
            self.last_toss_number = max(self.last_toss_number, toss.number)

    def waiting_tosses(self) -> list[WaitingToss]:
        """Return the tosses that no standing entry uses now, in order.

        The next entries of their kind reuse them.
        """
        steps = self.history.steps
        is_as_made = not self.changes and len(steps) == len(self.entries)
        if not self.last_toss_number or is_as_made:
            return []
        waiting = {}
        for entry in self.entries:
            for toss in entry.tosses:
                waiting[toss.number] = (entry.kind, toss)
        for step in steps:
            for toss in self._standing_tosses(step):
                waiting.pop(toss.number, None)
        return [waiting[number] for number in sorted(waiting)]

    def _standing_tosses(self, step: EntryStep) -> tuple[Toss, ...]:
        entry = step.entry
        if entry.data == self.logged(entry.seq).data:
            return entry.tosses
        return tosses_in_use(self.history, step)

    @property
    def next_toss(self) -> int:
        """Return the number of the next toss: a reused one's, or a new number."""
        open_fields = set()
        for prompt in self.history.position.prompts:
            for each in prompt.fields:
                open_fields.add((prompt.kind, each.name))
        for kind, toss in self.waiting_tosses():
            if (kind, toss.field) in open_fields:
                return toss.number
        return self.last_toss_number + 1

    def copy(self) -> Match:
        """Return a copy that later entries to this one do not change."""
        return replace(
            self,
            history=self.history.copy(),
            entries=[*self.entries],
            _index_by_id={**self._index_by_id},
        )

    def after(self, records: Iterable[Record]) -> Match:
        """Return the match after the next records of its log, as a copy."""
        ahead = self.copy()
        ahead.fold(records)
        return ahead

    def after_steps(self, steps: Iterable[EntryStep]) -> Match:
        """Return the match after these tried entries, as a copy."""
        ahead = self.copy()
        ahead.add(steps)
        return ahead

    def with_change(
        self, change: Change, history: History, unfit: tuple[Unfit, ...]
    ) -> Match:
        """Return a copy after this change, with this history.

        The history must belong to the copy alone.
        """
        entries = [*self.entries]
        index = {**self._index_by_id}
        ahead = replace(
            self, history=history, unfit=unfit, entries=entries, _index_by_id=index
        )
        ahead._note(change)
        # Leave out the overrules by which entries were taken back.
        history.overrules = ahead._overrules()
        return ahead

    def _overrules(self) -> Overrules:
        return overrules_of(self.disputes, self.history.setting.seats)

    def change(self, id: str) -> Change:
        """Return the change with this id.

        Raise NotFoundError if there is none.
        """
        for change in self.changes:
            if change.id == id:
                return change
        raise NotFoundError(say("There’s no such correction."))

    def dispute(self, id: str) -> Dispute:
        """Return the dispute with this id.

        Raise NotFoundError if there is none.
        """
        for dispute in self.disputes:
            if dispute.id == id:
                return dispute
        raise NotFoundError(say("There’s no such dispute."))

    @property
    def current_dispute(self) -> Dispute | None:
        """Return the open dispute, the last of all; or None."""
        for dispute in self.disputes[-1:]:
            if dispute.resolution is None:
                return dispute
        return None

    def edits_of(self, change: Change) -> tuple[Edit, ...]:
        """Return the edits that a change makes, undoes or redoes."""
        if change.target is None:
            return change.edits
        return self.change(change.target).edits

    def last_undo(self, change: Change) -> Change | None:
        """Return the last undo or redo of a correction, or None."""
        return last_undos(self.changes).get(change.id)

    def is_undone(self, change: Change) -> bool:
        """Return whether a correction is undone now."""
        last = self.last_undo(change)
        return last is not None and last.undoes is not None

    def find_disputed(self, dispute: Dispute) -> Change:
        """Return the change that a dispute is about: a correction, or its last undo.

        Raise NotFoundError if it is about none.
        """
        correction = self.change(dispute.correction or "")
        earlier = [change for change in self.changes if change.seq < dispute.seq]
        return last_undos(earlier).get(correction.id, correction)

    def undo_or_redo(
        self, correction: Change, id: str = "", by: str | None = None, at: float = 0
    ) -> Change:
        """Return the change that undoes a correction, or redoes an undone one."""
        change = Change(self.seq + 1, id, by, at, undoes=correction.id)
        if self.is_undone(correction):
            return replace(change, undoes=None, redoes=correction.id)
        return change

    @property
    def is_confirmed(self) -> bool:
        """Return whether the last record confirms the result."""
        return self.confirmed is not None and self.confirmed.seq == self.seq

    @property
    def seq_shown(self) -> int:
        """Return the number of the last record, without a confirmation at the end."""
        return self.seq - self.is_confirmed

    @property
    def is_full(self) -> bool:
        """Return whether the match takes no more entries."""
        return len(self.entries) >= MOST_ENTRIES

    def entry_with_id(self, id: str) -> LogEntry | None:
        """Return the entry with this sender's id, as first made, or None."""
        index = self._index_by_id.get(id)
        if index is None:
            return None
        return self.entries[index]

    def entry(self, seq: int) -> LogEntry | None:
        """Return the entry with this number, as first made, or None."""
        entries = self.entries
        index = bisect_left(entries, seq, key=lambda entry: entry.seq)
        if index == len(entries) or entries[index].seq != seq:
            return None
        return entries[index]

    def entry_now(self, seq: int) -> LogEntry:
        """Return the entry with this number as it stands; a struck one as first made.

        Raise LookupError if there is none.
        """
        step = self.history.step(seq)
        return step.entry if step is not None else self.logged(seq)

    def logged(self, seq: int) -> LogEntry:
        """Return the entry with this number, as first made.

        Raise LookupError if there is none.
        """
        entry = self.entry(seq)
        if entry is None:
            raise LookupError(seq)
        return entry

    def kind_of(self, seq: int) -> str:
        """Return the kind of the entry with this number.

        Raise LookupError if there is none.
        """
        return self.logged(seq).kind
