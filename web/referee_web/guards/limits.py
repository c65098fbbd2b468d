"""Rate limits by address for guessing and costly requests, in memory."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from math import ceil
from threading import Lock

from referee.vocabulary.errors import NotFoundError, TooManyRequestsError
from referee.vocabulary.text import say
from referee_web.callers import household, site

A_MINUTE = 60.0
MOST_ADDRESSES = 10_000

MOST_A_MINUTE = {"guess": 20, "join": 60, "open": 20, "ask": 120}
"""The limits for one address, which may be a club's router or proxy: all sit down at
once.
"""

MOST_GUESSES_OF_A_SITE = 5 * MOST_A_MINUTE["guess"]
"""The limits for one IPv6 network of 48 bits, which may be one subscriber's, or many
phones'.
"""

SHARED = ("guess", "join", "open")
"""The limits shared by all daemons over a store; a question loads only one, so `ask` is
absent.
"""

_TOO_MANY = {
    "guess": say(
        "Too many wrong codes from here. Scan the table’s QR code, which works right "
        "away, or wait a minute and type the code again."
    ),
    "join": say(
        "Too many people are sitting down from here at once. Wait a minute, then sit "
        "down."
    ),
    "open": say(
        "Too many tables are being opened from here at once. Wait a minute, then open "
        "yours."
    ),
    "ask": say("Too many questions from here at once. Wait a minute, then ask."),
}

Seconds = Callable[[], float]


class Rate:
    """`most` events a minute for each address. Any thread may call any method.

    With very many addresses, the longest inactive are forgotten.
    """

    def __init__(
        self,
        most: int,
        now: Seconds = time.monotonic,
        counted_as: Callable[[str], str] = household,
    ) -> None:
        self.most = most
        self._now = now
        self._counted_as = counted_as
        self._of: OrderedDict[str, dict[Hashable, float]] = OrderedDict()
        self._lock = Lock()

    def wait(self, address: str, share: int = 1) -> float:
        """Return how many seconds an address has to wait, or 0.

        With `share` daemons, each allows its part.
        """
        allowed = ceil(self.most / share)
        with self._lock:
            times = sorted(self._lately(address).values())
        if len(times) < allowed:
            return 0.0
        return max(times[-allowed] + A_MINUTE - self._now(), 0.001)

    def count(self, address: str, thing: Hashable = None) -> None:
        """Count this for an address, an equal `thing` only once."""
        with self._lock:
            if thing is None:
                thing = object()
            self._lately(address).setdefault(thing, self._now())

    def _lately(self, address: str) -> dict[Hashable, float]:
        """Return an address's events of the last minute."""
        address = self._counted_as(address)
        now = self._now()
        before = self._of.pop(address, {})
        lately = {
            thing: when for thing, when in before.items() if now - when < A_MINUTE
        }
        self._of[address] = lately
        while len(self._of) > MOST_ADDRESSES:
            self._of.popitem(last=False)
        return lately


class Limits:
    """Limits by address for guessing and costly requests.

    `daemons` returns the number over one store: each counts alone, so each allows its
    share of shared costs.
    """

    def __init__(
        self,
        on: bool,
        now: Seconds = time.monotonic,
        daemons: Callable[[], int] = lambda: 1,
    ) -> None:
        self.on = on
        self._daemons = daemons
        self._rates = {what: [Rate(most, now)] for what, most in MOST_A_MINUTE.items()}
        self._rates["guess"].append(Rate(MOST_GUESSES_OF_A_SITE, now, site))

    @contextmanager
    def guessing(self, name: Hashable, is_known: Callable[[], bool]) -> Iterator[None]:
        """Count a failure in this block as a guess, once a minute for each name.

        Raise TooManyRequestsError after too many, whether it exists or not, unless the
        request `is_known`. With several parallel requests an address gets that many
        extra guesses.
        """
        try:
            self._require_below_limit("guess")
        except TooManyRequestsError:
            if not is_known():
                raise
        try:
            yield
        except NotFoundError:
            self._count("guess", name)
            raise

    def count(self, what: str) -> None:
        """Count this request for its address.

        Raise TooManyRequestsError after too many. `what` is `join` (also claiming and
        answering claims), `open` (a table), or `ask`.
        """
        self._require_below_limit(what)
        self._count(what)

    def _require_below_limit(self, what: str) -> None:
        if not self.on:
            return
        address = _address()
        share = self._daemons() if what in SHARED else 1
        wait = max(rate.wait(address, share) for rate in self._rates[what])
        if wait:
            raise TooManyRequestsError(ceil(wait), _TOO_MANY[what])

    def _count(self, what: str, name: Hashable = None) -> None:
        if self.on:
            for rate in self._rates[what]:
                rate.count(_address(), name)


def _address() -> str:
    """Return where the request at hand comes from."""
    # The daemon answers before Flask is imported.
    from flask import request

    return request.remote_addr or ""
