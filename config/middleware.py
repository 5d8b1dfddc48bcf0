"""What holds for every answer: the host it was asked at, and what a browser may do with it."""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import bad_request

from config.hosts import is_served
from config.intake import NOT_TAKEN_IN

Handler = Callable[[HttpRequest], HttpResponse]

# Nothing is inline and nothing comes from elsewhere, so no nonces and no exceptions.
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'"
)
PERMISSIONS_POLICY = (
    "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=(), "
    "screen-wake-lock=(self)"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Permissions-Policy": PERMISSIONS_POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Join codes and invitations stand in addresses; other sites never see them.
    "Referrer-Policy": "same-origin",
}


def security_headers(get_response: Handler) -> Handler:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return middleware


def known_hosts(get_response: Handler) -> Handler:
    def middleware(request: HttpRequest) -> HttpResponse:
        host = request.META.get("HTTP_HOST") or request.META.get("SERVER_NAME", "")
        if not is_served(host, settings.SITE_HOSTS):
            # Answered here and not raised: strangers' scanners shall not fill the log.
            return bad_request(request, DisallowedHost(host))
        return get_response(request)

    return middleware


def whole_bodies(get_response: Handler) -> Handler:
    def middleware(request: HttpRequest) -> HttpResponse:
        why = request.META.get("asgi.scope", {}).get(NOT_TAKEN_IN)
        return render(request, "not_taken_in.html", status=why) if why else get_response(request)

    return middleware
