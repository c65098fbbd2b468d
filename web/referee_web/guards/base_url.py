"""The address to show to phones, as far as the request at hand tells."""

from ipaddress import ip_address

from flask import request

from referee_web.guards.services import services
from referee_web.public_url import name_of


def base_url() -> str:
    """The address to show to phones, without a slash at its end.

    The one that was advertised; else the one by which this request came, which
    evidently works, unless it only works on this machine; else the likeliest of the
    machine's own.
    """
    mine = services().public_url
    if mine.advertised:
        return mine.advertised.rstrip("/")
    if not _only_here(request.host):
        return request.host_url.rstrip("/")
    addresses = mine.addresses()
    if not addresses:
        return request.host_url.rstrip("/")
    return mine.url_of(addresses[0]).rstrip("/")


def join_url(code: str, base: str | None = None) -> str:
    """Where a table is joined.

    A call that changes something finds out its `base` first, and then surely has an
    answer.
    """
    if base is None:
        base = base_url()
    return f"{base}/t/{code}"


def _only_here(host: str) -> bool:
    name = name_of(host)
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
