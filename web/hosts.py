"""Which names this site answers to: its own, private addresses and what the host has set."""

import socket
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from ipaddress import ip_address, ip_network

import ifaddr
from django.http.request import split_domain_port, validate_host

# Listed here because Python's is_private includes 0.0.0.0 and networks nobody plays on.
PRIVATE = [
    ip_network(block)
    for block in (
        "127.0.0.0/8",
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "100.64.0.0/10",  # shared by providers and by private overlay networks
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    )
]

EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104 - only compared
"""What a server listens on that listens on every interface."""

HOME_ZONES = ("local", "lan", "home.arpa", "fritz.box")


def own_names() -> list[str]:
    """The names by which other machines on the home network know this one."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return sorted({"localhost", name, short, *(f"{short}.{zone}" for zone in HOME_ZONES)})


def own_addresses() -> list[str]:
    """This machine's IPv4 addresses without loopback; the one used to reach others comes first."""
    found = [*_addresses_by_route(), *_addresses_by_interface()]
    return [address for address in dict.fromkeys(found) if not ip_address(address).is_loopback]


def _addresses_by_route() -> Iterator[str]:
    # Connecting a datagram socket sends nothing; it only looks up the route.
    for target in ("198.51.100.1", "192.168.255.254", "10.255.255.254", "172.31.255.254"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            try:
                asking.connect((target, 9))
            except OSError:
                continue
            yield asking.getsockname()[0]


def _addresses_by_interface() -> Iterator[str]:
    """Also of networks without a way out: a laptop may be the table's only network."""
    for adapter in ifaddr.get_adapters():
        yield from (str(address.ip) for address in adapter.ips if address.is_IPv4)


def listened_on(bind: str) -> list[str]:
    """This machine's addresses at which a server listens that is bound there, as `own_addresses`."""
    if bind in EVERYWHERE:
        return own_addresses()
    try:
        return [str(ip_address(bind))]
    except ValueError:
        return _addresses_of(bind)


def _addresses_of(name: str) -> list[str]:
    try:
        return [socket.gethostbyname(name)]
    except OSError:
        return []


def network_address(addresses: Iterable[str]) -> str | None:
    """The address to give to other devices: the first that they can reach, never loopback."""
    return next((each for each in addresses if _reaches_others(each)), None)


def shared_host(named: Iterable[str], bind: str) -> str | None:
    """What to tell other devices of a server that listens there: its host's name for it comes first."""
    address = network_address(listened_on(bind))
    return address and next(iter(plain_names(named)), address)


def plain_names(named: Iterable[str]) -> list[str]:
    """Those of the names that are one host each and no pattern."""
    return [name for name in named if name[0] not in ".*"]


def _reaches_others(address: str) -> bool:
    parsed = ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local)


def in_url(host: str) -> str:
    """A host as an address of a page has it: that of IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


@lru_cache(maxsize=256)
def is_private(host: str) -> bool:
    """Whether a host is the IP address of this machine or of a private network."""
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return False
    return any(address in block for block in PRIVATE)


def is_served(host_header: str, served: Sequence[str]) -> bool:
    """Whether a Host header names this site; any other may be DNS rebinding."""
    host, _ = split_domain_port(host_header)
    return bool(host) and (is_private(host) or validate_host(host, served))
