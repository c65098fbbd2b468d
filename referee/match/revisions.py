"""Trying a correction, an undo or a redo, without changing the match."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from typing import Literal

from referee.match.corrections import (
    Change,
    Changed,
    Correction,
    UnfitEntriesError,
    after_turning,
    compare_rulings,
    correction_record,
    covers,
    keep_open,
    may_correct,
    new_openings,
    replay_corrected,
    require_changeable,
    reveals_to_store,
    strike_by,
)
from referee.match.entry_reading import NotOpenError, open_prompt, read_strictly
from referee.match.entry_step import EntryStep, Overrules
from referee.match.fold import RefusedMoveError
from referee.match.history import History, SealedSince, Unfit, try_to_fit
from referee.match.log_entry import (
    LogEntry,
    Numbers,
    Record,
    Viewer,
    seats_covered,
)
from referee.match.match import Match
from referee.match.revealing import seats_of
from referee.match.tosses import decide_between, open_tosses, tosses_in_use
from referee.match.visibility import (
    is_changed_while_sealed,
    may_read,
    may_read_sealed,
)
from referee.plugin.rulebook import blaming_large_numbers
from referee.vocabulary.errors import (
    ConflictError,
    NotFoundError,
    NotYoursError,
    WrongFieldsError,
)
from referee.vocabulary.text import Text, say


@dataclass(frozen=True, slots=True)
class Revision:
    """A tried revision of a match: correction, undo, redo or resolution.

    `records` make it, `match` is the result, and `changed` are the rulings that differ.
    """

    records: tuple[Record, ...]
    match: Match
    changed: tuple[Changed, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """A match replayed under other corrections.

    `unfit` was left out, and the entries with the numbers `dropped` were struck.
    """

    history: History
    unfit: tuple[Unfit, ...]
    dropped: Numbers


# A correction


def try_correction(
    match: Match,
    viewer: Viewer,
    id: str,
    at: float,
    changes: Sequence[Change],
    drop_unfit: bool = False,
) -> Revision:
    """Return the match with these changes.

    Raise WrongFieldsError, NotYoursError, ConflictError, RefusedMoveError or
    UnfitEntriesError for an impossible one.

    Sealed entries that nobody is asked for any more are struck silently; others stay,
    and are checked at the reveal.
    """
    require_changeable(viewer, match.entries, changes)
    settled = []
    for change in changes:
        change = _add_tosses(match, change)
        settled.append(_reseal(match, viewer, change))

    correction = Correction(match.seq + 1, id, viewer.seat, at, tuple(settled))
    correction = replace(correction, version=match.history.new_version)
    attempt = Attempt(
        match=match,
        viewer=viewer,
        corrections=match.corrections,
        new=correction,
        drop_unfit=drop_unfit,
        changes=changes,
    )
    outcome = attempt.run()
    canonical = _canonize(outcome.history, settled)
    correction = replace(correction, changes=canonical, dropped=outcome.dropped)
    return revision_of(match, correction_record(correction), outcome)


def _add_tosses(match: Match, change: Change) -> Change:
    """Return the change with the entry's own tosses applied to its choices.

    Drawing them again, under another id, would allow retries.
    """
    entry = match.logged(change.seq)
    if not entry.tosses or change.data is None:
        return change
    history = match.history
    changed = replace(entry, data=change.data, version=history.new_version)
    try:
        choices = open_tosses(history, history.position_at(change.seq), changed)
    except (NotOpenError, WrongFieldsError):
        choices = {}  # the replay reports the fault

    data = {**change.data}
    for toss in entry.tosses:
        if data.get(toss.field) is None:
            decided = decide_between(choices.get(toss.field, toss.choices), toss)
            data[toss.field] = decided.outcome
    return replace(change, data=data)


def _reseal(match: Match, viewer: Viewer, change: Change) -> Change:
    """Return the change of a sealed entry in canonical form; others unchanged.

    Raise UnfitEntriesError if the entry cannot hold this, as far as the viewer knows.
    """
    if change.data is None:
        return change
    if change.seq in _numbers_sealed_at_end(match):
        raise ConflictError(
            say("The match ended early, so this stays secret and can’t be corrected.")
        )
    history = match.history
    entry = history.position.sealed_entry(change.seq)
    if entry is None:
        return change

    new = replace(entry, data=change.data, version=history.new_version)
    is_for_one = seats_covered(entry) <= {entry.seat}
    if is_for_one and not seats_covered(new) <= {new.seat}:
        # Its seat may read it, and would otherwise learn about others.
        why = say("This was entered for {seat} only.", seat=entry.seat)
        raise UnfitEntriesError([Unfit(entry, why)])
    knows = partial(may_read_sealed, viewer)
    resealed = try_to_fit(entry, lambda: history.reseal(new, knows))
    if isinstance(resealed, Unfit):
        raise UnfitEntriesError([resealed])
    return replace(change, data=resealed.data)


def _canonize(history: History, changes: Iterable[Change]) -> tuple[Change, ...]:
    canonical = []
    data = {step.entry.seq: step.entry.data for step in history.steps}
    for change in changes:
        if change.data is not None:
            change = replace(change, data=data[change.seq])
        canonical.append(change)
    return tuple(canonical)


def why_unchangeable(viewer: Viewer, entry: LogEntry) -> Text | None:
    """Return why this viewer may correct no part of this entry; None if they may."""
    if may_correct(viewer, entry) or covers(viewer, entry):
        return None
    if not entry.by:
        return say("The host can correct it.")
    return say("{seat} or the host can correct it.", seat=entry.by)


# An undo, a redo


Turn = tuple[Literal["undo", "redo"], str]
"""What to do with a correction, and its id."""


def try_turn(
    match: Match,
    viewer: Viewer,
    id: str,
    at: float,
    turn: Turn,
    drop_unfit: bool = False,
) -> Revision:
    """Return the match with a correction undone or redone.

    Raise NotFoundError, NotYoursError, ConflictError, WrongFieldsError or
    UnfitEntriesError if impossible.
    """
    kind, named = turn
    body: dict[str, object] = {"correction": named}
    record = Record(match.seq + 1, kind, id, viewer.seat, at, body)
    target = _correction_to_turn(match, viewer, record)
    attempt = Attempt(
        match=match,
        viewer=viewer,
        corrections=after_turning(match.corrections, record, ()),
        new=strike_by(record, (), came_with=target.id),
        drop_unfit=drop_unfit,
        changes=target.changes,
        restores=match.seq_to_confirm == target.seq,
    )
    outcome = attempt.run()
    if outcome.dropped:
        body = {**body, "dropped": list(outcome.dropped)}
        record = replace(record, body=body)
    return revision_of(match, record, outcome)


def _correction_to_turn(match: Match, viewer: Viewer, record: Record) -> Correction:
    by_id = {correction.id: correction for correction in match.corrections}
    target = by_id.get(record.body["correction"])
    if target is None:
        raise NotFoundError(say("There’s no such correction."))
    if not target.changes:
        raise ConflictError(
            say(
                "This came with an overruling or an undo: dispute that ruling again, "
                "or correct the entries."
            )
        )
    is_redo = record.type == "redo"
    if is_redo and not target.undone:
        raise ConflictError(say("It wasn’t undone."))
    if target.undone and not is_redo:
        raise ConflictError(say("It’s already undone."))

    _require_right_to_turn(match, viewer, target)
    return target


def _require_right_to_turn(match: Match, viewer: Viewer, target: Correction) -> None:
    """Raise NotYoursError unless this viewer may undo or redo the correction."""
    why = None
    for change in target.changes:
        if not may_correct(viewer, match.logged(change.seq)):
            why = say("Only the host or whoever made the entries can do this.")
            break
        if _is_secret_to(match, viewer, target, change):
            why = say(
                "It was made while the entry was secret: only whoever made the entry "
                "can do this."
            )
    if why is not None:
        raise NotYoursError(why)


def _is_secret_to(
    match: Match, viewer: Viewer, correction: Correction, change: Change
) -> bool:
    entry = match.logged(change.seq)
    if may_read_sealed(viewer, entry):
        return False
    if change.seq not in match.history.open_to_all:
        return correction.by == entry.by
    if change.data is None:
        return False
    return is_changed_while_sealed(match.history, correction, change.seq)


def revision_of(match: Match, record: Record, outcome: Outcome) -> Revision:
    """Return the revision by this record, with the reveals that it stores."""
    before = match.history
    after = outcome.history
    opened = new_openings(before, after)
    record = replace(record, body={**record.body, "opened": opened})
    revised = match.with_revision(record, after, outcome.unfit)
    return Revision((record,), revised, compare_rulings(before, after))


# Trying out


@dataclass(frozen=True, slots=True)
class Attempt:
    """A revision to try: `run` replays the match, and strikes entries until all fit."""

    match: Match
    viewer: Viewer
    corrections: Sequence[Correction]
    """The corrections that stay."""
    new: Correction
    """The new correction, which also strikes."""
    drop_unfit: bool
    """Whether later entries that no longer fit may be struck."""
    changes: Sequence[Change] = ()
    """The entries that the viewer changes or takes back; these must fit."""
    strikable: int | None = None
    """The number of an entry to strike without asking."""
    overrules: Overrules | None = None
    """The table's overrules afterwards; None: unchanged."""
    restores: bool = False
    """Whether the match is only restored to a former state. Otherwise sealed entries
    that others had replaced or struck do not count again.
    """

    def run(self) -> Outcome:
        """Return the match under these corrections, and the entries struck for them.

        Raise UnfitEntriesError for changed entries, and later ones unless they may be
        dropped. Raise RefusedMoveError if a changed entry clashes with open ones. Raise
        ConflictError if it would reveal others' sealed entries.

        When an early end is taken back, entries sealed at that end are struck without
        asking.
        """
        match = self.match
        unfit_before = _numbers(match.unfit)
        without_asking = {self.strikable}
        struck: list[Unfit] = []
        sealed = map_sealed_since(match, self.viewer, struck_too=not self.restores)
        while True:
            # Left out: entries that nobody is asked for, or that the rules now refuse.
            history, left_out = self._replay(tuple(_numbers(struck)), sealed)
            pending = _find_pending_at_end(match, history)
            without_asking |= _numbers(pending)
            unfit = pending or self._first_unfit(history)
            self._require_fitting_changes(unfit or left_out)
            if not unfit:
                break
            struck += unfit

        still_unfit = []
        for misfit in left_out:
            if misfit.seq in unfit_before:
                still_unfit.append(misfit)
            else:
                struck.append(misfit)
        self._require_consent(struck, without_asking)
        dropped = tuple(sorted(_numbers(struck)))
        return Outcome(history, tuple(still_unfit), dropped)

    def _replay(
        self, dropped: Numbers, sealed: SealedSince
    ) -> tuple[History, tuple[Unfit, ...]]:
        match = self.match
        before = self.match.history
        corrections = [*self.corrections, replace(self.new, dropped=dropped)]
        known = set(map(id, before.steps))
        with blaming_large_numbers(_numbers_before(match, corrections)):
            history, left_out = replay_corrected(
                before, match.entries, corrections, self.overrules, sealed
            )
            for step in history.steps:
                if id(step) not in known:
                    # GameFaultError if the new position cannot be shown.
                    history.scene_in(step.after)
        keep_open(before, history, reveals_to_store(before, history, match.seq + 1))
        return history, left_out

    def _first_unfit(self, after: History) -> list[Unfit]:
        """Return the first misfits to strike."""
        unfit = (
            # The correction itself made these unreadable.
            _find_unreadable(after, self.new.changes)
            # These were open, and clash with earlier or simultaneous entries.
            or self._find_clashing(after)
            # These reused the toss of a struck entry that counts again.
            or _find_holders_of_others_tosses(after)
        )
        if unfit or self.restores:
            return unfit
        # Their authors replaced these while they were sealed, and they would wait
        # again.
        return self._find_replaced(after)

    def _require_fitting_changes(self, unfit: Iterable[Unfit]) -> None:
        wrong = [misfit for misfit in unfit if self._changes(misfit.seq)]
        if wrong:
            raise UnfitEntriesError(wrong)

    def _changes(self, seq: int) -> bool:
        return any(change.seq == seq for change in self.changes)

    def _require_consent(
        self, struck: Iterable[Unfit], without_asking: Collection[int | None]
    ) -> None:
        if self.drop_unfit:
            return
        # What is sealed hinders nobody, whoever may read it.
        before = self.match.history.open_to_all
        to_ask = []
        for misfit in struck:
            if misfit.seq not in without_asking and misfit.seq in before:
                to_ask.append(misfit)
        if to_ask:
            raise UnfitEntriesError(sorted(to_ask, key=attrgetter("seq")))

    def _may_read(self, entry: LogEntry) -> bool:
        return may_read(self.match.history, self.viewer, entry)

    def _find_clashing(self, after: History) -> list[Unfit]:
        """Return the first open entries that now clash with others.

        Raise RefusedMoveError if a changed entry clashes, unless only since it is
        unreadable. Raise ConflictError if somebody else's sealed entry would be opened:
        any message about the consequences would reveal it.
        """
        match = self.match
        hidden = {entry.seq for entry in match.entries if not self._may_read(entry)}
        before = {step.entry.seq: step.clashes for step in match.history.steps}
        for step in after.steps:
            if not hidden.isdisjoint(step.opens):
                raise ConflictError(
                    say(
                        "This would reveal what others have entered in secret. Wait "
                        "until that is revealed."
                    )
                )
            if step.clashes != before.get(step.entry.seq, ()):
                unfit = self._find_clashing_in(step)
                if unfit:
                    return unfit
        return []

    def _find_clashing_in(self, step: EntryStep) -> list[Unfit]:
        unfit = {}
        for clash in step.clashes:
            seats = seats_of(clash)
            for pending in step.to_reenter:
                entry = pending.entry
                if pending.seats.isdisjoint(seats):
                    continue
                if clash.because and self._changes(entry.seq):
                    raise RefusedMoveError(clash, step.entry)
                if entry.seq in self.match.history.open_to_all:
                    unfit[entry.seq] = Unfit(entry, clash.summary)
        return list(unfit.values())

    def _find_replaced(self, after: History) -> list[Unfit]:
        """Return entries that their authors replaced unseen, and that would recount."""
        history = self.match.history
        counted = history.open_to_all.union(history.position.sealed_numbers)
        why = say("It was replaced while it was secret, so it can’t count again.")
        unfit = []
        for pending in after.position.sealed:
            entry = pending.entry
            if entry.seq not in counted and not self._may_read(entry):
                unfit.append(Unfit(entry, why))
        return unfit


def _numbers(unfit: Iterable[Unfit]) -> set[int]:
    return {misfit.seq for misfit in unfit}


def map_sealed_since(
    match: Match, viewer: Viewer, struck_too: bool = True
) -> SealedSince:
    """Return, for each secret entry, the entry after which it was asked for.

    None for a struck entry that others sealed, so that it does not count again.
    """
    history = match.history
    since: dict[int, int | None] = {}
    for entry in match.entries:
        if entry.seq in history.open_to_all:
            continue
        step = history.step(entry.seq)
        if step is not None:
            since[entry.seq] = step.before.since
        elif struck_too and not may_read(history, viewer, entry):
            since[entry.seq] = None
    return since


def _numbers_before(
    match: Match, corrections: Sequence[Correction]
) -> Iterator[object]:
    """Yield the sources of these corrections' numbers: their data, earlier scores."""
    for correction in corrections:
        for change in correction.changes:
            yield change.data
    for standing in match.history.scene.standings:
        yield standing.score


def _find_unreadable(after: History, changes: Iterable[Change]) -> list[Unfit]:
    """Return the changed entries with unreadable data.

    Otherwise a sealed one would count.
    """
    unfit = []
    for change in changes:
        step = after.step(change.seq)
        if step is None:
            continue
        prompt, entry = open_prompt(step.before.answerable, step.entry)
        read = partial(read_strictly, after, prompt, entry, is_new=True)
        misfit = try_to_fit(entry, read)
        if isinstance(misfit, Unfit):
            unfit.append(misfit)
    return unfit


def _numbers_sealed_at_end(match: Match) -> set[int]:
    """Return the numbers of the entries sealed at an early end."""
    stop = match.history.stop
    if stop is None:
        return set()
    return {*stop.before.sealed_numbers}


def _find_pending_at_end(match: Match, after: History) -> list[Unfit]:
    """Return the entries pending at an early end that is taken back."""
    if match.history.stop is None or after.stop is not None:
        return []
    # Otherwise replaced entries would count instead of their replacements.
    pending = _numbers_sealed_at_end(match).union(after.position.sealed_numbers)
    why = say("It was still secret when the match ended early: enter it again.")
    return [Unfit(step.entry, why) for step in after.steps if step.entry.seq in pending]


def _find_holders_of_others_tosses(after: History) -> list[Unfit]:
    """Return the entries that reused a toss whose first entry counts again.

    Each toss counts once.
    """
    holders: dict[int, int] = {}
    unfit = []
    why = say("Its toss belongs to another entry, which counts again.")
    for step in after.steps:
        entry = step.entry
        has_others = False
        for toss in tosses_in_use(after, step):
            if holders.setdefault(toss.number, entry.seq) != entry.seq:
                has_others = True
        if has_others:
            unfit.append(Unfit(entry, why))
    return unfit
