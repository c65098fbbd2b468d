"""Enter what happened at a table, and store it in the log.

`enter` numbers and stores entries, after `try_entries` and `EntryTaker.take` in
`referee/match` have tried them.
"""

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from referee.hosting.store import ResultRow
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.permissions import (
    require_no_dispute,
    require_seated,
    require_space,
)
from referee.hosting.tables.seat_ids import seat_ids
from referee.hosting.tables.snapshot import view_at
from referee.match.log_entry import LogEntry, Record
from referee.match.match import Match
from referee.match.records import record_of
from referee.match.secrecy import may_read, may_read_sealed
from referee.match.taking.entry_step import EntryStep
from referee.match.taking.entry_taker import RefusedMoveError
from referee.match.taking.position import Position
from referee.match.taking.stopping import require_right_to_stop
from referee.match.trying.answers_since import answer_since, is_asked_as_before
from referee.match.trying.disputing import refusal
from referee.match.trying.earlier_entries import reread
from referee.match.trying.new_entries import try_entries
from referee.match.viewer import Viewer, is_author
from referee.vocabulary.errors import (
    ConflictError,
    StaleViewError,
    wrong_field,
)
from referee.vocabulary.jsonable import IF_ANY, as_stored
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import STOP
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Ordinal
from referee.vocabulary.view import View


@dataclass(frozen=True, slots=True)
class SentEntry:
    """An entry as its sender wrote it, without a number.

    `after` is the last log number that the sender had seen, `heat` the heat that the
    entry uses; None if unsaid.
    """

    id: str
    kind: str
    seat: str | None
    data: Mapping[str, object]
    after: int | None = None
    heat: int | None = None


@dataclass(frozen=True, slots=True)
class EntryAnswer:
    """The answer to taken entries."""

    seq: Ordinal
    """The number of the last."""
    rulings: tuple[Ruling, ...]
    """The rulings on them."""
    view: View | None = field(default=None, metadata=IF_ANY)
    """The table as the sender sees it now; left out unless requested."""


_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def read_uuid(id: str) -> str | None:
    """Return a UUID of the usual form in small letters; None for anything else."""
    small = id.lower()
    if not _UUID.fullmatch(small):
        return None
    return small


def _read_id(sent_entry: SentEntry) -> SentEntry:
    """Return an entry with its UUID in small letters.

    Raise WrongFieldsError for other ids.
    """
    uuid = read_uuid(sent_entry.id)
    if uuid is None:
        raise wrong_field(
            "id",
            say(
                "Must be a UUID, a new one for each entry, like "
                "7d9f2c54-0b1e-4a36-9c8d-2f6a1e5b3c70."
            ),
        )
    if uuid == sent_entry.id:
        return sent_entry
    return replace(sent_entry, id=uuid)


@retry_if_outdated
def enter(
    held: HeldTable, sent: Sequence[SentEntry], with_view: bool = True
) -> EntryAnswer:
    """Enter all of these or none; with `with_view` return the sender's view too.

    Each id is a UUID; the same entries sent again get the same answer. Raise
    StaleViewError, NotOpenError, NotYoursError, WrongFieldsError, RefusedMoveError, or
    as `append_records` does, and change nothing then.
    """
    sent = [_read_id(sent_entry) for sent_entry in sent]
    if held.viewer.watcher and any(each.kind == STOP for each in sent):
        require_right_to_stop(False, camera=True)
    require_seated(held.viewer)
    entered = _answer_again(held, sent) or _enter_new(held, sent)
    if not with_view:
        return entered
    return replace(entered, view=view_at(held))


def enter_watched(held: HeldTable, sent: Sequence[SentEntry]) -> EntryAnswer:
    """Enter a camera's draft and delete it, in one transaction.

    Raise as `enter` does, and WriteConflictError if the table has changed since it was
    read: read the draft again before you retry.
    """
    sent = [_read_id(sent_entry) for sent_entry in sent]
    require_seated(held.viewer)
    known = _answer_again(held, sent)
    if known is None:
        return _enter_new(held, sent, forgets_draft=True)
    with held.transaction():
        held.store.set_watch(held.code, held.table.row.watch_hash, None)
    return known


def try_keeping_refusals(held: HeldTable, sent: Sequence[SentEntry]) -> list[EntryStep]:
    """Return the match's steps if these were entered; raise as `enter` does.

    A refused entry stays in the store for a while, so that its sender may dispute it.
    """
    match = held.table.begun_match
    viewer = held.viewer
    others = [sent_entry for sent_entry in sent if sent_entry.kind != STOP]
    if len(others) < len(sent):
        require_right_to_stop(viewer.host, viewer.watcher)
    # Even a full match can be ended.
    require_space(match, viewer, len(others))
    if others:
        require_no_dispute(match, viewer)
    entries = _number(viewer, match, sent)
    _require_up_to_date(held, match, sent, entries)
    # Only now, after the check above: unseen entries may have used the heat that the
    # entries name.
    finishes = _find_finishes(held, match, sent)
    for n, entry in enumerate(entries):
        if entry.id in finishes:
            entries[n] = replace(entry, finish=finishes[entry.id])
    return _try_or_keep_refusal(held, match, entries)


def _enter_new(
    held: HeldTable, sent: Sequence[SentEntry], forgets_draft: bool = False
) -> EntryAnswer:
    match = held.table.begun_match
    steps = try_keeping_refusals(held, sent)
    records = [record_of(step.entry) for step in steps]
    positions = [step.before for step in steps]
    last = steps[-1]
    result = held.table.result_after(match.history, last)
    row = held.table.row
    if last.after.ended_early and row.watch_draft is not None:
        # A finished match needs no camera draft.
        forgets_draft = True
    if forgets_draft:
        with held.transaction():
            append_records(held, records, result, positions)
            held.store.set_watch(held.code, row.watch_hash, None)
    else:
        append_records(held, records, result, positions)

    held.table.match = match.after_steps(steps)
    rulings: list[Ruling] = []
    for step in steps:
        rulings += step.rulings
        if step.entry.finish is not None:
            held.races.forget_race(held.code, step.entry.finish.race)
    return EntryAnswer(held.table.seq, tuple(rulings))


def _require_up_to_date(
    held: HeldTable,
    match: Match,
    sent: Sequence[SentEntry],
    entries: Sequence[LogEntry],
) -> None:
    """Raise StaleViewError if the sender had not seen a relevant entry."""
    known = [sent_entry.after for sent_entry in sent if sent_entry.after is not None]
    if not known or min(known) >= match.last_relevant_seq:
        return
    after = min(known)
    if all(is_asked_as_before(match, entry, after) for entry in entries):
        return
    answered = _who_answered(match, held.viewer, entries, after)
    raise StaleViewError(view_at(held), answered)


def _who_answered(
    match: Match, viewer: Viewer, entries: Sequence[LogEntry], after: int
) -> Text | None:
    """Return who has entered all this since; None if something is still missing."""
    answers = [answer_since(match.history, viewer, each, after) for each in entries]
    return None if None in answers else answers[0]


def _answer_again(held: HeldTable, sent: Sequence[SentEntry]) -> EntryAnswer | None:
    """Return the answer to entries sent before; None if all are new.

    Raise ConflictError if only some are new, if somebody else sent one, or if an id now
    stands for other data: otherwise the sender would take a new entry for entered.
    """
    match = held.table.begun_match
    viewer = held.viewer
    known = [match.entry_with_id(sent_entry.id) for sent_entry in sent]
    if not any(known):
        return None
    latest = 0
    readable = set()
    for sent_entry, entry in zip(sent, known, strict=True):
        if entry is None or not _is_repeated(match, viewer, sent_entry, entry):
            raise ConflictError(
                say(
                    "Not entered: another entry already has this id. Enter it again "
                    "with its own id."
                )
            )
        latest = max(latest, entry.seq)
        if may_read(match.history, viewer, entry):
            readable.add(entry.seq)

    rulings: list[Ruling] = []
    for seq in sorted(readable):
        step = match.history.step(seq)
        if step is not None:
            rulings += step.rulings
    return EntryAnswer(latest, tuple(rulings))


def _is_repeated(
    match: Match, viewer: Viewer, sent_entry: SentEntry, entry: LogEntry
) -> bool:
    """Return whether this viewer sent the entry before, and repeats it.

    It is always True for an author who may not read the entry, so that the answer
    reveals nothing.
    """
    # The log does not distinguish hosts without a seat.
    is_seatless_host = viewer.host and viewer.seat is None
    if not is_author(viewer, entry.by) and not (is_seatless_host and entry.by is None):
        return False
    if not may_read_sealed(viewer, entry):
        return True
    sent = replace(
        entry, kind=sent_entry.kind, seat=sent_entry.seat, data=sent_entry.data
    )
    return reread(match, sent) == entry


def _number(viewer: Viewer, match: Match, sent: Sequence[SentEntry]) -> list[LogEntry]:
    """Return the entries as the log would hold them, without finishes."""
    version = match.history.new_version
    now = time.time()
    entries = []
    for seq, sent_entry in enumerate(sent, start=match.seq + 1):
        entry = LogEntry(
            seq,
            sent_entry.id,
            sent_entry.kind,
            sent_entry.seat,
            sent_entry.data,
            by=viewer.seat,
            host=viewer.host,
            at=now,
            seen=viewer.watcher,
            version=version,
        )
        entries.append(entry)
    return entries


def _try_or_keep_refusal(
    held: HeldTable, match: Match, entries: Sequence[LogEntry]
) -> list[EntryStep]:
    """Return the match's steps for these entries; raise as `try_entries`."""
    knows = partial(may_read_sealed, held.viewer)
    key = held.table.row.toss_key
    number = match.last_toss_number + 1
    try:
        waiting = match.waiting_tosses()
        return try_entries(match.history, entries, key, number, knows, waiting)
    except RefusedMoveError as refused:
        for entry in entries:
            if entry.id == refused.entry.id:
                move = refusal(match, entry, refused.ruling)
                body = as_stored(move)
                held.store.keep_refusal(held.code, move.id, move.by, body)
                break
        raise


def _find_finishes(
    held: HeldTable, match: Match, sent: Sequence[SentEntry]
) -> dict[str, PhotoFinish]:
    """Return the finishes that entries use, by entry id.

    Of several entries of one kind, only the first gets the finish.
    """
    finishes = {}
    kinds = set()
    for sent_entry in sent:
        if sent_entry.kind not in kinds:
            kinds.add(sent_entry.kind)
            finish = _find_finish(held, match, sent_entry)
            if finish is not None:
                finishes[sent_entry.id] = finish
    return finishes


def _find_finish(
    held: HeldTable, match: Match, sent_entry: SentEntry
) -> PhotoFinish | None:
    count = len(match.entries)
    for prompt in match.history.position.open_prompts:
        if prompt.race and prompt.kind == sent_entry.kind:
            finish = held.races.finish(held.code, prompt.race, count, sent_entry.heat)
            if finish is not None:
                return finish
    if sent_entry.heat is not None:
        raise ConflictError(
            say(
                "This photo finish is no longer waiting for an entry. Look at the "
                "table again."
            )
        )
    return None


def append_records(
    held: HeldTable,
    records: Sequence[Record],
    result: ResultRow | None,
    positions: Sequence[Position],
) -> None:
    """Append these records to the log, with the match's result (None: it goes on).

    `positions` are those that asked for the entries among the records, or for those
    that they change. Raise WriteConflictError if the table has changed since it was
    read, NoSuchTable if it was deleted.
    """
    table = held.table
    match = table.begun_match
    ids = seat_ids(table.seats)
    stored = [
        ids.record_with_ids(record, positions, match.kind_of) for record in records
    ]
    ends = result if result != table.result else None
    reopens = result is None and table.result is not None
    is_over = result is not None or table.result is not None
    disputes = any(record.concerns_dispute for record in records)
    concerns_event = table.event is not None and (is_over or disputes)
    version = table.row.version
    held.store.append(held.code, stored, ends, reopens, version, concerns_event)
    table.result = result
