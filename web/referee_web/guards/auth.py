"""Who sends a request: its table, its tokens, and whom they stand for."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Response, g, request

from referee.hosting.events.desk import EventDesk
from referee.hosting.events.event_now import has_been_at_event, require_event
from referee.hosting.store.event_log import find_event_of
from referee.hosting.tables.table import Table, TableFacts
from referee.hosting.tables.tokens import hashed, read_code, read_key
from referee.match.viewer import SPECTATOR, Viewer
from referee.vocabulary.errors import NotFoundError
from referee.vocabulary.text import say
from referee_web.guards.cookies import (
    cookie_tokens,
    known_codes,
    opened_codes,
    store_opened,
)
from referee_web.guards.services import room, services
from referee_web.wording import speak_as

MOST_LOOKED_AT = 200

# No token, but an unknown one: whoever sends a malformed header is no spectator (401).
UNREADABLE = "?"


def require_table(code: str, link: str = "") -> Table:
    """Return the table with this code, or raise StrandedError if it cannot go on.

    Other errors as by `look_up_table`.
    """
    table = look_up_table(code, link)
    if isinstance(table, Table):
        return table
    return room().table(code)


def look_up_table(code: str, link: str = "") -> TableFacts:
    """Return the table with this code, looked up once a request, and use its wording.

    Raise NotFoundError if there is none, or TooManyRequestsError after too many wrong
    guesses, unless the request has the code's key, a token, a claim, or a `link` to a
    seat.
    """
    remembered: TableFacts | None = g.get("table")
    if remembered is not None and remembered.code == read_code(code):
        return remembered
    if room().is_known_in_memory(code, _tokens(code)):
        return remember_table(room().facts(code))
    with guessing(code, link):
        table = room().facts(code)
    return remember_table(table)


def event_desk(code: str) -> EventDesk:
    """Return an event's desk for whoever sends this request.

    Raise NotFoundError if there is none, or TooManyRequestsError, as `look_up_table`.
    """
    desk = EventDesk(room(), read_code(code), tuple(_tokens(code)))
    with guessing(code):
        require_event(desk.room.store, desk.code)
    g.event = desk.code
    return desk


def remember_table(table: TableFacts) -> TableFacts:
    """Return this table, and use its wording for the rest of the request."""
    g.table = table
    speak_as(table)
    return table


@contextmanager
def guessing(code: str, link: str = "", claim: str = "") -> Iterator[None]:
    """Count a missing table, link or claim as a wrong guess (see `Limits.guessing`)."""
    if has_key(code):
        yield
        return
    named = read_code(code), link and hashed(link), claim and hashed(claim)
    with services().limits.guessing(named, lambda: _need_not_guess(code, link)):
        yield


def remembered_code() -> str | None:
    """Return the code of the request's table; None without one, or if it is secret."""
    return g.table.code if "table" in g else None


def has_key(code: str) -> bool:
    """Return whether the request has a code's key, in the code or in a cookie."""
    if room().is_key(code, read_key(code)):
        return True
    wanted = read_code(code)
    opened = [keyed for keyed in opened_codes() if read_code(keyed) == wanted]
    return any(room().is_key(code, read_key(keyed)) for keyed in opened)


def _need_not_guess(code: str, link: str) -> bool:
    """Return whether the request shows that its sender knows this code.

    By a token, link or claim of this table, or a token of this event, or of the
    table's event, even a former one.
    """
    if _is_known(code, link):
        return True
    store = room().store
    event = find_event_of(store, read_code(code))
    named = request.view_args or {}
    tokens = [*_tokens(code), *cookie_tokens(event), named.get("token", "")]
    return has_been_at_event(store, event, tokens)


def _is_known(code: str, link: str) -> bool:
    """Return whether the request has a token, link or claim of this table."""
    named = request.view_args or {}
    claims = named.get("claim", ""), request.cookies.get(f"claim_{read_code(code)}", "")
    return room().is_known(code, _tokens(code), link or named.get("token", ""), claims)


def identify_viewer(code: str) -> Viewer:
    """Return the request's seat, host or spectator at this table, as `viewer_at`.

    Raise UnauthorizedError for an unknown token in the Authorization header. Unknown
    cookies, as after the seat moved to another phone, make a spectator.
    """
    return viewer_at(look_up_table(code))


def viewer_at(table: TableFacts) -> Viewer:
    """Return the request's seat, host or spectator at this table.

    A phone that the table does not know is who it is at the table's event.
    """
    code = table.code
    shown = _tokens(code)
    known = table.find_viewer(shown)
    if not (known.is_known or _authorization() or table.event is None):
        # As director, if they have both rights.
        shown = cookie_tokens(table.event.event)[-1:]
        known = table.find_viewer(shown)
    if not known.is_known:
        look_up = room().viewer if _authorization() else room().find_viewer
        known = look_up(table.code, shown)
    if known == SPECTATOR:
        require_known_phone(table)
    return known


def require_known_phone(table: TableFacts) -> None:
    """Raise UnauthorizedError for strangers at a table of an event."""
    if table.event is None or _is_known(table.code, ""):
        return
    event = table.event.event
    EventDesk(room(), event, tuple(cookie_tokens(event))).attend()


def _authorization() -> str:
    return request.headers.get("Authorization", "")


def _tokens(code: str) -> list[str]:
    """Return the request's tokens for a table, from its header or its cookies.

    The Authorization header goes before cookies.
    """
    header = _authorization()
    if not header:
        return cookie_tokens(code)
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        return [UNREADABLE]
    return [token.strip() or UNREADABLE]


def keep_opened(response: Response) -> Response:
    """Store the key of this page's table or event, so that the phone may come back."""
    code = remembered_code() or g.get("event")
    is_page = response.mimetype == "text/html"
    # Where the database is away, nobody can ask it for the key.
    if code is None or not is_page or response.status_code >= 500:
        return response
    store_opened(response, room().keyed(code))
    return response


def is_public() -> bool:
    """Return whether strangers share this referee.

    If so, each sees only their own matches.
    """
    return services().is_public


def own_codes() -> tuple[str, ...]:
    """Return the codes of the tables where this phone is known.

    Only these are listed to it.
    """
    latest = known_codes()[-MOST_LOOKED_AT:]
    return tuple(code for code in latest if room().is_known(code, cookie_tokens(code)))


def codes_to_list() -> tuple[str, ...] | None:
    """Return the codes of the tables listed to this phone; None: all."""
    if is_public():
        return own_codes()
    return None


def require_private_referee() -> None:
    """Raise NotFoundError on a public referee, where one name may be many people."""
    if is_public():
        raise NotFoundError(
            say("Strangers share this referee, so it doesn’t list players.")
        )


def find_table_before(code: str) -> str | None:
    """Return the code of the table before this rematch, if its tokens are valid here.

    None if this phone is already known here.
    """
    table = look_up_table(code)
    if table.find_viewer(cookie_tokens(code)).is_known:
        return None
    for other in known_codes():
        if table.find_viewer(cookie_tokens(other)).is_known:
            return other
    return None
