"""A device's own page: what it is called, and the link that brings it back."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from companion import access, services
from companion.addresses import shared
from companion.models import Device
from companion.pages.devices import device_page
from companion.refusals import NotFoundError
from companion.sheets.people import NicknameForm


def _own(request: HttpRequest) -> Device:
    """The device in hand; a browser without one has nothing to name or to bring back."""
    device = access.device_of(request)
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
    """Show a link to keep, this once; asking again ends the earlier one."""
    own = _own(request)
    path = reverse("companion:recover", args=[services.personal_link(own)])
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


@require_POST
def claim(request: HttpRequest) -> HttpResponse:
    """Put this device's tables into the account that is logged in on it."""
    own = access.device_of(request)
    if own and request.user.is_authenticated:
        services.claim_device(own, account=request.user)
    return redirect("companion:tables")


@require_GET
def recover(request: HttpRequest, secret: str) -> HttpResponse:
    """Asks first: a link that is merely looked at must not end another browser."""
    context = {"secret": secret, "device": access.device_of(request)}
    return render(request, "companion/devices/recover.html", context)


@require_POST
def bring_back(request: HttpRequest, secret: str) -> HttpResponse:
    try:
        _device, token = services.recover(secret)
    except NotFoundError:
        return render(request, "companion/devices/recover.html", {"dead": True}, status=404)
    response = redirect("companion:tables")
    access.remember(response, request, token)
    return response
