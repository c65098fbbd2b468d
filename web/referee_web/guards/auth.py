"""The tokens in a request, and the cookies that keep them on a phone."""

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Response, g, request

from referee.hosting.tables.table import Table, TableFacts
from referee.hosting.tables.tokens import hashed, read_code, read_key
from referee.match.log_entry import SPECTATOR, Viewer
from referee.vocabulary.errors import NotFoundError
from referee.vocabulary.text import say
from referee_web.guards.services import room, services
from referee_web.preferences import keep_cookie
from referee_web.wording import speak_as

COOKIE_SECONDS = 60 * 60 * 24 * 60

OPENED = "opened"
MOST_OPENED = 30
MOST_LOOKED_AT = 200


def table(code: str, link: str = "") -> Table:
    """Return the table with this code, as `facts` does; raise StrandedError where its
    game cannot go on with it.
    """
    there = facts(code, link)
    if isinstance(there, Table):
        return there
    return room().table(code)


def facts(code: str, link: str = "") -> TableFacts:
    """Return the table with this code, looked up once a request, which is answered in
    its words from then on.

    NotFoundError when there is none. Whoever guessed too many codes gets
    TooManyRequestsError, whether there is a table or not, unless they show what only
    those at the table have: the code's key, a token, a claim, or a `link` to a seat.
    """
    remembered: TableFacts | None = g.get("table")
    if remembered is not None and remembered.code == read_code(code):
        return remembered
    if room().has_shown(code, _tokens(code)):
        return remember_table(room().facts(code))
    with guessing(code, link):
        there = room().facts(code)
    return remember_table(there)


def remember_table(table: TableFacts) -> TableFacts:
    """Return this table, which the rest of the request is about: it is answered in its
    words.
    """
    g.table = table
    speak_as(table)
    return table


@contextmanager
def guessing(code: str, link: str = "", claim: str = "") -> Iterator[None]:
    """Look for a table, or for a link or claim at it: what is not there counts as a
    guess (see `Limits.guessing`).
    """
    if has_key(code):
        yield
        return
    named = read_code(code), link and hashed(link), claim and hashed(claim)
    with services().limits.guessing(named, lambda: _is_known(code, link)):
        yield


def remembered_code() -> str | None:
    """Return the code of the table that this request is about; None where it is about
    none, or may not be told.
    """
    return g.table.code if "table" in g else None


def has_key(code: str) -> bool:
    """Whether this request shows the key of a code: behind the code, or in the cookie
    of a page opened before.
    """
    if room().is_key(code, read_key(code)):
        return True
    asked = read_code(code)
    opened = [keyed for keyed in opened_codes() if read_code(keyed) == asked]
    return any(room().is_key(code, read_key(keyed)) for keyed in opened)


def _is_known(code: str, link: str) -> bool:
    """Whether this request shows a token, a link or a claim of the table with this
    code.
    """
    named = request.view_args or {}
    claims = named.get("claim", ""), request.cookies.get(f"claim_{read_code(code)}", "")
    return room().is_known(code, _tokens(code), link or named.get("token", ""), claims)


def viewer(code: str) -> Viewer:
    """Return the seat, host or spectator at this table that this request comes from.

    A token in the Authorization header must be known there (UnauthorizedError
    otherwise). Somebody whose cookies are no longer known, since the seat went to
    another phone, is a spectator.
    """
    there = facts(code)
    shown = _tokens(code)
    if _authorization():
        known = room().viewer(there.code, shown)
    else:
        known = room().bearer(there.code, shown) or SPECTATOR
    services().good_tokens.add(token for token in shown if there.viewer([token]))
    return known


def _authorization() -> str:
    return request.headers.get("Authorization", "")


def _tokens(code: str) -> list[str]:
    """Return the tokens that this request shows for a table: that in its Authorization
    header (`?`, which none is, where that holds something else), or where it has no
    such header, those of its cookies.
    """
    header = _authorization()
    if not header:
        return cookie_tokens(code)
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer":
        return ["?"]
    return [token.strip() or "?"]


def cookie_tokens(code: str) -> list[str]:
    """Return the tokens that this phone keeps for a table."""
    code = read_code(code)
    kept = (request.cookies.get(f"seat_{code}"), request.cookies.get(f"host_{code}"))
    return [token for token in kept if token]


def name_draft(code: str, viewer: Viewer) -> str:
    """Return what marks everything that this viewer's phone keeps of a table; empty for
    whoever only watches.

    It changes with the owner of the seat, so what was begun on a phone is never shown
    to whoever sits there next.
    """
    seat_token = request.cookies.get(f"seat_{code}", "")
    if viewer.seat:
        token = seat_token
    elif viewer.host:
        token = request.cookies.get(f"host_{code}") or seat_token
    else:
        return ""
    return hashed(f"kept with {token}")[:16]


def opened_codes() -> list[str]:
    """Return the codes of the tables whose pages this phone opened, with their keys."""
    codes = request.cookies.get(OPENED, "").split(".")
    return [code for code in codes if code][:MOST_OPENED]


def keep_opened(response: Response) -> Response:
    """Let this phone keep the key of the table whose page this is, so that the page is
    never kept out later.
    """
    code = remembered_code()
    is_page = response.mimetype == "text/html"
    # Where the database is away, nobody can ask it for the key.
    if code is None or not is_page or response.status_code >= 500:
        return response
    keyed = room().keyed(code)
    before = opened_codes()
    if keyed not in before:
        opened = [keyed, *before][:MOST_OPENED]
        keep_cookie(response, OPENED, ".".join(opened), COOKIE_SECONDS)
    return response


def kept_codes() -> list[str]:
    """Return the codes of the tables that this phone has sat down at or opened."""
    codes: dict[str, None] = {}
    for name in request.cookies:
        kind, _, code = name.partition("_")
        if code and kind in ("seat", "host"):
            codes[code] = None
    return list(codes)


def is_public() -> bool:
    """Whether this referee is used by strangers to each other, so that each is listed
    only what they were at.
    """
    return services().is_public


def own_codes() -> tuple[str, ...]:
    """The codes of the tables at which this phone is known, of which alone it may hear
    anything.
    """
    latest = kept_codes()[-MOST_LOOKED_AT:]
    return tuple(code for code in latest if room().is_known(code, cookie_tokens(code)))


def codes_to_list() -> tuple[str, ...] | None:
    """Return the codes of the tables that may be listed to this phone; None: all."""
    if is_public():
        return own_codes()
    return None


def must_list_players() -> None:
    """NotFoundError on a public referee, where the same name is not the same player."""
    if is_public():
        raise NotFoundError(
            say("Strangers to each other use this referee, so it lists no players.")
        )


def keep(response: Response, code: str, token: str, kind: str = "seat") -> None:
    """Let this phone keep a token of a table; `kind` is `seat` or `host`."""
    keep_cookie(response, f"{kind}_{code}", token, COOKIE_SECONDS)


def keep_as(response: Response, code: str, other: str) -> None:
    """Let this phone keep for a table what it keeps for another one, whose tokens are
    good there too.
    """
    for kind in ("seat", "host"):
        token = request.cookies.get(f"{kind}_{other}")
        if token:
            keep(response, code, token, kind)


def seated_as_at(code: str) -> str | None:
    """The code of another table that this phone keeps tokens of, where they are good at
    this one too: its rematch.

    None where this phone is known at this table itself, and where it is not known by
    any other.
    """
    there = facts(code)
    if there.viewer(cookie_tokens(code)) is not None:
        return None
    for other in kept_codes():
        if there.viewer(cookie_tokens(other)) is not None:
            return other
    return None


def let_go(response: Response, code: str, kind: str = "seat") -> None:
    """Make this phone forget a token; `kind` is `seat` or `host`."""
    response.delete_cookie(f"{kind}_{code}", httponly=True, samesite="Lax")
