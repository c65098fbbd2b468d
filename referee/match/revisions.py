"""Revisions: what a correction, an undo or a redo would make of a match, tried out.
Nothing here changes the match.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from referee.match.corrections import (
    Change,
    Changed,
    Correction,
    UnfitEntriesError,
    after_turning,
    check_changes,
    compare_rulings,
    correction_record,
    may_correct,
    new_openings,
    replay_corrected,
)
from referee.match.entry_reading import NotOpenError, open_prompt, read_new
from referee.match.fold import RefusedMoveError
from referee.match.log_entry import LogEntry, Record, RecordType, Viewer
from referee.match.match import Match
from referee.match.position import Overrule, Step
from referee.match.replay import History, Unfit, try_to_fit
from referee.match.revealing import seats_of
from referee.match.tosses import decide_between, open_tosses, tosses_held
from referee.match.visibility import (
    made_while_sealed,
    may_read,
    may_read_sealed,
    speaks_for_one,
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
    """A match revised by a correction, an undo, a redo or a resolution, tried out: the
    records that do it, the match as it is after them, and the rulings that differ then,
    side by side.
    """

    records: tuple[Record, ...]
    match: Match
    changed: tuple[Changed, ...] = ()


@dataclass(frozen=True, slots=True)
class Tried:
    """A match replayed under other corrections: what stands, what was left out of it,
    and what was struck for that.
    """

    history: History
    unfit: tuple[Unfit, ...]
    dropped: tuple[int, ...]


NEVER = -1
"""After no entry of the match."""


def try_correction(
    match: Match,
    viewer: Viewer,
    id: str,
    at: float,
    changes: Sequence[Change],
    drop_unfit: bool = False,
) -> Revision:
    """Return the match with these changes made.

    WrongFieldsError, NotYoursError, ConflictError, RefusedMoveError or
    UnfitEntriesError where that cannot be.

    What others have sealed and is asked of nobody any more is struck without a word;
    whatever else they sealed goes on counting, and is dealt with when it is revealed.
    """
    check_changes(viewer, match.entries, changes)
    made = (match.seq + 1, id, viewer.seat, at)
    changes = tuple(
        _sealed_again(match, viewer, _with_tosses(match, change)) for change in changes
    )

    def corrected(dropped: tuple[int, ...]) -> tuple[Correction, ...]:
        correction = Correction(
            *made, changes, dropped, version=match.history.new_version
        )
        return (*match.corrections, correction)

    rewritten = [change.seq for change in changes if change.data is not None]
    tried = try_out(
        match,
        viewer,
        corrected,
        drop_unfit,
        [change.seq for change in changes],
        rewritten=rewritten,
    )
    canonical = _canonical(tried.history, changes)
    version = match.history.new_version
    correction = Correction(*made, canonical, tried.dropped, version=version)
    return revision_of(match, correction_record(correction), tried)


def try_out(
    match: Match,
    viewer: Viewer,
    corrected: Callable[[tuple[int, ...]], tuple[Correction, ...]],
    drop_unfit: bool,
    touched: Sequence[int] = (),
    may_go: int | None = None,
    overrules: Mapping[int, tuple[Overrule, ...]] | None = None,
    gives_back: bool = False,
    rewritten: Collection[int] = (),
) -> Tried:
    """Return the match under the corrections that come of striking these entries, until
    all that is left fits.

    UnfitEntriesError for later entries that no longer fit, unless they may be dropped,
    and for those `touched`; the entry `may_go` is dropped without asking.
    RefusedMoveError where one of those touched would clash with what lies open.
    ConflictError where it would reveal what others have sealed.

    What others had sealed and then replaced, or what was struck of it, does not count
    again by this, unless the match is only given back as it was. `rewritten` are the
    numbers of those that hold something new. Where an early end is taken back, what was
    sealed then is struck without asking.
    """
    struck: list[Unfit] = []
    without_asking = {may_go}
    sealed = asked_after(match, viewer, struck_too=not gives_back)
    unfit_before = {misfit.entry.seq for misfit in match.unfit}
    while True:
        dropped = tuple(misfit.entry.seq for misfit in struck)
        made = (match.entries, corrected(dropped), match.seq + 1, overrules)
        with blaming_large_numbers(_numbers_before(match, corrected(dropped))):
            history, left_out = replay_corrected(match.history, *made, sealed=sealed)
            _check_new_scenes(match, history)
        misfits = waited = _waited_at_the_end(match, history)
        without_asking.update(misfit.entry.seq for misfit in waited)
        misfits = (
            misfits
            or _unreadable(history, rewritten)
            or _misfits(match, viewer, history, touched)
        )
        misfits = misfits or _with_tosses_of_others(history)
        misfits = misfits or ([] if gives_back else _replaced(match, viewer, history))
        if wrong := [
            misfit for misfit in misfits or left_out if misfit.entry.seq in touched
        ]:
            raise UnfitEntriesError(wrong)
        struck += misfits or [
            misfit for misfit in left_out if misfit.entry.seq not in unfit_before
        ]
        if not misfits:
            break
    told = [misfit for misfit in struck if misfit.entry.seq not in without_asking]
    later = [misfit for misfit in told if may_read(match.history, viewer, misfit.entry)]
    if later and not drop_unfit:
        raise UnfitEntriesError(sorted(later, key=lambda misfit: misfit.entry.seq))
    gone = tuple(sorted(misfit.entry.seq for misfit in struck))
    return Tried(
        history,
        tuple(misfit for misfit in left_out if misfit.entry.seq not in gone),
        gone,
    )


def asked_after(
    match: Match, viewer: Viewer, struck_too: bool = True
) -> Mapping[int, int]:
    """Map each entry that is still secret to the entry after which it was asked for.

    A struck entry that others sealed maps to NEVER, so it does not count again.
    """
    steps = {step.entry.seq: step for step in match.history.steps}
    unseen = [
        entry for entry in match.entries if entry.seq not in match.history.open_to_all
    ]
    asked = {
        entry.seq: steps[entry.seq].before.since
        for entry in unseen
        if entry.seq in steps
    }
    struck = [
        entry.seq
        for entry in unseen
        if entry.seq not in steps and not may_read(match.history, viewer, entry)
    ]
    return asked | dict.fromkeys(struck, NEVER) if struck_too else asked


def _numbers_before(
    match: Match, corrections: Sequence[Correction]
) -> Iterator[object]:
    """Yield what these corrections may make numbers of: what they hold, and the scores
    before.
    """
    yield from (
        change.data for correction in corrections for change in correction.changes
    )
    yield from (standing.score for standing in match.history.scene.standings)


def _check_new_scenes(match: Match, after: History) -> None:
    """Raise GameFaultError where a position that the match had not gone through before
    could not be shown.
    """
    known = {id(step) for step in match.history.steps}
    for step in after.steps:
        if id(step) not in known:
            after.scene_in(step.after)


def _unreadable(after: History, rewritten: Collection[int]) -> list[Unfit]:
    """Return the entries that hold something new which cannot be read: sealed, they
    would count as entered.
    """

    def read(step: Step) -> LogEntry | Unfit:
        prompt, entry = open_prompt(step.before.answerable, step.entry)
        return try_to_fit(
            entry, lambda: read_new(after.rulebook, after.setting, prompt, entry)
        )

    steps = [step for seq in rewritten if (step := after.step(seq)) is not None]
    return [misfit for step in steps if isinstance(misfit := read(step), Unfit)]


def _sealed_at_the_end(match: Match) -> frozenset[int]:
    """Return the numbers of the entries that were sealed when the match was ended
    early; none where it was not.
    """
    stop = match.history.stop
    sealed = stop.before.sealed if stop is not None else ()
    return frozenset(held.entry.seq for held in sealed)


def _waited_at_the_end(match: Match, after: History) -> list[Unfit]:
    """Return the entries that waited when the match was ended early, where it goes on:
    they are entered again.
    """
    if match.history.stop is None or after.stop is not None:
        return []
    # What was replaced before would count again in the place of what replaced it.
    waited = _sealed_at_the_end(match).union(
        held.entry.seq for held in after.position.sealed
    )
    why = say("It was still secret when the match ended early: enter it again.")
    return [Unfit(step.entry, why) for step in after.steps if step.entry.seq in waited]


def _replaced(match: Match, viewer: Viewer, after: History) -> list[Unfit]:
    """Return entries that their authors had replaced unseen, and that would count
    again.
    """
    counted = {
        held.entry.seq for held in match.history.position.sealed
    } | match.history.open_to_all
    again = [
        held.entry for held in after.position.sealed if held.entry.seq not in counted
    ]
    why = say("It was replaced while it was secret, and does not count again.")
    return [
        Unfit(entry, why)
        for entry in again
        if not may_read(match.history, viewer, entry)
    ]


def _misfits(
    match: Match, viewer: Viewer, after: History, touched: Sequence[int]
) -> list[Unfit]:
    """Return the first entries that lay open and now clash, with what was entered
    before them or beside them.

    RefusedMoveError where one of those touched does, and not only because it cannot be
    read. ConflictError where somebody else's sealed entry would be opened: whatever is
    told of what comes after would tell what it is.
    """
    hidden = {
        entry.seq
        for entry in match.entries
        if not may_read(match.history, viewer, entry)
    }
    before = {
        step.entry.seq: step.clashes for step in match.history.steps if step.clashes
    }
    for step in after.steps:
        if not hidden.isdisjoint(step.opens):
            message = say(
                "This would reveal what others have entered in secret. Wait until that "
                "is revealed."
            )
            raise ConflictError(message)
        if step.clashes != before.get(step.entry.seq, ()) and (
            found := _clashing(match, step, touched)
        ):
            return found
    return []


def _with_tosses_of_others(after: History) -> list[Unfit]:
    """Return the entries that took over a toss whose first entry counts again: what was
    drawn counts once.
    """
    first: dict[int, int] = {}
    found = []
    for step in after.steps:
        seq = step.entry.seq
        had = [
            one
            for toss in tosses_held(after, step)
            if (one := first.setdefault(toss.number, seq)) != seq
        ]
        if had:
            found.append(
                Unfit(
                    step.entry,
                    say("Its toss is that of another entry, which counts again."),
                )
            )
    return found


def _clashing(match: Match, step: Step, touched: Sequence[int]) -> list[Unfit]:
    found: dict[int, Unfit] = {}
    for clash in step.clashes:
        entries = [
            held.entry
            for held in step.to_reenter
            if not held.seats.isdisjoint(seats_of(clash))
        ]
        if clash.because and any(entry.seq in touched for entry in entries):
            raise RefusedMoveError(clash, step.entry)
        found |= {
            entry.seq: Unfit(entry, clash.summary)
            for entry in entries
            if entry.seq in match.history.open_to_all
        }
    return list(found.values())


def why_unchangeable(viewer: Viewer, entry: LogEntry) -> Text | None:
    """Return why this viewer may not correct this entry; None where they may."""
    if may_correct(viewer, entry):
        return None
    return (
        say("{seat} or the host can correct it.", seat=entry.by)
        if entry.by
        else say("The host can correct it.")
    )


def _sealed_again(match: Match, viewer: Viewer, change: Change) -> Change:
    """Return the change of a sealed entry, in canonical form; UnfitEntriesError where
    it cannot be, as they know.
    """
    if change.data is None:
        return change
    if change.seq in _sealed_at_the_end(match):
        raise ConflictError(
            say(
                "The match ended early, so this stays secret: there is nothing to "
                "correct in it."
            )
        )
    entry = next(
        (
            held.entry
            for held in match.history.position.sealed
            if held.entry.seq == change.seq
        ),
        None,
    )
    if entry is None:
        return change
    new = replace(entry, data=change.data, version=match.history.new_version)
    if speaks_for_one(entry) and not speaks_for_one(new):
        # Its seat may read it, and would read the others' too.
        why = say("This was entered for {seat}, and for nobody else.", seat=entry.seat)
        raise UnfitEntriesError([Unfit(entry, why)])
    made = try_to_fit(
        entry, lambda: match.history.reseal(new, partial(may_read_sealed, viewer))
    )
    if isinstance(made, Unfit):
        raise UnfitEntriesError([made])
    return replace(change, data=made.data)


def _with_tosses(match: Match, change: Change) -> Change:
    """Return the change with what the entry's tosses give where it leaves them open:
    none is drawn with another id.
    """
    entry = match.entry(change.seq)
    if change.data is None or entry is None or not entry.tosses:
        return change
    history = match.history
    changed = replace(entry, data=change.data, version=history.new_version)
    try:
        choices = open_tosses(history, history.position_at(change.seq), changed)
    except (NotOpenError, WrongFieldsError):
        choices = {}  # whoever replays the match with it says what is wrong
    left = [toss for toss in entry.tosses if change.data.get(toss.field) is None]
    outcomes = {
        toss.field: decide_between(choices.get(toss.field, toss.choices), toss).outcome
        for toss in left
    }
    return replace(change, data={**change.data, **outcomes})


def try_undo(
    match: Match,
    viewer: Viewer,
    id: str,
    at: float,
    correction: str,
    redo: bool = False,
    drop_unfit: bool = False,
) -> Revision:
    """Return the match with a correction undone, or made again.

    NotFoundError, NotYoursError, ConflictError, WrongFieldsError or UnfitEntriesError
    if that cannot be.
    """
    target = next(
        (known for known in match.corrections if known.id == correction), None
    )
    if target is None:
        raise NotFoundError(say("There is no such correction."))
    if not target.changes:
        raise ConflictError(
            say(
                "This came with an overruling or an undo: question that ruling again, "
                "or correct the entries."
            )
        )
    if target.undone != redo:
        raise ConflictError(
            say("It was not undone.") if redo else say("It is undone already.")
        )
    by_seq = {entry.seq: entry for entry in match.entries}
    if not all(may_correct(viewer, by_seq[change.seq]) for change in target.changes):
        raise NotYoursError(
            say("Only the host or the author of the entries may do this.")
        )
    if any(_is_secret_to(match, viewer, target, change) for change in target.changes):
        raise NotYoursError(
            say(
                "It was made while the entry was secret: only the entry's author may "
                "do this."
            )
        )
    record_type: RecordType = "redo" if redo else "undo"
    record = Record(
        match.seq + 1, record_type, id, viewer.seat, at, {"correction": correction}
    )
    touched = [change.seq for change in target.changes]
    corrected, at_once = (
        partial(after_turning, match.corrections, record),
        match.seq == target.seq,
    )
    tried = try_out(match, viewer, corrected, drop_unfit, touched, gives_back=at_once)
    if tried.dropped:
        record = replace(record, body={**record.body, "dropped": list(tried.dropped)})
    return revision_of(match, record, tried)


def _is_secret_to(
    match: Match, viewer: Viewer, correction: Correction, change: Change
) -> bool:
    entry = match.entry(change.seq)
    if entry is None or may_read_sealed(viewer, entry):
        return False
    if change.seq not in match.history.open_to_all:
        return correction.by == entry.by
    return change.data is not None and made_while_sealed(
        match.history, correction, change.seq
    )


def revision_of(match: Match, record: Record, tried: Tried) -> Revision:
    """Return what this record makes of a match that was tried out so; it says what was
    opened by that.
    """
    record = replace(
        record,
        body={**record.body, "opened": new_openings(match.history, tried.history)},
    )
    after = match.with_revision(record, tried.history, tried.unfit)
    return Revision((record,), after, compare_rulings(match.history, tried.history))


def _canonical(history: History, changes: Sequence[Change]) -> tuple[Change, ...]:
    taken = {step.entry.seq: step.entry.data for step in history.steps}
    return tuple(
        change if change.data is None else replace(change, data=taken[change.seq])
        for change in changes
    )
