"""Which names this site answers to: its own, private addresses and what the host has set."""

import socket
from collections.abc import Sequence
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

HOME_ZONES = ("local", "lan", "home.arpa", "fritz.box")


def own_names() -> list[str]:
    """The names other machines at home know this one by."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return sorted({"localhost", name, short, *(f"{short}.{zone}" for zone in HOME_ZONES)})


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
