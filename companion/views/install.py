"""What a phone needs to put the site on its home screen, if it is served over https."""

import json
import re
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from web.release import build

STONE = "#14100d"
# The shell: what every page needs for its looks. Pages contain data and are never cached.
SHELL = (
    "css/site.css",
    "css/pages.css",
    "css/table.css",
    "js/theme.js",
    "js/menu.js",
    "js/numbers.js",
    "js/once.js",
    "js/typed.js",
    "js/hours.js",
    "js/pages.js",
    "js/install.js",
    "js/offline.js",
    "img/icons.svg",
    "img/cubes.svg",
    "img/vault.svg",
    "img/stone.svg",
    "img/app/favicon.svg",
    "img/app/icon-192.png",
)
TABLE_DOOR = re.compile(r"/j/[\w-]{1,64}/")
ICONS = (
    ("icon-192.png", "192x192", "any"),
    ("icon-512.png", "512x512", "any"),
    ("maskable-512.png", "512x512", "maskable"),
)


@require_GET
def manifest(request: HttpRequest) -> HttpResponse:
    """What an installed page is; one that was installed from a table starts there."""
    plain = {
        "id": "/",
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME[:12],
        "description": _("A table companion and campaign ledger, made by fans."),
        "lang": get_language(),
        "start_url": _start(request),
        "scope": "/",
        "display": "standalone",
        "background_color": STONE,
        "theme_color": STONE,
        "icons": [
            {
                "src": static(f"img/app/{name}"),
                "sizes": sizes,
                "type": "image/png",
                "purpose": purpose,
            }
            for name, sizes, purpose in ICONS
        ],
    }
    return JsonResponse(plain, content_type="application/manifest+json")


def _start(request: HttpRequest) -> str:
    asked = request.GET.get("start", "")
    return asked if TABLE_DOOR.fullmatch(asked) else "/"


@require_GET
def service_worker(_request: HttpRequest) -> HttpResponse:
    """The service worker with this version's shell in it; browsers never cache it."""
    shell = {
        "version": build(),
        "offline": reverse("companion:offline"),
        "files": [static(name) for name in SHELL],
    }
    code = f"const SHELL = {json.dumps(shell)};\n{_worker()}"
    response = HttpResponse(code, content_type="text/javascript; charset=utf-8")
    response.headers["Cache-Control"] = "no-cache"
    return response


@cache
def _worker() -> str:
    return Path(str(finders.find("js/service-worker.js"))).read_text()


@require_GET
def offline(request: HttpRequest) -> HttpResponse:
    """What an installed site shows without a network; it contains nothing of any table."""
    return render(request, "companion/install/offline.html")
