"""How often somebody did something lately: counted by address, in memory, on a clock that nobody sets back."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from ipaddress import IPv6Address, ip_address
from threading import Lock

A_MINUTE = 60.0
MOST_ADDRESSES = 10_000
NETWORK_BITS = 64
"""One household has so many of an IPv6 address for itself, and may change the rest as it likes."""

Clock = Callable[[], float]


def counted_as(address: str) -> str:
    """What an address is counted as: itself, or its network where everybody has billions of them."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or f"{int(found) >> NETWORK_BITS:x}/{NETWORK_BITS}")


class Rate:
    """`most` things a minute for each address. Any thread may call any method.

    Of the addresses that did something the longest ago, nothing is known any more once there are very many.
    """

    def __init__(self, most: int, now: Clock = time.monotonic) -> None:
        self.most = most
        self._now = now
        self._of: OrderedDict[str, dict[Hashable, float]] = OrderedDict()
        self._lock = Lock()

    def take(self, address: str, thing: Hashable = None) -> float:
        """Count this for an address, and a `thing` once only; or, where it did enough, for how many seconds it waits.

        What is answered with a wait is not counted: asking again makes no wait longer.
        """
        address = counted_as(address)
        with self._lock:
            now = self._now()
            lately = self._lately(address, now)
            if len(lately) >= self.most:
                return max(min(lately.values()) + A_MINUTE - now, 0.001)
            lately.setdefault(thing if thing is not None else object(), now)
            return 0.0

    def give_back(self, address: str, thing: Hashable) -> None:
        """Count this no more."""
        with self._lock:
            self._of.get(counted_as(address), {}).pop(thing, None)

    def _lately(self, address: str, now: float) -> dict[Hashable, float]:
        """What this address did within the last minute."""
        before = self._of.pop(address, {})
        lately = {thing: when for thing, when in before.items() if now - when < A_MINUTE}
        self._of[address] = lately
        while len(self._of) > MOST_ADDRESSES:
            self._of.popitem(last=False)
        return lately
