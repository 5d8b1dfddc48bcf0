"""People and settings of a table: what only its opener changes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts import device_cookie
from accounts.models import Device
from accounts.throttle.openings import TABLES
from companion import access, offered_editions, services
from companion.errors import TableError
from companion.forms.people import (
    ColorForm,
    DeviceForm,
    FirstPlayerForm,
    HandOverForm,
    NameForm,
    NoForm,
    SwitchForm,
)
from companion.forms.setup import SetupForm
from companion.models import Table
from companion.pages.people import RefusedChange, people_page
from companion.rules.errors import RuleError
from companion.table.view import TableView
from companion.words import HOUSE_VALUES, translate
from kernel.errors import Refusal
from kernel.text import isolated
from web.htmx import HtmxHttpRequest, answer, go
from web.overtaken import OvertakenError

Given = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """Something that can be changed: its form, its function, the message afterwards."""

    form: type[forms.Form]
    make: Callable[[Table, Device, Given], object]
    done: Promise


def _name(table: Table, by: Device, given: Given) -> None:
    services.rename_seat(table, by, **given)


def _color(table: Table, by: Device, given: Given) -> None:
    services.recolor(table, by, seat=given["seat"], color=given["color"])


def _hand_over(table: Table, by: Device, given: Given) -> None:
    giver, taker = _device(table, given["giver"]), _device(table, given["taker"])
    services.hand_over(table, by, seat=given["seat"], giver=giver, taker=taker)


def _remove(table: Table, by: Device, given: Given) -> None:
    device = _device(table, given["device"])
    services.remove_device(table, by, device=device, new_codes=given["new_codes"])


def _let_in(table: Table, by: Device, given: Given) -> None:
    services.let_in(table, by, device=_device(table, given["device"]))


def _device(table: Table, device: int) -> Device:
    found = Device.objects.filter(pk=device, presences__table=table).first()
    if found is None:
        raise TableError("no_such_device")
    return found


def _joining(table: Table, by: Device, given: Given) -> None:
    services.set_joining(table, by, is_open=given["on"])


def _odds(table: Table, by: Device, given: Given) -> None:
    services.set_odds(table, by, on=given["on"])


def _code(table: Table, by: Device, _given: Given) -> None:
    services.rotate_code(table, by)


def _first(table: Table, by: Device, _given: Given) -> None:
    services.draw_first_player(table, by)


def _close(table: Table, by: Device, _given: Given) -> None:
    services.close_game(table, by)


CHANGES = {
    "name": Change(NameForm, _name, gettext_lazy("The seat has its new name.")),
    "color": Change(ColorForm, _color, gettext_lazy("The colours have changed.")),
    "hand-over": Change(HandOverForm, _hand_over, gettext_lazy("The seat has been handed over.")),
    "remove": Change(DeviceForm, _remove, gettext_lazy("The device is no longer at this table.")),
    "let-in": Change(DeviceForm, _let_in, gettext_lazy("The device may come back.")),
    "joining": Change(SwitchForm, _joining, gettext_lazy("Done.")),
    "odds": Change(SwitchForm, _odds, gettext_lazy("Done.")),
    "code": Change(
        NoForm, _code, gettext_lazy("There is a new code. The old code no longer works.")
    ),
    "first": Change(NoForm, _first, gettext_lazy("Who begins was drawn by lot.")),
    "close": Change(NoForm, _close, gettext_lazy("The game is closed and its seed is shown.")),
}


@require_GET
def people(request: HtmxHttpRequest, table_id: UUID) -> HttpResponse:
    visit = access.table_to_run(request, table_id)
    return answer(request, "people", page=people_page(visit.view, visit.visitor.device))


@require_POST
def change(request: HtmxHttpRequest, table_id: UUID, what: str) -> HttpResponse:
    access.table_to_run(request, table_id)
    if what not in CHANGES:
        raise Http404
    device, token = device_cookie.device_to_act(request)
    refused = _change(CHANGES[what], request, table_id, device)
    if refused or request.htmx:
        page = people_page(access.view_to_read(table_id), device.pk, refused)
        response = answer(request, "people", status=refused.status if refused else 200, page=page)
    else:
        response = go(request, "companion:people", table_id)
    device_cookie.remember(response, request, token)
    return response


def _change(
    change: Change, request: HttpRequest, table_id: UUID, device: Device
) -> RefusedChange | None:
    form = change.form(request.POST)
    if not form.is_valid():
        field, errors = next(iter(form.errors.items()))
        seat = form.cleaned_data.get("seat") if field == "name" else None
        return RefusedChange(sentence=str(errors[0]), seat=seat, typed=request.POST.get(field, ""))
    try:
        change.make(Table.objects.get(pk=table_id), device, form.cleaned_data)
    except OvertakenError as overtaken:
        sentence = _("This seat was named {name} meanwhile. Rename it again if yours should stand.")
        now, given = isolated(overtaken.stored["name"]), form.cleaned_data
        return RefusedChange(
            sentence=sentence.format(name=now),
            seat=given["seat"],
            typed=given["name"],
            status=overtaken.status,
        )
    except Refusal as refusal:
        return RefusedChange(sentence=refusal.render(_))
    except RuleError as error:
        return RefusedChange(sentence=translate(error))
    messages.success(request, str(change.done))
    return None


@require_http_methods(["GET", "POST"])
def setup(request: HtmxHttpRequest, table_id: UUID) -> HttpResponse:
    """Modules and house values, before the first action."""
    visit = access.table_to_run(request, table_id)
    table = Table.objects.get(pk=table_id)
    edition = offered_editions.of_table(table.edition, table.brought.get("edition_data"))
    given = request.POST if request.method == "POST" else None
    now = {"modules": table.modules, "rules": table.house_rules}
    form = SetupForm(edition, len(visit.view.settings.names), given, **now)
    if given is not None and form.is_valid():
        device, token = device_cookie.device_to_act(request)
        if _set_up(table, device, form):
            response = go(request, "companion:people", table_id)
            device_cookie.remember(response, request, token)
            return response
    page = people_page(visit.view, visit.visitor.device)
    return answer(request, "setup", status=form.status, page=page, form=form)


def _set_up(table: Table, device: Device, form: SetupForm) -> bool:
    try:
        known = (table.modules, table.house_rules)
        services.change_setup(table, device, known=known, **form.setup())
    except RuleError as error:
        form.refuse(error)
    except Refusal as refusal:
        form.modules.add_error(None, refusal.render(_))
        form.refused = refusal.status
    return form.modules.is_valid() and form.house.is_valid()


@require_http_methods(["GET", "POST"])
def rematch(request: HtmxHttpRequest, table_id: UUID) -> HttpResponse:
    """A rematch: who begins is chosen, the others keep their order."""
    visit = access.table_to_tap(request, table_id)
    table = get_object_or_404(Table, pk=table_id)
    if table.return_link:
        return redirect(table.return_link)
    form = FirstPlayerForm(
        request.POST or None, names=list(visit.view.settings.names), initial={"first": 0}
    )
    if form.is_valid():
        if visit.view.settings.rematch is None:
            TABLES.take(request)
        device, token = device_cookie.device_to_act(request)
        again = _rematch(table, device, form)
        if again is not None and not access.may_follow(visit):
            sentence = _("There is a rematch. To join it, type the code that its table shows.")
            form.add_error(None, sentence)
        elif again is not None:
            way = "companion:invite" if _has_free_seats(visit.view) else "companion:table"
            response = go(request, way, again.pk)
            device_cookie.remember(response, request, token)
            return response
    status = 422 if form.is_bound else 200
    page = people_page(visit.view, visit.visitor.device)
    return answer(request, "rematch", status=status, page=page, form=form)


def _has_free_seats(view: TableView) -> bool:
    """Whether somebody could still be invited: not where one device plays for the whole table."""
    people = [person for person in view.settings.people if not person.removed]
    held = {seat for person in people for seat in person.seats}
    return bool(held) and len(held) < len(view.settings.names)


def _rematch(table: Table, device: Device, form: FirstPlayerForm) -> Table | None:
    """The new table; None if the old one has house values that new tables cannot have."""
    salt = form.cleaned_data["salt"] or None
    try:
        return services.rematch(table, device, order=form.order(), salt=salt)
    except RuleError as error:
        sentence = _("This setup cannot be opened again: {reason} Open a new table instead.")
        form.add_error(None, sentence.format(reason=translate(error, HOUSE_VALUES)))
        return None
