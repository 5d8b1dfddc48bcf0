"""How the campaign's views respond: a page in its frame, or a part of it for htmx."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme

from campaign.access import Permission, may
from campaign.models import Membership
from campaign.pages.frame import AsOf, frame_of
from campaign.selectors.games import games_of
from web.htmx import HtmxHttpRequest

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
    """The template ``campaign/<template>.html`` in the campaign's frame; browsers do not cache it,
    because its reader may leave the campaign."""
    allowed = {need.value: may(member, need) for need in Permission}
    frame = frame_of(member, allowed, tab)
    context = {"frame": frame, "campaign": member.campaign, **context}
    response = render(request, f"campaign/{template}.html", context, status=status)
    add_never_cache_headers(response)
    return response


def part(request: HtmxHttpRequest, template: str, **context: object) -> HttpResponse:
    """A fragment for htmx, which caches must neither take for the page nor keep."""
    response = render(request, f"campaign/{template}.html", context)
    patch_vary_headers(response, ["HX-Request"])
    add_never_cache_headers(response)
    return response


def as_of(request: HttpRequest, member: Membership) -> tuple[int | None, AsOf]:
    """The game that is asked for, None for today, and the slider to ask for another."""
    games = tuple(games_of(member.campaign))
    typed = request.GET.get(AS_OF, "")
    number = int(typed) if typed.isdecimal() and typed.isascii() and len(typed) < 4 else games[-1]
    game = number if number in games else games[-1]
    rest = tuple((k, request.GET[k]) for k in request.GET if k != AS_OF)
    slider = AsOf(games=games, game=game, rest=rest)
    return (None if slider.today else game), slider


def rest_of(request: HttpRequest, *without: str) -> str:
    """The rest of the query string, for the next page of the same."""
    return urlencode([(name, request.GET[name]) for name in request.GET if name not in without])


def safe_next(asked: str, otherwise: str = "") -> str:
    """Where to go afterwards: an address of this site, or else ``otherwise``."""
    here = asked.startswith("/") and url_has_allowed_host_and_scheme(asked, allowed_hosts=None)
    return asked if here else otherwise
