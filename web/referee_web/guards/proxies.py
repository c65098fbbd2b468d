"""Trusted proxies: only the operator's load balancers may report a phone's address.

The server reads their headers, and sets the caller's address.
"""

from ipaddress import IPv4Network, IPv6Network
from typing import Any

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


def read_forwarded(environ: dict[str, Any], proxies: Proxies) -> None:
    """Take a load balancer's word on who asks, and whether by HTTPS.

    Each proxy adds whom it heard: the last address that is no proxy's is the phone's.
    """
    if not is_proxy(environ["REMOTE_ADDR"], proxies):
        return
    scheme = environ.get("HTTP_X_FORWARDED_PROTO")
    if scheme in ("http", "https"):
        environ["wsgi.url_scheme"] = scheme
    for said in reversed(environ.get("HTTP_X_FORWARDED_FOR", "").split(",")):
        address = _without_port(said.strip())
        if not address:
            continue
        environ["REMOTE_ADDR"] = address
        if not is_proxy(address, proxies):
            return


def _without_port(said: str) -> str:
    """Return the address, as in `192.0.2.1:80` or `[2001:db8::1]:80`."""
    if said.startswith("["):
        return said[1:].partition("]")[0]
    if said.count(":") == 1:
        return said.partition(":")[0]
    return said


def mount(environ: dict[str, Any], prefix: str) -> None:
    """Have the app below this prefix, whether the proxy left it in the path or not."""
    environ["SCRIPT_NAME"] = prefix
    path = environ["PATH_INFO"]
    if f"{path}/".startswith(f"{prefix}/"):
        environ["PATH_INFO"] = path.removeprefix(prefix) or "/"


def is_from_this_machine() -> bool:
    """Return whether this request was made on this machine itself.

    It trusts no header or proxy: what a local proxy forwards comes from elsewhere.
    """
    # The daemon answers before Flask is imported.
    from flask import request

    if any(header in request.headers for header in FORWARDING):
        return False
    return is_this_machine(request.environ.get(PEER, request.remote_addr or ""))
