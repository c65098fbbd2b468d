"""Checks of every request (host, origin, size), and headers of every answer."""

from io import BytesIO

from flask import Flask, Request, request
from werkzeug.exceptions import RequestEntityTooLarge

from referee.vocabulary.errors import ForbiddenError
from referee.vocabulary.text import say
from referee_web.guards.received import REFUSED, UnknownHostError, guard
from referee_web.guards.services import services

MOST_FIELDS = 500
"""The most fields in a form; our longest one, all ticked, has 170."""


def protect(app: Flask) -> None:
    """Check every request of this app, and add the headers to every answer."""
    app.request_class = Received
    app.wsgi_app = guard(app.wsgi_app)  # type: ignore[method-assign, assignment]  # as Flask wants it done
    app.before_request(_require_read_request)
    app.before_request(_require_own_host)
    app.before_request(_require_own_origin)


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


def _require_read_request() -> None:
    refused: Exception | None = request.environ.get(REFUSED)
    if refused is not None:
        raise refused


def _require_own_host() -> None:
    """Refuse a name that somebody else may have pointed here."""
    if not services().public_url.answers(request.host):
        raise UnknownHostError(request.host)


def _require_own_origin() -> None:
    """Refuse a write from another site's page."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    # Flask's own headers take ten times as long for an absent one.
    site = request.environ.get("HTTP_SEC_FETCH_SITE")
    origin = request.environ.get("HTTP_ORIGIN")
    is_elsewhere = site not in (None, "same-origin", "none")
    if origin is not None and not is_elsewhere:
        # Behind an HTTPS proxy this daemon may know only HTTP.
        ours = [f"{scheme}://{request.host}".lower() for scheme in ("http", "https")]
        is_elsewhere = origin.lower() not in ours
    if is_elsewhere:
        raise ForbiddenError(
            say(
                "This came from another site’s page. Try again on the referee’s own "
                "page. If this is that page, a proxy doesn’t pass on the name of the "
                "site (Host): tell whoever runs this referee."
            )
        )
