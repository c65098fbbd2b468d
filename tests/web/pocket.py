"""A phone's browser without scripts, over real sockets: it keeps cookies."""

from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import (
    HTTPCookieProcessor,
    HTTPRedirectHandler,
    Request,
    build_opener,
)

from referee.testing.phone import Answer


class _Stay(HTTPRedirectHandler):
    """Follows no redirect: whoever looks wants to see each answer."""

    def redirect_request(self, *_: object) -> None:
        return None


class Browser:
    """A browser at a daemon's address."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._jar = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._jar), _Stay)

    def get(self, path: str, **headers: str) -> Answer:
        """Open a page."""
        return self._ask(Request(f"{self.address}{path}", headers=headers))

    def send(self, path: str, **form: str) -> Answer:
        """Send a form."""
        body = urlencode(form).encode()
        return self._ask(Request(f"{self.address}{path}", data=body))

    def cookie(self, name: str) -> str | None:
        """Return what this browser keeps under a name."""
        for cookie in self._jar:
            if cookie.name == name:
                return cookie.value
        return None

    def _ask(self, request: Request) -> Answer:
        try:
            with self._opener.open(request) as answer:
                return Answer(answer.status, answer.read().decode())
        except HTTPError as other:
            return Answer(other.code, other.read().decode())
