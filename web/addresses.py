"""Addresses for other devices: with a loopback address each of them would reach only itself."""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port

from web import hosts


def shared(request: HttpRequest, path: str) -> str:
    """The full address of a page, as another device on the network can open it."""
    name, port = split_domain_port(request.get_host())
    if _is_loopback(name) and settings.PROXY and hosts.plain_names(settings.NAMED_HOSTS):
        return "{}://{}{}".format(*configured(request), path)
    if not (_is_loopback(name) and settings.NETWORK_ADDRESS):
        return request.build_absolute_uri(path)
    place = hosts.in_url(settings.NETWORK_ADDRESS) + (f":{port}" if port else "")
    return f"{request.scheme}://{place}{path}"


def configured(request: HttpRequest) -> tuple[str, str]:
    """Scheme and host of this site as configured, whatever the Host header said."""
    named = hosts.plain_names(settings.NAMED_HOSTS)
    if settings.PROXY and named:
        return "https", named[0]
    name = hosts.in_url(next(iter(named), None) or settings.NETWORK_ADDRESS or "127.0.0.1")
    # The port that the server listens on; the one in the Host header cannot be trusted.
    port = request.META.get("SERVER_PORT", "")
    return "http", f"{name}:{port}" if port not in ("", "80") else name


def _is_loopback(name: str) -> bool:
    if name == "localhost":
        return True
    try:
        return ip_address(name.strip("[]")).is_loopback
    except ValueError:
        return False


def address_of(request: HttpRequest) -> str:
    """The IP address that a request comes from."""
    return str(request.META.get("REMOTE_ADDR", ""))
