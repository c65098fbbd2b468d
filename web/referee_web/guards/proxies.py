"""Trusted proxies: only the operator's load balancers may report a phone's address.

The server reads their headers (see `server.daemon`), and sets the caller's address.
"""

from ipaddress import IPv4Network, IPv6Network

from referee_web.callers import is_this_machine, read_address

PEER = "referee.peer"
"""The key of the connection's real address, whatever headers claim."""
FORWARDING = (
    "Forwarded",
    "Via",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Real-Ip",
)
"""The headers of forwarded requests."""

Network = IPv4Network | IPv6Network
Proxies = tuple[Network, ...]
"""The load balancers' networks; empty: every address is taken as it is."""


def is_proxy(address: str, proxies: Proxies) -> bool:
    """Return whether a load balancer has this address."""
    if not proxies:
        return False
    read = read_address(address)
    return read is not None and any(read in network for network in proxies)


def trusted_networks(proxies: Proxies) -> list[str]:
    """Return the networks for uvicorn: IPv4 also in its IPv6 form."""
    trusted = []
    for network in proxies:
        trusted.append(str(network))
        if network.version == 4:
            prefix = 96 + network.prefixlen
            trusted.append(f"::ffff:{network.network_address}/{prefix}")
    return trusted


def is_from_this_machine() -> bool:
    """Return whether this request was made on this machine itself.

    It trusts no header or proxy: what a local proxy forwards comes from elsewhere.
    """
    # The daemon answers before Flask is imported.
    from flask import request

    if any(header in request.headers for header in FORWARDING):
        return False
    return is_this_machine(request.environ.get(PEER, request.remote_addr or ""))
