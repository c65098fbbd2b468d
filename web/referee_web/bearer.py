"""Who asks: the tokens in a request, and the cookies that keep them on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Response, current_app, request

from referee.hosting.memory import Memory
from referee.hosting.room import CardRoom
from referee.hosting.table import Table
from referee.hosting.tokens import hashed, read_code
from referee.match.logged import SPECTATOR, Viewer
from referee.vocabulary.errors import NotFoundError
from referee_web.guard import count
from referee_web.wording import speak_as

COOKIE_SECONDS = 60 * 60 * 24 * 60


def room() -> CardRoom:
    """The card room of the app in use."""
    found: CardRoom = current_app.extensions["room"]
    return found


def memory() -> Memory:
    """What the card room of the app in use remembers."""
    found: Memory = current_app.extensions["memory"]
    return found


@contextmanager
def guessing() -> Iterator[None]:
    """Count what is not there: somebody may be trying out codes. When it happens often it is too many requests."""
    try:
        yield
    except NotFoundError:
        count("join")
        raise


def table(code: str) -> Table:
    """The table with this code, in whose words this request is answered; NotFoundError when there is none."""
    with guessing():
        found = room().table(code)
    speak_as(found)
    return found


def viewer(code: str) -> Viewer:
    """Who asks, at this table.

    A token in the Authorization header must be known there (UnauthorizedError otherwise). Cookies that are not any more
    (the seat went to another phone) make a spectator of their bearer.
    """
    found = table(code)
    header = request.headers.get("Authorization", "")
    if header:
        scheme, _, token = header.partition(" ")
        return room().viewer(code, [(scheme.lower() == "bearer" and token.strip()) or "?"])
    return found.viewer(cookie_tokens(code)) or SPECTATOR


def cookie_tokens(code: str) -> list[str]:
    """The tokens that this phone keeps for a table."""
    code = read_code(code)
    kept = (request.cookies.get(f"{kind}_{code}") for kind in ("seat", "host"))
    return [token for token in kept if token]


def holder(code: str, viewer: Viewer) -> str:
    """What marks everything that this viewer's phone keeps of a table; empty for who only watches.

    It changes with the owner of the seat, so what was begun on a phone is never shown to who sits there next.
    """
    kind = "seat" if viewer.seat else "host" if viewer.host else None
    token = request.cookies.get(f"{kind}_{code}", "")
    return hashed(f"kept with {token}")[:16] if kind else ""


def tables_kept() -> list[str]:
    """The codes of the tables that this phone has sat down at or opened."""
    names = (name.partition("_") for name in request.cookies)
    return list(dict.fromkeys(code for kind, _, code in names if kind in ("seat", "host") and code))


def keep_seat(response: Response, code: str, token: str) -> None:
    """Let this phone keep a seat's token."""
    _keep(response, f"seat_{code}", token)


def keep_host(response: Response, code: str, token: str) -> None:
    """Let this phone keep a host's token."""
    _keep(response, f"host_{code}", token)


def keep_as(response: Response, code: str, other: str) -> None:
    """Let this phone keep for a table what it keeps for another one, whose tokens are good there too."""
    for kind in ("seat", "host"):
        if token := request.cookies.get(f"{kind}_{other}"):
            _keep(response, f"{kind}_{code}", token)


def let_go(response: Response, code: str, kind: str = "seat") -> None:
    """Make this phone forget a token; `kind` is `seat` or `host`."""
    response.delete_cookie(f"{kind}_{code}", httponly=True, samesite="Lax")


def _keep(response: Response, name: str, token: str) -> None:
    response.set_cookie(name, token, max_age=COOKIE_SECONDS, httponly=True, samesite="Lax", secure=request.is_secure)
