"""Opening and settling disputes: who may, and the resulting match. Nothing changes."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.match.changes import Change, Edit, lead_beside, standing_entries
from referee.match.disputes import (
    Dispute,
    Refusal,
    Resolution,
    ResolvedAs,
    Vote,
    is_by_vote,
)
from referee.match.history import History
from referee.match.log_entry import Data, LogEntry, Record, Stored
from referee.match.match import Match
from referee.match.records import record_of
from referee.match.secrecy import is_changed_while_sealed, may_read
from referee.match.taking.entry_reading import NotOpenError
from referee.match.taking.entry_step import EntryStep, Overrule
from referee.match.taking.entry_taker import RefusedMoveError
from referee.match.taking.overrules import (
    CANNOT_GO_ON,
)
from referee.match.taking.verdict_reading import (
    decides_otherwise,
    read_verdict,
    require_agreement,
    require_suit_played,
    require_verdict_reach,
)
from referee.match.trying.correcting import may_correct, try_correction
from referee.match.trying.effects import compare
from referee.match.trying.judges import (
    Court,
    choose_judges,
    find_disputed_entries,
)
from referee.match.trying.record_head import RecordHead
from referee.match.trying.trial import Revision, UnfitEntriesError, try_change
from referee.match.viewer import Viewer
from referee.vocabulary.errors import (
    ConflictError,
    ForbiddenError,
    NotFoundError,
    RefereeError,
    WrongFieldsError,
    wrong_field,
)
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say, say_count
from referee.vocabulary.values import Seats, winners_in


@dataclass(frozen=True, slots=True)
class SentResolution:
    """A resolution as its sender wrote it."""

    resolved_as: ResolvedAs
    why: str = ""
    edits: tuple[Edit, ...] = ()
    """The edits, if resolved as `corrected`."""
    verdict: Stored = field(default_factory=dict)
    """The parts decided differently, if resolved as `overruled`."""
    drop_unfit: bool = False
    """Strike later entries that no longer fit."""


# Disputing


def begin_ruling_dispute(
    head: RecordHead, seq: int, index: int | None = None, why: str = ""
) -> Dispute:
    """Return the dispute of an entry's ruling at this index; None: its last.

    Raise NotFoundError if there is no such ruling, ConflictError if the entry is
    secret, another ruling is disputed, or this one was upheld against the same seat.
    """
    match = head.match
    entry = match.entry(seq)
    if entry is None:
        raise NotFoundError(say("There’s no entry {seq}.", seq=seq))
    if not may_read(match.history, Viewer(), entry):
        raise ConflictError(
            say("This entry is still secret. You can dispute it once it’s revealed.")
        )
    step = match.history.step(seq)
    if step is None or not step.rulings:
        raise NotFoundError(
            say(
                "Entry {seq} decided nothing. If it’s wrong, correct it.",
                seq=seq,
            )
        )
    index = _find_ruling(step, index)
    ruled = step.ruled_index(index)
    return _begin_dispute(
        head, why, entry=seq, index=ruled, then=step.rulings[index].bare
    )


def _find_ruling(step: EntryStep, index: int | None) -> int:
    """Return the index of the ruling that decided the disputed one; None: the last.

    Raise NotFoundError if there is none at this index.
    """
    rulings = step.rulings
    n = len(rulings)
    if index is None:
        index = n - 1
    if index >= n:
        one = "Entry {seq} has {n} ruling, number 0."
        many = "Entry {seq} has {n} rulings, counted from 0."
        raise NotFoundError(say_count(one, many, n, seq=step.entry.seq))
    return _find_deciding(rulings, index)


def _find_deciding(rulings: Sequence[Ruling], index: int) -> int:
    """Return the index of the ruling that decided what the one at this index repeats.

    A round's ruling repeats the points that the game had asked about.
    """
    disputed = rulings[index]
    for other, ruling in enumerate(rulings):
        if ruling.origin is None:
            continue
        repeats = disputed.origin is None and ruling.summary == disputed.summary
        if ruling.origin is disputed.origin or repeats:
            return other
    return index


def _require_undecided(match: Match, dispute: Dispute) -> None:
    """Raise ConflictError if the same was upheld before, unless it changed since.

    A ruling changes if what it rests on is not as it was, or if another one stands in
    its place; a refusal by whatever is entered.
    """
    for earlier in match.disputes:
        how = earlier.resolution
        if how is None or how.withdrawn or how.resolved_as != "upheld":
            continue
        if _subject(earlier) != _subject(dispute):
            continue
        is_changed = dispute.refused is not None and match.last_relevant_seq > how.seq
        rests_on = find_disputed_entries(match, dispute)
        # What was undone and put back is as it was.
        before = [change for change in match.changes if change.seq <= how.seq]
        then = _data_under(match, before, rests_on)
        is_changed |= then != _data_under(match, match.changes, rests_on)
        if not is_changed:
            raise ConflictError(
                say(
                    "You disputed this before, and it was upheld. If an entry behind "
                    "it is wrong, correct that; else play on."
                )
            )


def _data_under(
    match: Match, changes: Sequence[Change], numbers: set[int]
) -> dict[int, Data]:
    """Return the data of these entries under these changes, without struck ones."""
    standing = standing_entries(match.entries, changes)
    return {entry.seq: entry.data for entry in standing if entry.seq in numbers}


def _subject(dispute: Dispute) -> tuple[object, ...]:
    """Return who disputes what, and how that was ruled."""
    refused = dispute.refused
    move = refused and (refused.kind, refused.seat, refused.data)
    ruling = dispute.disputed_ruling
    ruled = ruling and (str(ruling.summary), jsonable(ruling.verdict))
    return dispute.by, dispute.entry, dispute.index, move, ruled


def begin_change_dispute(head: RecordHead, correction: str, why: str = "") -> Dispute:
    """Return the dispute of a correction, or of its last undo or redo.

    Raise NotFoundError if there is none, ConflictError for one's own, or if it tells of
    something sealed.
    """
    match = head.match
    viewer = head.viewer
    change = match.change(correction)
    if not change.edits:
        raise ConflictError(
            say("This came with an overruling or an undo: dispute that instead.")
        )
    history = match.history
    for edit in change.edits:
        is_secret = edit.seq not in history.open_to_all
        if edit.data is not None:
            is_secret |= is_changed_while_sealed(history, change, edit.seq)
        if is_secret:
            raise ConflictError(
                say("This was changed in secret, so nobody else can dispute it.")
            )
    last = match.last_undo(change) or change
    if last.by == viewer.seat:
        raise ConflictError(say("You made this change: undo it yourself."))
    for dispute in match.disputes:
        how = dispute.resolution
        if dispute.correction != correction or how is None or how.withdrawn:
            continue
        seats = history.setting.seats
        is_final = dispute.by == viewer.seat or is_by_vote(dispute, seats)
        is_decided = how.seq == last.seq and is_final
        was_undone = match.find_disputed(dispute).undoes is not None
        is_same_way = was_undone == match.is_undone(change)
        is_upheld = how.resolved_as == "upheld" and is_same_way
        if is_decided or is_upheld:
            raise ConflictError(say("The table has decided this: it stands."))
    return _begin_dispute(head, why, correction=correction)


def begin_refusal_dispute(head: RecordHead, refused: Refusal, why: str = "") -> Dispute:
    """Return the dispute of a refusal, which makes the refused move public.

    Raise ConflictError while another ruling is disputed, or if this refusal was upheld
    against the same seat.
    """
    return _begin_dispute(head, why, refused=refused)


def _begin_dispute(head: RecordHead, why: str, **subject: Any) -> Dispute:
    """Return a new dispute; raise ConflictError if it cannot be opened now.

    `subject` has the fields of what is disputed.
    """
    match = head.match
    if match.current_dispute is not None:
        raise ConflictError(say("Another ruling is disputed. Settle that first."))
    viewer = head.viewer
    dispute = head.begin(Dispute, why=why, **subject)
    if dispute.correction is None:
        _require_undecided(match, dispute)
    present = head.present
    judges = choose_judges(match, dispute, present)
    is_others = viewer.seat in present.phones and viewer.seat not in present.hosts
    by_host = viewer.host and is_others
    return replace(dispute, judges=judges, by_host=by_host)


def may_dispute(
    match: Match, viewer: Viewer, begin: Callable[..., Dispute], *what: object
) -> bool:
    """Return whether this viewer may dispute this now; `begin` begins it."""
    if viewer.seat is None and not viewer.host:
        return False
    try:
        begin(RecordHead(match, viewer), *what)
    except (ConflictError, NotFoundError):
        return False
    return True


def begin_vote(
    head: RecordHead, dispute: str, uphold: bool | None, verdict: Stored | None = None
) -> Vote:
    """Return a seat's vote on an open dispute; its last vote counts.

    None withdraws it. A vote to overturn a ruling may be for one `verdict` alone.

    Raise NotFoundError if there is no such dispute, ConflictError if it is settled,
    ForbiddenError without a seat, and as `try_settling` for a verdict.
    """
    disputed = head.match.dispute(dispute)
    _require_open(disputed)
    if head.viewer.seat is None:
        raise ForbiddenError(say("Only those with a seat can vote."))
    if verdict is not None:
        way: ResolvedAs = "upheld" if uphold else "overruled"
        draft = SentResolution(way, verdict=verdict, drop_unfit=True)
        try_outcome(head, disputed, draft)
    instead = None if uphold else verdict
    return head.begin(Vote, dispute=dispute, uphold=uphold, instead=instead)


def _require_open(dispute: Dispute) -> None:
    if dispute.resolution is not None:
        raise ConflictError(say("This is already settled."))


# Settling


def _say_who_may(judges: Seats) -> Text:
    """Return who may settle a dispute: the host, or a majority."""
    if judges:
        return say(
            "The host is a party to this. Once more than half of these have voted the "
            "same way, anybody can settle it: {judges}.",
            judges=judges,
        )
    return say(
        "Only the host can do this, or anybody at the table once more than half have "
        "voted that way."
    )


def begin_withdrawal(head: RecordHead, court: Court) -> Resolution:
    """Return the resolution that withdraws a dispute: it is upheld, but not decided.

    Raise ConflictError if it is settled, ForbiddenError for anybody but its author, and
    against a majority.
    """
    _require_open(court.dispute)
    if not court.may_withdraw(head.viewer):
        raise ForbiddenError(
            say(
                "Only whoever disputed it can withdraw it, until more than half have "
                "voted to overturn it."
            )
        )
    dispute = court.dispute.id
    return head.begin(Resolution, dispute=dispute, resolved_as="upheld", withdrawn=True)


def try_settling(head: RecordHead, court: Court, draft: SentResolution) -> Revision:
    """Return the revision that settles a dispute.

    Raise ConflictError if it is settled, ForbiddenError if this viewer may not settle
    it like this, WrongFieldsError for an impossible verdict or changes,
    UnfitEntriesError as for a correction, and for a refused move that is entered any
    error of an entry.
    """
    _require_open(court.dispute)
    verdict = draft.verdict if draft.resolved_as == "overruled" else None
    if not court.may_settle(head.viewer, draft.resolved_as, verdict):
        raise ForbiddenError(_say_who_may(court.dispute.judges))
    return try_outcome(head, court.dispute, draft)


def try_outcome(head: RecordHead, disputed: Dispute, draft: SentResolution) -> Revision:
    """Return the revision of `try_settling`, whoever may settle the dispute."""
    match = head.match
    resolved_as = draft.resolved_as
    if draft.edits and resolved_as != "corrected":
        raise wrong_field(
            "changes", say("Changes belong to a correction: settle it as corrected.")
        )
    if draft.verdict and resolved_as != "overruled":
        raise _wrong_verdict(
            say("A verdict belongs to an overruling: settle it as overruled.")
        )

    resolution = head.begin(
        Resolution,
        dispute=disputed.id,
        resolved_as=resolved_as,
        why=draft.why,
        verdict=dict(draft.verdict),
    )
    if resolved_as == "corrected":
        if disputed.judges:
            _require_disputed(match, disputed, draft.edits)
        return _correct(head, resolution, draft, disputed)
    if resolved_as == "overruled" and disputed.correction is not None:
        return _undo_or_redo(head, resolution, draft.drop_unfit)
    refused = disputed.refused
    if resolved_as == "overruled" and refused is None:
        return _overrule(head, resolution, draft.drop_unfit)
    if draft.verdict and refused is not None:
        return _enter(head, resolution, refused)
    record = record_of(resolution)
    return Revision((record,), match.after([record]))


def _require_disputed(match: Match, dispute: Dispute, edits: Iterable[Edit]) -> None:
    """Raise ForbiddenError if edits reach further than what the judges decide on."""
    if dispute.correction is not None:
        within = {edit.seq for edit in match.change(dispute.correction).edits}
    else:
        within = find_disputed_entries(match, dispute)
    if any(edit.seq not in within for edit in edits):
        raise ForbiddenError(say("Correct only what is disputed here."))


def _correct(
    head: RecordHead, resolution: Resolution, draft: SentResolution, disputed: Dispute
) -> Revision:
    """Return the match corrected, by one record, and the dispute settled by another.

    Raise ConflictError if it would get round what the judges of another settled.
    """
    # The table decided, so it may correct everything, as a host may.
    by_table = replace(head.viewer, host=True)
    correction = f"{head.id}-correction"
    of_correction = replace(head, viewer=by_table, id=correction)
    revision = try_correction(of_correction, draft.edits, draft.drop_unfit)
    if not disputed.judges:
        require_not_against_votes(head, draft.edits, revision)
    seq = resolution.seq + 1
    resolution = replace(resolution, seq=seq, correction=correction)
    return _with_record(revision, record_of(resolution))


def _with_record(revision: Revision, record: Record) -> Revision:
    records = (*revision.records, record)
    return Revision(records, revision.match.after([record]), revision.effect)


def may_correct_disputed(match: Match, viewer: Viewer, edits: Iterable[Edit]) -> bool:
    """Return whether edits may put right what an open dispute's ruling rests on.

    Where judges decide, only who entered it can meanwhile; no host can for others.
    """
    dispute = match.current_dispute
    if dispute is None or dispute.correction is not None:
        return False
    if not dispute.judges:
        return True
    author = replace(viewer, host=False)
    disputed = find_disputed_entries(match, dispute)
    for edit in edits:
        is_disputed = dispute.refused is not None or edit.seq in disputed
        if not is_disputed or not may_correct(author, match.logged(edit.seq)):
            return False
    return True


def settle_by_correction(head: RecordHead, revision: Revision) -> Revision | None:
    """Return the revision of such a correction with the dispute settled by it.

    None if the disputed ruling decides the same as before, or the move is refused.
    """
    match = head.match
    dispute = match.current_dispute
    assert dispute is not None
    if dispute.refused is not None:
        if _is_refused(revision.match, dispute.refused):
            return None
    else:
        before = _ruling_on(match, dispute)
        now = _ruling_on(revision.match, dispute)
        seats = match.history.setting.seats
        if before is not None and now is not None and _decide_alike(before, now, seats):
            return None
    after = replace(head, match=revision.match, id=f"{head.id}-settled")
    resolution = after.begin(
        Resolution, dispute=dispute.id, resolved_as="corrected", correction=head.id
    )
    return _with_record(revision, record_of(resolution))


def require_not_against_votes(
    head: RecordHead, edits: Sequence[Edit], revision: Revision
) -> None:
    """Raise ConflictError if a change would get round what others' votes settled."""
    match = head.match
    against = None
    if revision.effect.changed:
        against = find_votes_on(match, head.viewer, edits)
    for dispute in match.disputes:
        before = _ruling_on(match, dispute)
        if before is None or not _is_settled_by_others(dispute, head.viewer):
            continue
        step = revision.match.history.step(dispute.entry)
        rulings = step.rulings if step is not None else ()
        seats = match.history.setting.seats
        if not any(_decide_alike(before, ruling, seats) for ruling in rulings):
            against = dispute
    if against is not None:
        raise ConflictError(
            say(
                "The table voted on this, and you have a part in it. If it’s wrong, "
                "ask {judges:or} to dispute the ruling: then they decide.",
                judges=against.judges,
            )
        )


def find_votes_on(
    match: Match, viewer: Viewer, edits: Iterable[Edit]
) -> Dispute | None:
    """Return the dispute of a change to these entries that others' votes settled."""
    numbers = {edit.seq for edit in edits}
    for dispute in reversed(match.disputes):
        if dispute.correction is None or not _is_settled_by_others(dispute, viewer):
            continue
        changed = {edit.seq for edit in match.change(dispute.correction).edits}
        if not numbers.isdisjoint(changed):
            return dispute
    return None


def _is_settled_by_others(dispute: Dispute, viewer: Viewer) -> bool:
    """Return whether judges settled a dispute, of whom this viewer is none."""
    how = dispute.resolution
    if how is None or how.withdrawn or viewer.seat in dispute.judges:
        return False
    is_admitted = how.resolved_as == "corrected" and how.by == viewer.seat
    return bool(dispute.judges) and not is_admitted


def _overrule(head: RecordHead, resolution: Resolution, drop_unfit: bool) -> Revision:
    """Return the match under the table's verdict on a ruling."""
    match = head.match
    dispute = match.dispute(resolution.dispute)
    _require_possible_verdict(
        match, _disputed_ruling(match, dispute), resolution.verdict
    )
    change = head.begin(Change, resolution=resolution)
    try:
        revision = try_change(match, head.viewer, change, drop_unfit)
    except (UnfitEntriesError, ConflictError, RefusedMoveError):
        raise
    except CANNOT_GO_ON:
        raise _cannot_be_handed_on() from None
    # Without a step the game would have refused the entry, so it is struck.
    step = revision.match.history.step(dispute.entry)
    if step is not None and step.overrule_at(dispute.index) is None:
        raise _cannot_be_handed_on()
    return _with_lead(head, revision, dispute.entry)


def _with_lead(head: RecordHead, revision: Revision, seq: int | None) -> Revision:
    """Return the revision with the next trick's lead as it was made.

    Another winner of this entry's trick would else have led to it.
    """
    if seq is None:
        return revision
    edit = _find_lead_made(head.match.history, revision.match.history, seq)
    if edit is None:
        return revision
    by_table = replace(head.viewer, host=True)
    of_lead = replace(
        head, match=revision.match, viewer=by_table, id=lead_beside(head.id)
    )
    try:
        led = try_correction(of_lead, [edit])
    except RefereeError:
        return revision  # others may have gone with the verdict
    effect = compare(head.match.history, led.match.history)
    return Revision((*revision.records, *led.records), led.match, effect)


def _find_lead_made(old: History, new: History, seq: int) -> Edit | None:
    """Return the edit that names who led after this entry; None if that is the same."""
    for step in old.steps_after(seq):
        again = new.step(step.entry.seq)
        trick = old.scene_in(step.after).trick
        if again is None or trick is None:
            return None
        trick_now = new.scene_in(again.after).trick
        led_by = trick.order[0]
        if trick_now is None or trick_now.order[0] == led_by:
            return None
        if led_by in trick.plays:
            leads = [each for each in old.prompt_of(step).fields if each.leads]
            data = dict.fromkeys([each.name for each in leads], led_by)
            return Edit(step.entry.seq, {**step.entry.data, **data})
    return None


def _undo_or_redo(
    head: RecordHead, resolution: Resolution, drop_unfit: bool
) -> Revision:
    """Return the match without the disputed change, or without its undo.

    Raise ConflictError if it would get round what the judges of another settled.
    """
    match = head.match
    disputed = match.dispute(resolution.dispute)
    correction = disputed.correction
    assert correction is not None
    target = match.change(correction)
    if resolution.verdict:
        raise _wrong_verdict(say("There’s no ruling here: overrule without a verdict."))
    change = match.undo_or_redo(target, head.id, resolution.by, resolution.at)
    change = replace(change, resolution=resolution)
    revision = try_change(match, head.viewer, change, drop_unfit)
    if not disputed.judges:
        require_not_against_votes(head, target.edits, revision)
    return revision


def _enter(head: RecordHead, resolution: Resolution, refused: Refusal) -> Revision:
    """Return the match with a refused move entered.

    The table's answer replaces the game's to the question that refused it.
    """
    match = head.match
    _require_possible_verdict(match, refused.ruling, resolution.verdict)
    if match.entry_with_id(refused.id) is not None:
        raise ConflictError(say("This move has been entered since."))
    history = match.history
    entry = _entry_of(match, refused, resolution.seq + 1, resolution.at)
    overrule = Overrule(None, resolution.verdict, resolution.why)
    try:
        step = history.take_new(history.position, entry, (overrule,))
    except (NotOpenError, WrongFieldsError):
        raise
    except CANNOT_GO_ON:  # other rules may still refuse it
        raise _cannot_be_handed_on() from None
    entered = replace(resolution, entered=entry.seq)
    records = (record_of(entered), record_of(step.entry))
    return Revision(records, match.after(records))


def _disputed_ruling(match: Match, dispute: Dispute) -> Ruling:
    """Return the disputed ruling as it stands; raise ConflictError if it is gone."""
    ruling = _ruling_on(match, dispute)
    if ruling is None:
        raise ConflictError(
            say(
                "This ruling is gone: entries were corrected since. Uphold what "
                "stands now."
            )
        )
    return ruling


def _is_refused(match: Match, refused: Refusal) -> bool:
    """Return whether a refused move would still not be taken."""
    history = match.history
    try:
        history.take_new(history.position, _entry_of(match, refused, match.seq + 1, 0))
    except CANNOT_GO_ON:
        return True
    return False


def _entry_of(match: Match, refused: Refusal, seq: int, at: float) -> LogEntry:
    return LogEntry(
        seq=seq,
        id=refused.id,
        kind=refused.kind,
        seat=refused.seat,
        data=refused.data,
        by=refused.by,
        host=refused.host,
        at=at,
        version=match.history.new_version,
    )


def _decide_alike(one: Ruling, other: Ruling, seats: Seats) -> bool:
    """Return whether two rulings name the same winners, breach, offender and points.

    Another card that wins all the same admits nothing.
    """
    decisions = []
    for verdict in (one.verdict, other.verdict):
        winners = winners_in(verdict, seats)
        named = [verdict.get(name) for name in ("legal", "seat", "points")]
        decisions.append((winners, named))
    return decisions[0] == decisions[1]


def _ruling_on(match: Match, dispute: Dispute) -> Ruling | None:
    """Return the disputed ruling as it stands, or None."""
    step = match.history.step(dispute.entry)
    return step.ruling_at(dispute.index) if step is not None else None


def _require_possible_verdict(match: Match, ruling: Ruling, verdict: Stored) -> None:
    """Raise WrongFieldsError for a verdict that the table cannot give."""
    context = match.history.rulebook.context(match.history.setting)
    typed = read_verdict(ruling.verdict, verdict, context)
    require_agreement(ruling, typed, match.history.rulebook.game)
    require_suit_played(ruling, typed)
    require_verdict_reach(typed)
    if verdict and not decides_otherwise(ruling.verdict, verdict):
        raise _wrong_verdict(
            say("This is what the referee ruled. Uphold it, or decide otherwise.")
        )


def _cannot_be_handed_on() -> WrongFieldsError:
    return _wrong_verdict(
        say(
            "The game can’t go on from this verdict. Overrule it without one, and fix "
            "what follows with entries and corrections."
        )
    )


def _wrong_verdict(message: Text) -> WrongFieldsError:
    return wrong_field("verdict", message)


# Refused moves


def refusal(match: Match, entry: LogEntry, ruling: Ruling) -> Refusal:
    """Return the stored form of a refused move, so that its sender can dispute it."""
    prompts = [prompt for prompt in match.history.prompts if prompt.kind == entry.kind]
    secret = not prompts or any(prompt.secret for prompt in prompts)
    return Refusal(
        id=entry.id,
        kind=entry.kind,
        seat=entry.seat,
        data=dict(entry.data),
        by=entry.by,
        host=entry.host,
        secret=secret,
        ruling=ruling.bare,
    )
