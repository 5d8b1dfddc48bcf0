"""Logging in and out, signing up, and what a login takes along; changing a password is in accounts."""

from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.device_cookie import COOKIE, device_of, remember
from accounts.device_cookie import log_in as note_login
from accounts.devices import ending
from accounts.forms import SignUpForm
from accounts.passwords.forms import LogInForm
from accounts.throttle.been_here import note_been_here
from accounts.throttle.hashers import Asker, asked_by
from accounts.throttle.limits import give_back, household_of, unless_refused
from accounts.throttle.openings import SIGN_UPS
from accounts.throttle.passwords import attempt
from campaign.access import person_of
from campaign.pages.device_claim import DeviceClaim
from campaign.services.members import claim
from campaign.views.show import safe_next
from web.addresses import address_of


@sensitive_post_parameters()
@never_cache
@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _form(request, "login", LogInForm(request))
    with attempt(request, request.POST.get("username", "")) as counted:
        form = LogInForm(request, data=request.POST)
        right = form.is_valid()
    if not right:
        return _form(request, "login", form)
    give_back(counted)
    return _log_in(request, form.get_user())


def _log_in(request: HttpRequest, user: User) -> HttpResponse:
    """Log the user in; asks first where this browser is somebody already."""
    login(request, user)
    response = _let_in(request, user)
    note_been_here(response, request, user)
    return response


def _let_in(request: HttpRequest, user: User) -> HttpResponse:
    device, token = note_login(request, user)
    if device.account_id is None:
        page = DeviceClaim.of(device)
        asks = redirect(f"{reverse('take_along')}?{urlencode({'next': _next(request)})}")
        return asks if page.anything else _take(request, redirect(_next(request)))
    response = redirect(_next(request))
    remember(response, request, token)
    return response


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def take_along(request: HttpRequest) -> HttpResponse:
    """What this browser holds without an account: shown, and taken only if that is confirmed."""
    device = device_of(request)
    if device is None or device.account_id is not None:
        return redirect(_next(request))
    page = DeviceClaim.of(device)
    refused = request.method == "POST" and not page.confirmed(request.POST.getlist("notes"))
    if request.method == "POST" and not refused:
        return _take(request, redirect(_next(request)))
    context = {"page": page, "next": _next(request), "refused": refused}
    status = 422 if refused else 200
    return render(request, "registration/take_along.html", context, status=status)


def _take(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The account takes this browser's device, which has a new token from now on."""
    token = claim(person_of(request))
    if token:
        remember(response, request, token)
    return response


@sensitive_post_parameters()
@never_cache
@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    if settings.SIGN_UP != "open":
        return render(request, "registration/sign_up_closed.html", status=403)
    if request.method == "POST":
        SIGN_UPS.check(request)
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        counted = SIGN_UPS.take(request)
        asker = Asker(address=household_of(address_of(request)))
        with unless_refused(counted), asked_by(asker):
            user = form.create()
        if user:
            return _log_in(request, user)
    return _form(request, "sign_up", form)


_logged_out = auth.LogoutView.as_view()


def log_out(request: HttpRequest) -> HttpResponseBase:
    """Log out; the account's tables are then open to the account only, to no copy of a cookie."""
    device = device_of(request)
    user = request.user if request.user.is_authenticated else None
    response = _logged_out(request)
    if user and device and not request.user.is_authenticated:
        ending.end(device, user)
        if device.ended_at:
            response.delete_cookie(COOKIE, samesite="Lax")
    return response


def _form(request: HttpRequest, page: str, form: LogInForm | SignUpForm) -> HttpResponse:
    context = {"form": form, "next": _next(request)}
    status = 422 if form.errors else 200
    return render(request, f"registration/{page}.html", context, status=status)


def _next(request: HttpRequest) -> str:
    """Where to go afterwards; never to another site."""
    asked = request.POST.get("next") or request.GET.get("next") or ""
    return safe_next(asked, resolve_url(settings.LOGIN_REDIRECT_URL))
