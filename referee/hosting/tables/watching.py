"""A camera that watches the table: whose it is, and what it is about to enter, which everybody sees before.

The watching device may do that alone. What it has seen stands on all phones first, and is entered when its time has
passed or somebody at the table says so; anybody there may drop it, or have the watching stopped.
"""

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from referee.hosting.tables.entering import Draft, Entered, enter, try_drafts
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.hosting.tables.permissions import match_of, must_be_host, must_be_seated, must_not_pause
from referee.hosting.tables.table import TableFacts
from referee.hosting.tables.tokens import hashed, new_token
from referee.match.log_entry import Viewer
from referee.vocabulary.errors import ConflictError, ForbiddenError
from referee.vocabulary.text import say

AHEAD_OF_TIME = 0.3
"""Seconds by which an entry may come early: clocks of phones and daemons do not run alike."""


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class WatchDraft:
    """What the camera is about to enter, as one."""

    id: str
    entries: tuple[SeenEntry, ...]
    seconds: float | None
    """How long it stands there before it is entered; None: until somebody at the table says so."""
    at: float
    """Since when it stands there, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class Watch:
    """That a camera watches the table."""

    draft: WatchDraft | None
    """What it is about to enter; None where it waits for cards."""


def watch_of(table: TableFacts) -> Watch | None:
    """Return what everybody may know of the camera that watches this table; None where none does."""
    return Watch(_draft_of(table)) if table.row.watch_hash is not None else None


def _draft_of(table: TableFacts) -> WatchDraft | None:
    kept = table.row.watch_draft
    if kept is None:
        return None
    return WatchDraft(kept["id"], tuple(SeenEntry(**one) for one in kept["entries"]), kept["seconds"], kept["at"])


@retry_if_outdated
def begin_watching(held: HeldTable) -> str:
    """Let a camera watch the table from now on, and return the token that it shows; the host may.

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
def propose(held: HeldTable, id: str, entries: tuple[SeenEntry, ...], seconds: float | None, after: int) -> WatchDraft:
    """Show everybody what the camera is about to enter, in place of what it was about to enter before.

    Raises what `enter` would. `after` is the number of the log that the camera had seen.
    """
    _must_watch(held)
    match = match_of(held.table)
    must_not_pause(match)
    try_drafts(_as_camera(held), [_entry_draft(one, after) for one in entries])
    draft = WatchDraft(id, entries, seconds, time.time())
    _keep(held, held.table.row.watch_hash, draft, after)
    return draft


@retry_if_outdated
def drop_draft(held: HeldTable, id: str) -> None:
    """Have this draft not entered; anybody at the table may, and the camera. It may be gone already."""
    if not held.viewer.watcher:
        must_be_seated(held.viewer)
    draft = _draft_of(held.table)
    if draft is not None and draft.id == id:
        _keep(held, held.table.row.watch_hash, None)


@retry_if_outdated
def enter_draft(held: HeldTable, id: str) -> Entered:
    """Enter what everybody could see: the camera may once its time has passed, anybody at the table at once.

    ConflictError where it was dropped, or its time has not passed; else raises what `enter` does.
    """
    if not held.viewer.watcher:
        must_be_seated(held.viewer)
    draft = _draft_of(held.table)
    if draft is None or draft.id != id:
        raise ConflictError(say("This is not to be entered any more."))
    if held.viewer.watcher and not _is_due(draft):
        raise ConflictError(say("Everybody has to see this for a moment before it is entered."))
    must_not_pause(match_of(held.table))
    after = (held.table.row.watch_draft or {})["after"]
    entered = enter(_as_camera(held), [_entry_draft(one, after) for one in draft.entries], with_view=False)
    _keep(held, held.table.row.watch_hash, None)
    return entered


def _is_due(draft: WatchDraft) -> bool:
    return draft.seconds is not None and time.time() - draft.at >= draft.seconds - AHEAD_OF_TIME


def _must_watch(held: HeldTable) -> None:
    if not held.viewer.watcher:
        raise ForbiddenError(say("This device does not watch the table any more. Ask the host to let it."))


def _as_camera(held: HeldTable) -> HeldTable:
    """What a camera sees is everybody's: it is entered for whomever it concerns."""
    return replace(held, viewer=Viewer(host=True, watcher=True))


def _entry_draft(entry: SeenEntry, after: int) -> Draft:
    return Draft(entry.id, entry.kind, entry.seat, entry.data, after)


def _keep(held: HeldTable, watch_hash: str | None, draft: WatchDraft | None, after: int = 0) -> None:
    kept: dict[str, Any] | None = None if draft is None else {**asdict(draft), "after": after}
    with held.changing_seats():
        held.store.set_watch(held.code, watch_hash, kept)
