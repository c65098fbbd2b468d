"""The address for phones, as far as this request tells."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import current_app, request

from referee.hosting.network.addresses import USUAL_PORTS, url
from referee_web.guards.services import services
from referee_web.preferences import HTTPS_DOOR, came_by_https_door
from referee_web.public_url import name_of


def base_url() -> str:
    """Return the address for phones, without a final slash.

    It is the advertised one; else this request's own, which evidently works, unless
    only on this machine; else the machine's likeliest.
    """
    mine = services().public_url
    if mine.advertised:
        return mine.advertised.rstrip("/")
    if came_by_https_door():
        # Whoever is sent here needs no warning of a certificate.
        return url(name_of(request.host), mine.port).rstrip("/")
    if not _only_here(request.host):
        return request.host_url.rstrip("/")
    addresses = mine.addresses()
    if not addresses:
        return request.host_url.rstrip("/")
    return mine.url_of(addresses[0]).rstrip("/")


def join_url(code: str, base: str | None = None) -> str:
    """Return the address to join a table.

    A call that changes something determines its `base` first, so that it cannot fail
    later.
    """
    if base is None:
        base = base_url()
    return f"{base}/t/{code}"


def camera_base() -> str:
    """Return the address for cameras: the open HTTPS door's, else `base_url`."""
    base = base_url()
    door = current_app.config.get(HTTPS_DOOR)
    if door is None:
        return base
    mine = services().public_url
    parts = urlsplit(base)
    host = parts.hostname or ""
    if (parts.port or USUAL_PORTS["http"]) != mine.port:
        # That is a proxy's, which knows of no other door.
        host = next((address.host for address in mine.addresses()), host)
    return url(host, int(door), scheme="https").rstrip("/")


def _only_here(host: str) -> bool:
    name = name_of(host)
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
