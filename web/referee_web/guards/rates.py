"""How often somebody did something lately: counted by address, in memory, on a clock that nobody sets back."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from threading import Lock

A_MINUTE = 60.0
MOST_ADDRESSES = 10_000

Seconds = Callable[[], float]


@lru_cache(maxsize=4096)
def household(address: str) -> str:
    """Whose an address is: an IPv4 address, also where it is written as an IPv6 one; of IPv6, whose devices choose
    their addresses themselves, the network.
    """
    try:
        read = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(read, IPv6Address):
        return str(read)
    if read.ipv4_mapped is not None:
        return str(read.ipv4_mapped)
    return str(read) if read.is_loopback else str(IPv6Address(int(read) >> 64 << 64))


class Rate:
    """`most` things a minute for each address. Any thread may call any method.

    Of the addresses that did something the longest ago, nothing is known any more once there are very many.
    """

    def __init__(self, most: int, now: Seconds = time.monotonic) -> None:
        self.most = most
        self._now = now
        self._of: OrderedDict[str, dict[Hashable, float]] = OrderedDict()
        self._lock = Lock()

    def take(self, address: str, thing: Hashable = None) -> float:
        """Count this for an address, and a `thing` once only; or, where it did enough, for how many seconds it waits.

        What is answered with a wait is not counted: asking again makes no wait longer.
        """
        address = household(address)
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
            self._of.get(household(address), {}).pop(thing, None)

    def _lately(self, address: str, now: float) -> dict[Hashable, float]:
        """What this address did within the last minute."""
        before = self._of.pop(address, {})
        lately = {thing: when for thing, when in before.items() if now - when < A_MINUTE}
        self._of[address] = lately
        while len(self._of) > MOST_ADDRESSES:
            self._of.popitem(last=False)
        return lately
