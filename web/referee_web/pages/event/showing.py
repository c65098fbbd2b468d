"""What an event's pages have in common: what they show, limits, and addresses."""

from typing import Any

from flask import Response

from referee.events.event import (
    LONGEST_REASON,
    LONGEST_TITLE,
    MOST_ROUNDS,
    MOST_SECTIONS,
)
from referee.hosting.events.board_address import board_key
from referee.hosting.events.event_now import EventNow
from referee.hosting.tables.player_names import LONGEST_NAME
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
        door=door_address(now),
        error=error,
        limits=LIMITS,
        **more,
    )


def door_address(now: EventNow) -> str:
    """Return the address of an event's door."""
    return f"{base_url()}/events/{room().keyed(now.row.code)}"


def board_address(now: EventNow) -> str:
    """Return the address of an event's board, short enough to be read aloud."""
    return f"{base_url()}/tv/{now.row.code}-{board_key(now.row)}"
