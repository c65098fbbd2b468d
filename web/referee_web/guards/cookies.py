"""The cookies that keep tokens, and the codes of opened tables, on a phone."""

from flask import Response, request

from referee.hosting.tables.player_names import LONGEST_NAME
from referee.hosting.tables.tokens import hashed, read_code
from referee.match.viewer import Viewer
from referee_web.preferences import forget_cookie, keep_cookie

COOKIE_SECONDS = 60 * 60 * 24 * 60

OPENED = "opened"
OWN_NAME = "own_name"
MOST_OPENED = 30
NEXT = "next"
"""The kind of the token with which a phone waits for the next match."""


def cookie_tokens(code: str) -> list[str]:
    """Return this phone's tokens for a table."""
    code = read_code(code)
    cookies = (request.cookies.get(f"seat_{code}"), request.cookies.get(f"host_{code}"))
    return [token for token in cookies if token]


def next_token(code: str) -> str:
    """Return this phone's token for the match after this table's; or ""."""
    return request.cookies.get(f"{NEXT}_{read_code(code)}", "")


def name_draft(code: str, viewer: Viewer) -> str:
    """Return the mark of this viewer's drafts on their phone; empty for spectators.

    It changes with the seat's owner, who never sees a former owner's drafts.
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
    """Return the codes, with keys, of tables whose pages this phone opened."""
    codes = request.cookies.get(OPENED, "").split(".")
    return [code for code in codes if code][:MOST_OPENED]


def store_opened(response: Response, keyed: str) -> None:
    """Store a code with its key on this phone, the latest first."""
    before = opened_codes()
    if keyed not in before:
        opened = [keyed, *before][:MOST_OPENED]
        keep_cookie(response, OPENED, ".".join(opened), COOKIE_SECONDS)


def known_codes() -> list[str]:
    """Return the codes of tables that this phone joined or opened."""
    codes: dict[str, None] = {}
    for name in request.cookies:
        kind, _, code = name.partition("_")
        if code and kind in ("seat", "host"):
            codes[code] = None
    return list(codes)


def store_token(response: Response, code: str, token: str, kind: str = "seat") -> None:
    """Store a token of a table on this phone; `kind` is `seat`, `host` or `NEXT`."""
    keep_cookie(response, f"{kind}_{code}", token, COOKIE_SECONDS)


def copy_tokens(response: Response, code: str, other: str) -> None:
    """Copy this phone's tokens of a table to another one where they are valid."""
    for kind in ("seat", "host"):
        token = request.cookies.get(f"{kind}_{other}")
        if token:
            store_token(response, code, token, kind)


def store_name(response: Response, name: str) -> None:
    """Store the name under which this phone sat down last."""
    keep_cookie(response, OWN_NAME, name, COOKIE_SECONDS)


def stored_name() -> str:
    """Return the name under which this phone sat down last; or ""."""
    return request.cookies.get(OWN_NAME, "")[:LONGEST_NAME]


def drop_name(response: Response) -> None:
    """Delete that name from this phone."""
    forget_cookie(response, OWN_NAME)


def drop_token(response: Response, code: str, kind: str = "seat") -> None:
    """Delete a token from this phone; `kind` is `seat` or `host`."""
    forget_cookie(response, f"{kind}_{code}")
