"""At which address phones find this daemon."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address

from flask import current_app, request

from referee.hosting.addresses import Address, url


@dataclass(frozen=True, slots=True)
class Reach:
    """The port the daemon listens on, a base address to show whatever is found (None: find one), and how to
    find the machine's addresses, best first.
    """

    port: int
    advertised: str | None
    addresses: Callable[[], list[Address]]


def reach() -> Reach:
    """The reach of the app in use."""
    found: Reach = current_app.extensions["reach"]
    return found


def base_url() -> str:
    """The address to show to phones, without a slash at its end.

    The one that was advertised; else the one by which this request came, which evidently works, unless it only
    works on this machine; else the likeliest of the machine's own.
    """
    mine = reach()
    if mine.advertised:
        return mine.advertised.rstrip("/")
    if not _only_here(request.host):
        return request.host_url.rstrip("/")
    found = mine.addresses()
    return url(found[0].host, mine.port).rstrip("/") if found else request.host_url.rstrip("/")


def join_url(code: str) -> str:
    """Where a table is joined."""
    return f"{base_url()}/t/{code}"


def _only_here(host: str) -> bool:
    name = host.rsplit(":", 1)[0].strip("[]") if not host.endswith("]") else host.strip("[]")
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
