"""Scoring: one sheet a seat, filled in by the people at the table."""

from secrets import token_hex, token_urlsafe
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts import device_cookie
from companion import access, services
from companion.errors import CountedElsewhereError
from companion.forms.score import ScoreForm
from companion.pages.scores import first_sheet, score_page, totals_of
from companion.rules.reducer import act
from companion.table.view import Visit
from companion.tap import parse_tap
from kernel.errors import Refusal

UNPROCESSABLE = 422


@require_GET
def scores(request: HttpRequest, table_id: UUID) -> HttpResponse:
    visit = access.table_to_see(request, table_id)
    seat = first_sheet(visit.view, visit.visitor.device)
    return redirect("companion:score-seat", table_id, seat)


@require_http_methods(["GET", "POST"])
@never_cache
def sheet(request: HttpRequest, table_id: UUID, seat: int) -> HttpResponse:
    may = access.table_to_tap if request.method == "POST" else access.table_to_see
    visit = may(request, table_id)
    if seat >= len(visit.view.state.seats):
        raise Http404(access.AT_THE_TABLE)
    if request.method == "POST":
        return _count(request, visit, seat)
    return _page(request, visit, seat, _fresh(visit, seat))


def _fresh(visit: Visit, seat: int) -> ScoreForm:
    return ScoreForm(visit.view.state, seat, tap=token_urlsafe(12))


def _page(
    request: HttpRequest, visit: Visit, seat: int, form: ScoreForm, *, status: int = 200
) -> HttpResponse:
    context = {"page": score_page(visit, seat), "form": form, "nonce": token_hex(16)}
    return render(request, "companion/scores/page.html", context, status=status)


def _count(request: HttpRequest, visit: Visit, seat: int) -> HttpResponse:
    form = ScoreForm(visit.view.state, seat, request.POST)
    if not form.is_valid():
        return _page(request, visit, seat, form, status=UNPROCESSABLE)
    device, token = device_cookie.device_to_act(request)
    action = form.action(seat)
    try:
        access.check_pace(request)
        if action:
            tap = parse_tap({"id": form.cleaned_data["tap"], "action": action})
            services.count_seat(
                visit.view.table,
                tap,
                device,
                seat=seat,
                seen=form.seen(),
                account=device_cookie.account_of(request),
            )
    except CountedElsewhereError as other:
        form.add_error(None, other.render(gettext))
        form.tell(other.counted, tap=token_urlsafe(12))
        return _page(request, visit, seat, form, status=other.status)
    except Refusal as refused:
        form.add_error(None, refused.render(gettext))
        return _page(request, visit, seat, form, status=refused.status)
    response = redirect(_onward(visit, seat, form.cleaned_data["on"]))
    device_cookie.remember(response, request, token)
    return response


def _onward(visit: Visit, seat: int, asked: int | None) -> str:
    """The address of the seat's sheet that was asked for, or the next one, at last of the result."""
    following = seat + 1 if asked is None else asked
    if following < len(visit.view.state.seats):
        return reverse("companion:score-seat", args=[visit.view.table, following])
    return reverse("companion:winner", args=[visit.view.table])


@require_GET
@never_cache
def total(request: HttpRequest, table_id: UUID, seat: int) -> HttpResponse:
    """The totals as they would be with what is typed in the sheet; nothing is stored."""
    visit = access.table_to_see(request, table_id)
    if seat >= len(visit.view.state.seats):
        raise Http404
    state, form = visit.view.state, ScoreForm(visit.view.state, seat, request.GET)
    form.full_clean()
    valid = not set(form.errors) - {"tap"}
    action = form.action(seat) if valid else None
    context = {
        "table": table_id,
        "seat": seat,
        "totals": totals_of(act(state, action) if action else state, seat),
    }
    return render(request, "companion/scores/_totals.html", context)
