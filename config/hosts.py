"""Which names this site answers to: its own, private addresses and what the host has set."""

import fcntl
import socket
import struct
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from ipaddress import ip_address, ip_network

from django.http.request import split_domain_port, validate_host

# Written out: what Python calls private also holds 0.0.0.0 and addresses nobody plays on.
PRIVATE = [
    ip_network(block)
    for block in (
        "127.0.0.0/8",
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "100.64.0.0/10",  # a provider's or a private overlay network's inner addresses
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    )
]

SIOCGIFADDR = 0x8915  # Linux: the address of an interface
HOME_ZONES = ("local", "lan", "home.arpa", "fritz.box")


def own_names() -> list[str]:
    """The names other machines at home know this one by."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return sorted({"localhost", name, short, *(f"{short}.{zone}" for zone in HOME_ZONES)})


def own_addresses() -> list[str]:
    """This machine's IPv4 addresses, the one on the way out first; loopback is none of them."""
    found = [*_addresses_by_route(), *_addresses_by_interface()]
    return [address for address in dict.fromkeys(found) if not ip_address(address).is_loopback]


def _addresses_by_route() -> Iterator[str]:
    # Connecting a datagram socket sends nothing: it only asks which way a packet would take.
    for target in ("198.51.100.1", "192.168.255.254", "10.255.255.254", "172.31.255.254"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            try:
                asking.connect((target, 9))
            except OSError:
                continue
            yield asking.getsockname()[0]


def _addresses_by_interface() -> Iterator[str]:
    """Also those that lead nowhere else: a laptop may be the table's only network."""
    if sys.platform != "linux":
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            try:
                told = fcntl.ioctl(asking, SIOCGIFADDR, struct.pack("256s", name.encode()))
            except OSError:
                continue
            yield socket.inet_ntoa(told[20:24])


def network_address(addresses: Iterable[str]) -> str | None:
    """The address to give to other devices: the first that others can reach, never loopback."""
    return next((each for each in addresses if _reaches_others(each)), None)


def _reaches_others(address: str) -> bool:
    parsed = ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local)


@lru_cache(maxsize=256)
def is_private(host: str) -> bool:
    """Whether a host is written as an address of this machine or of a home network."""
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return False
    return any(address in block for block in PRIVATE)


def is_served(host_header: str, served: Sequence[str]) -> bool:
    """Whether a Host header names this site; anything else may be a stranger's rebound name."""
    host, _ = split_domain_port(host_header)
    return bool(host) and (is_private(host) or validate_host(host, served))
