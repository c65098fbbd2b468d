"""Authentication: the tokens in a request, and the cookies that keep them on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Response, current_app, g, request

from referee.hosting.history.archive import Archive
from referee.hosting.room import CardRoom
from referee.hosting.tables.table import Table, TableFacts
from referee.hosting.tables.tokens import hashed, read_code, read_key
from referee.match.log_entry import SPECTATOR, Viewer
from referee.vocabulary.errors import NotFoundError
from referee.vocabulary.text import say
from referee_web.guards.limits import limits
from referee_web.preferences import keep_cookie
from referee_web.wording import speak_as

COOKIE_SECONDS = 60 * 60 * 24 * 60

OPENED = "opened"
MOST_OPENED = 30


def room() -> CardRoom:
    """The card room of the app in use."""
    found: CardRoom = current_app.extensions["room"]
    return found


def archive() -> Archive:
    """The finished matches of the card room of the app in use."""
    found: Archive = current_app.extensions["archive"]
    return found


def table(code: str, link: str = "") -> Table:
    """The table with this code, as `facts`; StrandedError where its game cannot go on with it."""
    facts(code, link)
    return room().table(code)


def facts(code: str, link: str = "") -> TableFacts:
    """The table with this code, in whose words this request is answered; NotFoundError when there is none.

    Whoever guessed too many codes gets TooManyRequestsError, whether there is a table or not, unless they show what
    only those at the table have: the code's key, a token, a claim, or a `link` to a seat.
    """
    if found_code() == read_code(code):
        return room().facts(code)
    if room().has_shown(code, _tokens(code)):
        return found(room().facts(code))
    with guessing(code, link):
        there = room().facts(code)
    return found(there)


def found(table: TableFacts) -> TableFacts:
    """This table, which is known to whoever asks: what is answered is about it, in its words."""
    g.table = table.code
    speak_as(table)
    return table


@contextmanager
def guessing(code: str, link: str = "", claim: str = "") -> Iterator[None]:
    """Look for a table, or for a link or claim at it: what is not there counts as a guess (see `Limits.guessing`)."""
    if has_key(code):
        yield
        return
    named = read_code(code), link and hashed(link), claim and hashed(claim)
    with limits().guessing(named, lambda: _is_known(code, link)):
        yield


def found_code() -> str | None:
    """The code of the table that this request found; None where it found none, or may not be told."""
    code: str | None = g.get("table")
    return code


def has_key(code: str) -> bool:
    """Whether this request shows the key of a code: behind the code, or in the cookie of a page opened before."""
    return room().is_key(code, read_key(code)) or any(
        room().is_key(code, read_key(kept)) for kept in tables_opened() if read_code(kept) == read_code(code)
    )


def _is_known(code: str, link: str) -> bool:
    """Whether this request shows a token, a link or a claim of the table with this code."""
    named = request.view_args or {}
    claims = named.get("claim", ""), request.cookies.get(f"claim_{read_code(code)}", "")
    return room().is_known(code, _tokens(code), link or named.get("token", ""), claims)


def _tokens(code: str) -> list[str]:
    """The tokens that this request shows for a table: that in its Authorization header, else those of its cookies."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return [token.strip()] if scheme.lower() == "bearer" else cookie_tokens(code)


def viewer(code: str) -> Viewer:
    """The seat, host or spectator at this table that this request comes from.

    A token in the Authorization header must be known there (UnauthorizedError otherwise). Somebody whose
    cookies are no longer known, since the seat went to another phone, is a spectator.
    """
    found = facts(code)
    header = request.headers.get("Authorization", "")
    if header:
        scheme, _, token = header.partition(" ")
        shown = [(scheme.lower() == "bearer" and token.strip()) or "?"]
        known = room().viewer(code, shown)
    else:
        shown = cookie_tokens(code)
        known = room().bearer(found.code, shown) or SPECTATOR
    current_app.extensions["good tokens"].add(token for token in shown if found.viewer([token]))
    return known


def cookie_tokens(code: str) -> list[str]:
    """The tokens that this phone keeps for a table."""
    code = read_code(code)
    kept = (request.cookies.get(f"{kind}_{code}") for kind in ("seat", "host"))
    return [token for token in kept if token]


def holder(code: str, viewer: Viewer) -> str:
    """What marks everything that this viewer's phone keeps of a table; empty for whoever only watches.

    It changes with the owner of the seat, so what was begun on a phone is never shown to whoever sits there next.
    """
    kind = "seat" if viewer.seat else "host" if viewer.host else None
    token = request.cookies.get(f"{kind}_{code}") or request.cookies.get(f"seat_{code}", "")
    return hashed(f"kept with {token}")[:16] if kind else ""


def tables_opened() -> list[str]:
    """The codes of the tables whose pages this phone opened before, each with its key."""
    return [kept for kept in request.cookies.get(OPENED, "").split(".") if kept][:MOST_OPENED]


def keep_opened(response: Response) -> Response:
    """Let this phone keep the key of the table whose page this is, so that the page is never kept out later."""
    code = found_code()
    # Where the database is away, nobody can ask it for the key.
    if code is not None and response.mimetype == "text/html" and response.status_code < 500:
        keyed, before = room().keyed(code), tables_opened()
        if keyed not in before:
            keep_cookie(response, OPENED, ".".join([keyed, *before][:MOST_OPENED]), COOKIE_SECONDS)
    return response


def tables_kept() -> list[str]:
    """The codes of the tables that this phone has sat down at or opened."""
    names = (name.partition("_") for name in request.cookies)
    return list(dict.fromkeys(code for kind, _, code in names if kind in ("seat", "host") and code))


def is_public() -> bool:
    """Whether this referee is used by strangers to each other, so that each is listed only what they were at."""
    public: bool = current_app.extensions["public"]
    return public


def listed() -> tuple[str, ...] | None:
    """The codes of the tables that may be listed to this phone, those at which it is known; None where all may be."""
    if not is_public():
        return None
    return tuple(code for code in tables_kept() if room().is_known(code, cookie_tokens(code)))


def must_list_players() -> None:
    """NotFoundError on a public referee, where the same name is not the same player."""
    if is_public():
        raise NotFoundError(say("Strangers to each other use this referee, so it lists no players."))


def keep(response: Response, code: str, token: str, kind: str = "seat") -> None:
    """Let this phone keep a token of a table; `kind` is `seat` or `host`."""
    keep_cookie(response, f"{kind}_{code}", token, COOKIE_SECONDS)


def keep_as(response: Response, code: str, other: str) -> None:
    """Let this phone keep for a table what it keeps for another one, whose tokens are good there too."""
    for kind in ("seat", "host"):
        if token := request.cookies.get(f"{kind}_{other}"):
            keep(response, code, token, kind)


def seated_as_at(code: str) -> str | None:
    """The code of another table that this phone keeps tokens of, where they are good at this one too: its rematch.

    None where this phone is known at this table itself, and where it is not known by any other.
    """
    there = facts(code)
    if there.viewer(cookie_tokens(code)) is not None:
        return None
    return next((other for other in tables_kept() if there.viewer(cookie_tokens(other)) is not None), None)


def let_go(response: Response, code: str, kind: str = "seat") -> None:
    """Make this phone forget a token; `kind` is `seat` or `host`."""
    response.delete_cookie(f"{kind}_{code}", httponly=True, samesite="Lax")
