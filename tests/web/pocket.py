"""A phone's browser without scripts, over real sockets: it keeps cookies."""

from collections.abc import Mapping
from http.cookiejar import Cookie, CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
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

    def send(
        self, path: str, _headers: Mapping[str, str] | None = None, **form: str
    ) -> Answer:
        """Send a form."""
        body = urlencode(form).encode()
        headers = dict(_headers or {})
        return self._ask(Request(f"{self.address}{path}", body, headers))

    def keep(self, name: str, value: str) -> None:
        """Keep a cookie, whoever made it."""
        host = urlsplit(self.address).hostname or ""
        cookie = Cookie(
            version=0,
            name=name,
            value=value,
            port=None,
            port_specified=False,
            domain=host,
            domain_specified=False,
            domain_initial_dot=False,
            path="/",
            path_specified=True,
            secure=False,
            expires=None,
            discard=True,
            comment=None,
            comment_url=None,
            rest={},
        )
        self._jar.set_cookie(cookie)

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
