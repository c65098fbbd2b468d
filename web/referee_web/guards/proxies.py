"""Whose word on a phone's address is taken: that of the load balancers the operator named, and nobody else's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network
from typing import TYPE_CHECKING

from flask import Flask, request

from referee_web.guards.limits import is_this_machine, read_address

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

SCHEMES = ("http", "https")

PEER = "referee.peer"
"""Under this name stands the address at the other end of the connection, whatever anybody says about it."""
FORWARDING = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip")
"""The headers that show that a request was passed on."""


Network = IPv4Network | IPv6Network


@dataclass(frozen=True, slots=True)
class Proxies:
    """The networks in which the load balancers stand; none: every address is taken as it is."""

    networks: tuple[Network, ...] = ()

    def __contains__(self, address: str) -> bool:
        found = read_address(address) if self.networks else None
        return found is not None and any(found in network for network in self.networks)

    def phone(self, caller: str, forwarded: str) -> str:
        """The address of the phone behind a caller, by the `X-Forwarded-For` that came, to whose end each hop is added.

        Only a proxy adds a hop that is true, so the last one that no proxy of ours has is the phone's; what stands
        before it, the phone may have invented.
        """
        for hop in reversed(forwarded.split(",")):
            if caller not in self:
                return caller
            address = _without_port(hop.strip())
            if read_address(address) is None:
                return caller
            caller = address
        return caller


NO_PROXIES = Proxies()


def see_through(app: Flask) -> None:
    """Have this app see the phones behind its proxies: their addresses, and whether they came by https."""
    app.extensions["proxies"] = NO_PROXIES
    answer = app.wsgi_app

    def seen(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        proxies: Proxies = app.extensions["proxies"]
        caller = environ.get("REMOTE_ADDR", "")
        environ = environ | {PEER: caller}
        if caller in proxies:
            environ["REMOTE_ADDR"] = proxies.phone(caller, environ.get("HTTP_X_FORWARDED_FOR", ""))
            scheme = environ.get("HTTP_X_FORWARDED_PROTO", "").rpartition(",")[2].strip().lower()
            if scheme in SCHEMES:
                environ["wsgi.url_scheme"] = scheme
        return answer(environ, start)

    app.wsgi_app = seen  # type: ignore[method-assign, assignment]  # as Flask wants it done


def is_from_this_machine() -> bool:
    """Whether this request was made on this machine itself: nobody's word is taken for it, neither a header's nor a
    proxy's, and whatever a proxy on this machine passes on comes from elsewhere.
    """
    passed_on = any(header in request.headers for header in FORWARDING)
    return not passed_on and is_this_machine(request.environ.get(PEER, ""))


def _without_port(address: str) -> str:
    """An address as some proxies write it, `192.0.2.1:4711` or `[2001:db8::1]:4711`, without the port."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0] if address.count(":") == 1 else address
