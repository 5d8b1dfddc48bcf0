"""A device's own page: its name, and the personal link that brings it back."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts import device_cookie
from accounts import services as accounts
from accounts.errors import LinkError
from accounts.models import Device
from companion import services
from companion.forms.people import NicknameForm
from companion.pages.devices import device_page
from web.addresses import shared


def _own(request: HttpRequest) -> Device:
    """The browser's device; 404 without one, as there is nothing to name or to bring back."""
    device = device_cookie.device_of(request)
    if device is None:
        raise Http404
    return device


@require_http_methods(["GET", "POST"])
def device(request: HttpRequest) -> HttpResponse:
    own = _own(request)
    form = NicknameForm(request.POST or None, initial={"nickname": own.nickname})
    if form.is_valid():
        services.rename_device(own, nickname=form.cleaned_data["nickname"])
        return redirect("companion:device")
    return _page(request, own, form, status=422 if form.is_bound else 200)


@require_POST
def personal_link(request: HttpRequest) -> HttpResponse:
    """Show a new personal link, only this once; it replaces the earlier one."""
    own = _own(request)
    path = reverse("companion:recover", args=[accounts.personal_link(own)])
    form = NicknameForm(initial={"nickname": own.nickname})
    return _page(request, own, form, link=shared(request, path))


def _page(
    request: HttpRequest, own: Device, form: NicknameForm, *, link: str = "", status: int = 200
) -> HttpResponse:
    page = device_page(own, request.user.get_username(), link)
    context = {"page": page, "form": form}
    response = render(request, "companion/devices/page.html", context, status=status)
    response.headers["Cache-Control"] = "no-store"
    return response


@require_GET
def recover(request: HttpRequest, secret: str) -> HttpResponse:
    """Ask first: merely opening a link must not log out another browser."""
    context = {"secret": secret, "device": device_cookie.device_of(request)}
    return render(request, "companion/devices/recover.html", context)


@require_POST
def bring_back(request: HttpRequest, secret: str) -> HttpResponse:
    try:
        _device, token = services.recover(secret)
    except LinkError:
        return render(request, "companion/devices/recover.html", {"dead": True}, status=404)
    response = redirect("companion:tables")
    device_cookie.remember(response, request, token)
    return response
