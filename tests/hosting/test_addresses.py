"""Which addresses people are shown, in which order, and what is said about them."""

import socket
from dataclasses import dataclass
from typing import Self

import ifaddr
import pytest
from hypothesis import given, strategies as st

from referee.hosting.network import addresses
from referee.hosting.network.addresses import (
    Adapter,
    advertise,
    find_addresses,
    network_findings,
    url,
)


def adapter(name: str, *hosts: str, description: str = "") -> Adapter:
    return Adapter(name, description or name, hosts)


LOOPBACK = adapter("lo", "127.0.0.1", "::1")
WIFI = adapter("wlan0", "192.168.1.5", "fd12::5", "fe80::5")
CABLE = adapter("eth0", "10.0.0.7")
DOCKER = adapter("docker0", "172.17.0.1")
VPN = adapter("tun0", "10.8.0.2")
MOBILE = adapter("rmnet_data0", "10.90.1.2")


def hosts(*adapters: Adapter) -> list[str]:
    return [address.host for address in find_addresses("", adapters)]


@pytest.mark.parametrize(
    ("name", "description", "kind"),
    [
        ("wlan0", "", "wi-fi"),
        ("enp0s31f6", "", "wired"),
        ("br0", "", "wired"),
        ("unheard-of0", "", "network"),
        ("docker0", "", "virtual"),
        ("br-3f2a9c81d7e0", "", "virtual"),
        ("tun0", "", "vpn"),
        ("tailscale0", "", "vpn"),
        ("rmnet_data0", "", "mobile"),
        ("Wi-Fi", "Intel(R) Wi-Fi 6 AX201 160MHz", "wi-fi"),
        (
            "Local Area Connection* 10",
            "Microsoft Wi-Fi Direct Virtual Adapter #2",
            "wi-fi",
        ),
        ("Ethernet 2", "Realtek PCIe GbE Family Controller", "wired"),
        ("vEthernet (WSL)", "Hyper-V Virtual Ethernet Adapter", "virtual"),
        ("Ethernet 4", "TAP-Windows Adapter V9", "vpn"),
        ("Cellular", "Generic Mobile Broadband Adapter", "mobile"),
    ],
)
def test_an_adapter_is_known_by_its_name_or_description(
    name: str, description: str, kind: str
) -> None:
    (address,) = find_addresses(
        "", [adapter(name, "192.168.1.5", description=description)]
    )
    assert (address.kind, address.adapter) == (kind, name)


@pytest.mark.parametrize(
    ("adapters", "order"),
    [
        ([LOOPBACK, CABLE, WIFI], ["192.168.1.5", "10.0.0.7", "fd12::5"]),
        ([DOCKER, VPN, CABLE], ["10.0.0.7", "10.8.0.2", "172.17.0.1"]),
        ([MOBILE, DOCKER, WIFI], ["192.168.1.5", "fd12::5", "172.17.0.1", "10.90.1.2"]),
        (
            [adapter("eth0", "203.0.113.9"), adapter("eth1", "172.31.0.4")],
            ["172.31.0.4", "203.0.113.9"],
        ),
        (
            [adapter("eth0", "172.32.0.4"), adapter("eth1", "10.0.0.4")],
            ["10.0.0.4", "172.32.0.4"],
        ),
        (
            [adapter("eth0", "100.100.1.1"), adapter("eth1", "fd12::5")],
            ["fd12::5", "100.100.1.1"],
        ),
        ([adapter("eth0", "10.0.0.2", "10.0.0.1")], ["10.0.0.2", "10.0.0.1"]),
    ],
)
def test_the_network_people_sit_in_comes_first(
    adapters: list[Adapter], order: list[str]
) -> None:
    assert hosts(*adapters) == order


@pytest.mark.parametrize(
    "useless", ["127.0.0.1", "127.8.8.8", "::1", "169.254.3.4", "fe80::1", "192.0.0.4"]
)
def test_what_no_other_device_can_mean_is_left_out(useless: str) -> None:
    assert hosts(CABLE, adapter("en1", useless)) == ["10.0.0.7"]


@pytest.mark.parametrize(
    "adapters", [[], [LOOPBACK], [adapter("wlan0", "169.254.3.4", "fe80::1")]]
)
def test_loopback_is_the_last_resort_and_says_so(adapters: list[Adapter]) -> None:
    (address,) = find_addresses("", adapters)
    assert (address.host, address.kind) == ("127.0.0.1", "loopback")
    assert "Only this device" in address.note


@given(
    st.lists(st.sampled_from([LOOPBACK, WIFI, CABLE, DOCKER, VPN, MOBILE]), unique=True)
)
def test_every_usable_address_is_shown_once_with_reasons_for_the_doubtful(
    adapters: list[Adapter],
) -> None:
    shown = find_addresses("", adapters)
    usable = {
        h
        for a in adapters
        if a is not LOOPBACK
        for h in a.hosts
        if not h.startswith("fe80")
    }
    assert sorted(address.host for address in shown) == sorted(usable or {"127.0.0.1"})
    assert all(
        address.note for address in shown if address.kind not in ("wi-fi", "wired")
    )


def test_the_adapters_of_this_computer_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ips = [
        ifaddr.IP("192.168.1.5", 24, "Wi-Fi"),
        ifaddr.IP(("fd12::5", 0, 0), 64, "Wi-Fi"),
    ]
    monkeypatch.setattr(
        ifaddr, "get_adapters", lambda: [ifaddr.Adapter("{4F}", "Intel AX201", ips)]
    )
    assert addresses.adapters_here() == [
        Adapter("Wi-Fi", "Intel AX201", ("192.168.1.5", "fd12::5"))
    ]


@dataclass
class Probe:
    """A socket on a computer whose IPv4 alone leads outward."""

    family: socket.AddressFamily
    kind: socket.SocketKind

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def connect(self, target: tuple[str, int]) -> None:
        if self.family != socket.AF_INET:
            raise OSError(101, "no route")

    def getsockname(self) -> tuple[str, int]:
        return "192.168.1.5", 40_000


@pytest.mark.parametrize(
    "error",
    [PermissionError(13, "refused"), OSError(95, "no netlink"), AssertionError()],
)
def test_where_adapters_are_refused_the_default_route_is_guessed(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise error

    monkeypatch.setattr(ifaddr, "get_adapters", refuse)
    monkeypatch.setattr(socket, "socket", Probe)
    (address,) = find_addresses("")
    assert (address.host, address.adapter) == ("192.168.1.5", addresses.DEFAULT_ROUTE)
    assert "can’t be read" in address.note
    assert network_findings([address])[0].level == "look"


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("0.0.0.0", ["192.168.1.5", "10.0.0.7"]),
        ("::", ["192.168.1.5", "10.0.0.7", "fd12::5"]),
        ("", ["192.168.1.5", "10.0.0.7", "fd12::5"]),
        ("10.0.0.7", ["10.0.0.7"]),
        ("[fd12::5]", ["fd12::5"]),
        ("127.0.0.1", ["127.0.0.1"]),
        ("localhost", ["localhost"]),
        ("10.9.9.9", ["10.9.9.9"]),
        ("laptop.local", ["laptop.local"]),
    ],
)
def test_only_what_is_listened_on_is_shown(host: str, shown: list[str]) -> None:
    assert [
        address.host for address in find_addresses(host, [LOOPBACK, WIFI, CABLE])
    ] == shown


@pytest.mark.parametrize(
    ("host", "port", "expected"),
    [
        ("192.168.1.5", 8000, "http://192.168.1.5:8000/"),
        ("fd12::5", 8000, "http://[fd12::5]:8000/"),
        ("cards.local", 80, "http://cards.local/"),
    ],
)
def test_an_address_is_written_as_browsers_read_it(
    host: str, port: int, expected: str
) -> None:
    assert url(host, port) == expected


@pytest.mark.parametrize(
    ("text", "base"),
    [
        ("192.168.1.5", "http://192.168.1.5:8000"),
        (" cards.local ", "http://cards.local:8000"),
        ("Cards.local:9000", "http://Cards.local:9000"),
        ("fd12::5", "http://[fd12::5]:8000"),
        ("[fd12::5]:9000", "http://[fd12::5]:9000"),
        ("https://cards.example/", "https://cards.example"),
        ("https://cards.example:8443/Referee/", "https://cards.example:8443/Referee"),
    ],
)
def test_people_may_name_the_address_to_show(text: str, base: str) -> None:
    assert advertise(text, 8000) == base


@pytest.mark.parametrize(
    "text",
    [
        "",
        "my laptop",
        "kärtchen.example",
        "ftp://cards.example",
        "http://ana:secret@cards.example",
        "https://cards.example/?a=1",
        "cards.example/referee",
        "cards.example:",
        "cards.example:0",
        "cards.example:65536",
        "192.168.1.500",
        "0.0.0.0",
        "fe80::1%eth0",
        "[fd12::5",
        "-cards.example",
    ],
)
def test_an_address_that_cannot_be_shown_is_refused_with_examples(text: str) -> None:
    with pytest.raises(ValueError, match=r"cannot be shown to phones.*192\.168\.1\.5"):
        advertise(text, 8000)


@given(st.text(max_size=30))
def test_whatever_is_advertised_is_a_base_address_or_refused(text: str) -> None:
    try:
        base = advertise(text, 8000)
    except ValueError as refusal:
        assert "cannot be shown to phones" in str(refusal)
    else:
        assert base.startswith(("http://", "https://"))
        assert not base.endswith("/")


@pytest.mark.parametrize(
    ("adapters", "level", "what"),
    [
        ([LOOPBACK], "wrong", "No phone can reach"),
        ([MOBILE], "wrong", "mobile data"),
        ([VPN, DOCKER], "look", "only VPN or container"),
        ([adapter("eth0", "8.8.4.4")], "look", "public address"),
        ([LOOPBACK, WIFI, DOCKER], "fine", "192.168.1.5 (wlan0)"),
    ],
)
def test_the_doctor_says_how_phones_get_here(
    adapters: list[Adapter], level: str, what: str
) -> None:
    first = network_findings(find_addresses("", adapters))[0]
    assert first.level == level
    assert what in first.what
    assert bool(first.remedy) == (level != "fine")


def test_a_network_of_ipv6_alone_is_no_missing_one() -> None:
    by_ipv6 = adapter("wlan0", "2001:db8::5")
    [only] = find_addresses("0.0.0.0", [LOOPBACK, by_ipv6])
    assert only.host == "127.0.0.1"
    [finding] = network_findings([only])
    assert "--host ::" in finding.remedy
    assert "Wi-Fi" not in finding.remedy
    assert find_addresses("::", [LOOPBACK, by_ipv6])[0].host == "2001:db8::5"


def test_that_there_is_no_network_is_said_once() -> None:
    [finding] = network_findings(find_addresses("0.0.0.0", [LOOPBACK]))
    assert f"{finding.what} {finding.remedy}".count("hotspot") == 1


def test_the_doctor_names_all_networks_when_there_are_several() -> None:
    several = network_findings(find_addresses("", [WIFI, CABLE, DOCKER]))[1]
    assert several.level == "look"
    assert "192.168.1.5 (wlan0), 10.0.0.7 (eth0)" in several.what
    assert "--advertise" in several.remedy
    assert not [
        f
        for f in network_findings(find_addresses("", [WIFI, DOCKER]))
        if "several networks" in f.what
    ]


@pytest.mark.parametrize("inside", ["WSL", "container"])
def test_the_doctor_says_when_the_adapters_are_not_the_computers(
    inside: addresses.Enclosure,
) -> None:
    assert [
        f
        for f in network_findings(find_addresses("", [CABLE]), inside)
        if inside in f.what and "--advertise" in f.remedy
    ]
