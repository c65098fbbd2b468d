"""Checks of every request (host, origin, size), and headers of every answer."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import TYPE_CHECKING, Any

from flask import Flask, Request, request
from werkzeug.exceptions import RequestEntityTooLarge

from referee.vocabulary.errors import ForbiddenError, RefereeError
from referee.vocabulary.text import say
from referee_web.guards.services import services
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

MOST_FIELDS = 500
"""The most fields in a form; our longest one, all ticked, has 170."""

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
        super().__init__(say("This request cannot be read: {why}.", why=why))


class UnknownHostError(RefereeError):
    """The request has a name that may be anybody's: see `--advertise`."""

    status = 421
    title = say("Not our name")

    def __init__(self, host: str) -> None:
        template = (
            "This referee does not answer to “{host}”. Open it by its IP address; or "
            "whoever runs it starts it with "
            "--advertise and this name, or names it in REFEREE_HOSTS."
        )
        super().__init__(say(template, host=host))


def protect(app: Flask) -> None:
    """Check every request of this app, and add the headers to every answer."""
    app.request_class = Received
    app.wsgi_app = _guarded(app.wsgi_app)  # type: ignore[method-assign, assignment]  # as Flask wants it done
    app.before_request(_check_that_it_was_read)
    app.before_request(_check_host)
    app.before_request(_check_origin)


class Received(Request):
    """A request that has a form of ours: each value has a name, and none is a file."""

    def _get_file_stream(self, *_about: object, **_more: object) -> BytesIO:
        # Files are neither written to disk nor left open.
        return BytesIO()

    def _load_form_data(self) -> None:
        # Chunked bodies are counted while they are read.
        if (
            self.mimetype == "application/x-www-form-urlencoded"
            and self.get_data().count(b"&") >= MOST_FIELDS
        ):
            raise RequestEntityTooLarge
        super()._load_form_data()
        named = [
            (name, value)
            for name, value in self.form.items(multi=True)
            if name is not None
        ]
        self.__dict__["form"] = self.parameter_storage_class(named)


def _guarded(answer: WSGIApplication) -> WSGIApplication:
    """Wrap an application to add guarding headers to every answer.

    A request with an impossible `Host` is refused, under another one.
    """

    def guarded(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        def begin(status: str, headers: Headers, *error: Any) -> Any:
            is_file = status < "400" and environ["PATH_INFO"].startswith("/static/")
            guards = _OF_STATIC_FILES if is_file else _OF_PAGES
            return start(status, headers + _missing(headers, guards), *error)

        host = environ.get("HTTP_HOST", "")
        refused = environ.get(REFUSED) or _wrong_with(host)
        if refused is not None:
            environ = environ | {"HTTP_HOST": "localhost", REFUSED: refused}
        return answer(environ, begin)

    return guarded


def _missing(headers: Headers, guards: Headers) -> Headers:
    """Return the guards that these headers lack."""
    names = {name.lower() for name, _ in headers}
    return [guard for guard in guards if guard[0].lower() not in names]


def _wrong_with(host: str) -> Exception | None:
    """Return why a `Host` is no name, or None."""
    # Refuse long ones unread: examining 32 KB took a quarter of a second.
    if len(host) > LONGEST_HOST:
        return UnreadableError(f"Host over {LONGEST_HOST} bytes")
    return None if is_host(host) else UnknownHostError(host)


def _check_that_it_was_read() -> None:
    refused: Exception | None = request.environ.get(REFUSED)
    if refused is not None:
        raise refused


def _check_host() -> None:
    """Refuse a name that somebody else may have pointed here."""
    if not services().public_url.answers(request.host):
        raise UnknownHostError(request.host)


def _check_origin() -> None:
    """Refuse a write from another site's page."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    # Flask's own headers take ten times as long for an absent one.
    site = request.environ.get("HTTP_SEC_FETCH_SITE")
    origin = request.environ.get("HTTP_ORIGIN")
    is_elsewhere = site not in (None, "same-origin", "none")
    # Behind an HTTPS proxy this daemon may know only HTTP.
    ours = [f"{scheme}://{request.host}".lower() for scheme in ("http", "https")]
    if is_elsewhere or (origin is not None and origin.lower() not in ours):
        raise ForbiddenError(
            say(
                "This was sent from another site's page. Open the referee's own page "
                "and try there."
            )
        )
