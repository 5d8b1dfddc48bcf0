"""How the campaign's views answer: the page with its frame, a part of it for htmx, or another page."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme

from campaign.access import Need, may
from campaign.models import Membership
from campaign.pages.frame import AsOf, frame_of
from campaign.selectors.games import games_of
from companion.htmx import HtmxHttpRequest

AS_OF = "as-of"


def show(
    request: HttpRequest,
    member: Membership,
    template: str,
    /,
    *,
    tab: str = "",
    status: int = 200,
    **context: object,
) -> HttpResponse:
    """The template ``campaign/<template>.html`` in the campaign's frame; no browser keeps it for
    somebody who is a member no longer."""
    allowed = {need.value: may(member, need) for need in Need}
    frame = frame_of(member, allowed, tab)
    context = {"frame": frame, "campaign": member.campaign, **context}
    response = render(request, f"campaign/{template}.html", context, status=status)
    add_never_cache_headers(response)
    return response


def part(request: HtmxHttpRequest, template: str, **context: object) -> HttpResponse:
    """A fragment for htmx, which no cache may take for the page, nor keep."""
    response = render(request, f"campaign/{template}.html", context)
    patch_vary_headers(response, ["HX-Request"])
    add_never_cache_headers(response)
    return response


def as_of(request: HttpRequest, member: Membership) -> tuple[int | None, AsOf]:
    """The game that is asked for, nothing for today, and the slider that asks for another."""
    games = tuple(games_of(member.campaign))
    typed = request.GET.get(AS_OF, "")
    asked = int(typed) if typed.isdecimal() and typed.isascii() and len(typed) < 4 else games[-1]
    shown = asked if asked in games else games[-1]
    rest = tuple((k, request.GET[k]) for k in request.GET if k != AS_OF)
    slider = AsOf(games=games, shown=shown, rest=rest)
    return (None if slider.today else shown), slider


def rest_of(request: HttpRequest, *without: str) -> str:
    """The other wishes of an address, for the next page of the same."""
    return urlencode([(name, request.GET[name]) for name in request.GET if name not in without])


def safe_next(asked: str, otherwise: str = "") -> str:
    """Where to go afterwards: an address of this site, never another one or no address at all."""
    here = asked.startswith("/") and url_has_allowed_host_and_scheme(asked, allowed_hosts=None)
    return asked if here else otherwise
