"""The event that follows another one, for a phone of that one."""

from __future__ import annotations

from dataclasses import dataclass

from referee.hosting.events.event_now import EventNow
from referee.hosting.events.following import find_free_name, look_at_next
from referee_web.guards import cookies
from referee_web.guards.services import room


@dataclass(frozen=True, slots=True)
class NextWeek:
    """The event that was opened like another one, for a phone of that one."""

    now: EventNow
    name: str | None
    """The name by which this phone enters it with a tap; None if it cannot."""

    @classmethod
    def after(cls, now: EventNow) -> NextWeek | None:
        """Return the event that follows this one; None if there is none."""
        tokens = cookies.cookie_tokens(now.event.next or "")
        following = look_at_next(room(), now, tokens)
        if following is None:
            return None
        return cls(following, find_free_name(now, following))

    @property
    def code(self) -> str:
        """Return the event's code."""
        return self.now.row.code
