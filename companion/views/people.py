"""People and settings of a table: what only its opener changes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from companion import access, services
from companion.htmx import HtmxHttpRequest, answer, go
from companion.models import Device, Table
from companion.pages.people import Wrong, people_page
from companion.refusals import Refusal
from companion.rules import editions
from companion.rules.errors import RuleError
from companion.sheets.people import (
    ColorForm,
    DeviceForm,
    FirstPlayerForm,
    HandOverForm,
    NameForm,
    NoForm,
    SetupSheet,
    SwitchForm,
)
from companion.words import told

Given = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """What can be changed: the form it needs, who makes the change, and what is said then."""

    form: type[forms.Form]
    make: Callable[[Table, Device, Given], object]
    done: Promise


def _name(table: Table, by: Device, given: Given) -> None:
    services.rename_seat(table, by, seat=given["seat"], name=given["name"])


def _color(table: Table, by: Device, given: Given) -> None:
    services.recolor(table, by, seat=given["seat"], color=given["color"])


def _hand_over(table: Table, by: Device, given: Given) -> None:
    giver, taker = _device(table, given["giver"]), _device(table, given["taker"])
    services.hand_over(table, by, seat=given["seat"], giver=giver, taker=taker)


def _remove(table: Table, by: Device, given: Given) -> None:
    services.remove_device(table, by, device=_device(table, given["device"]))


def _device(table: Table, device: int) -> Device:
    found = Device.objects.filter(pk=device, presences__table=table).first()
    if found is None:
        raise Refusal("no_such_device")
    return found


def _joining(table: Table, by: Device, given: Given) -> None:
    services.set_joining(table, by, is_open=given["on"])


def _odds(table: Table, by: Device, given: Given) -> None:
    services.set_odds(table, by, on=given["on"])


def _code(table: Table, by: Device, _given: Given) -> None:
    services.rotate_code(table, by)


def _close(table: Table, by: Device, _given: Given) -> None:
    services.close_game(table, by)


CHANGES = {
    "name": Change(NameForm, _name, gettext_lazy("The seat has its new name.")),
    "color": Change(ColorForm, _color, gettext_lazy("The colours have changed.")),
    "hand-over": Change(HandOverForm, _hand_over, gettext_lazy("The seat is in other hands.")),
    "remove": Change(DeviceForm, _remove, gettext_lazy("The device is no longer at this table.")),
    "joining": Change(SwitchForm, _joining, gettext_lazy("Done.")),
    "odds": Change(SwitchForm, _odds, gettext_lazy("Done.")),
    "code": Change(NoForm, _code, gettext_lazy("There is a new code; the old one is dead.")),
    "close": Change(NoForm, _close, gettext_lazy("The game is closed and its seed is shown.")),
}


@require_GET
def people(request: HtmxHttpRequest, table_id: UUID) -> HttpResponse:
    place = access.table_to_run(request, table_id)
    return answer(request, "people", page=people_page(place.board, place.visitor.device))


@require_POST
def change(request: HtmxHttpRequest, table_id: UUID, what: str) -> HttpResponse:
    access.table_to_run(request, table_id)
    if what not in CHANGES:
        raise Http404
    device, token = access.device_to_act(request)
    wrong = _change(CHANGES[what], request, table_id, device)
    if wrong or request.htmx:
        page = people_page(access.board_to_read(table_id), device.pk, wrong)
        response = answer(request, "people", status=422 if wrong else 200, page=page)
    else:
        response = go(request, "companion:people", table_id)
    access.remember(response, request, token)
    return response


def _change(wanted: Change, request: HttpRequest, table_id: UUID, device: Device) -> Wrong | None:
    form = wanted.form(request.POST)
    if not form.is_valid():
        return _wrong(form)
    try:
        wanted.make(Table.objects.get(pk=table_id), device, form.cleaned_data)
    except Refusal as refusal:
        return Wrong(sentence=refusal.say(_))
    except RuleError as error:
        return Wrong(sentence=told(error))
    messages.success(request, str(wanted.done))
    return None


def _wrong(form: forms.Form) -> Wrong:
    field, faults = next(iter(form.errors.items()))
    seat = form.cleaned_data.get("seat") if field == "name" else None
    return Wrong(sentence=str(faults[0]), seat=seat)


@require_http_methods(["GET", "POST"])
def setup(request: HtmxHttpRequest, table_id: UUID) -> HttpResponse:
    """Modules and house values, before the first action."""
    place = access.table_to_run(request, table_id)
    table = Table.objects.get(pk=table_id)
    edition = editions.load(table.edition)
    given = request.POST if request.method == "POST" else None
    now = {"modules": table.modules, "rules": table.house_rules}
    sheet = SetupSheet(edition, len(place.board.facts.names), given, **now)
    if given is not None and sheet.is_valid():
        device, token = access.device_to_act(request)
        if _set_up(table, device, sheet):
            response = go(request, "companion:people", table_id)
            access.remember(response, request, token)
            return response
    status = 200 if given is None else 422
    page = people_page(place.board, place.visitor.device)
    return answer(request, "setup", status=status, page=page, sheet=sheet)


def _set_up(table: Table, device: Device, sheet: SetupSheet) -> bool:
    try:
        services.change_setup(table, device, **sheet.setup())
    except RuleError as error:
        sheet.refuse(error)
    except Refusal as refusal:
        sheet.modules.add_error(None, refusal.say(_))
    return sheet.modules.is_valid() and sheet.house.is_valid()


@require_http_methods(["GET", "POST"])
def rematch(request: HtmxHttpRequest, table_id: UUID) -> HttpResponse:
    """The same people once more; who begins is chosen, the others follow as they sit."""
    place = access.table_to_tap(request, table_id)
    table = get_object_or_404(Table, pk=table_id)
    form = FirstPlayerForm(
        request.POST or None, names=list(place.board.facts.names), initial={"first": 0}
    )
    if not form.is_valid():
        status = 422 if form.is_bound else 200
        page = people_page(place.board, place.visitor.device)
        return answer(request, "rematch", status=status, page=page, form=form)
    device, token = access.device_to_act(request)
    salt = form.cleaned_data["salt"] or None
    again = services.rematch(table, device, order=form.order(), salt=salt)
    response = go(request, "companion:invite", again.pk)
    access.remember(response, request, token)
    return response
