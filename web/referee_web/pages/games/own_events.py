"""The events of this phone, as its first page and its past list them."""

from collections import Counter
from collections.abc import Mapping, Sequence

from referee.hosting.events.desk import EventDesk
from referee.hosting.events.event_now import EventNow
from referee.hosting.store.event_log import find_events
from referee_web.guards import cookies
from referee_web.guards.services import room
from referee_web.pages.template_filters import write_day

MOST_EVENTS_LOOKED_AT = 50


def list_own_events() -> list[EventNow]:
    """Return the events that this phone directs or has entered."""
    events = []
    latest = cookies.known_codes()[-MOST_EVENTS_LOOKED_AT:]
    for code in find_events(room().store, latest):
        now = EventDesk(room(), code, tuple(cookies.cookie_tokens(code))).look()
        if now.is_director or now.entrant:
            events.append(now)
    return events


def name_events(events: Sequence[EventNow]) -> Mapping[str, str]:
    """Return a name for each of these events by code, which no other of them has.

    Of those that are called the same, one that is over is told by its day.
    """
    called = Counter(now.event.plan.name for now in events)
    names = {}
    for now in events:
        name = now.event.plan.name
        if called[name] > 1 and now.is_over:
            name = f"{name} · {write_day(now.event.rounds[-1].at)}"
        names[now.row.code] = name
    still = Counter(names.values())
    for code, name in names.items():
        if still[name] > 1:
            names[code] = f"{name} · {code}"
    return names
