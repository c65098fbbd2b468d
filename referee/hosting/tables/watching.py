"""A camera that watches the table: whose it is, and what it is about to enter, which
everybody sees before.

The watching device may do that alone. What it has seen stands on all phones first, and
is entered when its time has passed or somebody at the table says so; anybody there may
drop it, or have the watching stopped.
"""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, field, replace
from hashlib import sha256
from typing import Any

from referee.hosting.tables.entering import Draft, Entered, enter_watched, try_drafts
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.permissions import (
    match_of,
    must_be_host,
    must_be_seated,
    must_not_pause,
)
from referee.hosting.tables.snapshot import Snapshot
from referee.hosting.tables.tokens import hashed, new_token
from referee.lazy_dataclass import frozen
from referee.match.log_entry import LogEntry, Viewer
from referee.match.match import Match
from referee.vocabulary.errors import (
    ConflictError,
    ForbiddenError,
    wrong_field,
)
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.field_type import parts_in
from referee.vocabulary.jsonable import IF_ANY, from_json
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import say


@frozen
class SeenEntry:
    """An entry that the camera is about to make."""

    kind: str
    """A prompt's kind."""
    seat: str | None
    """Whose it is; None: the table's."""
    data: Mapping[str, object]
    """The prompt's fields."""
    id: str
    """Its id once it is entered, a UUID."""


@frozen
class WatchDraft:
    """What the camera is about to enter, as one."""

    id: str
    entries: tuple[SeenEntry, ...]
    seconds: float | None
    """How long it stands there before it is entered; None: until somebody at the table
    says so.
    """
    at: float
    """Since when it stands there, in seconds since 1970."""
    content: str
    """Tells it apart from any other draft under its id: who enters it names what they
    saw.
    """
    left: float | None = field(default=None, metadata=IF_ANY)
    """In how many seconds the camera may enter it, by the daemon that answers; left out
    where it waits for somebody.
    """


@frozen
class Watch:
    """That a camera watches the table."""

    draft: WatchDraft | None
    """What it is about to enter; None where it waits for cards."""


def watch_of(seen: Snapshot) -> Watch | None:
    """Return what everybody may know of the camera that watches this table; None where
    none does.
    """
    if seen.row.watch_hash is None:
        return None
    return Watch(_shown_draft(seen.row.watch_draft, seen.draft_age))


def _shown_draft(stored: Mapping[str, Any] | None, age: float) -> WatchDraft | None:
    """Return a stored draft, which this daemon has known for so many seconds."""
    if stored is None:
        return None
    draft = from_json(WatchDraft, {"content": "", **stored})
    if draft.seconds is None:
        return draft
    return replace(draft, left=round(max(0.0, draft.seconds - age), 1))


def _hash_entries(entries: Sequence[SeenEntry]) -> str:
    written = json.dumps([asdict(entry) for entry in entries], sort_keys=True)
    return sha256(written.encode()).hexdigest()[:16]


@retry_if_outdated
def begin_watching(held: HeldTable) -> str:
    """Let a camera watch the table from now on, and return the token that it shows; the
    host may.

    A camera that watched it before does no more.
    """
    must_be_host(held.viewer)
    token = new_token()
    _keep(held, hashed(token), None)
    return token


@retry_if_outdated
def stop_watching(held: HeldTable) -> None:
    """Have the table watched no more; anybody at it may, and the watching device."""
    if not held.viewer.watcher:
        must_be_seated(held.viewer)
    _keep(held, None, None)


@retry_if_outdated
def propose(
    held: HeldTable,
    id: str,
    entries: tuple[SeenEntry, ...],
    seconds: float | None,
    after: int,
) -> WatchDraft:
    """Show everybody what the camera is about to enter, in place of what it was about
    to enter before.

    Whatever is no card it has not seen, so a draft with anything else in it, or without
    a card, waits for somebody. The same draft sent again stands as it stood. `after` is
    the number of the log that the camera had seen. Raises ConflictError where its id is
    that of another draft, or an entry's that of an earlier one; WrongFieldsError for
    entries of several prompts; else what `enter` would.
    """
    table = held.table
    if not held.viewer.watcher:
        raise ForbiddenError(
            say(
                "This device does not watch the table any more. Ask the host to let it."
            )
        )
    match = match_of(table)
    must_not_pause(match)
    content = _hash_entries(entries)
    # First, since a daemon that hears of the table only now gets to know it by this.
    standing = _shown_draft(table.row.watch_draft, table.draft_age())
    if table.drafts_known.get(id, content) != content:
        raise ConflictError(
            say("Another draft has this id already. Give each draft an id of its own.")
        )
    if standing is not None and standing.id == id:
        return standing

    prompts = match.history.prompts
    _check_ids(match, id, entries)
    _check_one_prompt(prompts, entries)
    drafts = [_entry_draft(entry, after) for entry in entries]
    steps = try_drafts(_as_camera(held), drafts)
    for step in steps:
        if not _is_all_cards(prompts, step.entry):
            seconds = None
    draft = WatchDraft(id, entries, seconds, time.time(), content)
    _keep(held, table.row.watch_hash, draft, after)
    table.know_draft(id, content)
    return replace(draft, left=seconds)


def _check_ids(match: Match, id: str, entries: Sequence[SeenEntry]) -> None:
    ids = [entry.id for entry in entries]
    if len(set(ids)) < len(ids):
        raise wrong_field("entries", say("Give each entry an id of its own."))
    for given in (id, *ids):
        if match.entry_with_id(given) is not None:
            raise ConflictError(
                say(
                    "An earlier entry has this id already. Make a new one for each "
                    "entry."
                )
            )


def _check_one_prompt(prompts: Sequence[Prompt], entries: Sequence[SeenEntry]) -> None:
    """Raise WrongFieldsError where the entries answer several prompts, or one of them
    twice.
    """
    kinds = {entry.kind for entry in entries}
    seats = {entry.seat for entry in entries}
    is_once_each = len(kinds) == 1 and len(seats) == len(entries)
    for prompt in prompts:
        if len(entries) > 1 and prompt.kind in kinds and not prompt.own:
            is_once_each = False
    if not is_once_each:
        raise wrong_field(
            "entries",
            say(
                "Send what is asked for now, once for each seat, "
                "and what comes after it later."
            ),
        )


def _is_all_cards(prompts: Sequence[Prompt], entry: LogEntry) -> bool:
    """Return whether a camera can have seen all of it: one card at least, and nothing
    else.

    That there are no cards is for people to say: it may be all that a camera sees.
    """
    for prompt in prompts:
        if prompt.kind == entry.kind:
            for entry_field in prompt.fields:
                is_given = entry.data.get(entry_field.name) is not None
                if is_given and not type_of(entry_field).of_cards:
                    return False
    return any(part is not None for part in parts_in(entry.data))


@retry_if_outdated
def drop_draft(held: HeldTable, id: str) -> None:
    """Have this draft not entered; anybody at the table may, and the camera. It may be
    gone already.
    """
    if not held.viewer.watcher:
        must_be_seated(held.viewer)
    stored = held.table.row.watch_draft
    if stored is not None and stored["id"] == id:
        _keep(held, held.table.row.watch_hash, None)


@retry_if_outdated
def enter_draft(held: HeldTable, id: str, content: str | None = None) -> Entered:
    """Enter what everybody could see: the camera may once its time has passed, anybody
    at the table at once.

    `content` is that of the draft that its sender saw; None where they do not say.
    ConflictError where another stands there now, it was dropped, or its time has not
    passed; else raises what `enter` does.
    """
    table = held.table
    is_camera = held.viewer.watcher
    if not is_camera:
        must_be_seated(held.viewer)
    stored = table.row.watch_draft
    age = table.draft_age()
    draft = _shown_draft(stored, age)
    if stored is None or draft is None or draft.id != id:
        raise ConflictError(say("This is not to be entered any more."))
    if content not in (None, draft.content):
        raise ConflictError(
            say("The camera has seen something else since. Look at it again.")
        )
    is_due = draft.seconds is not None and age >= draft.seconds
    if is_camera and not is_due:
        raise ConflictError(
            say("Everybody has to see this for a moment before it is entered.")
        )
    must_not_pause(match_of(table))
    drafts = [_entry_draft(entry, stored["after"]) for entry in draft.entries]
    return enter_watched(_as_camera(held), drafts)


def _as_camera(held: HeldTable) -> HeldTable:
    """Return the table held by a camera: what it sees is entered for everybody."""
    return replace(held, viewer=Viewer(host=True, watcher=True))


def _entry_draft(entry: SeenEntry, after: int) -> Draft:
    return Draft(entry.id, entry.kind, entry.seat, entry.data, after)


def _keep(
    held: HeldTable, watch_hash: str | None, draft: WatchDraft | None, after: int = 0
) -> None:
    stored = None
    if draft is not None:
        stored = {**asdict(draft), "after": after}
        del stored["left"]
    with held.changing_seats():
        held.store.set_watch(held.code, watch_hash, stored)
