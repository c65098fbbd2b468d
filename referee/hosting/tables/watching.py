"""A camera that watches the table, and its draft of the next entries.

Only the watching device may propose drafts. All phones show a draft first; it is
entered after its delay, or when somebody at the table confirms it. Anybody there may
drop it, or stop the watching.
"""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from typing import Any

from referee.hosting.tables.entering import (
    EntryAnswer,
    SentEntry,
    enter_watched,
    try_keeping_refusals,
)
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.permissions import (
    require_host,
    require_no_dispute,
    require_seated,
)
from referee.hosting.tables.snapshot import Snapshot
from referee.hosting.tables.tokens import hashed, new_token
from referee.match.log_entry import LogEntry
from referee.match.match import Match
from referee.match.viewer import Viewer
from referee.vocabulary.errors import (
    ConflictError,
    ForbiddenError,
    wrong_field,
)
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.reading import parts_in
from referee.vocabulary.jsonable import IF_ANY, from_json
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import say


@dataclass(frozen=True, slots=True)
class DraftEntry:
    """An entry in a camera's draft."""

    kind: str
    """A prompt's kind."""
    seat: str | None
    """Its seat; None: the table."""
    data: Mapping[str, object]
    """The prompt's fields."""
    id: str
    """A UUID, its id once it is entered."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Entries that the camera is about to make together."""

    id: str
    entries: tuple[DraftEntry, ...]
    seconds: float | None
    """Its delay before it is entered; None: somebody must confirm it."""
    at: float
    """When it was proposed, in seconds since 1970."""
    content: str
    """A mark of its content: whoever confirms it names what they saw."""
    left: float | None = field(default=None, metadata=IF_ANY)
    """The seconds until the camera may enter it, by this daemon; left out if somebody
    must confirm it.
    """


@dataclass(frozen=True, slots=True)
class Watch:
    """The watching camera's public state."""

    draft: Draft | None
    """Its draft; None while it waits for cards."""


def watch_of(snapshot: Snapshot) -> Watch | None:
    """Return the public state of the camera at this table; None without one."""
    if snapshot.row.watch_hash is None:
        return None
    return Watch(_draft_of(snapshot.row.watch_draft, snapshot.draft_age))


def _draft_of(stored: Mapping[str, Any] | None, age: float) -> Draft | None:
    """Return a stored draft, or None; this daemon has known it for `age` seconds."""
    if stored is None:
        return None
    draft = from_json(Draft, {"content": "", **stored})
    if draft.seconds is None:
        return draft
    return replace(draft, left=round(max(0.0, draft.seconds - age), 1))


def _hash_entries(entries: Sequence[DraftEntry]) -> str:
    written = json.dumps([asdict(entry) for entry in entries], sort_keys=True)
    return sha256(written.encode()).hexdigest()[:16]


@retry_if_outdated
def begin_watching(held: HeldTable) -> str:
    """Let a camera watch the table, as the host; return its token.

    It replaces any other camera.
    """
    require_host(held.viewer)
    token = new_token()
    _store_watch(held, hashed(token), None)
    return token


@retry_if_outdated
def stop_watching(held: HeldTable) -> None:
    """Stop the watching; anybody at the table may, and the camera."""
    if not held.viewer.watcher:
        require_seated(held.viewer)
    _store_watch(held, None, None)


@retry_if_outdated
def propose(
    held: HeldTable,
    id: str,
    entries: tuple[DraftEntry, ...],
    seconds: float | None,
    after: int,
) -> Draft:
    """Show everybody the camera's next entries, replacing its earlier draft.

    A draft with anything but cards, or with none, waits for confirmation, since a
    camera sees only cards. The same draft sent again changes nothing. `after` is the
    log number that the camera had seen. Raise ConflictError if its id belongs to
    another draft, or an entry's id to an earlier entry, WrongFieldsError for entries to
    several prompts. Otherwise raise as `enter` does.
    """
    table = held.table
    if not held.viewer.watcher:
        raise ForbiddenError(
            say("This device no longer watches the table. Ask the host to let it.")
        )
    match = table.begun_match
    require_no_dispute(match)
    content = _hash_entries(entries)
    # First, so that a daemon new to this table notes the draft's age.
    standing = _draft_of(table.row.watch_draft, table.draft_age())
    if table.drafts_known.get(id, content) != content:
        raise ConflictError(
            say("Another draft already has this id. Give each draft its own.")
        )
    if standing is not None and standing.id == id:
        return standing

    prompts = match.history.prompts
    _require_new_ids(match, id, entries)
    _require_one_prompt(prompts, entries)
    sent = [_sent_entry(entry, after) for entry in entries]
    steps = try_keeping_refusals(_as_camera(held), sent)
    for step in steps:
        if not _is_all_cards(prompts, step.entry):
            seconds = None
    draft = Draft(id, entries, seconds, time.time(), content)
    _store_watch(held, table.row.watch_hash, draft, after)
    table.know_draft(id, content)
    return replace(draft, left=seconds)


def _require_new_ids(match: Match, id: str, entries: Sequence[DraftEntry]) -> None:
    ids = [entry.id for entry in entries]
    if len(set(ids)) < len(ids):
        raise wrong_field("entries", say("Give each entry its own id."))
    for given in (id, *ids):
        if match.entry_with_id(given) is not None:
            raise ConflictError(
                say(
                    "An earlier entry already has this id. Make a new one for each "
                    "entry."
                )
            )


def _require_one_prompt(
    prompts: Sequence[Prompt], entries: Sequence[DraftEntry]
) -> None:
    """Raise WrongFieldsError if the entries answer several prompts, or one twice."""
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
    """Return whether all values are cards, at least one.

    An empty field needs a person: a camera may just have seen nothing.
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
    """Drop this draft, if it still exists; anybody at the table may, and the camera."""
    if not held.viewer.watcher:
        require_seated(held.viewer)
    stored = held.table.row.watch_draft
    if stored is not None and stored["id"] == id:
        _store_watch(held, held.table.row.watch_hash, None)


@retry_if_outdated
def enter_draft(held: HeldTable, id: str, content: str | None = None) -> EntryAnswer:
    """Enter the draft that everybody saw; the camera waits for its delay.

    `content` marks the draft that the sender saw; None if unsaid. Raise
    ConflictError if another one is there now, it was dropped, or the delay is not over.
    Otherwise raise as `enter` does.
    """
    table = held.table
    is_camera = held.viewer.watcher
    if not is_camera:
        require_seated(held.viewer)
    stored = table.row.watch_draft
    age = table.draft_age()
    draft = _draft_of(stored, age)
    if stored is None or draft is None or draft.id != id:
        raise ConflictError(say("This is no longer asked for."))
    if content not in (None, draft.content):
        raise ConflictError(
            say("The camera has seen something else since. Look at it again.")
        )
    is_due = draft.seconds is not None and age >= draft.seconds
    if is_camera and not is_due:
        raise ConflictError(
            say("Everybody has to see this for a moment before it is entered.")
        )
    require_no_dispute(table.begun_match)
    sent = [_sent_entry(entry, stored["after"]) for entry in draft.entries]
    return enter_watched(_as_camera(held), sent)


def _as_camera(held: HeldTable) -> HeldTable:
    """Return the table held by a camera, which enters for everybody."""
    return replace(held, viewer=Viewer(host=True, watcher=True))


def _sent_entry(entry: DraftEntry, after: int) -> SentEntry:
    return SentEntry(entry.id, entry.kind, entry.seat, entry.data, after)


def _store_watch(
    held: HeldTable, watch_hash: str | None, draft: Draft | None, after: int = 0
) -> None:
    stored = None
    if draft is not None:
        stored = {**asdict(draft), "after": after}
        del stored["left"]
    with held.transaction():
        held.store.set_watch(held.code, watch_hash, stored)
