"""Who a browser is, by its cookies; used by pages and by the live table's own endpoints."""

from collections.abc import Mapping
from importlib import import_module

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse

from accounts import selectors, services
from accounts.devices import known
from accounts.identity import Credentials, Visitor
from accounts.models import ADDRESS_LENGTH, BROWSER_LENGTH, Device
from web import codes
from web.addresses import address_of
from web.browsers import named

COOKIE = "dragonbag-device"
COOKIE_AGE = 60 * 60 * 24 * 400  # seconds; the longest that browsers keep one, renewed at every tap


# From the cookies alone ---------------------------------------------------------


def device_in(cookies: Mapping[str, str]) -> Device | None:
    """The device of a browser; None if it has never tapped."""
    return selectors.device_by_token(cookies.get(COOKIE, ""))


def account_in(cookies: Mapping[str, str]) -> int | None:
    """The id of the account logged in, for requests that Django's middleware does not see."""
    key = cookies.get(settings.SESSION_COOKIE_NAME)
    if not key:
        return None
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    user = get_user(request)
    return user.pk if user.is_authenticated else None


def visitor_in(cookies: Mapping[str, str]) -> Visitor:
    device = device_in(cookies)
    return selectors.visitor_of(device.pk if device else None, account_in(cookies))


def credentials_in(cookies: Mapping[str, str], visitor: Visitor) -> Credentials:
    """What made somebody this visitor."""
    token = cookies.get(COOKIE, "") if visitor.device is not None else ""
    session = cookies.get(settings.SESSION_COOKIE_NAME, "") if visitor.account is not None else ""
    return Credentials(codes.fingerprint(token) if token else "", session)


# From a Django request -----------------------------------------------------


def device_of(request: HttpRequest) -> Device | None:
    """The device of a browser, which is noted as seen; None if it has never tapped."""
    device = device_in(request.COOKIES)
    if device:
        known.see(device, sighting(request))
    return device


def sighting(request: HttpRequest) -> known.Sighting:
    browser = named(request.headers.get("User-Agent", ""))[:BROWSER_LENGTH]
    return known.Sighting(address=address_of(request)[:ADDRESS_LENGTH], browser=browser)


def account_of(request: HttpRequest) -> int | None:
    return request.user.pk if request.user.is_authenticated else None


def visitor_of(request: HttpRequest) -> Visitor:
    device = device_of(request)
    return selectors.visitor_of(device.pk if device else None, account_of(request))


def device_to_act(request: HttpRequest) -> tuple[Device, str | None]:
    """This browser's device, created if needed, and its token if new: pass it to `remember`.

    If another account is logged in than the one that owns the device, a new device is used. One that
    is nobody's stays so: an account takes it only where it was asked.
    """
    device = device_of(request)
    user = request.user if request.user.is_authenticated else None
    if device and (user is None or device.account_id in (None, user.pk)):
        return device, None
    return services.make_device(user)


def log_in(request: HttpRequest, account: User) -> tuple[Device, str | None]:
    """Note on which device an account has just logged in; a browser without one gets one.

    Returns it and its token if it is new: pass that to `remember`.
    """
    device, token = device_to_act(request)
    known.log_in(device, account, request.session.session_key or "", sighting(request))
    return device, token


def remember(response: HttpResponse, request: HttpRequest, token: str | None) -> None:
    """Store the device's token in a cookie that scripts cannot read."""
    kept = token or request.COOKIES.get(COOKIE)
    if kept:
        response.set_cookie(
            COOKIE,
            kept,
            max_age=COOKIE_AGE,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure() or settings.SESSION_COOKIE_SECURE,
        )
