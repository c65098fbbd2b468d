"""Find the addresses of this computer that phones can reach, and write them.

No phone can be asked from here, so each address is ranked by the usual use of its
adapter, and people see all of them. Only `adapters_here` and `enclosure` ask the
system; the ranking uses plain values.
"""

import platform
import re
import socket
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from ipaddress import IPv4Address, IPv4Network, IPv6Address, ip_address
from pathlib import Path
from typing import Literal
from urllib.parse import SplitResult, urlsplit

AdapterKind = Literal[
    "wi-fi", "wired", "network", "vpn", "virtual", "mobile", "loopback"
]
Level = Literal["fine", "look", "wrong"]
Enclosure = Literal["WSL", "container"]
Scheme = Literal["http", "https"]
IP = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class Adapter:
    """A network adapter: its name, the system's description, and its addresses.

    `hosts` are IPv4 and IPv6 addresses as text; `note` warns of how it was found.
    """

    name: str
    description: str
    hosts: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Address:
    """An address to open: host without brackets or port, adapter, kind, and notes.

    `adapter` is empty for a host that belongs to no adapter of this computer; `notes`
    are sentences.
    """

    host: str
    adapter: str
    kind: AdapterKind
    notes: tuple[str, ...] = ()

    @property
    def note(self) -> str:
        """Return the notes in one line, in English."""
        return " ".join(self.notes)


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding of the doctor: severity, text, and what to do (empty: nothing)."""

    level: Level
    what: str
    remedy: str = ""


DEFAULT_ROUTE = "default route"

# The first pattern that matches an adapter's name or description tells its kind. Names
# of Linux, Android, macOS and the BSDs match from their start, words of Windows
# anywhere.
_NAMES: tuple[tuple[AdapterKind, str], ...] = (
    ("loopback", r"^lo\d*$|\bloopback\b"),
    ("wi-fi", r"\bwi-?fi\ direct\b"),
    (
        "mobile",
        r"""
        ^(v4-)?(rmnet|r_rmnet|ccmni|pdp_ip|wwan|wwp|wwx)
        | \b(cellular|mobile\ broadband|wwan)\b
        """,
    ),
    (
        "virtual",
        r"""
        ^(docker|br-(?!lan)|veth|virbr|vboxnet|vmnet|vnic|vnet|vmenet|bridge\d{3}|lxc
        |lxd|incus|cni|flannel|cali|cilium|podman|nerdctl|kube|macvtap|dummy|waydroid
        |anbox)
        | \bvethernet\b|hyper-v|virtualbox|vmware|\bwsl\b|parallels
        """,
    ),
    (
        "vpn",
        r"""
        ^(u?tun|tap|wg|tailscale|zt|feth|ppp|ipsec|gif|stf|sit\d|gpd|ham\d|nebula
        |cscotun|proton|mullvad|nordlynx)
        | vpn|wireguard|wintun|tap-windows|\btailscale\b|zerotier|anyconnect|fortinet
        | pangp|teredo|isatap|6to4|tunnel|mihomo|hamachi
        """,
    ),
    (
        "wi-fi",
        r"""
        ^(wl|ath|ap\d|swlan|softap|wigig) | \b(wi-?fi|wlan|wireless|802\.11)\b
        """,
    ),
    (
        "wired",
        r"""
        ^(eth|en[opsx]?\d|en[psx]|em\d|usb\d|rndis|br-lan|br\d|bond)
        | \b(ethernet|lan|gbe)\b
        """,
    ),
)
_AS_PATTERN = re.IGNORECASE | re.ASCII | re.MULTILINE | re.VERBOSE

_NOTES: dict[AdapterKind, str] = {
    "vpn": "A VPN: only devices on the same VPN reach it.",
    "virtual": (
        "A network between this computer and its virtual machines or containers: "
        "phones seldom reach it."
    ),
    "mobile": "Mobile data: the phone company lets nobody in from outside.",
    "loopback": (
        "Only this device can open it: there’s no network. Join a Wi-Fi or open a "
        "hotspot."
    ),
}

_PUBLIC = "A public address: without a firewall, the whole internet can reach it."
_GUESSED = (
    "The adapters can’t be read here, so this is a guess: the address that leads to "
    "the internet."
)

_ITSELF = "Only this device can open it: --host says so."
_ONLY_IPV6 = (
    "Only this device can open it: its network has only IPv6 addresses. Start the "
    "referee with --host ::"
)
_A_NAME = "A name: phones reach it only if their network knows it."
_LINK_LOCAL = "A link-local address: most phones can’t open it."
_NOBODYS = "No adapter of this computer has this address now."

NOTES = (
    *(*_NOTES.values(), _PUBLIC, _GUESSED, _ITSELF),
    *(_ONLY_IPV6, _A_NAME, _LINK_LOCAL, _NOBODYS),
)
"""Every note on addresses, for translators."""

_GROUP: dict[AdapterKind, int] = {
    "wi-fi": 0,
    "wired": 0,
    "network": 0,
    "vpn": 1,
    "virtual": 1,
    "mobile": 2,
    "loopback": 3,
}
"""The order of adapter kinds; within a group, the kind of address goes first."""
_ORDER = tuple(_GROUP)

_PRIVATE = tuple(map(IPv4Network, ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")))
# Shared space (RFC 6598) and benchmarking space (RFC 2544): only a VPN uses them,
# whatever its adapter's name.
_VPN_RANGES = tuple(map(IPv4Network, ("100.64.0.0/10", "198.18.0.0/15")))
# A device's own end of IPv4 over IPv6 (RFC 7335): the same on every device, so no other
# device reaches it.
_TRANSLATION = IPv4Network("192.0.0.0/29")

_LOOPBACK = Address("127.0.0.1", "lo", "loopback", (_NOTES["loopback"],))


def _kind_of_adapter(adapter: Adapter) -> AdapterKind:
    names = f"{adapter.name}\n{adapter.description}"
    for kind, pattern in _NAMES:
        if re.search(pattern, names, _AS_PATTERN):
            return kind
    return "network"


def _kind(adapter: Adapter, ip: IP) -> AdapterKind:
    if ip.is_loopback:
        return "loopback"
    kind = _kind_of_adapter(adapter)
    if kind in ("wi-fi", "wired", "network") and _is_in(ip, _VPN_RANGES):
        return "vpn"
    if kind == "loopback":
        # It may have another address, for instance of a router, of unknown kind.
        return "network"
    return kind


def _is_in(ip: IP, networks: Sequence[IPv4Network]) -> bool:
    return any(ip in network for network in networks)


def _leads_here(ip: IP) -> bool:
    """Return whether another device could reach this computer by this address."""
    if ip.is_loopback or ip.is_link_local or ip.is_unspecified or ip.is_multicast:
        return False
    return ip not in _TRANSLATION


def _notes(adapter: Adapter, kind: AdapterKind, ip: IP) -> tuple[str, ...]:
    public = _PUBLIC if ip.is_global else ""
    return tuple(filter(None, (adapter.note, _NOTES.get(kind, public))))


def _rank(address: Address) -> tuple[int, int, int]:
    ip = ip_address(address.host)
    family = 1
    if _is_in(ip, _PRIVATE):
        family = 0
    elif ip.version == 6:
        family = 2
    return _GROUP[address.kind], family, _ORDER.index(address.kind)


def _candidates(adapters: Sequence[Adapter]) -> Iterator[Address]:
    for adapter in adapters:
        for host in adapter.hosts:
            ip = ip_address(host)
            if _leads_here(ip):
                kind = _kind(adapter, ip)
                yield Address(host, adapter.name, kind, _notes(adapter, kind, ip))


def _read_adapters() -> list[Adapter]:
    import ifaddr

    adapters = defaultdict(list)
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            host = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            adapters[ip.nice_name, adapter.nice_name].append(host)
    return [Adapter(*names, tuple(hosts)) for names, hosts in adapters.items()]


def _outward(family: socket.AddressFamily, target: str) -> str | None:
    """Return the source address for far destinations, without sending anything."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None


def _guess_adapter() -> Adapter:
    # Addresses kept for documentation (RFC 5737, RFC 3849): far away from everybody.
    sources = (
        _outward(socket.AF_INET, "203.0.113.1"),
        _outward(socket.AF_INET6, "2001:db8::1"),
    )
    return Adapter(DEFAULT_ROUTE, "", tuple(filter(None, sources)), _GUESSED)


def adapters_here() -> list[Adapter]:
    """Return the adapters of this computer and their addresses.

    If the system refuses to list them, as some Androids do, return one for the default
    route.
    """
    try:
        return _read_adapters()
    except (OSError, AssertionError, AttributeError, ImportError):
        # Refused; an adapter without a netmask; a C library without getifaddrs; a
        # Python without ctypes.
        return [_guess_adapter()]


def _ip(host: str) -> IP | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _only(host: str, adapters: Sequence[Adapter]) -> Address:
    """Return the only address of a daemon that listens on just one."""
    ip = _ip(host)
    if ip is None:
        return Address(host, "", "network", (_A_NAME,))
    if ip.is_link_local:
        return Address(host, "", "network", (_LINK_LOCAL,))
    for address in _candidates(adapters):
        if ip_address(address.host) == ip:
            return address
    return Address(host, "", "network", (_NOBODYS,))


def find_addresses(
    host: str, adapters: Sequence[Adapter] | None = None
) -> list[Address]:
    """Return the addresses by which phones may reach a listening daemon, best first.

    `0.0.0.0` means every IPv4 address of this computer, `::` or empty every address;
    any other host only itself. `adapters` None means this computer's. The result is
    never empty.

    Networks that people sit in come first, Wi-Fi before cable: private IPv4, other
    IPv4, IPv6. VPNs, containers, virtual machines and mobile data follow. Loopback,
    link-local and translation addresses are left out; if nothing else exists, 127.0.0.1
    is returned with a note, which tells a network of IPv6 alone from none.
    """
    host = host.removeprefix("[").removesuffix("]")
    ip = _ip(host)
    if host == "localhost" or (ip is not None and ip.is_loopback):
        return [Address(host, "lo", "loopback", (_ITSELF,))]
    here = adapters_here() if adapters is None else adapters
    if host and (ip is None or not ip.is_unspecified):
        return [_only(host, here)]
    addresses = sorted(_candidates(here), key=_rank)
    if ip is None or ip.version == 6 or not addresses:
        return addresses or [_LOOPBACK]
    by_ipv4 = [address for address in addresses if ":" not in address.host]
    return by_ipv4 or [replace(_LOOPBACK, notes=(_ONLY_IPV6,))]


USUAL_PORTS: dict[Scheme, int] = {"http": 80, "https": 443}
"""The port of a URL that names none."""


def url(host: str, port: int, scheme: Scheme = "http") -> str:
    """Return the URL of an address: IPv6 in brackets, a usual port left out."""
    if ":" in host:
        host = f"[{host}]"
    if port != USUAL_PORTS[scheme]:
        host = f"{host}:{port}"
    return f"{scheme}://{host}/"


def _is_host(host: str) -> bool:
    ip = _ip(host)
    if ip is not None:
        # Browsers open no address with a zone (%).
        return not (ip.is_unspecified or ip.is_multicast or "%" in host)
    label = r"[a-z0-9_][a-z0-9_-]*"
    # Browsers read a name that ends in a number as an IPv4 address.
    return re.fullmatch(rf"({label}\.)*(?!\d+\.?$){label}\.?", host) is not None


def _is_base(text: str, parts: SplitResult) -> bool:
    """Return whether browsers can open pages below this URL."""
    if not re.fullmatch(r"[!-~]+", text) or any(mark in text for mark in "?#\\"):
        return False
    if parts.scheme not in ("http", "https", "") or (parts.path and not parts.scheme):
        return False
    if parts.port == 0 or parts.netloc.endswith(":") or "@" in parts.netloc:
        return False
    return _is_host(parts.hostname or "")


def advertise(text: str, port: int, scheme: Scheme = "http") -> str:
    """Return the base URL to show to phones, without a final slash.

    `text` is a host, a host with port, or a base URL, for instance of a proxy. A host
    alone gets `port`, on which the daemon listens, and `scheme`; a URL stays as it is.
    Raise ValueError if phones cannot open it.
    """
    text = text.strip()
    # Else a bare IPv6 address would be split into a host and a port.
    netloc = f"[{text}]" if ":" in text and _ip(text) is not None else text
    try:
        parts = urlsplit(netloc if "://" in netloc else f"//{netloc}")
        if not _is_base(text, parts):
            raise ValueError(text)
    except ValueError:
        # urlsplit raises it too, for brackets without an IPv6 address or a bad port.
        raise ValueError(
            f"{text!r} cannot be shown to phones. Give a host (192.168.1.5), a host "
            "and port (cards.example:8000) or a whole address "
            "(https://cards.example/referee)."
        ) from None
    if parts.scheme:
        return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
    if parts.port:
        return f"{scheme}://{parts.netloc}"
    return f"{scheme}://{parts.netloc}:{port}"


def enclosure() -> Enclosure | None:
    """Return the enclosure (container or the like) of this process; None without."""
    if "microsoft" in platform.release().lower():
        return "WSL"
    if Path("/.dockerenv").exists() or Path("/run/.containerenv").exists():
        return "container"
    return None


_CONNECT = (
    "Bring this computer and the phones into the same Wi-Fi (not a guest Wi-Fi), or "
    "open a hotspot on one of the phones and join it with the others and with this "
    "computer; then start again."
)
_CHOOSE_HOST = (
    "Start without --host, or with the address of this computer in its Wi-Fi."
)
_ADVERTISE_ANOTHER = "An address of your own choice is shown with --advertise."
_TRY_NEXT = (
    "If phones open nothing, try the next one, and name the one that works with "
    "--advertise."
)
_ENCLOSURES: dict[Enclosure, tuple[str, str]] = {
    "WSL": (
        "WSL",
        "Run the referee in Windows itself, or set networkingMode=mirrored in "
        ".wslconfig; then name the address of Windows with --advertise.",
    ),
    "container": (
        "a container",
        "Publish the port, and name the address of the computer round the container "
        "with --advertise.",
    ),
}
"""Each enclosure's name, and advice on it."""
_KEPT_APART = (
    "Guest Wi-Fi often keeps phones apart from everything else; this cannot be seen "
    "from here."
)
_IF_NOTHING_OPENS = (
    "If the QR code opens nothing: put the phones into the same network as this "
    "computer and turn off their mobile data and VPN; use no guest Wi-Fi; allow the "
    "referee’s port in this computer’s firewall. If all that fails, open a hotspot on "
    "one of the phones and let everybody join it, this computer too."
)


def _judge_best(best: Address) -> Finding:
    kind = best.kind
    note = best.note
    where = f"{best.host} ({best.adapter})" if best.adapter else best.host
    if kind == "loopback":
        what = f"No phone can reach this computer, only {best.host} is there."
        remedies = {_ITSELF: _CHOOSE_HOST, _ONLY_IPV6: _ONLY_IPV6}
        return Finding("wrong", what, remedies.get(note, _CONNECT))
    if kind == "mobile":
        what = f"The only network is mobile data: {where}. {note}"
        return Finding("wrong", what, _CONNECT)
    if kind in ("vpn", "virtual"):
        what = f"There are only VPN or container addresses, the best is {where}. {note}"
        return Finding("look", what, f"{_CONNECT} {_ADVERTISE_ANOTHER}")
    if note or not best.adapter:
        what = f"Phones are sent to {where}. {note}"
        return Finding("look", what, "Check that this is what you want.")
    what = f"Phones in the same network reach this computer at {where}."
    return Finding("fine", what)


def _judge_choice(addresses: Sequence[Address]) -> Iterator[Finding]:
    likely = [address for address in addresses if _GROUP[address.kind] == 0]
    if len({address.adapter for address in likely}) > 1:
        shown = ", ".join(f"{address.host} ({address.adapter})" for address in likely)
        what = f"This computer is in several networks: {shown}. The first is shown."
        yield Finding("look", what, _TRY_NEXT)


def _judge_enclosure(inside: Enclosure | None) -> Iterator[Finding]:
    if inside is not None:
        called, remedy = _ENCLOSURES[inside]
        what = f"This runs inside {called}, whose own network phones do not reach."
        yield Finding("look", what, remedy)


def network_findings(
    addresses: Sequence[Address], inside: Enclosure | None = None
) -> list[Finding]:
    """Return findings about the network, most important first; never empty.

    `addresses` are at least one, best first, from `find_addresses`; `inside` comes from
    `enclosure`. Advice on Wi-Fi that isolates phones is always included, since this
    computer cannot notice it.
    """
    best = addresses[0]
    findings = [_judge_best(best), *_judge_choice(addresses), *_judge_enclosure(inside)]
    if best.kind not in ("loopback", "mobile"):
        findings.append(Finding("fine", _KEPT_APART, _IF_NOTHING_OPENS))
    return findings
