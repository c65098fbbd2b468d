"""A request's address, and the unit it counts as."""

from ipaddress import IPv4Address, IPv6Address, ip_address


def read_address(address: str) -> IPv4Address | IPv6Address | None:
    """Return an address, IPv4 also from its IPv6 form; None if invalid."""
    try:
        read = ip_address(address.partition("%")[0])
    except ValueError:
        return None
    return getattr(read, "ipv4_mapped", None) or read


def household(address: str) -> str:
    """Return the address that limits count by: itself, or its IPv6 network."""
    read = read_address(address)
    if read is None:
        return address
    if isinstance(read, IPv4Address) or read.is_loopback:
        return str(read)
    return str(IPv6Address(int(read) >> 64 << 64))


def site(address: str) -> str:
    """Return an IPv6 address's network of 48 bits; others unchanged."""
    read = read_address(address)
    if not isinstance(read, IPv6Address) or read.is_loopback:
        return household(address)
    return f"{IPv6Address(int(read) >> 80 << 80)}/48"


def is_this_machine(address: str) -> bool:
    """Return whether this is this machine, as for everybody behind a local proxy."""
    return household(address) in ("127.0.0.1", "::1")
