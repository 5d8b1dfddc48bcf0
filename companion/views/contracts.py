"""Contracts beside the table: settled and flipped before the scores, read on with the result."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts import device_cookie
from companion import access, services
from companion.errors import TableError
from companion.forms.command_form import read_action, read_tap
from companion.rules.contract_actions import FlipContract, ReadContract, SetContract
from companion.table.view import Visit
from kernel.errors import Refusal

TAKEN = (SetContract.do, FlipContract.do, ReadContract.do)
DONE_ALREADY = ("not_waiting", "same_status")
"""Somebody else was faster; the page that follows says how it is now."""


@require_POST
def before_scores(request: HttpRequest, table_id: UUID, seat: int) -> HttpResponse:
    """A contract is settled, flipped or read on before anything is counted."""
    visit = access.table_to_tap(request, table_id)
    if seat >= len(visit.view.state.seats):
        raise Http404
    return _tap(request, visit, reverse("companion:score-seat", args=[table_id, seat]))


@require_POST
def with_result(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """What a back left for after the scoring has been read."""
    visit = access.table_to_tap(request, table_id)
    return _tap(request, visit, reverse("companion:winner", args=[table_id]))


def _tap(request: HttpRequest, visit: Visit, back: str) -> HttpResponse:
    device, token = device_cookie.device_to_act(request)
    try:
        access.check_pace(request)
        _check(read_action(request.POST))
        account = device_cookie.account_of(request)
        services.take_tap(visit.view.table, read_tap(request.POST), device, account=account)
    except Refusal as refused:
        if refused.code in DONE_ALREADY:
            return redirect(back)
        context = {"reason": refused.render(gettext), "back": back}
        response = render(request, "companion/scores/refused.html", context, status=refused.status)
    else:
        response = redirect(back)
    device_cookie.remember(response, request, token)
    return response


def _check(action: dict[str, object]) -> None:
    """Raise bad_tap unless the form is one of these pages', and names whom it has to name."""
    if action.get("do") not in TAKEN:
        raise TableError("bad_tap.no_action")
    if action.get("status") == "completed" and not action.get("seats"):
        raise TableError("bad_tap.no_star")
