"""Opening a table, and inviting the others to it."""

from uuid import UUID

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods

from accounts import device_cookie
from accounts.models import Device
from accounts.throttle.openings import TABLES
from companion import access, services
from companion.forms.new_table import NewTableForm
from companion.forms.opening import taken_seats
from companion.pages.opening import invite_page, opening_page
from companion.rules.errors import RecordError
from companion.rules.record import Record
from companion.services.seating import take_seats
from companion.table import titles
from web.addresses import shared
from web.htmx import HtmxHttpRequest, answer, go

REMEMBERED = 60 * 60  # seconds in which the same form opens no second table


def may_open(request: HttpRequest) -> bool:
    """Whether the visitor may open tables here; the host decides."""
    return settings.TABLES_OPENED_BY == "anyone" or request.user.is_authenticated


@require_http_methods(["GET", "POST"])
def open_table(request: HtmxHttpRequest) -> HttpResponse:
    if not may_open(request):
        return redirect_to_login(request.get_full_path())
    form = NewTableForm(request.POST)
    if request.method == "POST" and form.opens:
        setup = _setup(form)
        if setup is not None:
            return _open(request, form, setup)
        return _page(request, form, status=422)
    return _page(request, form)


def _page(request: HtmxHttpRequest, form: NewTableForm, *, status: int = 200) -> HttpResponse:
    page = opening_page(form.edition, form.count, form.most)
    return answer(request, "opening", status=status, page=page, form=form)


def _setup(form: NewTableForm) -> Record | None:
    if not form.is_valid():
        return None
    try:
        return services.read_setup(**form.setup())
    except RecordError as error:
        form.refuse(error)
        return None


def _open(request: HtmxHttpRequest, form: NewTableForm, setup: Record) -> HttpResponse:
    """Open the table; a second tap on the button of the same form opens no other."""
    table_id = _opened(device_cookie.device_of(request), form)
    if table_id is None:
        TABLES.take(request)  # before a device is made for somebody who is refused
    device, token = device_cookie.device_to_act(request)
    if table_id is None:
        given = form.table.cleaned_data
        opener, holds = opener_of(request, device), taken_seats(given["holds"], form.count)
        table = services.open_table(
            setup,
            opener=opener,
            title=given["title"] or titles.of_game(form.edition.name),
            salt=given["salt"] or None,
            holds=holds,
        )
        if opener.device is None:
            take_seats(table, device, seats=holds)
        table_id = table.pk
        cache.set(_key(device, form), table_id, REMEMBERED)
    response = go(request, "companion:invite", table_id)
    device_cookie.remember(response, request, token)
    return response


def _opened(device: Device | None, form: NewTableForm) -> UUID | None:
    """The table that this form has opened already."""
    found: UUID | None = cache.get(_key(device, form)) if device else None
    return found


def _key(device: Device, form: NewTableForm) -> str:
    return f"opened-{device.pk}-{form.form_id}"


def opener_of(request: HttpRequest, device: Device) -> services.Opener:
    """What an account opens on a device that it has left to somebody else is the account's alone."""
    if not request.user.is_authenticated:
        return services.Opener(device=device)
    own = device.account_id == request.user.pk
    return services.Opener(device=device if own else None, account=request.user)


@require_GET
def invite(request: HtmxHttpRequest, table_id: UUID) -> HttpResponse:
    visit = access.table_to_see(request, table_id)
    link = shared(request, reverse("companion:join", args=[visit.view.settings.link_token]))
    page = invite_page(visit.view, visit.visitor.device, link, role=visit.role)
    return answer(request, "invite", page=page)
