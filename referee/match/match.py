"""A match: its setting-up and its log of records, folded. Records are only ever added."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain

from referee.match.corrections import (
    Change,
    Changed,
    Correction,
    UnfitEntriesError,
    check_changes,
    compared,
    may_correct,
    opened_since,
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
from referee.match.fold import RefusedMoveError, Step
from referee.match.log_entry import LogEntry, Viewer
from referee.match.overrules import Overrule
from referee.match.record import Record, RecordType, entry_of
from referee.match.replay import History, Unfit, fit, fitted
from referee.match.revealing import seats_of
from referee.match.tosses import Toss
from referee.match.visibility import made_while_sealed, may_read, may_read_sealed, speaks_for_one
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import ConflictError, NotFoundError, NotYoursError
from referee.vocabulary.game import Setup
from referee.vocabulary.text import Text, say


@dataclass(frozen=True, slots=True)
class Revision:
    """A correction, an undo or a redo that was tried out: its record, and the match as it is after it."""

    record: Record
    corrections: tuple[Correction, ...]
    history: History
    changed: tuple[Changed, ...]
    unfit: tuple[Unfit, ...] = ()


@dataclass(frozen=True, slots=True)
class Tried:
    """A match replayed under other corrections: what stands, what was left out of it, and what was struck for that."""

    history: History
    unfit: tuple[Unfit, ...]
    dropped: tuple[int, ...]


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
    entries: list[LogEntry] = field(default_factory=list)
    corrections: tuple[Correction, ...] = ()
    seq: int = 0
    mattered: int = 0
    unfit: tuple[Unfit, ...] = ()
    tossed: int = 0
    dealer_toss: Toss | None = None
    disputes: tuple[Dispute, ...] = ()
    _place: dict[str, int] = field(default_factory=dict)

    @classmethod
    def begun(cls, rulebook: Rulebook, setting: Setup, dealer_toss: Toss | None = None) -> Match:
        """A match in which nothing was entered yet."""
        return cls(History.begun(rulebook, setting), dealer_toss=dealer_toss)

    @classmethod
    def folded(
        cls, rulebook: Rulebook, setting: Setup, records: Iterable[Record], dealer_toss: Toss | None = None
    ) -> Match:
        """The match after all these records."""
        match = cls.begun(rulebook, setting, dealer_toss)
        match.fold(records)
        return match

    def fold(self, records: Iterable[Record]) -> None:
        """Make these records, the next ones of the log, part of the match.

        However many corrections are among them, the match is replayed once: what comes after the last of them is added
        to what stands then.
        """
        records = [*records]
        revised = max((place for place, record in enumerate(records, 1) if revises(record)), default=0)
        if revised:
            self._fold_together(records[:revised])
        for record in records[revised:]:
            if record.type == "entry":
                self._fold_entry(entry_of(record))
            else:
                self._note(record)

    def _fold_together(self, records: Sequence[Record]) -> None:
        """Records of which the last one revises the match."""
        for record in records:
            if record.type == "entry":
                self._keep(entry_of(record))
            else:
                self._note(record)
        said = chain.from_iterable(record.body["opened"] for record in records if revises(record))
        by, under = records[-1].seq, overrules_of(self.disputes)
        self.history, self.unfit = replay_corrected(self.history, self.entries, self.corrections, by, under, said)

    def _note(self, record: Record) -> None:
        """What a record that is no entry says, but for what follows from it."""
        body, made = record.body, (record.seq, record.id, record.by, record.at)
        self.seq = record.seq
        if record.type == "dispute":
            self.disputes += (dispute_from(*made, body),)
        elif record.type == "vote":
            if record.by is not None:
                self.disputes = with_vote(self.disputes, body["dispute"], record.by, body["uphold"])
        else:
            self.mattered = record.seq
            self._note_revision(record)

    def _note_revision(self, record: Record) -> None:
        if record.type == "resolution":
            settled = resolution_from(record.seq, record.id, record.by, record.at, record.body)
            self.disputes = with_resolution(self.disputes, record.body["dispute"], settled)
            if settled.dropped:
                made = (settled.seq, settled.id, settled.by, settled.at)
                self.corrections += (Correction(*made, (), settled.dropped),)
        elif record.type == "correction":
            self.corrections += (correction_of(record),)
        else:
            self.corrections = self._turned(record, tuple(record.body.get("dropped", ())))

    def _fold_entry(self, entry: LogEntry) -> None:
        fitted = fit(self.history, entry)
        if isinstance(fitted, Unfit):
            self._keep(entry)
            self.unfit += (fitted,)
        else:
            self.add([fitted])

    def add(self, steps: Iterable[Step]) -> None:
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
        self.tossed += len(entry.tosses)

    def copied(self) -> Match:
        """The match as it stands now, whatever is added to this one from now on."""
        return replace(self, history=self.history.copied(), entries=[*self.entries], _place={**self._place})

    def after(self, records: Iterable[Record]) -> Match:
        """The match as it is after these records, the next ones of its log; this one stays as it is."""
        ahead = self.copied()
        ahead.fold(records)
        return ahead

    def entry_with_id(self, id: str) -> LogEntry | None:
        """The entry that its sender gave this id, as first made, or None."""
        place = self._place.get(id)
        return None if place is None else self.entries[place]

    def entry(self, seq: int) -> LogEntry | None:
        """The entry of this number as first made, or None."""
        return next((entry for entry in self.entries if entry.seq == seq), None)

    def try_correction(
        self, viewer: Viewer, id: str, at: float, changes: Sequence[Change], drop_unfit: bool = False
    ) -> Revision:
        """The match with these changes made.

        WrongFieldsError, NotYoursError, ConflictError, RefusedMoveError or UnfitEntriesError where that cannot be.

        What others have sealed and is asked of nobody any more is struck without a word; whatever else they sealed
        goes on counting, and is dealt with when it is revealed.
        """
        check_changes(viewer, self.entries, changes)
        made = (self.seq + 1, id, viewer.seat, at)
        changes = tuple(self._sealed_anew(viewer, self._with_tosses(change)) for change in changes)

        def corrected(dropped: tuple[int, ...]) -> tuple[Correction, ...]:
            return (*self.corrections, Correction(*made, changes, dropped))

        rewritten = [change.seq for change in changes if change.data is not None]
        tried = self.tried(viewer, corrected, drop_unfit, [change.seq for change in changes], rewritten=rewritten)
        settled = Correction(*made, _canonical(tried.history, changes), tried.dropped)
        return self._revision(_record(settled), (*self.corrections, settled), tried)

    def tried(
        self,
        viewer: Viewer,
        corrected: Callable[[tuple[int, ...]], tuple[Correction, ...]],
        drop_unfit: bool,
        touched: Sequence[int] = (),
        may_go: int | None = None,
        overrules: Mapping[int, tuple[Overrule, ...]] | None = None,
        gives_back: bool = False,
        rewritten: Collection[int] = (),
    ) -> Tried:
        """The match under the corrections that come of striking these entries, until all that is left fits.

        UnfitEntriesError for later entries that no longer fit, unless they may be dropped, and for those `touched`; the
        entry `may_go` is dropped without asking. RefusedMoveError where one of those touched would clash with what lies
        open. ConflictError where it would reveal what others have sealed.

        What others had sealed and then replaced, or what was struck of it, does not count again by this, unless the
        match is only given back as it was. `rewritten` are the numbers of those that hold something new.
        """
        struck: list[Unfit] = []
        sealed = self.asked_after(viewer, struck_too=not gives_back)
        while True:
            dropped = tuple(one.entry.seq for one in struck)
            history, left_out = replay_corrected(
                self.history,
                self.entries,
                corrected(dropped),
                self.seq + 1,
                overrules,
                sealed=sealed,
                rewritten=rewritten,
                to_keep=True,
            )
            misfits = self._misfits(viewer, history, touched) or ([] if gives_back else self._replaced(viewer, history))
            unfit = misfits or self.newly(left_out)
            if wrong := [one for one in misfits or left_out if one.entry.seq in touched]:
                raise UnfitEntriesError(wrong)
            struck += unfit
            if not misfits:
                break
        told = [one for one in struck if one.entry.seq != may_go]
        later = [one for one in told if may_read(self.history, viewer, one.entry)]
        if later and not drop_unfit:
            raise UnfitEntriesError(sorted(later, key=lambda one: one.entry.seq))
        gone = tuple(sorted(one.entry.seq for one in struck))
        return Tried(history, tuple(one for one in left_out if one.entry.seq not in gone), gone)

    def asked_after(self, viewer: Viewer, struck_too: bool = True) -> Mapping[int, int]:
        """After which entry each was asked for that not all may read; never again one that others sealed and that was
        struck.
        """
        steps = {step.entry.seq: step for step in self.history.steps}
        unseen = [entry for entry in self.entries if entry.seq not in self.history.open_to_all]
        asked = {entry.seq: steps[entry.seq].before.since for entry in unseen if entry.seq in steps}
        struck = [entry.seq for entry in unseen if entry.seq not in steps and not may_read(self.history, viewer, entry)]
        return asked | dict.fromkeys(struck, NEVER) if struck_too else asked

    def _replaced(self, viewer: Viewer, after: History) -> list[Unfit]:
        """Entries that their authors had replaced unseen, and that would count again."""
        counted = {held.entry.seq for held in self.history.position.sealed} | self.history.open_to_all
        again = [held.entry for held in after.position.sealed if held.entry.seq not in counted]
        return [Unfit(entry, say(_REPLACED)) for entry in again if not may_read(self.history, viewer, entry)]

    def _misfits(self, viewer: Viewer, after: History, touched: Sequence[int]) -> list[Unfit]:
        """The first entries that lay open and now clash, with what was entered before them or beside them.

        RefusedMoveError where one of those touched does, and not only because it cannot be read. ConflictError where
        somebody else's sealed entry would be opened: whatever is told of what comes after would tell what it is.
        """
        hidden = {entry.seq for entry in self.entries if not may_read(self.history, viewer, entry)}
        before = {step.entry.seq: step.clashes for step in self.history.steps if step.clashes}
        for step in after.steps:
            if not hidden.isdisjoint(step.opens):
                message = say("This would reveal what others have entered in secret. Wait until that is revealed.")
                raise ConflictError(message)
            if step.clashes != before.get(step.entry.seq, ()) and (found := self._clashing(step, touched)):
                return found
        return []

    def _clashing(self, step: Step, touched: Sequence[int]) -> list[Unfit]:
        found: dict[int, Unfit] = {}
        for clash in step.clashes:
            entries = [one.entry for one in step.again if not one.seats.isdisjoint(seats_of(clash))]
            if clash.because and any(entry.seq in touched for entry in entries):
                raise RefusedMoveError(clash, step.entry)
            found |= {one.seq: Unfit(one, clash.summary) for one in entries if self._lay_open(one)}
        return list(found.values())

    def _lay_open(self, entry: LogEntry) -> bool:
        return entry.seq in self.history.open_to_all

    def newly(self, unfit: Sequence[Unfit]) -> list[Unfit]:
        """Those that fitted until now."""
        before = {one.entry.seq for one in self.unfit}
        return [one for one in unfit if one.entry.seq not in before]

    def may_change(self, viewer: Viewer, seq: int) -> bool:
        """Whether this viewer may correct this entry."""
        return self.why_unchangeable(viewer, seq) is None

    def why_unchangeable(self, viewer: Viewer, seq: int) -> Text | None:
        """Why this viewer may not correct this entry; None where they may."""
        entry = self.entry(seq)
        if entry is None:
            return say("There is no entry number {seq}.", seq=seq)
        if may_correct(viewer, entry):
            return None
        return say("{seat} or the host can correct it.", seat=entry.by) if entry.by else say(_BY_HOST)

    def _sealed_anew(self, viewer: Viewer, change: Change) -> Change:
        """The change of a sealed entry, in canonical form; UnfitEntriesError where it cannot be, as they know."""
        sealed = (held.entry for held in self.history.position.sealed if held.entry.seq == change.seq)
        entry = next(sealed, None)
        if entry is None or change.data is None:
            return change
        new = replace(entry, data=change.data)
        if speaks_for_one(entry) and not speaks_for_one(new):
            # Its seat may read it, and would read the others' too.
            raise UnfitEntriesError([Unfit(entry, say(_FOR_ONE, seat=entry.seat))])
        made = fitted(entry, lambda: self.history.sealed_anew(new, partial(may_read_sealed, viewer)))
        if isinstance(made, Unfit):
            raise UnfitEntriesError([made])
        return replace(change, data=made.data)

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
        record_type: RecordType = "redo" if redo else "undo"
        record = Record(self.seq + 1, record_type, id, viewer.seat, at, {"correction": correction})
        touched = [change.seq for change in target.changes]
        at_once = self.seq == target.seq
        tried = self.tried(viewer, partial(self._turned, record), drop_unfit, touched, gives_back=at_once)
        if tried.dropped:
            record = replace(record, body={**record.body, "dropped": list(tried.dropped)})
        return self._revision(record, self._turned(record, tried.dropped), tried)

    def _is_secret_to(self, viewer: Viewer, correction: Correction, change: Change) -> bool:
        entry = self.entry(change.seq)
        if entry is None or may_read_sealed(viewer, entry):
            return False
        if change.seq not in self.history.open_to_all:
            return correction.by == entry.by
        return change.data is not None and made_while_sealed(self.history, correction, change.seq)

    def _revision(self, record: Record, corrections: tuple[Correction, ...], tried: Tried) -> Revision:
        record = replace(record, body={**record.body, "opened": opened_since(self.history, tried.history)})
        return Revision(record, corrections, tried.history, compared(self.history, tried.history), tried.unfit)

    def _turned(self, record: Record, dropped: tuple[int, ...]) -> tuple[Correction, ...]:
        """The corrections after this undo or redo, with which these entries are struck."""
        named = record.body["correction"]
        corrections = turned(self.corrections, named, undone=record.type == "undo", seq=record.seq)
        made = (record.seq, record.id, record.by, record.at)
        return (*corrections, Correction(*made, (), dropped, came_with=named)) if dropped else corrections

    def revise(self, revision: Revision) -> None:
        """Make a revision that was tried out part of the match."""
        self.corrections = revision.corrections
        self.history = revision.history
        self.seq = self.mattered = revision.record.seq
        self.unfit = revision.unfit


def revises(record: Record) -> bool:
    """Whether the match is replayed for this record, when it is made."""
    if record.type == "resolution":
        return bool(record.body["as"] == "overruled")
    return record.type in ("correction", "undo", "redo")


_BY_HOST = "The host can correct it."
_REPLACED = "It was replaced while it was secret, and does not count again."
_FOR_ONE = "This was entered for {seat}, and for nobody else."

NEVER = -1
"""After no entry of the match."""


def _canonical(history: History, changes: Sequence[Change]) -> tuple[Change, ...]:
    taken = {step.entry.seq: step.entry.data for step in history.steps}
    return tuple(change if change.data is None else replace(change, data=taken[change.seq]) for change in changes)


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
