"""The address that a request comes from, and what it is counted as."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address


def read_address(address: str) -> IPv4Address | IPv6Address | None:
    """This address, an IPv4 one also when written as an IPv6 one; None where it is
    none.
    """
    try:
        read = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return getattr(read, "ipv4_mapped", None) or read


@lru_cache(maxsize=4096)
def household(address: str) -> str:
    """What an address is counted as: an IPv4 address as itself; an IPv6 address as its
    network, since devices choose the rest themselves.
    """
    read = read_address(address)
    if read is None:
        return address
    if isinstance(read, IPv4Address) or read.is_loopback:
        return str(read)
    return str(IPv6Address(int(read) >> 64 << 64))


def site(address: str) -> str:
    """The network of 48 bits that an IPv6 address is in, which holds 65,536 of
    `household`; any other as that.
    """
    read = read_address(address)
    if not isinstance(read, IPv6Address) or read.is_loopback:
        return household(address)
    return f"{IPv6Address(int(read) >> 80 << 80)}/48"


def is_this_machine(address: str) -> bool:
    """Whether this is an address of this machine itself, as it is for everybody who
    comes through a proxy on it.
    """
    return household(address) in ("127.0.0.1", "::1")
