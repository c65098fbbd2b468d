"""The tokens by which somebody was known lately: each of them has a line of its own before the threads that answer."""

from collections import OrderedDict
from collections.abc import Collection, Iterable
from threading import Lock

MOST_TOKENS = 10_000

Headers = Collection[tuple[bytes, bytes]]
"""The headers of a request, named in small letters."""


class GoodTokens:
    """The tokens by which somebody was known lately. Any thread may call any method.

    A token that somebody made up is none of them.
    """

    def __init__(self) -> None:
        self._lately: OrderedDict[str, None] = OrderedDict()
        self._lock = Lock()

    def add(self, tokens: Iterable[str]) -> None:
        """Remember these, and none longer than the 10,000 after it."""
        with self._lock:
            for token in tokens:
                self._lately[token] = None
                self._lately.move_to_end(token)
            while len(self._lately) > MOST_TOKENS:
                self._lately.popitem(last=False)

    def shown_in(self, headers: Headers) -> list[str]:
        """Return those that a request with these headers shows, whatever their tables."""
        return [token for token in _tokens_in(headers) if token in self._lately]


def _tokens_in(headers: Headers) -> list[str]:
    bearers = (value.partition(" ")[2].strip() for value in _values(headers, b"authorization"))
    cookies = (cookie.strip().partition("=") for value in _values(headers, b"cookie") for cookie in value.split(";"))
    return [*bearers, *(token for name, _, token in cookies if name.startswith(("seat_", "host_")))]


def _values(headers: Headers, wanted: bytes) -> list[str]:
    return [value.decode("latin-1") for name, value in headers if name == wanted]
