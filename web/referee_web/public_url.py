"""At which address phones find this daemon, and by which names it may be asked.

A page elsewhere can have a name of its own lead to this daemon's address. The browser
then takes both for one site, and that page could write here as if it were ours. So only
names that nobody far away can own are answered, and those that the operator gave.
"""

import os
import socket
from collections.abc import Callable
from dataclasses import field
from functools import cache, lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from referee.hosting.network.addresses import Address, Scheme, url
from referee.lazy_dataclass import frozen

ENVIRONMENT = "REFEREE_HOSTS"

# Nobody can register a name that ends like this: it is found in a network of one's own,
# or not at all.
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
    """Return a host's name or address in small letters, from a `Host` header or a URL:
    no port, no brackets.

    Empty when there is none.
    """
    if "//" not in host:
        host = f"//{host}"
    try:
        name = urlsplit(host).hostname or ""
    except ValueError:
        return ""
    return name.rstrip(".")


@lru_cache(maxsize=64)
def is_host(host: str) -> bool:
    """True if a `Host` header is a name or an address, with or without a port."""
    try:
        parts = urlsplit(f"//{host}")
        # Both raise where they cannot be read.
        name, _ = parts.hostname, parts.port
    except ValueError:
        return False
    if name is None or parts.netloc != host or "@" in host:
        return False
    return _is_address(name) or _decodes(name)


def _decodes(name: str) -> bool:
    """True if a name is ASCII, and each label can be read where it is encoded."""
    try:
        name.encode("ascii").decode("idna").encode("idna")
    except UnicodeError:
        return False
    return True


def may_be_asked(host: str, given: frozenset[str]) -> bool:
    """True if a request may come under this `Host`; `given` are the names that the
    operator gave.
    """
    name = name_of(host)
    if not name:
        return False
    return (
        _is_address(name)
        or "." not in name
        or _is_ones_own(name)
        or name in given
        or name in _machines_own()
    )


def _is_ones_own(name: str) -> bool:
    return name.endswith(_ENDINGS)


@lru_cache(maxsize=64)
def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


@cache
def _machines_own() -> frozenset[str]:
    # Asked last and once: finding it can take a while where no name server answers.
    return frozenset({name_of(socket.gethostname()), name_of(socket.getfqdn())})


@frozen
class PublicUrl:
    """The port the daemon listens on, a base address to show whatever is found (None:
    find one), how to find the machine's addresses, best first, under which further
    names the operator lets it be asked, and how it is served.
    """

    port: int
    advertised: str | None
    addresses: Callable[[], list[Address]]
    hosts: frozenset[str] = field(default_factory=hosts_in_environment)
    scheme: Scheme = "http"

    def url_of(self, address: Address) -> str:
        """Return what to open at one of the machine's addresses."""
        return url(address.host, self.port, scheme=self.scheme)

    def answers(self, host: str) -> bool:
        """True if it answers requests under this `Host`."""
        hosts = self.hosts
        if self.advertised:
            hosts |= {name_of(self.advertised)}
        return may_be_asked(host, hosts)
