"""How often an address may do what can be guessed or costs much: counted in memory, on
a clock that never goes back.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from math import ceil
from threading import Lock

from flask import request

from referee.vocabulary.errors import NotFoundError, TooManyRequestsError
from referee.vocabulary.text import say
from referee_web.callers import household, site

A_MINUTE = 60.0
MOST_ADDRESSES = 10_000

MOST_A_MINUTE = {"guess": 20, "join": 60, "open": 20, "ask": 120}
"""From one address. A whole club may have one behind a router or a proxy, and sits down
at once.
"""

MOST_GUESSES_OF_A_SITE = 5 * MOST_A_MINUTE["guess"]
"""From one IPv6 network of 48 bits, which one subscriber may have whole. It may be that
of many phones too.
"""

SHARED = ("guess", "join", "open")
"""Limits that all daemons over one store share. A question loads one daemon only, so
`ask` is not among them.
"""

_TOO_MANY = {
    "guess": say(
        "Too many codes from here were wrong. Scan the table’s QR code, which works at "
        "once, or wait a minute and type the code once more."
    ),
    "join": say(
        "Too many people sat down from here at once. Wait a minute, then sit down."
    ),
    "open": say(
        "Too many tables were opened from here at once. Wait a minute, then open yours."
    ),
    "ask": say("Too many questions came from here at once. Wait a minute, then ask."),
}

Seconds = Callable[[], float]


class Rate:
    """`most` things a minute for each address. Any thread may call any method.

    Once there are very many addresses, those that did nothing for the longest time are
    forgotten.
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
        """Return for how many seconds an address waits, since it did enough; 0 where it
        may go on.

        With `share` daemons each allows its part of the most.
        """
        allowed = ceil(self.most / share)
        with self._lock:
            times = sorted(self._lately(address).values())
        if len(times) < allowed:
            return 0.0
        return max(times[-allowed] + A_MINUTE - self._now(), 0.001)

    def count(self, address: str, thing: Hashable = None) -> None:
        """Count this for an address, a `thing` once only."""
        with self._lock:
            if thing is None:
                thing = object()
            self._lately(address).setdefault(thing, self._now())

    def _lately(self, address: str) -> dict[Hashable, float]:
        """Return what this address did within the last minute."""
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
    """How often one address may do what can be guessed or costs much.

    `daemons` says how many there are over one store: each counts for itself, so each
    allows its share of what costs all of them.
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
        """Look for something by a name that could be guessed: a wrong one counts, and
        each only once a minute.

        An address with too many wrong ones gets TooManyRequestsError, whether there is
        such a thing or not, unless this request `is_known` to come from somebody who
        need not guess. An address that guesses over several connections at once gets as
        many guesses more as it has requests answered at once.
        """
        try:
            self._check("guess")
        except TooManyRequestsError:
            if not is_known():
                raise
        try:
            yield
        except NotFoundError:
            self._count("guess", name)
            raise

    def count(self, what: str) -> None:
        """Count this request among those of its address; TooManyRequestsError when
        there were too many lately.

        `what` is `join` (or asking for a seat, or answering whoever asks), `open` (a
        table), or `ask`.
        """
        self._check(what)
        self._count(what)

    def _check(self, what: str) -> None:
        if not self.on:
            return
        address = request.remote_addr or ""
        share = self._daemons() if what in SHARED else 1
        wait = max(rate.wait(address, share) for rate in self._rates[what])
        if wait:
            raise TooManyRequestsError(ceil(wait), _TOO_MANY[what])

    def _count(self, what: str, name: Hashable = None) -> None:
        if self.on:
            for rate in self._rates[what]:
                rate.count(request.remote_addr or "", name)
