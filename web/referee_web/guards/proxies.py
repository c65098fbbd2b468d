"""Whose word on a phone's address is taken: that of the load balancers the operator
named, and nobody else's.

The server reads their headers (see `server.daemon`), and replaces the caller's address
by that of the phone.
"""

from ipaddress import IPv4Network, IPv6Network

from flask import request

from referee_web.callers import is_this_machine, read_address

PEER = "referee.peer"
"""Under this name stands the address at the other end of the connection, whatever
anybody says about it.
"""
FORWARDING = (
    "Forwarded",
    "Via",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Real-Ip",
)
"""The headers that show that a request was passed on."""

Network = IPv4Network | IPv6Network
Proxies = tuple[Network, ...]
"""The networks in which the load balancers stand; none: every address is taken as it
is.
"""


def is_proxy(address: str, proxies: Proxies) -> bool:
    """Return whether one of the load balancers has this address."""
    if not proxies:
        return False
    read = read_address(address)
    return read is not None and any(read in network for network in proxies)


def trusted_networks(proxies: Proxies) -> list[str]:
    """Return the networks as uvicorn takes them: an IPv4 one also as a socket for IPv6
    and IPv4 shows it.
    """
    trusted = []
    for network in proxies:
        trusted.append(str(network))
        if network.version == 4:
            prefix = 96 + network.prefixlen
            trusted.append(f"::ffff:{network.network_address}/{prefix}")
    return trusted


def is_from_this_machine() -> bool:
    """Return whether this request was made on this machine itself: nobody's word is
    taken for it, neither a header's nor a proxy's, and whatever a proxy on this machine
    passes on comes from elsewhere.
    """
    if any(header in request.headers for header in FORWARDING):
        return False
    return is_this_machine(request.environ.get(PEER, request.remote_addr or ""))
