"""Taking back the latest entries, and entering them again."""

from collections.abc import Sequence

from referee.match.changes import Change, standing_entries
from referee.match.history import History
from referee.match.log_entry import LogEntry
from referee.match.match import Match
from referee.match.secrecy import may_read, may_read_sealed
from referee.match.taking.entry_reading import (
    prompt_met,
)
from referee.match.taking.entry_step import EntryStep
from referee.match.taking.parts import own_fields
from referee.match.trying.correcting import may_correct
from referee.match.viewer import Viewer, is_author


def may_take_back(match: Match, viewer: Viewer) -> tuple[LogEntry, ...]:
    """Return the entries that this viewer may take back now.

    Their own, as long as others have only sealed theirs since, or entered their parts
    of the same question; for the host also the table's last one; for everybody at the
    table one that a camera saw. Only fresh ones: among the latest entries, as many as
    there are seats.
    """
    history = match.history
    sealed = history.position.sealed_numbers
    fresh = history.steps[-len(history.setting.seats) :]
    may = []
    since: list[EntryStep] = []
    for step in reversed(fresh):
        entry = step.entry
        if is_author(viewer, entry.by):
            if not since or _answer_one_prompt(history, [step, *since]):
                may.append(entry)
            break
        if entry.seq not in sealed:
            since.insert(0, step)

    if fresh:
        last = fresh[-1].entry
        if (viewer.host or last.seen) and last not in may:
            may.append(last)
    return tuple(entry for entry in may if may_correct(viewer, entry))


def _answer_one_prompt(history: History, steps: Sequence[EntryStep]) -> bool:
    """Return whether all these steps, in their order, are parts of one prompt."""
    asked = []
    for step in steps:
        prompt = prompt_met(step.before.open_prompts, step.entry)
        if prompt is None or not own_fields(prompt):
            return False
        asked.append((prompt.kind, prompt.title))
    if asked.count(asked[0]) < len(asked):
        return False

    # Rounds never go back, so the first and the last tell of those between.
    rounds = set()
    for step in (steps[0], steps[-1]):
        scene = history.rulebook.scene(step.before.state, history.setting.seats)
        rounds.add(scene.round)
    return len(rounds) == 1


def seen_together(match: Match, seq: int) -> tuple[LogEntry, ...]:
    """Return the entries that a camera saw together with this one, if any."""
    entry = match.entry(seq)
    if entry is None or not entry.seen:
        return ()
    at = entry.at
    return tuple(other for other in match.entries if other.seen and other.at == at)


def latest_strike(match: Match, viewer: Viewer) -> Change | None:
    """Return the viewer's strike if nothing has followed it, or None.

    It struck one entry, or entries that a camera saw together, and can be undone.
    """
    if not match.changes:
        return None
    last = match.changes[-1]
    if last.seq != match.last_played_seq or last.by != viewer.seat:
        return None

    struck = []
    for edit in last.edits:
        entry = match.logged(edit.seq)
        if edit.data is not None or not may_correct(viewer, entry):
            return None
        struck.append(entry)
    if len(struck) == 1:
        return last
    if not struck or tuple(struck) != seen_together(match, struck[0].seq):
        return None
    return last


def entries_to_repeat(match: Match, viewer: Viewer) -> tuple[LogEntry, ...]:
    """Return this viewer's entries to enter again: sealed, or taken back."""
    history = match.history
    entered = []
    for waiting in history.position.sealed:
        if may_read_sealed(viewer, waiting.entry):
            entered.append(waiting.entry)
    strike = latest_strike(match, viewer)
    if strike is not None:
        struck = {edit.seq for edit in strike.edits}
        for entry in standing_entries(match.entries, match.changes[:-1]):
            if entry.seq in struck and may_read(history, viewer, entry):
                entered.append(entry)
    return tuple(entered)
