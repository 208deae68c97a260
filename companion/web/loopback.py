"""Addresses of machines: how a URL has one, and whether one is out of the network's reach, for the configuration, the server and
the guard."""

from ipaddress import IPv4Address, IPv6Address, ip_address


def is_loopback(host: str) -> bool:
    """Whether a server bound to `host`, or a client from there, is out of the network's reach."""
    if host.lower() == "localhost":
        return True
    found = address(host)
    return found is not None and found.is_loopback


def host_and_port(host: str, port: int) -> str:
    """Both as a URL has them."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def address(host: str) -> IPv4Address | IPv6Address | None:
    """The address that `host` writes out, without an IPv6 zone; an IPv4 one in IPv6's clothes is itself."""
    try:
        found = ip_address(host)
        # A zone ("%eth0") is no part of the address; only IPv6 has one.
        return found if isinstance(found, IPv4Address) else found.ipv4_mapped or ip_address(host.partition("%")[0])
    except ValueError:
        return None
