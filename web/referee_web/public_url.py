"""The daemon's address for phones, and the names it answers to.

Another website can point its own name to this daemon. The browser then treats both as
one site, and that page could write here like ours. So the daemon answers only to names
that nobody far away can own, and to the operator's.
"""

import os
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from ipaddress import ip_address
from urllib.parse import unquote, urlsplit

from referee.hosting.network.addresses import Address, Scheme, url

ENVIRONMENT = "REFEREE_HOSTS"

# Nobody can register names with these endings: they exist only in local networks.
OF_ONES_OWN = ("localhost", "local", "lan", "home", "home.arpa", "internal", "test")
_ENDINGS = tuple(f".{end}" for end in OF_ONES_OWN)


def hosts_in_environment() -> frozenset[str]:
    """Return the names in `REFEREE_HOSTS`, separated by commas."""
    names = set()
    for host in os.environ.get(ENVIRONMENT, "").split(","):
        if host.strip():
            names.add(name_of(host.strip()))
    return frozenset(names)


def name_of(host: str) -> str:
    """Return the name or address in a `Host` header or URL, in small letters; or ""."""
    if "//" not in host:
        host = f"//{host}"
    try:
        name = urlsplit(host).hostname or ""
    except ValueError:
        return ""
    return name.rstrip(".")


def is_host(host: str) -> bool:
    """Return whether a `Host` header is a name or an address, with or without port."""
    try:
        parts = urlsplit(f"//{host}")
        # Both raise for unreadable ones.
        name = parts.hostname
        _ = parts.port
    except ValueError:
        return False
    if name is None or parts.netloc != host or "@" in host:
        return False
    return _is_address(name) or _decodes(name)


def _decodes(name: str) -> bool:
    """Return whether a name is ASCII with decodable labels."""
    try:
        name.encode("ascii").decode("idna").encode("idna")
    except UnicodeError:
        return False
    return True


def may_serve_host(host: str, given: frozenset[str]) -> bool:
    """Return whether a request may name this `Host`; the operator gave `given`."""
    name = name_of(host)
    if not name:
        return False
    return (
        _is_address(name)
        or "." not in name
        or name.endswith(_ENDINGS)
        or name in given
        or name in _machines_own()
    )


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


@cache
def _machines_own() -> frozenset[str]:
    # Last and once: without a name server it may take 5 s a request, with it none.
    return frozenset({name_of(socket.gethostname()), name_of(socket.getfqdn())})


@dataclass(frozen=True, slots=True)
class PublicUrl:
    """The daemon's port, base address, machine addresses, names and scheme."""

    port: int
    advertised: str | None
    addresses: Callable[[], list[Address]]
    hosts: frozenset[str] = field(default_factory=hosts_in_environment)
    scheme: Scheme = "http"

    def url_of(self, address: Address) -> str:
        """Return the URL of one of the machine's addresses."""
        return url(address.host, self.port, scheme=self.scheme)

    @property
    def prefix(self) -> str:
        """Return the path below which a proxy serves this daemon; "" without one."""
        return unquote(urlsplit(self.advertised or "").path.rstrip("/"))

    def answers(self, host: str) -> bool:
        """Return whether the daemon answers to this `Host`."""
        hosts = self.hosts
        if self.advertised:
            hosts |= {name_of(self.advertised)}
        return may_serve_host(host, hosts)
