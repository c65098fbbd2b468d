"""Corrections: entries changed or struck afterwards, the match replayed, what changed
shown side by side.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from types import MappingProxyType

from referee.match.log_entry import LogEntry, Record, Viewer, is_author
from referee.match.position import Overrule, Step
from referee.match.replay import History, Unfit, replay
from referee.vocabulary.errors import (
    FieldError,
    NotYoursError,
    RefereeError,
    WrongFieldsError,
)
from referee.vocabulary.jsonable import IF_ANY, jsonable
from referee.vocabulary.ruling import Reckoning, Ruling, ShownCards
from referee.vocabulary.text import Text, count, say

Opened = Iterable[tuple[int, int]]
"""Numbers of entries, each with that of the record by which all could read it."""


@dataclass(frozen=True, slots=True)
class Change:
    """What is done to the entry `seq`: its data replaced, or, when `data` is None, the
    entry struck.
    """

    seq: int
    data: Mapping[str, object] | None = field(default=None, metadata=IF_ANY)


@dataclass(frozen=True, slots=True)
class Correction:
    """Changes made together. `seq` is its number in the log, `by` its author's seat
    (None: an opener without a seat), `dropped` the later entries that no longer fitted
    and were struck with it. `came_with`: it struck them when the correction of this id
    was undone, or made again, and is undone itself when that is turned back.
    `turned_at` is the number of the record that last undid it or made it again, 0 where
    none did. `version` is the game's under which the changes were made; empty: that
    with which the match began.
    """

    seq: int
    id: str
    by: str | None
    at: float
    changes: tuple[Change, ...]
    dropped: tuple[int, ...] = ()
    undone: bool = False
    came_with: str | None = None
    turned_at: int = 0
    version: str = ""


@dataclass(frozen=True, slots=True)
class Changed:
    """What an entry decided before and after."""

    seq: int
    old: tuple[Ruling, ...]
    new: tuple[Ruling, ...]


class UnfitEntriesError(RefereeError):
    """A correction after which later entries no longer fit; `unfit` are these, each
    with why.
    """

    status = 422
    title = say("Later entries no longer fit")

    def __init__(self, unfit: Sequence[Unfit]) -> None:
        one = (
            "After this, entry number {numbers} would no longer fit. Correct it too, "
            "or have it struck."
        )
        many = (
            "After this, entries number {numbers} would no longer fit. Correct them "
            "too, or have them struck."
        )
        numbers = tuple(str(misfit.entry.seq) for misfit in unfit)
        super().__init__(
            count(one, many, len(unfit), numbers=numbers),
            errors=[
                {"field": f"entry {misfit.entry.seq}", "message": misfit.why}
                for misfit in unfit
            ],
            unfit=[
                {"seq": misfit.entry.seq, "message": misfit.why} for misfit in unfit
            ],
        )
        self.unfit = tuple(unfit)

    def __str__(self) -> str:
        return " ".join(
            [
                str(self.message),
                *(f"Entry {misfit.entry.seq}: {misfit.why}" for misfit in self.unfit),
            ]
        )


def cannot_correct(message: Text) -> WrongFieldsError:
    """Return the error for changes that make no sense."""
    return WrongFieldsError(FieldError("changes", message))


def standing_entries(
    entries: Sequence[LogEntry], corrections: Sequence[Correction]
) -> list[LogEntry]:
    """Return the entries as they stand after all corrections that are not undone;
    struck ones are left out.
    """
    last: dict[int, tuple[Mapping[str, object] | None, str]] = {}
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
    """Return the corrections with this one undone, or made again, by the record of this
    number, and without what was struck when it was turned before.
    """

    def after(correction: Correction) -> Correction:
        if correction.id == id:
            return replace(correction, undone=undone, turned_at=seq)
        return (
            replace(correction, undone=True)
            if correction.came_with == id
            else correction
        )

    return tuple(map(after, corrections))


def after_turning(
    corrections: Sequence[Correction], record: Record, dropped: tuple[int, ...]
) -> tuple[Correction, ...]:
    """Return the corrections after this undo or redo, with which these entries are
    struck.
    """
    named = record.body["correction"]
    turned_over = turn(corrections, named, undone=record.type == "undo", seq=record.seq)
    made = (record.seq, record.id, record.by, record.at)
    return (
        (*turned_over, Correction(*made, (), dropped, came_with=named))
        if dropped
        else turned_over
    )


def check_changes(
    viewer: Viewer, entries: Sequence[LogEntry], changes: Sequence[Change]
) -> None:
    """Raise WrongFieldsError unless each change names another entry; NotYoursError
    unless this viewer may correct them.
    """
    by_seq = {entry.seq: entry for entry in entries}
    for change in changes:
        if change.seq not in by_seq:
            raise cannot_correct(say("There is no entry number {seq}.", seq=change.seq))
        if not may_correct(viewer, by_seq[change.seq]):
            template = (
                "Entry number {seq} is somebody else's: ask them or the host to "
                "correct it."
            )
            raise NotYoursError(say(template, seq=change.seq))
    if not changes or len({change.seq for change in changes}) < len(changes):
        raise cannot_correct(
            say("Name each entry to be changed once, and at least one.")
        )


def may_correct(viewer: Viewer, entry: LogEntry) -> bool:
    """Return whether this viewer may correct this entry: its author, the host; and
    every seat what a camera saw.
    """
    return (
        viewer.host
        or is_author(viewer, entry)
        or (entry.seen and viewer.seat is not None)
    )


def replay_corrected(
    history: History,
    entries: Sequence[LogEntry],
    corrections: Sequence[Correction],
    by: int,
    overrules: Mapping[int, tuple[Overrule, ...]] | None = None,
    opened: Opened | None = None,
    sealed: Mapping[int, int] = MappingProxyType({}),
) -> tuple[History, tuple[Unfit, ...]]:
    """Return the match replayed under these corrections, and the entries that no longer
    fit and were left out.

    What the table overruled stays so, unless other overrules are given. What was once
    open stays open; what is so only now was opened by the record of the number `by`.
    `opened` is what the log says of that, where it does; `sealed` as in `replay`.
    """
    standing = standing_entries(entries, corrections)
    under = history.overrules if overrules is None else overrules
    known = _untouched(history, standing, under)
    again, unfit = replay(
        history.rulebook, history.setting, standing, under, sealed, known
    )
    stored = dict(_reveals_to_store(history, again, by) if opened is None else opened)
    again.opened_at |= history.opened_at | stored
    again.open_to_all |= again.opened_at.keys()
    again.stored_reveals = history.stored_reveals | stored
    return again, unfit


def _untouched(
    history: History,
    standing: Sequence[LogEntry],
    overrules: Mapping[int, tuple[Overrule, ...]],
) -> list[Step]:
    """Return the first steps of this history that these entries begin with too: they
    need not be taken again.
    """

    def is_same(pair: tuple[Step, LogEntry]) -> bool:
        step, entry = pair
        return step.entry == entry and overrules.get(
            entry.seq
        ) == history.overrules.get(entry.seq)

    return [
        step
        for step, _ in takewhile(is_same, zip(history.steps, standing, strict=False))
    ]


def _reveals_to_store(
    old: History, again: History, by: int
) -> Iterator[tuple[int, int]]:
    """Yield (entry, record) for every reveal that replaying the corrected match would
    date differently.

    The record of the correction stores these.
    """
    seen = again.opened_at
    yield from ((seq, by) for seq in seen if seq not in old.opened_at)
    yield from (
        (seq, at)
        for seq, at in old.opened_at.items()
        if seen.get(seq) != at and seq not in old.stored_reveals
    )


def new_openings(old: History, again: History) -> list[list[int]]:
    """Return what the record of a revision says of what was opened when, so that nobody
    has to replay the match before it.
    """
    return [
        [seq, at]
        for seq, at in again.stored_reveals.items()
        if seq not in old.stored_reveals
    ]


def compare_rulings(old: History, new: History) -> tuple[Changed, ...]:
    """Return the entries whose rulings differ between two histories of one match, or
    what they show; in order.
    """
    before = {step.entry.seq: step.rulings for step in old.steps}
    after = {step.entry.seq: step.rulings for step in new.steps}
    numbers = sorted(before.keys() | after.keys())
    pairs = [Changed(seq, before.get(seq, ()), after.get(seq, ())) for seq in numbers]
    return tuple(
        pair
        for pair in pairs
        if _comparable_rulings(pair.old) != _comparable_rulings(pair.new)
    )


def _comparable_rulings(
    rulings: Sequence[Ruling],
) -> list[tuple[Ruling, tuple[ShownCards, ...], Reckoning | None]]:
    """Rulings with the cards that they show and what they add up, which are no part of
    what they decide.
    """
    return [(ruling, ruling.shown, ruling.reckoning) for ruling in rulings]


def correction_record(correction: Correction) -> Record:
    """Return the record that keeps a correction."""
    body = {
        "changes": jsonable(correction.changes),
        "dropped": list(correction.dropped),
    }
    if correction.version:
        body["version"] = correction.version
    return Record(
        correction.seq, "correction", correction.id, correction.by, correction.at, body
    )
