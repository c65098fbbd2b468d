"""A match: its setting-up and its log of records, folded. Records are only added."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from referee.match.corrections import (
    Correction,
    after_turning,
    keep_open,
    replay_corrected,
    strike_by,
)
from referee.match.disputes import (
    Dispute,
    Resolution,
    overrules_of,
    with_dispute,
    with_vote,
)
from referee.match.history import History, Unfit, fit
from referee.match.log_entry import LogEntry, Record, Toss, read_record
from referee.match.position import EntryStep, Overrules
from referee.match.tosses import WaitingToss, tosses_asked_for
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.game import Setup

MOST_ENTRIES = 10_000
"""How many entries a match has at most, struck ones too: each takes memory, and a
correction goes through them all.
"""

MOST_OTHER_LINES = 2_000
"""How many lines that are no entries one seat adds to a match at most. So nobody can
use up what others may correct.
"""


@dataclass(slots=True)
class Match:
    """A match as folded from its records."""

    history: History
    """What stands after the corrections."""
    entries: list[LogEntry] = field(default_factory=list)
    """All entries as first made."""
    corrections: tuple[Correction, ...] = ()
    """All that were ever made, undone ones too."""
    seq: int = 0
    """The number of the last record."""
    mattered: int = 0
    """The number of the last record after which somebody who had not seen it might
    decide otherwise: an entry that stays sealed does not matter to others.
    """
    unfit: tuple[Unfit, ...] = ()
    """Entries that this program would not take any more (a game may have been upgraded
    since): left out, never lost.
    """
    tossed: int = 0
    """The number of the last toss that was drawn for an entry."""
    dealer_toss: Toss | None = None
    """The toss for the first dealer; None where nobody asked for it."""
    disputes: tuple[Dispute, ...] = ()
    """All rulings that were ever questioned."""
    other_lines: Mapping[str | None, int] = field(default_factory=dict)
    """How many lines each author has added that are no entries: corrections, questions,
    votes.
    """
    _place: dict[str, int] = field(default_factory=dict)

    @classmethod
    def begin(
        cls, rulebook: Rulebook, setting: Setup, dealer_toss: Toss | None = None
    ) -> Match:
        """Return a match in which nothing was entered yet.

        Where it begins is not looked at: `fold` looks where it stands.
        """
        return cls(History.begin(rulebook, setting), dealer_toss=dealer_toss)

    @classmethod
    def from_records(
        cls,
        rulebook: Rulebook,
        setting: Setup,
        records: Iterable[Record],
        dealer_toss: Toss | None = None,
    ) -> Match:
        """Return the match after all these records."""
        match = cls.begin(rulebook, setting, dealer_toss)
        match.fold(records)
        return match

    def fold(self, records: Iterable[Record]) -> None:
        """Make these records, the next ones of the log, part of the match.

        However many corrections are among them, the match is replayed once: what comes
        after the last of them is added to what stands then. Where it stands in the end
        is looked at, and what it went through only where somebody looks back:
        GameFaultError where that cannot be shown.
        """
        records = [*records]
        revised = 0
        for place, record in enumerate(records, 1):
            if revises(record):
                revised = place
        if revised:
            self._fold_together(records[:revised])
        for record in records[revised:]:
            if record.type == "entry":
                self._fold_entry(read_record(LogEntry, record))
            else:
                self._note(record)
        self.history.scene_in(self.history.position)

    def _fold_together(self, records: Sequence[Record]) -> None:
        """Fold records of which the last one revises the match."""
        opened = []
        for record in records:
            if record.type == "entry":
                self._keep(read_record(LogEntry, record))
            else:
                self._note(record)
            if revises(record):
                opened += record.body["opened"]

        before, overrules = self.history, self._overrules()
        self.history, self.unfit = replay_corrected(
            before, self.entries, self.corrections, overrules
        )
        keep_open(before, self.history, opened)

    def _note(self, record: Record) -> None:
        """Take in what a record that is no entry says, except what follows from it."""
        body, by, disputes = record.body, record.by, self.disputes
        self.seq = record.seq
        self.other_lines = {**self.other_lines, by: self.other_lines.get(by, 0) + 1}
        if record.type == "dispute":
            self.disputes = (*disputes, read_record(Dispute, record))
        elif record.type != "vote":
            self.mattered = record.seq
            self._note_revision(record)
        elif by is not None:
            self.disputes = with_vote(disputes, body["dispute"], by, body["uphold"])

    def _note_revision(self, record: Record) -> None:
        body = record.body
        if record.type == "correction":
            self.corrections += (read_record(Correction, record),)
        elif record.type != "resolution":
            dropped = tuple(body.get("dropped", ()))
            self.corrections = after_turning(self.corrections, record, dropped)
        else:
            resolution = read_record(Resolution, record)
            id = body["dispute"]
            self.disputes = with_dispute(self.disputes, id, resolution=resolution)
            if resolution.dropped:
                self.corrections += (strike_by(record, resolution.dropped),)

    def _fold_entry(self, entry: LogEntry) -> None:
        fitted = fit(self.history, entry)
        if isinstance(fitted, Unfit):
            self._keep(entry)
            self.unfit += (fitted,)
        else:
            self.add([fitted])

    def add(self, steps: Iterable[EntryStep]) -> None:
        """Make entries that were tried out part of the match."""
        for step in steps:
            self.history.add(step)
            self._keep(step.entry)
            if step.opens:
                self.mattered = self.seq

    def _keep(self, entry: LogEntry) -> None:
        self._place[entry.id] = len(self.entries)
        self.entries.append(entry)
        self.seq = entry.seq
        for toss in entry.tosses:
            self.tossed = max(self.tossed, toss.number)

    def waiting_tosses(self) -> list[WaitingToss]:
        """Return the tosses that no standing entry asks for now, in order.

        The next entries of their kind take them over.
        """
        steps = self.history.steps
        is_as_made = not self.corrections and len(steps) == len(self.entries)
        if not self.tossed or is_as_made:
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
        return tosses_asked_for(self.history, step)

    @property
    def next_toss(self) -> int:
        """The number of the next toss: of one taken over by what may be entered now,
        or a new one.
        """
        asked = set()
        for prompt in self.history.position.prompts:
            for asked_field in prompt.fields:
                asked.add((prompt.kind, asked_field.name))
        for kind, toss in self.waiting_tosses():
            if (kind, toss.field) in asked:
                return toss.number
        return self.tossed + 1

    def copy(self) -> Match:
        """Return the match as it stands now, whatever is added to this one later."""
        return replace(
            self,
            history=self.history.copy(),
            entries=[*self.entries],
            _place={**self._place},
        )

    def after(self, records: Iterable[Record]) -> Match:
        """Return the match after these next records of its log; this one stays."""
        ahead = self.copy()
        ahead.fold(records)
        return ahead

    def with_revision(
        self, record: Record, history: History, unfit: tuple[Unfit, ...]
    ) -> Match:
        """Return the match after this record of a revision that came to this history,
        which is the new match's alone.

        This one stays as it is.
        """
        entries, place = [*self.entries], {**self._place}
        ahead = replace(
            self, history=history, unfit=unfit, entries=entries, _place=place
        )
        ahead._note(record)
        # Without that by which an entry was taken back.
        history.overrules = ahead._overrules()
        return ahead

    def _overrules(self) -> Overrules:
        return overrules_of(self.disputes, len(self.history.setting.seats))

    @property
    def full(self) -> bool:
        """Whether no more can be entered."""
        return len(self.entries) >= MOST_ENTRIES

    def entry_with_id(self, id: str) -> LogEntry | None:
        """Return the entry that its sender gave this id, as first made, or None."""
        place = self._place.get(id)
        if place is None:
            return None
        return self.entries[place]

    def entry(self, seq: int) -> LogEntry | None:
        """Return the entry of this number as first made, or None."""
        entries = self.entries
        place = bisect_left(entries, seq, key=lambda entry: entry.seq)
        if place == len(entries) or entries[place].seq != seq:
            return None
        return entries[place]

    def logged(self, seq: int) -> LogEntry:
        """Return the entry of this number as first made; LookupError without one."""
        entry = self.entry(seq)
        if entry is None:
            raise LookupError(seq)
        return entry

    def kind_of(self, seq: int) -> str:
        """Return the kind of the entry of this number; LookupError without one."""
        return self.logged(seq).kind


def revises(record: Record) -> bool:
    """Return whether the match is replayed for this record, when it is made."""
    if record.type == "resolution":
        return bool(record.body["as"] == "overruled")
    return record.type in ("correction", "undo", "redo")
