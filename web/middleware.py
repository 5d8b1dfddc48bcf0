"""What every Django response needs: a known host, security headers, clean input."""

import logging
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import is_valid_path
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext
from django.views.defaults import bad_request, page_not_found

from kernel.errors import UnreadableError
from web.cookies import quick, readable
from web.errors import TooManyError
from web.headers import HEADERS
from web.hosts import is_served
from web.request_body import BODY_REJECTED

log = logging.getLogger(__name__)

UTF_8 = "utf-8"

Handler = Callable[[HttpRequest], HttpResponse]


def security_headers(get_response: Handler) -> Handler:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        # Otherwise the Back button of a shared computer shows pages after somebody has logged out.
        if not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response

    return middleware


def known_hosts(get_response: Handler) -> Handler:
    def middleware(request: HttpRequest) -> HttpResponse:
        host = request.META.get("HTTP_HOST") or request.META.get("SERVER_NAME", "")
        if not is_served(host, settings.SITE_HOSTS):
            # Answered here, not raised: scanners must not fill the log.
            return bad_request(request, DisallowedHost(host))
        return get_response(request)

    return middleware


def too_many(get_response: Handler) -> Handler:
    """One page for whatever is tried too often; it depends on nothing that was typed."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_exception(request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, TooManyError):
            return None
        context = {"sentence": error.render(gettext)}
        return render(request, "429.html", context, status=error.status)

    middleware.process_exception = process_exception  # type: ignore[attr-defined]
    return middleware


def unreadable(get_response: Handler) -> Handler:
    """One page for a table or a campaign that this release cannot read; the others are unharmed."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_exception(request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, UnreadableError):
            return None
        log.error("%s: %r", error, error.__cause__)
        return render(request, "unreadable.html", status=HTTPStatus.SERVICE_UNAVAILABLE)

    middleware.process_exception = process_exception  # type: ignore[attr-defined]
    return middleware


def head_like_get(get_response: Handler) -> Handler:
    """HEAD wherever GET is: a view sees a GET, and the server leaves the body out."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method == "HEAD":
            request.method = "GET"
        return get_response(request)

    return middleware


def forms_only(get_response: Handler) -> Handler:
    """Whoever opens an address that takes a form alone comes to the page above it.

    A page that refuses a form has such an address: it is opened by choosing a language there, or typed again.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        # Scripts take anything; a browser that opens a page names HTML.
        opened = request.method == "GET" and "text/html" in request.headers.get("accept", "")
        if opened and response.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            return redirect(_above(request.path))
        return response

    return middleware


def _above(path: str) -> str:
    """The nearest address above it that the site has; the start page is always one."""
    above = path.rstrip("/").rpartition("/")[0] + "/"
    return above if is_valid_path(above) else _above(above)


def plain_words(get_response: Handler) -> Handler:
    """Refuse a NUL in the address and drop cookies with one: PostgreSQL rejects it.

    Forms are read as UTF-8, whatever they claim: Django would fail on its own page for that.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        request.META["HTTP_COOKIE"] = quick(request.META.get("HTTP_COOKIE", ""))
        request.COOKIES = readable(request.COOKIES)
        if "\0" in request.path:
            return page_not_found(request, Http404())
        request.encoding = UTF_8
        return get_response(request)

    return middleware


def whole_bodies(get_response: Handler) -> Handler:
    def middleware(request: HttpRequest) -> HttpResponse:
        why = request.META.get("asgi.scope", {}).get(BODY_REJECTED)
        return render(request, "not_taken_in.html", status=why) if why else get_response(request)

    return middleware
