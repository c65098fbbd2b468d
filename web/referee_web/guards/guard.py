"""What every request passes: its origin, its size, its rate; and the headers every answer carries."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from math import ceil
from typing import TYPE_CHECKING

from flask import Flask, Request, Response, current_app, request

from referee.vocabulary.errors import ForbiddenError, NotFoundError, RefereeError, TooManyRequestsError
from referee.vocabulary.text import say
from referee_web.guards.rates import Rate, Seconds
from referee_web.hosts import host_in, is_host
from referee_web.public_url import public_url

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LONGEST_BODY = 256 * 1024
ARRIVAL = "referee.arrival"
"""Under this name the daemon says when the last byte of a request had come, by the clock of the races."""
REFUSED = "referee.refused"
"""Under this name the daemon says why a request that it could not read is refused; None where it could."""

MOST_FORM_PARTS = 2_000

MOST_A_MINUTE = {"guess": 20, "join": 60, "open": 20, "ask": 120}
"""From one address. A whole club may have one behind a router or a proxy, and sits down at once."""

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

OF_STATIC_FILES = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
"""Those that say something about a file that is no page. A page has many files, and a phone pays for every byte."""


class UnreadableError(RefereeError):
    """A request that is none in HTTP; `why` says what is wrong with it, in English."""

    status = 400
    title = say("Bad request")

    def __init__(self, why: str) -> None:
        super().__init__(say("This request cannot be read: {why}.", why=why))


class UnknownHostError(RefereeError):
    """A request under a name that may be anybody's: `host` as it was sent."""

    status = 421
    title = say("Not our name")

    def __init__(self, host: str) -> None:
        template = (
            "This referee does not answer to “{host}”. Open it by its IP address; or whoever runs it starts it with "
            "--advertise and this name, or names it in REFEREE_HOSTS."
        )
        super().__init__(say(template, host=host))


class Limits:
    """How often one address may do what can be guessed or costs much."""

    def __init__(self, on: bool, now: Seconds = time.monotonic) -> None:
        self.on = on
        self._rates = {what: Rate(most, now) for what, most in MOST_A_MINUTE.items()}

    def count(self, what: str) -> None:
        """Count this request among those of its address; TooManyRequestsError when there were too many lately.

        `what` is `join` (or asking for a seat, or answering who asks), `open` (a table) or `ask`.
        """
        self._take(what)

    @contextmanager
    def guessing(self, name: Hashable, is_known: Callable[[], bool]) -> Iterator[None]:
        """Look for something by a name that could be guessed: a wrong one counts, and each only once a minute.

        An address with too many wrong ones gets TooManyRequestsError, whether there is such a thing or not, unless
        this request `is_known` to come from somebody who need not guess.
        """
        try:
            # Counted beforehand, so that many guesses made at once are no more than that either.
            self._take("guess", name)
        except TooManyRequestsError:
            if not is_known():
                raise
        try:
            yield
        except NotFoundError:
            raise
        except BaseException:
            self._give_back(name)
            raise
        self._give_back(name)

    def _take(self, what: str, name: Hashable = None) -> None:
        wait = self._rates[what].take(request.remote_addr or "", name) if self.on else 0
        if wait:
            raise TooManyRequestsError(ceil(wait))

    def _give_back(self, name: Hashable) -> None:
        self._rates["guess"].give_back(request.remote_addr or "", name)


def limits() -> Limits:
    """The limits of the app in use."""
    found: Limits = current_app.extensions["limits"]
    return found


def count(what: str) -> None:
    """Count this request (see `Limits.count`)."""
    limits().count(what)


def protect(app: Flask) -> None:
    """Check every request of this app, and put the headers on every answer."""
    app.request_class = Received
    app.wsgi_app = _named(app.wsgi_app)  # type: ignore[assignment]  # as Flask wants it done
    app.before_request(_check_that_it_was_read)
    app.before_request(_check_host)
    app.before_request(_check_origin)
    app.after_request(_put_headers)


class Received(Request):
    """A request whose form is what ours are: each of its values has a name, and none is a file."""

    def _get_file_stream(self, *_about: object, **_more: object) -> BytesIO:
        # What comes as a file all the same is not written to the disk.
        return BytesIO()

    def _load_form_data(self) -> None:
        super()._load_form_data()
        named = [(name, value) for name, value in self.form.items(multi=True) if name is not None]
        self.__dict__["form"] = self.parameter_storage_class(named)


def _named(answer: WSGIApplication) -> WSGIApplication:
    """The same application, which need not know what to make of a `Host` that is none: it gets one, and refuses."""

    def named(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        host = environ.get("HTTP_HOST", "")
        if not is_host(host):
            refused = environ.get(REFUSED) or UnknownHostError(host)
            environ = environ | {"HTTP_HOST": "localhost", REFUSED: refused}
        return answer(environ, start)

    return named


def _check_that_it_was_read() -> None:
    refused: Exception | None = request.environ.get(REFUSED)
    if refused is not None:
        raise refused
    if "HTTP_HOST" not in request.environ and request.environ.get("SERVER_PROTOCOL") == "HTTP/1.1":
        raise UnreadableError("Missing mandatory Host: header")


def _check_host() -> None:
    """A name that was made to lead here is none of ours."""
    if not public_url().answers(request.host):
        raise UnknownHostError(request.host)


def _check_origin() -> None:
    """A write that a browser sends for another site's page is none of ours."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    elsewhere = site not in (None, "same-origin", "none")
    if origin is not None:
        elsewhere = elsewhere or host_in(origin) != request.host
    if elsewhere:
        raise ForbiddenError(say("This was sent from another site's page. Open the referee's own page and try there."))


def _put_headers(response: Response) -> Response:
    there = {name.lower() for name, _ in response.headers}
    static = request.path.startswith("/static/") and response.status_code < 400
    wanted = OF_STATIC_FILES if static else HEADERS
    response.headers.extend((name, HEADERS[name]) for name in wanted if name.lower() not in there)
    if response.mimetype != "text/event-stream" and not static:
        response.headers.setdefault("Cache-Control", "no-store")
    return response
