"""Entering what happened at a table."""

import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.permissions import match_of, must_be_seated, must_not_pause, must_take
from referee.hosting.tables.persistence import keep
from referee.hosting.tables.snapshot import view_at
from referee.match.disputes import refusal_body
from referee.match.earlier_entries import answer_since, reread
from referee.match.fold import RefusedMoveError
from referee.match.log_entry import LogEntry, Viewer, is_author, record_of
from referee.match.match import Match
from referee.match.position import Step
from referee.match.resolution import refusal
from referee.match.tosses import draw_tosses
from referee.match.visibility import may_read, may_read_sealed
from referee.vocabulary.errors import ConflictError, FieldError, StaleViewError, WrongFieldsError
from referee.vocabulary.jsonable import IF_ANY
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.quantities import Ordinal
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee.vocabulary.view import View


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry as somebody sends it: not yet numbered.

    `after` is the number they had seen, and `heat` that of the race which it is made of; None where they are unsaid.
    """

    id: str
    kind: str
    seat: str | None
    data: Mapping[str, object]
    after: int | None = None
    heat: int | None = None


@dataclass(frozen=True, slots=True)
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
    """This id in small letters where it is a UUID in its usual form, else None."""
    small = id.lower()
    return small if _UUID.fullmatch(small) else None


def _read_id(id: str) -> str:
    """Return an entry's id, a UUID, in small letters; WrongFieldsError for anything not in its usual form."""
    uuid = read_uuid(id)
    if uuid is None:
        template = "Make a UUID here, a new one for each new entry, like 7d9f2c54-0b1e-4a36-9c8d-2f6a1e5b3c70."
        raise WrongFieldsError(FieldError("id", say(template)))
    return uuid


@retry_if_outdated
def enter(held: HeldTable, drafts: Sequence[Draft], shown: bool = True) -> Entered:
    """Enter these, all or none; `shown`: with the table as its sender sees it then.

    Each id is a UUID, and the same entries sent again answer as before. Raises StaleViewError, NotOpenError,
    NotYoursError, WrongFieldsError or RefusedMoveError, and what `keep` does; nothing is changed then.
    """
    drafts = [draft if draft.id == (id := _read_id(draft.id)) else replace(draft, id=id) for draft in drafts]
    must_be_seated(held.viewer)
    taken = _sent_before(held, drafts) or _enter(held, drafts)
    return replace(taken, view=view_at(held)) if shown else taken


def _enter(held: HeldTable, drafts: Sequence[Draft]) -> Entered:
    match = match_of(held.table)
    must_take(match, held.viewer, len(drafts))
    if not held.viewer.host:
        must_not_pause(match)
    entries = _numbered(held.viewer, match, drafts)
    _must_have_seen(held, match, drafts, entries)
    # Whoever has not seen what came since is told of that first: it may have used up the heat they name.
    finishes = _finishes(held, match, drafts)
    entries = [replace(entry, finish=finishes[entry.id]) if entry.id in finishes else entry for entry in entries]
    steps = _steps(held, match, entries)
    result = held.table.result_after(match.history, steps[-1])
    keep(held, [record_of(step.entry) for step in steps], result, [step.before for step in steps])
    match.add(steps)
    for finish in finishes.values():
        held.races.forget_race(held.code, finish.race)
    rulings = tuple(ruling for step in steps for ruling in step.rulings)
    return Entered(match.seq, rulings)


def _must_have_seen(held: HeldTable, match: Match, drafts: Sequence[Draft], entries: Sequence[LogEntry]) -> None:
    """Raise StaleViewError where something that matters came after what the sender had seen, or was entered already."""
    seen = [draft.after for draft in drafts if draft.after is not None]
    if not seen or min(seen) >= match.mattered:
        return
    raise StaleViewError(view_at(held), _who_answered(match, held.viewer, entries, min(seen)))


def _who_answered(match: Match, viewer: Viewer, entries: Sequence[LogEntry], after: int) -> Text | None:
    """Return who has entered all this since; None where anything of it was entered by nobody."""
    answers = [answer_since(match.history, viewer, entry, after) for entry in entries]
    found = [answer for answer in answers if answer is not None]
    if len(found) < len(entries):
        return None
    return next((text for text, same in found if not same), found[0][0])


def _sent_before(held: HeldTable, drafts: Sequence[Draft]) -> Entered | None:
    """Return what was answered when these were sent before; None where none of them was.

    ConflictError for some of them, for what somebody else sent, and for anything else under the same id: who is told
    that it was entered does not enter it again.
    """
    match, viewer = match_of(held.table), held.viewer
    known = [match.entry_with_id(draft.id) for draft in drafts]
    if not any(known):
        return None
    if not all(
        entry is not None and _sent(viewer, entry) and _is_the_same(match, viewer, draft, entry)
        for draft, entry in zip(drafts, known, strict=True)
    ):
        raise ConflictError(
            say("This was not entered: another entry has its id already. Enter it again, with an id of its own.")
        )
    seqs = {entry.seq for entry in known if entry is not None and may_read(match.history, viewer, entry)}
    rulings = tuple(ruling for step in match.history.steps if step.entry.seq in seqs for ruling in step.rulings)
    return Entered(max(entry.seq for entry in known if entry is not None), rulings)


def _sent(viewer: Viewer, entry: LogEntry) -> bool:
    """Return whether this viewer may have sent it: its author, or a host without a seat, of whom the log has no
    more.
    """
    return is_author(viewer, entry) or (entry.by is None and viewer.host and viewer.seat is None)


def _is_the_same(match: Match, viewer: Viewer, draft: Draft, entry: LogEntry) -> bool:
    """Return whether the draft repeats the entry.

    A viewer who may not read the entry always gets True, so the answer tells them nothing.
    """
    if not may_read_sealed(viewer, entry):
        return True
    sent = replace(entry, kind=draft.kind, seat=draft.seat, data=draft.data)
    return reread(match, sent) == entry


def _numbered(viewer: Viewer, match: Match, drafts: Sequence[Draft]) -> list[LogEntry]:
    """Return the entries as the log would hold them, without their finishes."""
    author = viewer.seat, viewer.host, time.time()
    return [
        LogEntry(seq, draft.id, draft.kind, draft.seat, draft.data, *author)
        for seq, draft in enumerate(drafts, start=match.seq + 1)
    ]


def _steps(held: HeldTable, match: Match, entries: Sequence[LogEntry]) -> list[Step]:
    """Return what the entries do. A refused one is kept for a while: its sender may question the refusal."""
    try:
        knows = partial(may_read_sealed, held.viewer)
        key, waiting = held.table.row.toss_key, match.waiting_tosses()
        return draw_tosses(match.history, entries, key, match.tossed + 1, knows, waiting)
    except RefusedMoveError as refused:
        sent = next(entry for entry in entries if entry.id == refused.entry.id)
        found = refusal(match, sent, refused.ruling)
        held.store.keep_refusal(held.code, found.id, found.by, refusal_body(found))
        raise


def _finishes(held: HeldTable, match: Match, drafts: Sequence[Draft]) -> dict[str, PhotoFinish]:
    """Return the finishes of races that entries are made of, by their ids; of several of a kind only the first is."""
    finishes: dict[str, PhotoFinish] = {}
    for draft in {draft.kind: draft for draft in reversed(drafts)}.values():
        races = [prompt.race for prompt in match.history.prompts if prompt.race and prompt.kind == draft.kind]
        found = [held.races.finish(held.code, race, len(match.entries), draft.heat) for race in races]
        if finish := next(filter(None, found), None):
            finishes[draft.id] = finish
        elif draft.heat is not None:
            raise ConflictError(say("This heat waits for no entry any more. Look at the table again."))
    return finishes
