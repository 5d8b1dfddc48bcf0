"""Opening a table, and inviting the others to it."""

from uuid import UUID

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from companion import access, services
from companion.addresses import shared
from companion.htmx import HtmxHttpRequest, answer, go
from companion.models import Device
from companion.pages.opening import default_title, invite_page, opening_page
from companion.rules.errors import RecordError
from companion.rules.record import Record
from companion.sheets.draft import Draft
from companion.sheets.opening import taken_seats

REMEMBERED = 60 * 60  # seconds in which the same sheet opens no second table


def may_open(request: HttpRequest) -> bool:
    """Whether whoever asks may open tables here; the host decides."""
    return settings.TABLES_OPENED_BY == "anyone" or request.user.is_authenticated


@require_http_methods(["GET", "POST"])
def open_table(request: HtmxHttpRequest) -> HttpResponse:
    if not may_open(request):
        return redirect_to_login(request.get_full_path())
    draft = Draft(request.POST)
    if request.method == "POST" and draft.opens:
        setup = _setup(draft)
        if setup is not None:
            return _open(request, draft, setup)
        return _sheet(request, draft, status=422)
    return _sheet(request, draft)


def _sheet(request: HtmxHttpRequest, draft: Draft, *, status: int = 200) -> HttpResponse:
    page = opening_page(draft.edition, draft.count, draft.most)
    return answer(request, "opening", status=status, page=page, draft=draft)


def _setup(draft: Draft) -> Record | None:
    if not draft.is_valid():
        return None
    try:
        return services.read_setup(**draft.setup())
    except RecordError as error:
        draft.refuse(error)
        return None


def _open(request: HtmxHttpRequest, draft: Draft, setup: Record) -> HttpResponse:
    device, token = access.device_to_act(request)
    given = draft.table.cleaned_data
    table_id = _opened_before(device, draft.sheet_id)
    if table_id is None:
        table_id = services.open_table(
            setup,
            opener=opener_of(request, device),
            title=given["title"] or default_title(draft.edition),
            salt=given["salt"] or None,
            holds=taken_seats(given["holds"], draft.count),
        ).pk
        cache.set(_key(device, draft.sheet_id), table_id, REMEMBERED)
    response = go(request, "companion:invite", table_id)
    access.remember(response, request, token)
    return response


def opener_of(request: HttpRequest, device: Device) -> services.Opener:
    user = request.user if request.user.is_authenticated else None
    return services.Opener(device=device, account=user)


def _opened_before(device: Device, sheet: str) -> UUID | None:
    """The table that this device has opened with this very sheet: a second tap opens no other."""
    found = cache.get(_key(device, sheet))
    return found if isinstance(found, UUID) else None


def _key(device: Device, sheet: str) -> str:
    return f"opened-{device.pk}-{sheet}"


@require_GET
def invite(request: HtmxHttpRequest, table_id: UUID) -> HttpResponse:
    place = access.table_to_see(request, table_id)
    link = shared(request, reverse("companion:join", args=[place.board.facts.join_code]))
    page = invite_page(place.board, place.visitor.device, link, may_run=place.role.may_run)
    return answer(request, "invite", page=page)
