"""The start page, and the pages that belong to no table: help, and what a phone installs."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from accounts import device_cookie
from companion.forms.joining import CodeForm
from companion.pages.home import home_page
from companion.table import summaries
from companion.views.opening import may_open

A_PAGE = 24


@require_GET
def tables(request: HttpRequest) -> HttpResponse:
    device, account = device_cookie.device_of(request), device_cookie.account_of(request)
    own = Paginator(summaries.own_tables(device, account), A_PAGE)
    listed = own.get_page(request.GET.get("page"))
    page = home_page(
        summaries.summaries(listed),
        summaries.summaries(summaries.demo_tables(device, account)),
        listed,
        may_open=may_open(request),
        claims=bool(device and account and device.account_id is None),
    )
    context = {"page": page, "code_form": CodeForm()}
    return render(request, "companion/home/page.html", context)


@require_GET
def help_page(request: HttpRequest) -> HttpResponse:
    return render(request, "companion/help/page.html")
