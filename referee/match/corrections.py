"""Corrections: changed or struck entries, the replayed match, and the differences."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from referee.match.entry_step import EntryStep, Overrules
from referee.match.history import History, SealedSince, Unfit, replay
from referee.match.log_entry import (
    Data,
    LogEntry,
    Numbers,
    Record,
    Viewer,
    is_author,
    seats_covered,
)
from referee.vocabulary.errors import (
    NotYoursError,
    RefereeError,
    wrong_field,
)
from referee.vocabulary.jsonable import IF_ANY, jsonable
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import count, say

Opened = Iterable[tuple[int, int]]
"""Numbers of entries, each with the record by which everybody could read it."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change to the entry `seq`: its new data, or None to strike it."""

    seq: int
    data: Data | None = field(default=None, metadata=IF_ANY)


@dataclass(frozen=True, slots=True)
class Correction:
    """Changes made together."""

    seq: int
    """Its number in the log."""
    id: str
    by: str | None
    """Its author's seat; None: an opener without a seat."""
    at: float
    changes: tuple[Change, ...]
    dropped: Numbers = ()
    """The later entries struck because they no longer fitted."""
    undone: bool = False
    came_with: str | None = None
    """The id of the correction whose undo or redo struck these entries, if one did:
    to turn that back undoes this too.
    """
    turned_at: int = 0
    """The number of the record that last undid or redid it; 0 without one."""
    version: str = ""
    """The game's version when the changes were made; empty: the match's."""


@dataclass(frozen=True, slots=True)
class Changed:
    """An entry's rulings before and after."""

    seq: int
    old: tuple[Ruling, ...]
    new: tuple[Ruling, ...]


class UnfitEntriesError(RefereeError):
    """Later entries no longer fit after a correction: `unfit`, each with the reason."""

    status = 422
    title = say("Later entries no longer fit")

    def __init__(self, unfit: Sequence[Unfit]) -> None:
        one = "Entry {numbers} would no longer fit. Correct it too, or strike it."
        many = (
            "Entries {numbers} would no longer fit. Correct them too, or strike them."
        )
        numbers = []
        errors = []
        members = []
        for misfit in unfit:
            seq = misfit.seq
            why = misfit.why
            numbers.append(str(seq))
            errors.append({"field": f"entry {seq}", "message": why})
            members.append({"seq": seq, "message": why})
        message = count(one, many, len(unfit), numbers=tuple(numbers))
        super().__init__(message, errors=errors, unfit=members)
        self.unfit = tuple(unfit)

    def __str__(self) -> str:
        sentences = [str(self.message)]
        for misfit in self.unfit:
            sentences.append(f"Entry {misfit.seq}: {misfit.why}")
        return " ".join(sentences)


def standing_entries(
    entries: Sequence[LogEntry], corrections: Sequence[Correction]
) -> list[LogEntry]:
    """Return the entries after these corrections, without struck ones."""
    last = {}
    for correction in corrections:
        if correction.undone:
            continue
        for change in correction.changes:
            last[change.seq] = change.data, correction.version
        for seq in correction.dropped:
            last[seq] = None, correction.version

    standing = []
    for entry in entries:
        data, version = last.get(entry.seq, (entry.data, entry.version))
        if data is entry.data:
            standing.append(entry)
        elif data is not None:
            standing.append(replace(entry, data=data, version=version))
    return standing


def turn(
    corrections: Sequence[Correction], id: str, undone: bool, seq: int = 0
) -> tuple[Correction, ...]:
    """Return the corrections with this one undone or redone, by record `seq`.

    Entries struck by its earlier undo or redo are no longer struck.
    """
    turned = []
    for correction in corrections:
        if correction.id == id:
            correction = replace(correction, undone=undone, turned_at=seq)
        elif correction.came_with == id:
            correction = replace(correction, undone=True)
        turned.append(correction)
    return tuple(turned)


def after_turning(
    corrections: Sequence[Correction], record: Record, dropped: Numbers
) -> tuple[Correction, ...]:
    """Return the corrections after an undo or redo that also strikes these entries."""
    named = record.body["correction"]
    turned = turn(corrections, named, undone=record.type == "undo", seq=record.seq)
    if not dropped:
        return turned
    return (*turned, strike_by(record, dropped, came_with=named))


def strike_by(
    record: Record, dropped: Numbers, came_with: str | None = None
) -> Correction:
    """Return the correction by which a record also strikes these entries."""
    return Correction(
        record.seq, record.id, record.by, record.at, (), dropped, came_with=came_with
    )


def require_changeable(
    viewer: Viewer, entries: Sequence[LogEntry], changes: Sequence[Change]
) -> None:
    """Raise WrongFieldsError for repeated entries, NotYoursError if forbidden."""
    by_seq = {entry.seq: entry for entry in entries}
    numbers = set()
    for change in changes:
        seq = change.seq
        if seq not in by_seq:
            message = say("There’s no entry {seq}.", seq=seq)
            raise wrong_field("changes", message)
        entry = by_seq[seq]
        if not may_correct(viewer, entry) and not _is_own_part(viewer, entry, change):
            raise NotYoursError(
                say(
                    "Entry {seq} is somebody else’s: ask them or the host to correct "
                    "it.",
                    seq=seq,
                )
            )
        numbers.add(seq)
    if not changes or len(numbers) < len(changes):
        message = say("Name at least one entry to change, and each only once.")
        raise wrong_field("changes", message)


def may_correct(viewer: Viewer, entry: LogEntry) -> bool:
    """Return whether this viewer may correct this entry.

    Its author and the host may, and whoever alone it is for; every seat may correct
    what a camera saw.
    """
    if viewer.host or is_author(viewer, entry.by):
        return True
    if viewer.seat is None or entry.seq <= viewer.reads_from:
        return False
    return entry.seen or seats_covered(entry) == {viewer.seat}


def covers(viewer: Viewer, entry: LogEntry) -> bool:
    """Return whether an entry is for the viewer's seat too, whoever entered it."""
    return viewer.seat in seats_covered(entry) and entry.seq > viewer.reads_from


def _is_own_part(viewer: Viewer, entry: LogEntry, change: Change) -> bool:
    """Return whether a change leaves everything but the viewer's part as it is."""
    if change.data is None or not covers(viewer, entry):
        return False
    seat = viewer.seat
    return _without_part(change.data, seat) == _without_part(entry.data, seat)


def _without_part(data: Data, seat: str | None) -> dict[str, object]:
    others: dict[str, object] = {}
    for name, value in data.items():
        if isinstance(value, Mapping):
            value = {whose: part for whose, part in value.items() if whose != seat}
        others[name] = value
    return others


def replay_corrected(
    history: History,
    entries: Sequence[LogEntry],
    corrections: Sequence[Correction],
    overrules: Overrules | None = None,
    sealed: SealedSince = MappingProxyType({}),
) -> tuple[History, tuple[Unfit, ...]]:
    """Return the match replayed under these corrections, and the misfits.

    The table's overrules stay, unless others are given; `sealed` is as in `replay`.
    Call `keep_open` afterwards, so that entries once open stay open.
    """
    standing = standing_entries(entries, corrections)
    if overrules is None:
        overrules = history.overrules
    known = _keep_untouched(history, standing, overrules)
    return replay(history.rulebook, history.setting, standing, overrules, sealed, known)


def keep_open(old: History, again: History, opened: Opened) -> None:
    """Open in this history whatever was open before, and `opened`."""
    stored = dict(opened)
    again.opened_at |= old.opened_at | stored
    again.open_to_all |= again.opened_at.keys()
    again.stored_reveals = old.stored_reveals | stored


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


def reveals_to_store(old: History, again: History, now: int) -> Opened:
    """Yield (entry, record) for each reveal that a replay would date differently.

    The correction's record, which has the number `now`, stores them.
    """
    for seq in again.opened_at:
        if seq not in old.opened_at:
            yield seq, now
    for seq, at in old.opened_at.items():
        if again.opened_at.get(seq) != at and seq not in old.stored_reveals:
            yield seq, at


def new_openings(old: History, again: History) -> list[list[int]]:
    """Return the reveals that a revision's record has to store.

    So a later reader need not replay the match before it.
    """
    openings = []
    for seq, at in again.stored_reveals.items():
        if seq not in old.stored_reveals:
            openings.append([seq, at])
    return openings


def compare_rulings(old: History, new: History) -> tuple[Changed, ...]:
    """Return the entries, in order, whose rulings differ, or what these show."""
    before = {step.entry.seq: step.rulings for step in old.steps}
    after = {step.entry.seq: step.rulings for step in new.steps}
    changed = []
    for seq in sorted(before.keys() | after.keys()):
        pair = Changed(seq, before.get(seq, ()), after.get(seq, ()))
        if list(map(_with_shown_cards, pair.old)) != list(
            map(_with_shown_cards, pair.new)
        ):
            changed.append(pair)
    return tuple(changed)


def _with_shown_cards(ruling: Ruling) -> tuple[object, ...]:
    """Return a ruling with what it shows and adds up, which equality ignores."""
    return ruling, ruling.shown, ruling.reckoning


def correction_record(correction: Correction) -> Record:
    """Return the record of a correction."""
    dropped = list(correction.dropped)
    body = {"changes": jsonable(correction.changes), "dropped": dropped}
    if correction.version:
        body["version"] = correction.version
    return Record(
        correction.seq, "correction", correction.id, correction.by, correction.at, body
    )
