"""What every template may read about the site."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    return {
        "site_name": settings.SITE_NAME,
        "version": settings.VERSION,
        "sign_up_open": settings.SIGN_UP == "open",
    }
