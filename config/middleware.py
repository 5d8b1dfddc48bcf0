"""What holds for every answer: the host it was asked at, and what a browser may do with it."""

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.views.defaults import bad_request, page_not_found

from companion.devices import plain
from config.headers import HEADERS
from config.hosts import is_served
from config.intake import NOT_TAKEN_IN

Handler = Callable[[HttpRequest], HttpResponse]


def security_headers(get_response: Handler) -> Handler:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        # Else a shared computer's Back button shows a page after its reader has logged out.
        if not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
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


def plain_words(get_response: Handler) -> Handler:
    """No address and no cookie of ours holds a NUL, and PostgreSQL stops at it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request.COOKIES = plain(request.COOKIES)
        if "\0" in request.path:
            return page_not_found(request, Http404())
        return get_response(request)

    return middleware


def whole_bodies(get_response: Handler) -> Handler:
    def middleware(request: HttpRequest) -> HttpResponse:
        why = request.META.get("asgi.scope", {}).get(NOT_TAKEN_IN)
        return render(request, "not_taken_in.html", status=why) if why else get_response(request)

    return middleware
