"""The event that was opened like another one, and who enters it by their old name."""

from collections.abc import Sequence
from contextlib import suppress

from referee.hosting.events.desk import EventDesk
from referee.hosting.events.entrants import list_without_phone
from referee.hosting.events.event_now import EventNow
from referee.hosting.room import CardRoom
from referee.vocabulary.errors import NotFoundError


def look_at_next(
    room: CardRoom, now: EventNow, tokens: Sequence[str] = ()
) -> EventNow | None:
    """Return the event that follows this one, as the bearer of these tokens sees it.

    None if none was opened, or it was deleted.
    """
    if now.event.next is None:
        return None
    with suppress(NotFoundError):
        return EventDesk(room, now.event.next, tuple(tokens)).look()
    return None


def find_free_name(now: EventNow, following: EventNow) -> str | None:
    """Return the viewer's name if they may enter the following event by it at once.

    It is theirs by their phone's token here, and no phone has it there yet.
    """
    if now.entrant is None or following.is_member or following.is_over:
        return None
    name = now.event.entrants[now.entrant].names[now.person]
    return name if name in list_without_phone(following.event) else None
