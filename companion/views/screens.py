"""A screen that waits for its table: its own page, and the page of the phone that tells it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts import device_cookie
from accounts.throttle.openings import SCREENS
from companion import access
from companion.forms.joining import TelevisionForm
from companion.forms.screens import ShownTableForm
from companion.models import Screen, Table
from companion.pages.screens import choice_page, screen_page
from companion.services.screens import set_up_screen, show_on
from companion.table import lookup, summaries
from companion.views.joining import no_screen
from web.addresses import shared

MOST = 24


@require_POST
def set_up(request: HttpRequest) -> HttpResponse:
    SCREENS.take(request)
    return redirect("companion:screen", set_up_screen())


@require_http_methods(["GET", "POST"])
@never_cache
def screen(request: HttpRequest, secret: str) -> HttpResponse:
    """The waiting screen; the code of a table's television may be typed into it."""
    waiting = _screen(secret)
    if waiting.table:
        return redirect("companion:tv", waiting.table.tv_code)
    form = TelevisionForm(request.POST or None)
    if form.is_valid():
        return redirect("companion:tv", form.cleaned_data["code"])
    link = shared(request, reverse("companion:show", args=[waiting.code]))
    page = screen_page(secret, waiting, link, shared(request, reverse("companion:find")))
    status = 422 if form.is_bound else 200
    return render(
        request, "companion/screens/screen.html", {"page": page, "form": form}, status=status
    )


@require_GET
@never_cache
def its_table(_request: HttpRequest, secret: str) -> HttpResponse:
    """Where the screen goes from here: empty while it still waits."""
    table = _screen(secret).table
    if table is None:
        return HttpResponse(status=204)
    return HttpResponse(reverse("companion:tv", args=[table.tv_code]), content_type="text/plain")


@require_http_methods(["GET", "POST"])
@never_cache
def show(request: HttpRequest, code: str) -> HttpResponse:
    """On the phone: which of its tables the screen shows."""
    found = access.screen_behind(request, code)
    if found is None:
        return no_screen(request, code)
    if found.table:
        return _shown(request, code, found.table)
    device, account = device_cookie.device_of(request), device_cookie.account_of(request)
    own = summaries.own_tables(device, account)
    form = ShownTableForm(request.POST or None, tables=own)
    if form.is_valid():
        show_on(found, form.cleaned_data["table"])
        return redirect("companion:show", code)
    page = choice_page(code, summaries.summaries(own[:MOST]))
    status = 422 if form.is_bound else 200
    return render(request, "companion/screens/choice.html", {"page": page}, status=status)


def _shown(request: HttpRequest, code: str, table: Table) -> HttpResponse:
    """What the screen shows, for those at the table; others learn no more than from a wrong code."""
    try:
        visit = access.table_to_see(request, table.pk)
    except Http404 as gone:
        if gone.args:
            raise
        return no_screen(request, code)
    return render(request, "companion/screens/shown.html", {"table": visit.view})


def _screen(secret: str) -> Screen:
    found = lookup.screen_by_token(secret)
    if found is None:
        raise Http404
    return found
