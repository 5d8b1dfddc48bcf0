"""Addresses to hand to other devices: a loopback address would lead each of them to itself."""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port


def shared(request: HttpRequest, path: str) -> str:
    """A page's address as another device on the network can open it."""
    name, port = split_domain_port(request.get_host())
    if not (_is_loopback(name) and settings.NETWORK_ADDRESS):
        return request.build_absolute_uri(path)
    place = f"{settings.NETWORK_ADDRESS}:{port}" if port else settings.NETWORK_ADDRESS
    return f"{request.scheme}://{place}{path}"


def _is_loopback(name: str) -> bool:
    if name == "localhost":
        return True
    try:
        return ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False
