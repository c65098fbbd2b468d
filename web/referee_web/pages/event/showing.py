"""What an event's pages have in common: what they show, limits, and addresses."""

from collections.abc import Mapping
from typing import Any, cast, get_args

from flask import Response, request

from referee.events.event import (
    LONGEST_REASON,
    LONGEST_TITLE,
    MOST_ROUNDS,
    MOST_SECTIONS,
    TIE_BREAKS,
    USUAL_TIES,
    Counting,
    TieBreak,
)
from referee.hosting.events.board_address import board_key
from referee.hosting.events.event_now import EventNow, find_confirmers_by_table
from referee.hosting.tables.player_names import LONGEST_NAME
from referee.vocabulary.errors import wrong_field
from referee.vocabulary.text import say
from referee.vocabulary.values import Seats
from referee_web.guards.base_url import base_url
from referee_web.guards.services import room
from referee_web.pages.blueprint import page

LIMITS = {
    "name": LONGEST_NAME,
    "reason": LONGEST_REASON,
    "rounds": MOST_ROUNDS,
    "sections": MOST_SECTIONS,
    "title": LONGEST_TITLE,
}
"""The most letters, and the highest numbers, that forms take."""


def show(template: str, now: EventNow, error: Any = None, **more: Any) -> Response:
    """Return a page of an event."""
    return page(
        template,
        now=now,
        event=now.event,
        plan=now.event.plan,
        code=now.row.code,
        waiting={table.code for table in now.waiting},
        has_places=now.has_places,
        tie_breaks=TIE_BREAKS,
        door=door_address(now),
        error=error,
        limits=LIMITS,
        **more,
    )


def find_confirmers(now: EventNow) -> Mapping[str, Seats]:
    """Return who can confirm, for each table whose result waits for that."""
    return find_confirmers_by_table(room().store, now)


def read_counts() -> Counting:
    """Return how results count, as a form chose."""
    counts = request.form.get("counts", "")
    if counts not in get_args(Counting):
        raise wrong_field("counts", say("Choose how results count."))
    return cast(Counting, counts)


def read_ties() -> tuple[TieBreak, ...]:
    """Return the tie-breaks that a form chose, by default the usual ones."""
    if "ties" not in request.form:
        return USUAL_TIES
    sent = dict.fromkeys(filter(None, request.form.getlist("ties")))
    if not sent.keys() <= TIE_BREAKS.keys():
        raise wrong_field("ties", say("Choose what counts at equal totals."))
    return cast("tuple[TieBreak, ...]", tuple(sent))


def door_address(now: EventNow) -> str:
    """Return the address of an event's door, short enough to be typed."""
    return f"{base_url()}/e/{now.row.code}"


def board_address(now: EventNow) -> str:
    """Return the address of an event's board, short enough to be read aloud."""
    return f"{base_url()}/tv/{now.row.code}-{board_key(now.row)}"
