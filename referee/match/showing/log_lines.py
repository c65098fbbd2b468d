"""The log as one viewer may see it: entries, corrections and disputes."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial

from referee.match.changes import Change, Edit, standing_changes, standing_entries
from referee.match.disputes import Dispute
from referee.match.log_entry import Data, LogEntry, Numbers, Toss
from referee.match.match import Match
from referee.match.secrecy import is_changed_while_sealed, may_read, may_read_sealed
from referee.match.taking.entry_step import EntryStep
from referee.match.viewer import Viewer
from referee.vocabulary.jsonable import IF_ANY
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Ordinal

_ONLY_ITS_AUTHOR = say("Whoever entered it can see why in the log.")


@dataclass(frozen=True, slots=True)
class LogLine:
    """A log entry as one viewer may see it."""

    seq: Ordinal
    id: str
    kind: str
    seat: str | None
    """Its seat; None: the table."""
    by: str | None
    """The sender's seat; None: the host without a seat."""
    at: float
    """The time in seconds since 1970."""
    data: Data | None
    """The current data; None while sealed."""
    was: Data | None
    """The first data, if a correction changed them; None: unchanged, or sealed."""
    sealed: bool
    """Whether it is still hidden from the viewer."""
    struck: bool
    """Whether a correction struck it, or this program would not take it any more."""
    corrections: tuple[str, ...]
    """The ids of the corrections that touch it."""
    rulings: tuple[Ruling, ...]
    finish: PhotoFinish | None
    """The finish of its race; None without one."""
    tosses: tuple[Toss, ...]
    """The tosses drawn for it."""
    seen: bool = False
    """Whether a camera saw it."""
    version: str | None = field(default=None, metadata=IF_ANY)
    """The game's version that rules on it, if not the match's."""
    unfit: Text | None = field(default=None, metadata=IF_ANY)
    """Why this program would not take it any more, if that is why it is struck."""


@dataclass(frozen=True, slots=True)
class EditLine:
    """An edit, in a correction's line."""

    seq: int
    strike: bool
    data: Data | None
    """The new data; None: struck, or sealed."""
    before: Data | None = field(default=None, metadata={"json": False})
    """The data before; None: struck, sealed, or corrected while sealed."""


@dataclass(frozen=True, slots=True)
class CorrectionLine:
    """A correction in the log as one viewer may see it."""

    seq: Ordinal
    id: str
    by: str | None
    """The author's seat; None: the host without a seat."""
    at: float
    """The time in seconds since 1970."""
    changes: tuple[EditLine, ...]
    dropped: Numbers
    """The numbers of later entries struck with it."""
    undone: bool


@dataclass(frozen=True, slots=True)
class DisputeLine(Dispute):
    """A disputed ruling, visible to everybody."""

    ruled: Ruling | None = None
    """The referee's ruling; None if it is gone."""
    in_force: bool = False
    """Whether the table's resolution counts now, and the ruling is shown with it."""


def dispute_lines(
    match: Match, disputes: Sequence[Dispute] | None = None
) -> tuple[DisputeLine, ...]:
    """Return these disputes (None: all), with their resolutions."""
    if disputes is None:
        disputes = match.disputes
    return tuple(map(partial(_dispute_line, match), disputes))


def _dispute_line(match: Match, dispute: Dispute) -> DisputeLine:
    resolution = dispute.resolution
    seq = dispute.entry
    if seq is None and resolution is not None:
        seq = resolution.entered
    step = match.history.step(seq)
    members = {member.name: getattr(dispute, member.name) for member in fields(dispute)}
    return DisputeLine(
        **members,
        ruled=_ruled_before(step, dispute),
        in_force=_is_in_force(match, step, dispute),
    )


def _is_in_force(match: Match, step: EntryStep | None, dispute: Dispute) -> bool:
    resolution = dispute.resolution
    if resolution is None:
        return False
    if dispute.correction is not None:
        last = match.last_undo(match.change(dispute.correction))
        return last is not None and last.seq == resolution.seq
    if step is None:
        return dispute.is_struck
    if resolution.resolved_as != "overruled":
        return False
    return step.overrule_at(dispute.index) is not None


def _ruled_before(step: EntryStep | None, dispute: Dispute) -> Ruling | None:
    """Return the referee's ruling before any overrule; None if the ruling is gone."""
    if dispute.refused is not None:
        return dispute.refused.ruling
    if step is None:
        return dispute.then if dispute.is_struck else None
    overrule = step.overrule_at(dispute.index)
    now = step.ruling_at(dispute.index)
    if overrule is not None:
        now = overrule.before
    then = dispute.then
    if then is None or (now is not None and str(now.summary) == str(then.summary)):
        return now
    return then


def log_lines(
    match: Match, viewer: Viewer, entries: Sequence[LogEntry] | None = None
) -> tuple[LogLine, ...]:
    """Return the lines of these entries for this viewer; None: of all, struck too.

    The entries are given as first made; the lines have their corrections.
    """
    if entries is None:
        entries = match.entries
    history = match.history
    standing_now = standing_entries(entries, match.changes)
    standing = {entry.seq: entry for entry in standing_now}
    corrected_unseen = _corrected_while_sealed(match)
    unfit = {misfit.seq: misfit.why for misfit in match.unfit}
    touched, latest = _list_corrections(match)

    def line(first: LogEntry) -> LogLine:
        """Return the line of an entry, given as first made."""
        seq = first.seq
        step = history.step(seq)
        hidden = _hidden_line(first, step is None, touched.get(seq, ()))
        if not may_read(history, viewer, first):
            # An entry that stopped fitting is hidden, since nothing tells whether it
            # was public.
            return replace(hidden, unfit=_ONLY_ITS_AUTHOR if seq in unfit else None)

        was_seen = seq not in corrected_unseen or may_read_sealed(viewer, first)
        if not was_seen:
            # Of a struck entry corrected before its reveal, people know only the
            # corrected data.
            first = replace(first, data=latest.get(seq, first.data))
        now = standing.get(seq, first)
        # A struck entry is told as it was last.
        data = now.data if seq in standing else latest.get(seq, first.data)
        was = None
        if was_seen and data != first.data:
            was = first.data
        rulings = step.rulings if step is not None else ()
        shown = _readable_line(hidden, first, data)
        version = now.version or None
        return replace(
            shown, was=was, rulings=rulings, version=version, unfit=unfit.get(seq)
        )

    return tuple(map(line, entries))


def _list_corrections(
    match: Match,
) -> tuple[dict[int, tuple[str, ...]], dict[int, Data]]:
    """Return, by entry, the changes in force, and the data of the last."""
    touched: dict[int, tuple[str, ...]] = {}
    latest = {}
    for change in standing_changes(match.changes):
        numbers = [*change.dropped]
        for edit in change.edits:
            numbers.append(edit.seq)
            if edit.data is not None:
                latest[edit.seq] = edit.data
        for seq in numbers:
            touched[seq] = (*touched.get(seq, ()), change.id)
    return touched, latest


def unruled_line(entry: LogEntry, viewer: Viewer, opened: Collection[int]) -> LogLine:
    """Return an entry's line for a match that cannot be folded.

    `opened` are the entries that are certainly public.
    """
    line = _hidden_line(entry, struck=False)
    if entry.seq in opened or may_read_sealed(viewer, entry):
        return _readable_line(line, entry, entry.data)
    return line


def _hidden_line(
    entry: LogEntry, struck: bool, corrections: tuple[str, ...] = ()
) -> LogLine:
    """Return the line of a hidden entry, which reveals no data."""
    return LogLine(
        entry.seq,
        entry.id,
        entry.kind,
        entry.seat,
        entry.by,
        entry.at,
        data=None,
        was=None,
        sealed=True,
        struck=struck,
        corrections=corrections,
        rulings=(),
        finish=None,
        # Hide the toss as well: its nonce would give the outcome away.
        tosses=(),
        seen=entry.seen,
    )


def _readable_line(hidden: LogLine, entry: LogEntry, data: Data) -> LogLine:
    """Return the line of an entry with these data, for a viewer who may read it."""
    return replace(
        hidden, data=data, sealed=False, finish=entry.finish, tosses=entry.tosses
    )


def correction_lines(
    match: Match, viewer: Viewer, changes: Sequence[Change] | None = None
) -> tuple[CorrectionLine, ...]:
    """Return these changes (None: all), with edits of sealed entries hidden.

    Who may not read an entry does not read what a correction says of it either.
    """
    if changes is None:
        changes = changes_with_lines(match)
    history = match.history
    corrected_unseen = _corrected_while_sealed(match)
    before = _list_data_before(match)

    def line(change: Change, edit: Edit) -> EditLine:
        """Return an edit for the viewer; sealed data are hidden."""
        seq = edit.seq
        data = edit.data
        was = before[change.id, seq]
        if not may_read_sealed(viewer, match.logged(seq)):
            is_open = seq in history.open_to_all
            if not is_open or is_changed_while_sealed(history, change, seq):
                data = None
            if not is_open or seq in corrected_unseen:
                was = None
        return EditLine(seq, edit.data is None, data, was)

    standing = {change.seq for change in standing_changes(match.changes)}
    lines = []
    for change in changes:
        lines.append(
            CorrectionLine(
                seq=change.seq,
                id=change.id,
                by=change.by,
                at=change.at,
                changes=tuple(map(partial(line, change), change.edits)),
                dropped=change.dropped,
                undone=change.seq not in standing,
            )
        )
    return tuple(lines)


def changes_with_lines(match: Match) -> list[Change]:
    """Return the changes that have a line: those of entries."""
    return [change for change in match.changes if change.edits or change.dropped]


def _list_data_before(
    match: Match,
) -> Mapping[tuple[str, int], Data | None]:
    """Return the data before each edit, by the change's id and the entry.

    They are None if the entry was struck before.
    """
    standing = {change.seq for change in standing_changes(match.changes)}
    data: dict[int, Data | None] = {}
    before = {}
    for change in match.changes:
        for edit in change.edits:
            first = match.logged(edit.seq).data
            before[change.id, edit.seq] = data.get(edit.seq, first)
        if change.seq in standing:
            data |= {edit.seq: edit.data for edit in change.edits}
            data |= dict.fromkeys(change.dropped)
    return before


def _corrected_while_sealed(match: Match) -> set[int]:
    """Return the entries corrected while sealed: nobody else saw the earlier data."""
    history = match.history
    numbers = set()
    for change in match.changes:
        for edit in change.edits:
            seq = edit.seq
            if edit.data is not None and is_changed_while_sealed(history, change, seq):
                numbers.add(seq)
    return numbers
