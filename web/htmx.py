"""How a view responds: a whole page, only its body if htmx asked, or a redirect."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.cache import patch_vary_headers
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails


class HtmxHttpRequest(HttpRequest):
    htmx: HtmxDetails


def answer(
    request: HtmxHttpRequest, folder: str, *, status: int = 200, **context: object
) -> HttpResponse:
    """The page `<folder>/page.html`, or for htmx only `<folder>/_body.html`."""
    part = "_body" if request.htmx else "page"
    response = render(request, f"companion/{folder}/{part}.html", context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def go(request: HtmxHttpRequest, to: str, *args: object) -> HttpResponse:
    """A redirect, as the browser or htmx understands it."""
    url = resolve_url(to, *args)
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)
