"""Entering what happened at a table, keeping it in the table's log, and phones as
buzzers.

`enter` numbers entries and keeps them; before that `try_entries` and
`EntryTaker.take_new` in `referee/match` try them.
"""

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from functools import partial

from referee.hosting.races.buzzers import Measured, Press
from referee.hosting.races.races import Buzzed, Races, nothing_to_slap
from referee.hosting.store import ResultRow
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.loading import seat_ids
from referee.hosting.tables.permissions import (
    buzzing_seat,
    match_of,
    must_be_seated,
    must_not_pause,
    must_take,
)
from referee.hosting.tables.snapshot import view_at
from referee.hosting.tables.table import TableFacts
from referee.lazy_dataclass import frozen
from referee.match.disputes import refusal_body
from referee.match.earlier_entries import answer_since, reread
from referee.match.fold import RefusedMoveError
from referee.match.log_entry import LogEntry, Record, Viewer, is_author, record_of
from referee.match.match import Match
from referee.match.position import EntryStep, Position
from referee.match.resolution import refusal
from referee.match.stopping import must_be_able_to_stop
from referee.match.trying import try_entries
from referee.match.visibility import may_read, may_read_sealed
from referee.vocabulary.errors import (
    ConflictError,
    StaleViewError,
    wrong_field,
)
from referee.vocabulary.jsonable import IF_ANY
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import STOP
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Ordinal
from referee.vocabulary.view import View


@frozen
class Draft:
    """An entry as somebody sends it: not yet numbered.

    `after` is the number they had seen, and `heat` that of the race which it is made
    of; None where they are unsaid.
    """

    id: str
    kind: str
    seat: str | None
    data: Mapping[str, object]
    after: int | None = None
    heat: int | None = None


@frozen
class Entered:
    """Entries taken."""

    seq: Ordinal
    """The number of the last."""
    rulings: tuple[Ruling, ...]
    """What they decided."""
    view: View | None = field(default=None, metadata=IF_ANY)
    """The table as their sender sees it now; left out where they did not ask for it."""


_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def read_uuid(id: str) -> str | None:
    """Return this id in small letters where it is a UUID in its usual form, else
    None.
    """
    small = id.lower()
    if not _UUID.fullmatch(small):
        return None
    return small


def _read_id(draft: Draft) -> Draft:
    """Return a draft with its id, a UUID, in small letters; WrongFieldsError for
    anything not in its usual form.
    """
    uuid = read_uuid(draft.id)
    if uuid is None:
        raise wrong_field(
            "id",
            say(
                "Make a UUID here, a new one for each new entry, "
                "like 7d9f2c54-0b1e-4a36-9c8d-2f6a1e5b3c70."
            ),
        )
    if uuid == draft.id:
        return draft
    return replace(draft, id=uuid)


@retry_if_outdated
def enter(held: HeldTable, drafts: Sequence[Draft], with_view: bool = True) -> Entered:
    """Enter these drafts, all or none; `with_view` adds the table as their sender sees
    it then.

    Each id is a UUID, and the same entries sent again answer as before. Raises
    StaleViewError, NotOpenError, NotYoursError, WrongFieldsError or RefusedMoveError,
    and what `keep` does; nothing is changed then.
    """
    drafts = [_read_id(draft) for draft in drafts]
    must_be_seated(held.viewer)
    entered = _answer_again(held, drafts) or _enter_new(held, drafts)
    if not with_view:
        return entered
    return replace(entered, view=view_at(held))


def enter_watched(held: HeldTable, drafts: Sequence[Draft]) -> Entered:
    """Enter what a camera was about to enter and forget its draft, in one transaction.

    Raises what `enter` does, and WriteConflictError where the table has changed since
    it was read: whoever tries again has to look at the draft again.
    """
    drafts = [_read_id(draft) for draft in drafts]
    must_be_seated(held.viewer)
    known = _answer_again(held, drafts)
    if known is None:
        return _enter_new(held, drafts, forgets_draft=True)
    with held.changing_seats():
        held.store.set_watch(held.code, held.table.row.watch_hash, None)
    return known


def try_drafts(held: HeldTable, drafts: Sequence[Draft]) -> list[EntryStep]:
    """Return the steps of the match that entering these drafts would make; raises what
    `enter` would.
    """
    match = match_of(held.table)
    viewer = held.viewer
    others = [draft for draft in drafts if draft.kind != STOP]
    if len(others) < len(drafts):
        must_be_able_to_stop(viewer.host, viewer.watcher)
    # A match that is full can still be ended.
    must_take(match, viewer, len(others))
    if not viewer.host:
        must_not_pause(match)
    entries = _number(viewer, match, drafts)
    _must_have_seen(held, match, drafts, entries)
    # This comes after the check above: entries that the sender has not seen may have
    # used up the heat they name.
    finishes = _find_finishes(held, match, drafts)
    for n, entry in enumerate(entries):
        if entry.id in finishes:
            entries[n] = replace(entry, finish=finishes[entry.id])
    return _try_entries(held, match, entries)


def _enter_new(
    held: HeldTable, drafts: Sequence[Draft], forgets_draft: bool = False
) -> Entered:
    match = match_of(held.table)
    steps = try_drafts(held, drafts)
    records = [record_of(step.entry) for step in steps]
    asked = [step.before for step in steps]
    last = steps[-1]
    result = held.table.result_after(match.history, last)
    row = held.table.row
    if last.after.ended_early and row.watch_draft is not None:
        # What the camera was about to enter is for a match that goes on.
        forgets_draft = True
    if forgets_draft:
        with held.changing_seats():
            keep(held, records, result, asked)
            held.store.set_watch(held.code, row.watch_hash, None)
    else:
        keep(held, records, result, asked)

    match.add(steps)
    rulings: list[Ruling] = []
    for step in steps:
        rulings += step.rulings
        if step.entry.finish is not None:
            held.races.forget_race(held.code, step.entry.finish.race)
    return Entered(match.seq, tuple(rulings))


def _must_have_seen(
    held: HeldTable, match: Match, drafts: Sequence[Draft], entries: Sequence[LogEntry]
) -> None:
    """Raise StaleViewError if something that matters was entered after what the sender
    had seen.
    """
    seen = [draft.after for draft in drafts if draft.after is not None]
    if not seen or min(seen) >= match.mattered:
        return
    answered = _who_answered(match, held.viewer, entries, min(seen))
    raise StaleViewError(view_at(held), answered)


def _who_answered(
    match: Match, viewer: Viewer, entries: Sequence[LogEntry], after: int
) -> Text | None:
    """Return who has entered all this since; None if nobody has entered some of it.

    Of several sentences the first that tells of another answer.
    """
    repeated = None
    other = None
    for entry in entries:
        answer = answer_since(match.history, viewer, entry, after)
        if answer is None:
            return None
        sentence, is_same = answer
        repeated = repeated or sentence
        if not is_same:
            other = other or sentence
    return other or repeated


def _answer_again(held: HeldTable, drafts: Sequence[Draft]) -> Entered | None:
    """Return the answer to drafts that were sent before; None if all of them are new.

    ConflictError if only some are new, if somebody else sent one, or if an id stands
    for something else by now: whoever hears that a draft was entered does not enter it
    again.
    """
    match = match_of(held.table)
    viewer = held.viewer
    known = [match.entry_with_id(draft.id) for draft in drafts]
    if not any(known):
        return None
    latest = 0
    readable = set()
    for draft, entry in zip(drafts, known, strict=True):
        if entry is None or not _is_repeated(match, viewer, draft, entry):
            raise ConflictError(
                say(
                    "This was not entered: another entry has its id already. "
                    "Enter it again, with an id of its own."
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
    return Entered(latest, tuple(rulings))


def _is_repeated(match: Match, viewer: Viewer, draft: Draft, entry: LogEntry) -> bool:
    """Return whether this viewer sent the entry, and the draft repeats it.

    To its author who may not read the entry it always does, so the answer tells them
    nothing.
    """
    # The log cannot tell apart hosts without a seat.
    is_seatless_host = viewer.host and viewer.seat is None
    if not is_author(viewer, entry.by) and not (is_seatless_host and entry.by is None):
        return False
    if not may_read_sealed(viewer, entry):
        return True
    sent = replace(entry, kind=draft.kind, seat=draft.seat, data=draft.data)
    return reread(match, sent) == entry


def _number(viewer: Viewer, match: Match, drafts: Sequence[Draft]) -> list[LogEntry]:
    """Return the entries as the log would hold them, without their finishes."""
    version = match.history.new_version
    now = time.time()
    entries = []
    for seq, draft in enumerate(drafts, start=match.seq + 1):
        entry = LogEntry(
            seq,
            draft.id,
            draft.kind,
            draft.seat,
            draft.data,
            viewer.seat,
            viewer.host,
            now,
            seen=viewer.watcher,
            version=version,
        )
        entries.append(entry)
    return entries


def _try_entries(
    held: HeldTable, match: Match, entries: Sequence[LogEntry]
) -> list[EntryStep]:
    """Return the steps of the match that these entries make. Raise RefusedMoveError,
    which its sender may question.

    The refused entry is kept for a while for that.
    """
    knows = partial(may_read_sealed, held.viewer)
    key, number = held.table.row.toss_key, match.tossed + 1
    try:
        waiting = match.waiting_tosses()
        return try_entries(match.history, entries, key, number, knows, waiting)
    except RefusedMoveError as refused:
        for entry in entries:
            if entry.id == refused.entry.id:
                move = refusal(match, entry, refused.ruling)
                body = refusal_body(move)
                held.store.keep_refusal(held.code, move.id, move.by, body)
                break
        raise


def _find_finishes(
    held: HeldTable, match: Match, drafts: Sequence[Draft]
) -> dict[str, PhotoFinish]:
    """Return the finishes of races that entries are made of, by the entry's id.

    Of several entries of one kind, only the first has a finish.
    """
    finishes = {}
    kinds = set()
    for draft in drafts:
        if draft.kind not in kinds:
            kinds.add(draft.kind)
            finish = _find_finish(held, match, draft)
            if finish is not None:
                finishes[draft.id] = finish
    return finishes


def _find_finish(held: HeldTable, match: Match, draft: Draft) -> PhotoFinish | None:
    count = len(match.entries)
    for prompt in match.history.prompts:
        if prompt.race and prompt.kind == draft.kind:
            finish = held.races.finish(held.code, prompt.race, count, draft.heat)
            if finish is not None:
                return finish
    if draft.heat is not None:
        raise ConflictError(
            say(
                "This photo finish waits for no entry any more. Look at the table "
                "again."
            )
        )
    return None


def keep(
    held: HeldTable,
    records: Sequence[Record],
    result: ResultRow | None,
    asked: Sequence[Position],
) -> None:
    """Append these records to the log, and store the result of the match after them:
    None while it goes on.

    `asked` are the positions in which the entries were asked for that are among the
    records, or are changed by them. Raises WriteConflictError where the table has
    changed since it was looked at, NoSuchTable where it was deleted.
    """
    table = held.table
    match = match_of(table)
    ids = seat_ids(table.seats)
    try:
        stored = [ids.stored_record(record, asked, match.kind_of) for record in records]
    except Exception:
        # The fold does not check all that a game asked for: if that is why, it is the
        # game's fault.
        seats = match.history.setting.seats
        for position in asked:
            match.history.rulebook.check_prompts(position.asked, seats)
        raise
    ends = result if result != table.result else None
    reopens = result is None and table.result is not None
    held.store.append(held.code, stored, ends, reopens, table.row.version)
    table.result = result


# Phones as buzzers. No table is held for them: a slap must not wait until somebody's
# entry is on the disk.


def measure(
    races: Races,
    table: TableFacts,
    viewer: Viewer,
    arrival: float,
    nonce: str | None = None,
    phone_time: float | None = None,
) -> Measured:
    """Return the next probe of a seat's phone: the first, or after the answer to the
    one before.

    `phone_time` is the phone's own time in milliseconds when it received the probe
    `nonce`, and `arrival` when the answer came, by the clock of `races`. ConflictError
    for a probe that is not under way.
    """
    seat = buzzing_seat(table.current_viewer(viewer))
    return races.measure(table.code, seat, arrival, nonce, phone_time)


def buzz(
    races: Races, table: TableFacts, viewer: Viewer, race: str, press: Press
) -> Buzzed:
    """Take a seat's slap in a race. ConflictError where it is a false start.

    While a ruling is questioned nothing is slapped: PausedError, also for a host.
    """
    seat = buzzing_seat(table.current_viewer(viewer))
    match = match_of(table)
    must_not_pause(match)
    for prompt in match.history.prompts:
        if prompt.race == race and seat in prompt.seats:
            count = len(match.entries)
            return races.buzz(table.code, seat, prompt, press, match.seq, count)
    races.count_press(table.code, seat, press.arrival)
    raise nothing_to_slap()
