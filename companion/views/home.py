"""The start page, and the pages that belong to no table: help, and what a phone installs."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from companion import access, listing
from companion.pages.home import HomePage, home_page
from companion.sheets.joining import CodeForm
from companion.views.opening import may_open

A_PAGE = 24


@require_GET
def tables(request: HttpRequest) -> HttpResponse:
    context = {"page": _home(request), "code_form": CodeForm()}
    return render(request, "companion/home/page.html", context)


def _home(request: HttpRequest) -> HomePage:
    device, account = access.device_of(request), access.account_of(request)
    own = Paginator(listing.own_tables(device, account), A_PAGE)
    listed = own.get_page(request.GET.get("page"))
    return home_page(
        listing.glances(listed),
        listing.glances(listing.demo_tables(device, account)),
        listed,
        may_open=may_open(request),
        claims=bool(device and account and device.account_id is None),
    )


@require_GET
def help_page(request: HttpRequest) -> HttpResponse:
    return render(request, "companion/help/page.html")
