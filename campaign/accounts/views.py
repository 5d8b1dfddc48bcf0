"""Signing up and logging in; changing a password is Django's own."""

from django.conf import settings
from django.contrib.auth import views as auth
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from campaign.accounts.forms import SignUpForm
from campaign.accounts.services import come_in
from campaign.views.show import safe_next
from companion import guesses
from companion.access import address_of, device_of
from companion.devices import COOKIE
from companion.refusals import TooManyError


@sensitive_post_parameters()
@never_cache
@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
def log_in(request: HttpRequest) -> HttpResponse:
    form = AuthenticationForm(request, data=request.POST or None)
    if request.method == "POST":
        if _too_many(request):
            form.add_error(None, _("Too many wrong passwords. Try again in ten minutes."))
        elif form.is_valid():
            come_in(request, form.get_user())
            return _without_others_device(request, redirect(_next(request)))
        else:
            guesses.count(address_of(request))
    return _form(request, "login", form)


@sensitive_post_parameters()
@never_cache
@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    if settings.SIGN_UP != "open":
        return render(request, "registration/sign_up_closed.html", status=403)
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        come_in(request, form.save())
        return _without_others_device(request, redirect(_next(request)))
    return _form(request, "sign_up", form)


_logged_out = auth.LogoutView.as_view()


def log_out(request: HttpRequest) -> HttpResponseBase:
    """This browser is nobody's then: the account's tables are open to the account alone."""
    device, user = device_of(request), request.user.pk
    response = _logged_out(request)
    if user and device and device.account_id == user and not request.user.is_authenticated:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response


def _without_others_device(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Whoever logs in after somebody else does not tap with that one's device."""
    device = device_of(request)
    if device and device.account_id != request.user.pk:
        response.delete_cookie(COOKIE, samesite="Lax")
    return response


def password_reset(request: HttpRequest) -> HttpResponseBase:
    """By mail where the site can send some, else by asking the host.

    Each asking counts as a guess: who asks on and on fills nobody's letter box.
    """
    if not settings.MAIL:
        return render(request, "registration/password_reset_by_host.html")
    if request.method == "POST":
        if _too_many(request):
            return redirect("password_reset_done")
        guesses.count(address_of(request))
    by_mail = auth.PasswordResetView.as_view(
        email_template_name="registration/password_reset_email.txt",
        extra_email_context=_own_address(),
    )
    return by_mail(request)


def _own_address() -> dict[str, str] | None:
    """Behind a proxy a mail leads to the site's own name, whatever name it was asked for by."""
    if not (settings.PROXY and settings.NAMED_HOSTS):
        return None
    return {"domain": settings.NAMED_HOSTS[0], "protocol": "https"}


def _form(request: HttpRequest, page: str, form: AuthenticationForm | SignUpForm) -> HttpResponse:
    context = {"form": form, "next": _next(request)}
    status = 422 if form.errors else 200
    return render(request, f"registration/{page}.html", context, status=status)


def _too_many(request: HttpRequest) -> bool:
    try:
        guesses.check(address_of(request))
    except TooManyError:
        return True
    return False


def _next(request: HttpRequest) -> str:
    """Where to go afterwards; never to another site."""
    asked = request.POST.get("next") or request.GET.get("next") or ""
    return safe_next(asked, resolve_url(settings.LOGIN_REDIRECT_URL))
