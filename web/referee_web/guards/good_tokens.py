"""Recently valid tokens, whose bearers are let in first."""

from collections import OrderedDict
from collections.abc import Collection, Iterable
from threading import Lock

MOST_TOKENS = 10_000

Headers = Collection[tuple[bytes, bytes]]
"""A request's headers, names in small letters."""


class GoodTokens:
    """Recently valid tokens; invented ones never count. Any thread may call."""

    def __init__(self) -> None:
        self._lately: OrderedDict[str, None] = OrderedDict()
        self._lock = Lock()

    def add(self, tokens: Iterable[str]) -> None:
        """Add these; drop those older than the latest 10,000."""
        with self._lock:
            for token in tokens:
                self._lately[token] = None
                self._lately.move_to_end(token)
            while len(self._lately) > MOST_TOKENS:
                self._lately.popitem(last=False)

    def not_among(self, tokens: Iterable[str]) -> list[str]:
        """Return those of these tokens that were not valid lately."""
        return [token for token in tokens if token not in self._lately]

    def valid_tokens_in(self, headers: Headers) -> list[str]:
        """Return the valid tokens in these headers, for any table."""
        return [token for token in _tokens_in(headers) if token in self._lately]


def _tokens_in(headers: Headers) -> list[str]:
    bearers = []
    from_cookies = []
    for name, value in headers:
        if name == b"authorization":
            bearers.append(value.decode("latin-1").partition(" ")[2].strip())
        elif name == b"cookie":
            from_cookies += _tokens_in_cookies(value.decode("latin-1"))
    return bearers + from_cookies


def _tokens_in_cookies(cookies: str) -> list[str]:
    tokens = []
    for cookie in cookies.split(";"):
        name, _, token = cookie.strip().partition("=")
        if name.startswith(("seat_", "host_")):
            tokens.append(token)
    return tokens
