"""Who a browser is, by its cookies: read alike by pages and by the bare doors of the live part."""

from collections.abc import Mapping
from importlib import import_module

from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest

from companion import selectors
from companion.board import Visitor
from companion.models import Device

COOKIE = "dragonbag-device"
COOKIE_AGE = 60 * 60 * 24 * 400  # the longest that browsers keep one; renewed at every tap


def plain(cookies: Mapping[str, str]) -> dict[str, str]:
    """Without those that hold a NUL, as a quoted one may: we gave none, and PostgreSQL stops at it."""
    return {name: value for name, value in cookies.items() if "\0" not in value}


def device_in(cookies: Mapping[str, str]) -> Device | None:
    """The device of a browser, if it ever tapped."""
    return selectors.device_by_token(cookies.get(COOKIE, ""))


def account_in(cookies: Mapping[str, str]) -> int | None:
    """The account logged in on a browser, for requests that Django's middleware does not see."""
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
