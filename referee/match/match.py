"""A match: its setting-up and its log of records, folded. Records are only ever added."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from referee.match.corrections import (
    Change,
    Changed,
    Correction,
    UnfitEntriesError,
    cannot_correct,
    check_changes,
    compared,
    may_correct,
    replay_corrected,
    turned,
)
from referee.match.disputes import (
    Dispute,
    dispute_from,
    overrules_of,
    resolution_from,
    with_resolution,
    with_vote,
)
from referee.match.fold import History, Taken, Unfit, fit
from referee.match.logged import Logged, Viewer
from referee.match.sight import made_while_sealed, may_read, may_read_sealed
from referee.match.toss import Toss, toss_of
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import ConflictError, NotFoundError, NotYoursError, WrongFieldsError
from referee.vocabulary.finish import finish_of
from referee.vocabulary.game import Setting
from referee.vocabulary.plain import plain
from referee.vocabulary.text import Text, say

RecordType = Literal["entry", "correction", "undo", "redo", "dispute", "vote", "resolution"]


@dataclass(frozen=True, slots=True)
class Record:
    """A line of the log as it is stored: number, type, id, author's seat, time, and its body as JSON."""

    seq: int
    type: RecordType
    id: str
    by: str | None
    at: float
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Revision:
    """A correction, an undo or a redo that was tried out: its record, and the match as it is after it."""

    record: Record
    corrections: tuple[Correction, ...]
    history: History
    changed: tuple[Changed, ...]
    unfit: tuple[Unfit, ...] = ()


@dataclass(slots=True)
class Match:
    """A match as folded from its records.

    `entries` are all entries as first made, `corrections` all corrections, `history` what stands after them,
    `seq` the number of the last record, `mattered` that of the last one after which somebody who had not seen
    it might decide otherwise (an entry that stays sealed does not matter to others). `unfit` are entries that
    this program would not take any more (a game may have been upgraded since): left out, never lost. `tossed` is
    how many tosses were drawn for entries, `dealer_toss` that for the first dealer, None where nobody asked for
    it. `disputes` are all rulings that were ever questioned.
    """

    history: History
    entries: list[Logged] = field(default_factory=list)
    corrections: tuple[Correction, ...] = ()
    seq: int = 0
    mattered: int = 0
    unfit: tuple[Unfit, ...] = ()
    tossed: int = 0
    dealer_toss: Toss | None = None
    disputes: tuple[Dispute, ...] = ()
    _place: dict[str, int] = field(default_factory=dict)

    @classmethod
    def begun(cls, rulebook: Rulebook, setting: Setting, dealer_toss: Toss | None = None) -> Match:
        """A match in which nothing was entered yet."""
        return cls(History.begun(rulebook, setting), dealer_toss=dealer_toss)

    @classmethod
    def folded(
        cls, rulebook: Rulebook, setting: Setting, records: Iterable[Record], dealer_toss: Toss | None = None
    ) -> Match:
        """The match after all these records."""
        match = cls.begun(rulebook, setting, dealer_toss)
        match.fold(records)
        return match

    def fold(self, records: Iterable[Record]) -> None:
        """Make these records, the next ones of the log, part of the match."""
        for record in records:
            if record.type == "entry":
                self._fold_entry(logged(record))
            elif record.type in ("dispute", "vote"):
                self._fold_dispute(record)
            elif record.type == "resolution":
                self._fold_resolution(record)
            else:
                self.revise(self._revision(record))

    def _fold_dispute(self, record: Record) -> None:
        body, made = record.body, (record.seq, record.id, record.by, record.at)
        if record.type == "dispute":
            self.disputes += (dispute_from(*made, body),)
        elif record.by is not None:
            self.disputes = with_vote(self.disputes, body["dispute"], record.by, body["uphold"])
        self.seq = record.seq

    def _fold_resolution(self, record: Record) -> None:
        settled = resolution_from(record.seq, record.id, record.by, record.at, record.body)
        self.disputes = with_resolution(self.disputes, record.body["dispute"], settled)
        self.seq = self.mattered = settled.seq
        if settled.dropped:
            made = (settled.seq, settled.id, settled.by, settled.at)
            self.corrections += (Correction(*made, (), settled.dropped),)
        if settled.settled_as == "overruled":
            under = overrules_of(self.disputes)
            self.history, self.unfit = replay_corrected(self.history, self.entries, self.corrections, under)

    def _fold_entry(self, entry: Logged) -> None:
        fitted = fit(self.history, entry)
        if isinstance(fitted, Unfit):
            self._keep(entry)
            self.unfit += (fitted,)
        else:
            self.add([fitted])

    def add(self, taken: Sequence[Taken]) -> None:
        """Make entries that were tried out part of the match."""
        for one in taken:
            self.history.add(one)
            self._keep(one.entry)
            if one.opens:
                self.mattered = self.seq

    def _keep(self, entry: Logged) -> None:
        self._place[entry.id] = len(self.entries)
        self.entries.append(entry)
        self.seq = entry.seq
        self.tossed += len(entry.tosses)

    def copied(self) -> Match:
        """The match as it stands now, whatever is added to this one from now on."""
        return replace(self, history=self.history.copied(), entries=[*self.entries], _place={**self._place})

    def after(self, records: Iterable[Record]) -> Match:
        """The match as it is after these records, the next ones of its log; this one stays as it is."""
        ahead = self.copied()
        ahead.fold(records)
        return ahead

    def entry_with_id(self, id: str) -> Logged | None:
        """The entry that its sender gave this id, as first made, or None."""
        place = self._place.get(id)
        return None if place is None else self.entries[place]

    def entry(self, seq: int) -> Logged | None:
        """The entry of this number as first made, or None."""
        return next((entry for entry in self.entries if entry.seq == seq), None)

    def try_correction(
        self, viewer: Viewer, id: str, at: float, changes: Sequence[Change], drop_unfit: bool = False
    ) -> Revision:
        """The match with these changes made. WrongFieldsError, NotYoursError or UnfitEntriesError if that cannot be.

        What others have sealed and no longer fits is struck without a word: a refusal would be an answer to who
        asks what they sealed, and changes nothing, whereas a correction stands in the log for all to see. Only a
        host can bring that about; a seat waits until nothing is sealed.
        """
        check_changes(viewer, self.entries, changes)
        self._check_nothing_sealed_after(viewer, [change.seq for change in changes])
        made = (self.seq + 1, id, viewer.seat, at)
        changes = [self._with_tosses(change) for change in changes]
        drafted = (*self.corrections, Correction(*made, tuple(changes)))
        history, left_out = replay_corrected(self.history, self.entries, drafted)
        unfit = self.newly(left_out)
        touched = {change.seq for change in changes}
        wrong = [one for one in left_out if one.entry.seq in touched]
        later = [] if drop_unfit else [one for one in unfit if may_read(self.history, viewer, one.entry)]
        if wrong or later:
            raise UnfitEntriesError(_told(self.history, viewer, wrong, later))
        settled = Correction(*made, _canonical(history, changes), tuple(one.entry.seq for one in unfit))
        corrections = (*self.corrections, settled)
        return Revision(_record(settled), corrections, history, compared(self.history, history), self.unfit)

    def newly(self, unfit: Sequence[Unfit]) -> list[Unfit]:
        """Those that fitted until now."""
        before = {one.entry.seq for one in self.unfit}
        return [one for one in unfit if one.entry.seq not in before]

    def _check_nothing_sealed_after(self, viewer: Viewer, seqs: Sequence[int]) -> None:
        """WrongFieldsError where a seat would change what everybody knows under something that others have sealed.

        Whether that still fits afterwards would tell what it is.
        """
        known = [seq for seq in seqs if seq in self.history.open_to_all]
        if viewer.host or not known:
            return
        sealed = [self.entry(seal.seq) for seal in self.history.position.sealed if seal.seq > min(known)]
        if any(entry is not None and not may_read(self.history, viewer, entry) for entry in sealed):
            message = say("Others have entered something secret since. Wait until it is revealed, or ask the host.")
            raise cannot_correct(message)

    def may_change(self, viewer: Viewer, seq: int) -> bool:
        """Whether this viewer may correct this entry now: it is theirs, and nothing sealed since forbids it."""
        return self.why_unchangeable(viewer, seq) is None

    def why_unchangeable(self, viewer: Viewer, seq: int) -> Text | None:
        """Why this viewer may not correct this entry now, as `may_change` says; None where they may."""
        entry = self.entry(seq)
        if entry is None:
            return say("There is no entry number {seq}.", seq=seq)
        if not may_correct(viewer, entry):
            return say("{seat} or the host can correct it.", seat=entry.by) if entry.by else say(_BY_HOST)
        try:
            self._check_nothing_sealed_after(viewer, [seq])
        except WrongFieldsError as wrong:
            return wrong.message
        return None

    def _with_tosses(self, change: Change) -> Change:
        """The change, with the outcomes drawn for the entry where it leaves its tosses open: none is drawn twice."""
        entry = self.entry(change.seq)
        if change.data is None or entry is None:
            return change
        outcomes = {toss.field: toss.outcome for toss in entry.tosses if change.data.get(toss.field) is None}
        return replace(change, data={**change.data, **outcomes}) if outcomes else change

    def try_undo(
        self, viewer: Viewer, id: str, at: float, correction: str, redo: bool = False, drop_unfit: bool = False
    ) -> Revision:
        """The match with a correction undone, or made again.

        NotFoundError, NotYoursError, ConflictError, WrongFieldsError or UnfitEntriesError if that cannot be.
        """
        target = next((one for one in self.corrections if one.id == correction), None)
        if target is None:
            raise NotFoundError(say("There is no such correction."))
        if not target.changes:
            raise ConflictError(
                say("This came with an overruling or an undo: question that ruling again, or correct the entries.")
            )
        if target.undone != redo:
            raise ConflictError(say("It was not undone.") if redo else say("It is undone already."))
        by_seq = {entry.seq: entry for entry in self.entries}
        if not all(may_correct(viewer, by_seq[change.seq]) for change in target.changes):
            raise NotYoursError(say("Only the host or the author of the entries may do this."))
        if any(self._is_secret_to(viewer, target, change) for change in target.changes):
            raise NotYoursError(say("It was made while the entry was secret: only the entry's author may do this."))
        self._check_nothing_sealed_after(viewer, [change.seq for change in target.changes])
        record_type: RecordType = "redo" if redo else "undo"
        record = Record(self.seq + 1, record_type, id, viewer.seat, at, {"correction": correction})
        tried = self._revision(record)
        unfit = self.newly(tried.unfit)
        later = [one for one in unfit if may_read(self.history, viewer, one.entry)]
        if later and not drop_unfit:
            raise UnfitEntriesError(later)
        dropped = [one.entry.seq for one in unfit]
        return self._revision(replace(record, body={**record.body, "dropped": dropped})) if dropped else tried

    def _is_secret_to(self, viewer: Viewer, correction: Correction, change: Change) -> bool:
        entry = self.entry(change.seq)
        if entry is None or change.data is None or change.seq not in self.history.open_to_all:
            return False
        return made_while_sealed(self.history, correction, change.seq) and not may_read_sealed(viewer, entry)

    def _revision(self, record: Record) -> Revision:
        if record.type == "correction":
            corrections = (*self.corrections, correction_of(record))
        else:
            named = record.body["correction"]
            corrections = turned(self.corrections, named, undone=record.type == "undo", seq=record.seq)
            if dropped := record.body.get("dropped"):
                made = (record.seq, record.id, record.by, record.at)
                corrections += (Correction(*made, (), tuple(dropped), came_with=named),)
        history, unfit = replay_corrected(self.history, self.entries, corrections)
        return Revision(record, corrections, history, compared(self.history, history), unfit)

    def revise(self, revision: Revision) -> None:
        """Make a revision that was tried out part of the match."""
        self.corrections = revision.corrections
        self.history = revision.history
        self.seq = self.mattered = revision.record.seq
        self.unfit = revision.unfit


_BY_HOST = "The host can correct it."


def _told(history: History, viewer: Viewer, wrong: Sequence[Unfit], later: Sequence[Unfit]) -> list[Unfit]:
    # Why something sealed by somebody else cannot be so may tell what else they sealed.
    why = say("It is still secret, and cannot be changed to this.")
    told = [one if may_read(history, viewer, one.entry) else replace(one, why=why) for one in wrong]
    return told + [one for one in later if one not in wrong]


def _canonical(history: History, changes: Sequence[Change]) -> tuple[Change, ...]:
    taken = {step.entry.seq: step.entry.data for step in history.steps}
    return tuple(change if change.data is None else replace(change, data=taken[change.seq]) for change in changes)


def record_of(entry: Logged) -> Record:
    """The record that keeps an entry."""
    body: dict[str, Any] = {"kind": entry.kind, "seat": entry.seat, "data": entry.data, "host": entry.host}
    if entry.tosses:
        body["tosses"] = plain(entry.tosses)
    if entry.finish is not None:
        body["finish"] = plain(entry.finish)
    return Record(entry.seq, "entry", entry.id, entry.by, entry.at, body)


def logged(record: Record) -> Logged:
    """The entry that a record keeps."""
    body = record.body
    made = (record.seq, record.id, body["kind"], body["seat"], body["data"], record.by, body["host"])
    tosses = tuple(toss_of(toss) for toss in body.get("tosses", ()))
    finish = finish_of(body["finish"]) if "finish" in body else None
    return Logged(*made, record.at, tosses, finish)


def _record(correction: Correction) -> Record:
    changes = [
        {"seq": change.seq, "strike": True} if change.data is None else {"seq": change.seq, "data": change.data}
        for change in correction.changes
    ]
    body = {"changes": changes, "dropped": list(correction.dropped)}
    return Record(correction.seq, "correction", correction.id, correction.by, correction.at, body)


def correction_of(record: Record) -> Correction:
    """The correction that a record keeps."""
    changes = tuple(Change(change["seq"], change.get("data")) for change in record.body["changes"])
    made = (record.seq, record.id, record.by, record.at)
    return Correction(*made, changes, tuple(record.body["dropped"]))
