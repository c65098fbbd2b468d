"""The events that this phone directs or entered, for the first page."""

import time

from referee.hosting.events.desk import EventDesk
from referee.hosting.events.event_now import EventNow
from referee.hosting.store.event_log import events_among
from referee_web.guards import auth
from referee_web.guards.services import room

A_DAY = 24 * 60 * 60.0
MOST_LOOKED_AT = 50


def own_events() -> list[EventNow]:
    """Return the events that this phone directs or entered, but for old ones."""
    events = []
    for code in events_among(room().store, auth.known_codes()[-MOST_LOOKED_AT:]):
        now = EventDesk(room(), code, tuple(auth.cookie_tokens(code))).look()
        is_old = now.is_over and time.time() - now.event.rounds[-1].at > A_DAY
        if (now.is_director or now.entrant) and not is_old:
            events.append(now)
    return events
