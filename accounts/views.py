"""Changing a password, a forgotten one, and the browsers of an account.

Logging in, out and signing up are in campaign/views/login.py: a login takes memberships along.
"""

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.device_cookie import COOKIE, device_of, log_in, remember
from accounts.devices import ending, known
from accounts.devices.page import devices_page
from accounts.models import Device
from accounts.passwords.forms import ChangePasswordForm
from accounts.passwords.letters import ForgottenPasswordForm
from accounts.throttle import limits
from accounts.throttle.been_here import been_here, note_been_here
from accounts.throttle.passwords import attempt
from web.addresses import address_of, configured
from web.numbers import whole


class PasswordChangeView(auth.PasswordChangeView):
    """Django's own, but asking for the old password counts towards the limit of the login."""

    form_class = ChangePasswordForm

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        with attempt(request, request.user.get_username()) as counted:
            form = self.get_form()
            here = device_of(request)
            response = self.form_valid(form) if form.is_valid() else self.form_invalid(form)
        if "old_password" not in form.errors:
            limits.give_back(counted)
        if form.is_valid():
            _go_on_here(request, response, here)
            note_been_here(response, request, cast(User, request.user))
        return response


def _go_on_here(request: HttpRequest, response: HttpResponse, here: Device | None) -> None:
    """A new password ends all browsers of the account: this one goes on, with a new token."""
    token = None
    if here and here.account_id == request.user.pk:
        here.refresh_from_db()
        token = ending.resume(here)
        request.COOKIES[COOKIE] = token
    _, made = log_in(request, cast(User, request.user))
    remember(response, request, made or token)


@login_required
@never_cache
@require_GET
def devices(request: HttpRequest) -> HttpResponse:
    """Where the account is logged in, since when and where from."""
    page = devices_page(cast(User, request.user), device_of(request))
    return render(request, "registration/devices.html", {"page": page})


@login_required
@require_POST
def end_device(request: HttpRequest) -> HttpResponse:
    """End one browser; one that is ended already stays so."""
    user = cast(User, request.user)
    chosen = whole(request.POST.get("device", ""))
    found = known.of_account(user).filter(pk=chosen).first() if chosen else None
    if found:
        ending.end(found, user)
        messages.success(request, _("That browser is logged out."))
    return redirect("devices")


@login_required
@require_POST
def end_devices(request: HttpRequest) -> HttpResponse:
    """End every browser but this one, and whoever has copied its cookies."""
    here = device_of(request)
    ending.end_all(cast(User, request.user), but=here)
    request.session.cycle_key()
    messages.success(request, _("All other browsers are logged out."))
    response = redirect("devices")
    _go_on_here(request, response, here)
    return response


def password_reset(request: HttpRequest) -> HttpResponseBase:
    """By email if the site can send any, otherwise by asking the host.

    Requests are counted, so that nobody's mailbox is flooded; the answer is always the same.
    """
    if not settings.MAIL:
        return render(request, "registration/password_reset_by_host.html")
    if request.method == "POST" and not _may_send(request):
        return redirect("password_reset_done")
    scheme, domain = configured(request)
    by_mail = auth.PasswordResetView.as_view(
        form_class=ForgottenPasswordForm,
        email_template_name="registration/password_reset_email.txt",
        extra_email_context={"protocol": scheme, "domain": domain},
    )
    return by_mail(request)


def _may_send(request: HttpRequest) -> bool:
    mailbox = request.POST.get("email", "").strip().casefold()
    asked = ((limits.MAILS, _asking(request)), (limits.MAILBOX, (mailbox,)))
    if any(limit.reached(*who) for limit, who in asked):
        return False
    for limit, who in asked:
        limit.count(*who)
    return True


def _asking(request: HttpRequest) -> tuple[str, ...]:
    """The account that this browser was logged in to last, so that nobody beside it uses up its
    count; else the address."""
    before = been_here(request)
    if before and before.last is not None:
        return ("account", str(before.last))
    return (limits.household_of(address_of(request)),)
