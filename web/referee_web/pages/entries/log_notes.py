"""What was changed and disputed, as the log tells it, each at its entry."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from referee.hosting.tables.snapshot import Snapshot
from referee.match.changes import Change
from referee.match.disputes import Dispute
from referee.match.match import Match
from referee.match.showing.log_lines import (
    CorrectionLine,
    DisputeLine,
    correction_lines,
    dispute_lines,
)
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee_web.pages.entries.entry_words import (
    correction_sentence,
    dropped_words,
    edit_words,
)
from referee_web.pages.entries.news import (
    object_address,
    say_maker,
    tell_when_made,
    undo_address,
)
from referee_web.pages.entries.shown_dispute import ShownResolution, say_disputed_change


def write_time(moment: float) -> str:
    """Return the time of day by the daemon's clock: `21:04`."""
    return time.strftime("%H:%M", time.localtime(moment))


@dataclass(frozen=True, slots=True)
class UndoNote:
    """An undo or redo of a correction: who made it and when, and what it did."""

    by: Text
    time: str
    effects: Sequence[Text]


@dataclass(frozen=True, slots=True)
class ChangeNote:
    """A correction in the log: old and new, who made it, and all its undos."""

    line: CorrectionLine
    what: Sequence[Text]
    """What it changed, an entry each, and what it removed besides."""
    sentence: Text
    by: Text
    effects: Sequence[Text]
    """What it did to rulings and points when it was made."""
    undos: Sequence[UndoNote]
    undo_at: str | None
    """Where this viewer undoes it, or redoes it; None if they may not."""
    object_at: str | None
    """Where this viewer disputes it; None if they may not."""
    kind: Literal["correction"] = "correction"

    @property
    def time(self) -> str:
        """Return the time of day."""
        return write_time(self.line.at)


@dataclass(frozen=True, slots=True)
class DisputeNote:
    """A dispute in the log."""

    line: DisputeLine
    ruling: Ruling | None
    """The ruling as it was disputed; None for a change."""
    now: Ruling | None
    """The ruling that stands in its place."""
    change: Sequence[Text]
    """What a disputed change did, the way it went when it was disputed."""
    settled: ShownResolution | None
    """How it was settled; None while it is open."""
    effects: Sequence[Text]
    """What the change of a correction did by which it was settled."""
    correction: ChangeNote | None
    """The correction that settled it."""
    kind: Literal["dispute"] = "dispute"

    @property
    def time(self) -> str:
        """Return the time of day."""
        return write_time(self.line.at)


Note = ChangeNote | DisputeNote
MOST_EFFECTS = 10
"""Of how many changes the log says what they did: each is told by two replays."""


def list_notes(snapshot: Snapshot) -> Mapping[int, Sequence[Note]]:
    """Return all corrections and disputes by the entry where they are told.

    0 stands for what is about no entry.
    """
    match = snapshot.begun_match
    corrections = {}
    for line in correction_lines(match, snapshot.viewer):
        corrections[line.id] = _note_change(snapshot, line)

    notes: dict[int, list[Note]] = {}
    for dispute in dispute_lines(match):
        settling = None
        if dispute.resolution and dispute.resolution.correction:
            settling = corrections.pop(dispute.resolution.correction, None)
        at = _find_disputed_entry(match, dispute)
        notes.setdefault(at, []).append(_note_dispute(snapshot, dispute, settling))
    for note in corrections.values():
        notes.setdefault(_find_changed_entry(note.line), []).append(note)
    return notes


def _find_changed_entry(line: CorrectionLine) -> int:
    if line.changes:
        return line.changes[0].seq
    return line.dropped[0]


def _find_disputed_entry(match: Match, dispute: Dispute) -> int:
    """Return the entry of what is disputed, of a refusal the one before it, or 0."""
    if dispute.entry is not None:
        return dispute.entry
    if dispute.correction is not None:
        change = match.change(dispute.correction)
        return change.edits[0].seq if change.edits else change.dropped[0]
    before = [entry.seq for entry in match.entries if entry.seq < dispute.seq]
    return before[-1] if before else 0


def _note_change(snapshot: Snapshot, line: CorrectionLine) -> ChangeNote:
    match = snapshot.begun_match
    change = match.change(line.id)
    undo_at = undo_address(snapshot, change)
    settled = {each.resolution.seq for each in match.disputes if each.resolution}
    undos = []
    for undo in match.changes:
        # The dispute that turned it back is told beside it.
        if undo.target == line.id and undo.seq not in settled:
            by = _say_undo(snapshot, undo)
            effects = _tell_effects(snapshot, undo)
            undos.append(UndoNote(by, write_time(undo.at), effects))
    object_at = None
    if undo_at is None and not _is_moot(match, change):
        object_at = object_address(snapshot, change)
    return ChangeNote(
        line=line,
        what=[*edit_words(snapshot, line), *dropped_words(snapshot, line.dropped)],
        sentence=correction_sentence(snapshot, line),
        by=say_maker(snapshot, change),
        effects=_tell_effects(snapshot, change),
        undos=undos,
        undo_at=undo_at,
        object_at=object_at,
    )


def _tell_effects(snapshot: Snapshot, change: Change) -> Sequence[Text]:
    """Return sentences on what one of the last changes did when it was made."""
    if change not in snapshot.begun_match.changes[-MOST_EFFECTS:]:
        return ()
    return tell_when_made(snapshot, change)


def _is_moot(match: Match, change: Change) -> bool:
    """Return whether all entries that a change corrected have been undone since."""
    for edit in change.edits:
        if edit.data is None or match.history.step(edit.seq) is not None:
            return False
    return True


def _say_undo(snapshot: Snapshot, undo: Change) -> Text:
    template = "undone {by}" if undo.undoes else "made again {by}"
    return say(template, by=say_maker(snapshot, undo))


def _note_dispute(
    snapshot: Snapshot, line: DisputeLine, settling: ChangeNote | None
) -> DisputeNote:
    effects: Sequence[Text] = ()
    for change in snapshot.begun_match.changes:
        is_its_own = line.resolution and change.seq == line.resolution.seq
        if is_its_own and change.target is not None:
            effects = _tell_effects(snapshot, change)
    return DisputeNote(
        line=line,
        ruling=line.disputed_ruling or line.ruled,
        now=_find_ruling_now(snapshot.begun_match, line),
        change=say_disputed_change(snapshot, line),
        settled=ShownResolution.of(snapshot, line),
        effects=effects,
        correction=settling,
    )


def _find_ruling_now(match: Match, line: DisputeLine) -> Ruling | None:
    """Return the ruling that stands in the place of the disputed one, or None."""
    step = match.history.step(line.entry)
    return step.ruling_at(line.index) if step is not None else None
