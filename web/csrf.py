"""A form that Django refuses as another site's: often it is a proxy that changed where it came from."""

import logging
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import render

logger = logging.getLogger(__name__)

MOST_SHOWN = 80  # characters of a header in the log

CAUSES = {
    "port": "The proxy passes the host without its port: hand on the whole Host header "
    "(nginx: proxy_set_header Host $http_host).",
    "scheme": "The site takes an https visit for http: let the proxy send X-Forwarded-Proto, and name "
    "its address in DRAGONBAG_PROXY.",
    "origin": "The browser was told to hide where a form comes from: the proxy must not set "
    "Referrer-Policy: no-referrer.",
    "http": "Cookies go over https alone where DRAGONBAG_PROXY is set, and this visit is http: visit the "
    "site by https, or leave DRAGONBAG_PROXY out.",
}
_told: set[str] = set()


def refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Says what to do. A mistake of a proxy is the host's matter: one line in the log for each cause."""
    cause = cause_of(request)
    if cause and cause not in _told:
        _told.add(cause)
        logger.warning("%s Seen: %s.", CAUSES[cause], _seen(request))
    return render(request, "403_csrf.html", {"hosts_matter": bool(cause)}, status=403)


def cause_of(request: HttpRequest) -> str:
    """Which mistake of a proxy explains the refusal; empty if none does."""
    origin, host = request.headers.get("Origin", ""), request.get_host()
    if origin == "null":
        return "origin"
    try:
        sent = urlsplit(origin)
    except ValueError:
        return ""
    name, port = split_domain_port(host)
    if sent.netloc and sent.netloc != host:
        lost = split_domain_port(sent.netloc)[0] == name and not port
        return "port" if lost else ""
    if sent.scheme == "https" and not request.is_secure():
        return "scheme"
    return "http" if settings.CSRF_COOKIE_SECURE and not request.is_secure() else ""


def _seen(request: HttpRequest) -> str:
    names = ("Origin", "Host", "X-Forwarded-Proto")
    shown = [f"{name} {request.headers.get(name, '')[:MOST_SHOWN]!r}" for name in names]
    return ", ".join([*shown, f"scheme {request.scheme}"])
