"""What every template can read about the site."""

from django.conf import settings
from django.http import HttpRequest

from web.release import build


def site(request: HttpRequest) -> dict[str, object]:
    return {
        "site_name": settings.SITE_NAME,
        "version": settings.VERSION,
        "build": build(),
        "sign_up_open": settings.SIGN_UP == "open",
    }
