"""At which address phones find this daemon."""

from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import ip_address

from flask import current_app, request

from referee.hosting.network.addresses import Address, url
from referee_web.hosts import hosts_in_environment, may_be_asked, name_of


@dataclass(frozen=True, slots=True)
class PublicUrl:
    """The port the daemon listens on, a base address to show whatever is found (None: find one), how to find the
    machine's addresses, best first, and under which further names the operator lets it be asked.
    """

    port: int
    advertised: str | None
    addresses: Callable[[], list[Address]]
    hosts: frozenset[str] = field(default_factory=hosts_in_environment)

    def answers(self, host: str) -> bool:
        """Whether it answers requests under this `Host`."""
        advertised = {name_of(self.advertised)} if self.advertised else set()
        return may_be_asked(host, self.hosts | advertised)


def public_url() -> PublicUrl:
    """The public address of the app in use."""
    found: PublicUrl = current_app.extensions["public_url"]
    return found


def base_url() -> str:
    """The address to show to phones, without a slash at its end.

    The one that was advertised; else the one by which this request came, which evidently works, unless it only
    works on this machine; else the likeliest of the machine's own.
    """
    mine = public_url()
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
    name = name_of(host)
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
