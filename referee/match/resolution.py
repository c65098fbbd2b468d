"""Settling what somebody questioned: who may, and what it does to the match. Nothing
here changes the match.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.match.corrections import Change, Correction, UnfitEntriesError
from referee.match.disputes import (
    Dispute,
    Refusal,
    Resolution,
    ResolvedAs,
    dispute_record,
    open_dispute,
    overrules_of,
    resolution_record,
    with_resolution,
)
from referee.match.entry_reading import NotOpenError
from referee.match.fold import RefusedMoveError
from referee.match.log_entry import LogEntry, Record, Viewer, record_of
from referee.match.match import Match
from referee.match.overrules import check_verdict_reach, differs, type_verdict
from referee.match.position import Overrule
from referee.match.revisions import (
    Revision,
    Tried,
    revision_of,
    try_correction,
    try_out,
)
from referee.match.visibility import may_read
from referee.vocabulary.errors import (
    ConflictError,
    FieldError,
    ForbiddenError,
    NotFoundError,
    WrongFieldsError,
)
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, count, say


@dataclass(frozen=True, slots=True)
class ResolutionDraft:
    """A resolution as somebody sends it.

    `changes` belong to `corrected`, `verdict` (as JSON, only what is decided otherwise)
    to `overruled`. With `drop_unfit` later entries that no longer fit are struck.
    """

    resolved_as: ResolvedAs
    why: str = ""
    changes: tuple[Change, ...] = ()
    verdict: Mapping[str, Any] = field(default_factory=dict)
    drop_unfit: bool = False


# Asking


def question_ruling(
    match: Match,
    viewer: Viewer,
    id: str,
    at: float,
    seq: int,
    place: int | None = None,
    why: str = "",
) -> Record:
    """Return the record that questions a ruling of an entry: the one at this place,
    counted from 0, or else the last.

    NotFoundError where there is no such ruling, ConflictError while the entry is secret
    or another ruling is questioned.
    """
    step = match.history.step(seq)
    rulings = step.rulings if step is not None else ()
    entry = match.entry(seq)
    if entry is None:
        raise NotFoundError(say("There is no entry number {seq}.", seq=seq))
    if not may_read(match.history, Viewer(), entry):
        raise ConflictError(
            say("This entry is still secret. It can be questioned once it is seen.")
        )
    if step is None or not rulings:
        raise NotFoundError(
            say(
                "Entry number {seq} decided nothing. If it is wrong, correct it.",
                seq=seq,
            )
        )
    at_place = len(rulings) - 1 if place is None else place
    if at_place >= len(rulings):
        one = "Entry number {seq} has {n} ruling, number 0."
        many = "Entry number {seq} has {n} rulings, counted from 0."
        raise NotFoundError(count(one, many, len(rulings), seq=seq))
    return _asked(
        match,
        Dispute(match.seq + 1, id, viewer.seat, at, why, seq, step.place_of(at_place)),
    )


def question_refusal(
    match: Match, viewer: Viewer, id: str, at: float, refused: Refusal, why: str = ""
) -> Record:
    """Return the record that questions a refusal.

    What was refused is open to all from then on.

    ConflictError while another ruling is questioned.
    """
    return _asked(
        match, Dispute(match.seq + 1, id, viewer.seat, at, why, refused=refused)
    )


def _asked(match: Match, dispute: Dispute) -> Record:
    if open_dispute(match.disputes) is not None:
        raise ConflictError(
            say("Another ruling is being questioned. Settle that first.")
        )
    return dispute_record(dispute)


def vote(
    match: Match, viewer: Viewer, id: str, at: float, dispute: str, uphold: bool
) -> Record:
    """Return the record of a seat's vote on an open dispute; the last vote of a seat
    counts.

    NotFoundError where there is no such dispute, ConflictError where it is settled,
    ForbiddenError without a seat.
    """
    _open(match, dispute)
    if viewer.seat is None:
        raise ForbiddenError(say("Only those who sit at the table vote."))
    return Record(
        match.seq + 1,
        "vote",
        id,
        viewer.seat,
        at,
        {"dispute": dispute, "uphold": uphold},
    )


def vote_withdrawn(match: Match, seat: str, id: str, at: float) -> Record | None:
    """Return the record that takes back the vote of a seat on the open dispute, since
    its owner leaves; None without one.
    """
    found = open_dispute(match.disputes)
    if found is None or seat not in found.votes:
        return None
    return Record(
        match.seq + 1, "vote", id, seat, at, {"dispute": found.id, "uphold": None}
    )


def _open(match: Match, id: str) -> Dispute:
    found = next((dispute for dispute in match.disputes if dispute.id == id), None)
    if found is None:
        raise NotFoundError(say("There is no such dispute."))
    if found.resolution is not None:
        raise ConflictError(say("This is settled already."))
    return found


# Settling


def may_resolve(
    viewer: Viewer,
    votes: Mapping[str, bool],
    resolved_as: ResolvedAs,
    seats: Sequence[str],
) -> bool:
    """Return whether this viewer may settle what was voted on like this: the host may,
    a seat once more than half agree.
    """
    if viewer.host:
        return True
    agreed = sum(uphold == (resolved_as == "upheld") for uphold in votes.values())
    return viewer.seat is not None and 2 * agreed > len(seats)


def try_resolution(
    match: Match,
    viewer: Viewer,
    id: str,
    at: float,
    dispute: str,
    draft: ResolutionDraft,
) -> Revision:
    """Return the match with this dispute settled.

    Raises NotFoundError, ForbiddenError or ConflictError; WrongFieldsError for a
    verdict or changes that cannot be; UnfitEntriesError as a correction does; for a
    refused move that is now entered, whatever hinders that.
    """
    found = _open(match, dispute)
    if not may_resolve(
        viewer, found.votes, draft.resolved_as, match.history.setting.seats
    ):
        template = (
            "Only the host can do this, or somebody at the table once more than half "
            "of it has voted so."
        )
        raise ForbiddenError(say(template))
    if draft.changes and draft.resolved_as != "corrected":
        raise WrongFieldsError(
            FieldError(
                "changes",
                say("Changes belong to a correction: settle it as corrected."),
            )
        )
    if draft.verdict and draft.resolved_as != "overruled":
        raise _wrong_verdict(
            say("A verdict belongs to an overruling: settle it as overruled.")
        )
    made = Resolution(
        match.seq + 1,
        draft.resolved_as,
        viewer.seat,
        at,
        draft.why,
        dict(draft.verdict),
    )
    if draft.resolved_as == "corrected":
        return _corrected(match, viewer, found, id, made, draft)
    if draft.resolved_as == "overruled" and found.refused is None:
        return _overruled(match, viewer, found, id, made, draft.drop_unfit)
    if draft.verdict and found.refused is not None:
        return _entered(match, found, found.refused, id, made)
    return _after(match, resolution_record(id, dispute, made))


def _after(match: Match, *records: Record) -> Revision:
    return Revision(records, match.after(records))


def _corrected(
    match: Match,
    viewer: Viewer,
    dispute: Dispute,
    id: str,
    made: Resolution,
    draft: ResolutionDraft,
) -> Revision:
    # The table decided it: so everything may be corrected, as by the host.
    by_table = replace(viewer, host=True)
    correction = f"{id}-correction"
    revision = try_correction(
        match, by_table, correction, made.at, draft.changes, draft.drop_unfit
    )
    record = resolution_record(
        id, dispute.id, replace(made, seq=made.seq + 1, correction=correction)
    )
    return Revision(
        (*revision.records, record), revision.match.after([record]), revision.changed
    )


def _overruled(
    match: Match,
    viewer: Viewer,
    dispute: Dispute,
    id: str,
    made: Resolution,
    drop_unfit: bool,
) -> Revision:
    ruling = _ruling_of(match, dispute)
    _check_verdict(match, ruling, made.verdict)
    tried = _replayed(match, viewer, dispute, id, made, drop_unfit)
    step = tried.history.step(dispute.entry)
    if step is None:
        # By this verdict the game would have refused the entry: it is struck.
        made = replace(made, taken_back=ruling)
    elif not any(overrule.ruling == dispute.ruling for overrule in step.overruled):
        raise _cannot_be_handed_on()
    return revision_of(
        match,
        resolution_record(id, dispute.id, replace(made, dropped=tried.dropped)),
        tried,
    )


def _ruling_of(match: Match, dispute: Dispute) -> Ruling:
    """Return the questioned ruling as it stands now: a correction may have taken it
    away meanwhile.
    """
    step = match.history.step(dispute.entry)
    if step is not None and (ruling := step.ruling_of(dispute.ruling)) is not None:
        return ruling
    raise ConflictError(
        say(
            "This ruling is not there any more, since entries were corrected. Uphold "
            "what stands now."
        )
    )


def _check_verdict(match: Match, ruling: Ruling, verdict: Mapping[str, Any]) -> None:
    """Raise WrongFieldsError where the table cannot decide so."""
    context = match.history.rulebook.context(match.history.setting)
    check_verdict_reach(type_verdict(ruling.verdict, verdict, context))
    if verdict and not differs(ruling.verdict, verdict):
        raise _wrong_verdict(
            say("This is what the referee ruled. Uphold it, or decide otherwise.")
        )


def _replayed(
    match: Match,
    viewer: Viewer,
    dispute: Dispute,
    id: str,
    made: Resolution,
    drop_unfit: bool,
) -> Tried:
    overrules = overrules_of(with_resolution(match.disputes, dispute.id, made))

    def struck(dropped: tuple[int, ...]) -> tuple[Correction, ...]:
        correction = Correction(made.seq, id, made.by, made.at, (), dropped)
        return (*match.corrections, correction) if dropped else match.corrections

    try:
        return try_out(
            match, viewer, struck, drop_unfit, may_go=dispute.entry, overrules=overrules
        )
    except (UnfitEntriesError, ConflictError, RefusedMoveError):
        raise
    except Exception:  # a game may fail in any way on a verdict that it did not give
        raise _cannot_be_handed_on() from None


def _cannot_be_handed_on() -> WrongFieldsError:
    template = (
        "The game cannot go on from this verdict. Overrule it without one, and put "
        "right by entries and corrections "
        "what follows from it."
    )
    return _wrong_verdict(say(template))


def _wrong_verdict(message: Text) -> WrongFieldsError:
    return WrongFieldsError(FieldError("verdict", message))


def _entered(
    match: Match, dispute: Dispute, refused: Refusal, id: str, made: Resolution
) -> Revision:
    """Return a refused move entered after all: the question that the game asked about
    it is answered as the table did.
    """
    _check_verdict(match, refused.ruling, made.verdict)
    if match.entry_with_id(refused.id) is not None:
        raise ConflictError(say("This move was entered meanwhile."))
    seq = made.seq + 1
    sent = (
        refused.id,
        refused.kind,
        refused.seat,
        refused.data,
        refused.by,
        refused.host,
    )
    overrule = Overrule(None, made.verdict, made.why)
    try:
        entry = LogEntry(seq, *sent, made.at, version=match.history.new_version)
        step = match.history.enter(match.history.position, entry, (overrule,))
    except (NotOpenError, WrongFieldsError):
        raise
    except Exception:  # it is still refused, or the game fails in any other way on a verdict it did not give
        raise _cannot_be_handed_on() from None
    return _after(
        match,
        resolution_record(id, dispute.id, replace(made, entered=seq)),
        record_of(step.entry),
    )


# Refused moves


def refusal(match: Match, entry: LogEntry, ruling: Ruling) -> Refusal:
    """Return what is kept of a refused move, so that its sender can question it."""
    prompts = [prompt for prompt in match.history.prompts if prompt.kind == entry.kind]
    secret = not prompts or any(prompt.secret for prompt in prompts)
    return Refusal(
        entry.id,
        entry.kind,
        entry.seat,
        dict(entry.data),
        entry.by,
        entry.host,
        secret,
        ruling,
    )
