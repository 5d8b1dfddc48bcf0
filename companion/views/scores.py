"""Scoring: one sheet a seat, filled in by the people at the table."""

from secrets import token_urlsafe
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from companion import access, services
from companion.board import Place
from companion.pages.scores import first_sheet, score_page, totals_of
from companion.refusals import Refusal
from companion.rules.errors import RuleError
from companion.rules.reducer import act
from companion.sheets.score import ScoreForm
from companion.tap import parse_tap

UNPROCESSABLE = 422


@require_GET
def scores(request: HttpRequest, table_id: UUID) -> HttpResponse:
    place = access.table_to_see(request, table_id)
    seat = first_sheet(place.board, place.visitor.device)
    return redirect("companion:score-seat", table_id, seat)


@require_http_methods(["GET", "POST"])
@never_cache
def sheet(request: HttpRequest, table_id: UUID, seat: int) -> HttpResponse:
    may = access.table_to_tap if request.method == "POST" else access.table_to_see
    place = may(request, table_id)
    if seat >= len(place.board.state.seats):
        raise Http404
    if request.method == "POST":
        return _count(request, place, seat)
    return _shown(request, place, seat, _fresh(place, seat))


def _fresh(place: Place, seat: int) -> ScoreForm:
    return ScoreForm(place.board.state, seat, tap=token_urlsafe(12))


def _shown(
    request: HttpRequest, place: Place, seat: int, form: ScoreForm, *, status: int = 200
) -> HttpResponse:
    context = {"page": score_page(place, seat), "form": form}
    return render(request, "companion/scores/page.html", context, status=status)


def _count(request: HttpRequest, place: Place, seat: int) -> HttpResponse:
    form = ScoreForm(place.board.state, seat, request.POST)
    if not form.is_valid():
        return _shown(request, place, seat, form, status=UNPROCESSABLE)
    device, token = access.device_to_act(request)
    action = form.action(seat)
    try:
        access.check_pace(request)
        if action:
            tap = parse_tap({"id": form.cleaned_data["tap"], "action": action})
            services.play(place.board.table, tap, device, account=access.account_of(request))
    except (Refusal, RuleError) as refused:
        form.add_error(None, refused.say(gettext))
        status = getattr(refused, "status", UNPROCESSABLE)
        return _shown(request, place, seat, form, status=status)
    response = redirect(_onward(place, seat))
    access.remember(response, request, token)
    return response


def _onward(place: Place, seat: int) -> str:
    """The next seat's sheet, and after the last one the result."""
    if seat + 1 < len(place.board.state.seats):
        return reverse("companion:score-seat", args=[place.board.table, seat + 1])
    return reverse("companion:winner", args=[place.board.table])


@require_GET
@never_cache
def total(request: HttpRequest, table_id: UUID, seat: int) -> HttpResponse:
    """The totals as they would be with what stands in the sheet, which is not stored."""
    place = access.table_to_see(request, table_id)
    if seat >= len(place.board.state.seats):
        raise Http404
    state, form = place.board.state, ScoreForm(place.board.state, seat, request.GET)
    form.full_clean()
    valid = not set(form.errors) - {"tap"}
    action = form.action(seat) if valid else None
    context = {
        "table": table_id,
        "seat": seat,
        "totals": totals_of(act(state, action) if action else state, seat),
    }
    return render(request, "companion/scores/_totals.html", context)
