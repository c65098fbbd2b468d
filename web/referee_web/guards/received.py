"""A request before Flask has it, and the headers that every answer carries.

It knows what the daemon says of a request, and which hosts can be ours.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from referee.vocabulary.errors import RefereeError
from referee.vocabulary.text import say
from referee_web.public_url import is_host

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LONGEST_BODY = 256 * 1024
LONGEST_HOST = 255
ARRIVAL = "referee.arrival"
"""The key of the time when a request's last byte came, by the clock of the races."""
LATENESS = "referee.lateness"
"""The key of the milliseconds by which it may have come earlier, since reading was
late.
"""
REFUSED = "referee.refused"
"""The key of the reason why a request is unreadable; or None."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}

Headers = list[tuple[str, str]]

# Nothing but static files is cached.
_OF_PAGES: Headers = [*HEADERS.items(), ("Cache-Control", "no-store")]
# Headers that matter beyond pages: a page has many files, and phones pay for each byte.
_OF_STATIC_FILES: Headers = [
    (name, HEADERS[name])
    for name in ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
]


class UnreadableError(RefereeError):
    """The request is no valid HTTP; `why` says what is wrong, in English."""

    status = 400
    title = say("Bad request")

    def __init__(self, why: str) -> None:
        super().__init__(say("The referee can’t read this request: {why}.", why=why))


class UnknownHostError(RefereeError):
    """The request has a name that may be anybody's: see `--advertise`."""

    status = 421
    title = say("Not our name")

    def __init__(self, host: str) -> None:
        template = (
            "This referee doesn’t answer to “{host}”. Open it by its IP address, or "
            "ask whoever runs it to start it with --advertise and this name, or to "
            "list it in REFEREE_HOSTS."
        )
        super().__init__(say(template, host=host))


def guard(answer: WSGIApplication) -> WSGIApplication:
    """Wrap an application to add guarding headers to every answer.

    A request with an impossible `Host` is refused, under another one, as is one that
    other servers may read differently; its connection is closed.
    """

    def guarded(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        def begin(status: str, headers: Headers, *error: Any) -> Any:
            is_file = status < "400" and environ["PATH_INFO"].startswith("/static/")
            guards = _OF_STATIC_FILES if is_file else _OF_PAGES
            last = [("Connection", "close")] if refused is not None else []
            return start(status, headers + _missing(headers, guards) + last, *error)

        refused = environ.get(REFUSED) or _wrong_with(environ)
        if refused is not None:
            environ = environ | {"HTTP_HOST": "localhost", REFUSED: refused}
        return answer(environ, begin)

    return guarded


def _missing(headers: Headers, guards: Headers) -> Headers:
    """Return the guards that these headers lack."""
    names = {name.lower() for name, _ in headers}
    return [guard for guard in guards if guard[0].lower() not in names]


def _wrong_with(environ: WSGIEnvironment) -> Exception | None:
    """Return why a request is unreadable or its `Host` is no name, or None."""
    if "CONTENT_LENGTH" in environ and "HTTP_TRANSFER_ENCODING" in environ:
        return UnreadableError("Content-Length beside Transfer-Encoding")
    if not environ["PATH_INFO"].startswith("/"):
        return UnreadableError("The address is no path")
    host = environ.get("HTTP_HOST", "")
    # Refuse long ones unread: examining 32 KB took a quarter of a second.
    if len(host) > LONGEST_HOST:
        return UnreadableError(f"Host over {LONGEST_HOST} bytes")
    return None if is_host(host) else UnknownHostError(host)
