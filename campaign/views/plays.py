"""All plays of the reader, of tables and campaigns together."""

import csv
from io import StringIO
from typing import NamedTuple

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaign.access import person_of
from campaign.errors import CampaignError, translate
from campaign.forms.plays import PlayFilterForm, SamePersonForm, names_in
from campaign.pages import plays as pages
from campaign.selectors import figures
from campaign.selectors.all_plays import Play, plays_of, same_people_of
from campaign.services import people as services
from web import numbers

A_PAGE = 24


class Asked(NamedTuple):
    """The reader's plays that were asked for, of all they have, and the filter."""

    form: PlayFilterForm
    all: list[Play]
    plays: list[Play]

    @property
    def status(self) -> int:
        return 200 if self.form.is_valid() else 422


def _asked(request: HttpRequest) -> Asked:
    everything = plays_of(person_of(request))
    form = PlayFilterForm(request.GET, plays=everything)
    found = figures.chosen(everything, form.criteria()) if form.is_valid() else []
    return Asked(form, everything, found)


def _show(request: HttpRequest, page: str, asked: Asked, **context: object) -> HttpResponse:
    rest = asked.form.rest()
    context = {
        "form": asked.form,
        "rest": rest,
        "tabs": pages.tabs(page, rest),
        "games": len(asked.plays),
        "none_yet": not asked.all,
        **context,
    }
    return render(request, f"campaign/plays/{page}.html", context, status=asked.status)


@never_cache
@require_GET
def plays(request: HttpRequest) -> HttpResponse:
    asked = _asked(request)
    listed = Paginator(asked.plays, A_PAGE).get_page(request.GET.get("page"))
    return _show(request, "plays", asked, rows=pages.play_rows(listed), listed=listed)


@never_cache
@require_GET
def people(request: HttpRequest) -> HttpResponse:
    asked = _asked(request)
    rows = pages.person_rows(figures.people(asked.plays), asked.form.rest())
    return _show(request, "people", asked, rows=rows)


@never_cache
@require_GET
def person(request: HttpRequest) -> HttpResponse:
    """One person's games: figures, curve, editions, and everybody they played with."""
    name = request.GET.get("name", "")
    if not name:
        return redirect("plays:people")
    asked = _asked(request)
    found = figures.person(asked.plays, name)
    if found is None:
        raise Http404
    own = figures.chosen(asked.plays, figures.Criteria(person=name))
    rest = asked.form.rest()
    return _show(
        *(request, "person", asked),
        person=pages.person_row(found),
        curve=pages.curve_of(figures.curve(own, name)),
        duels=pages.duel_rows(figures.duels(own, name), rest),
        editions=pages.edition_rows(figures.by_edition(own, name)),
        rows=pages.play_rows(own[:A_PAGE]),
    )


@never_cache
@require_GET
def editions(request: HttpRequest) -> HttpResponse:
    asked = _asked(request)
    rows = pages.edition_rows(figures.by_edition(asked.plays))
    return _show(request, "editions", asked, rows=rows)


@never_cache
@require_http_methods(["GET", "POST"])
def names(request: HttpRequest) -> HttpResponse:
    """Which names are the same person: a list that nobody but its reader sees."""
    reader = person_of(request)
    found = names_in(plays_of(reader))
    form = SamePersonForm(request.POST if request.method == "POST" else None, names=found)
    if request.method == "POST" and form.is_valid():
        try:
            services.call(reader, form.cleaned_data["name"], form.cleaned_data["person"])
        except CampaignError as refusal:
            form.add_error("person", translate(refusal))
        else:
            return redirect("plays:names")
    context = {
        "form": form,
        "tabs": pages.tabs("names"),
        "names": found,
        "same": same_people_of(reader),
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "campaign/plays/names.html", context, status=status)


@require_POST
def forget_name(request: HttpRequest) -> HttpResponse:
    key = numbers.whole(request.POST.get("same", ""))
    if key is not None:
        services.forget(person_of(request), key)
    return redirect("plays:names")


@never_cache
@require_GET
def spreadsheet(request: HttpRequest) -> HttpResponse:
    written = StringIO()
    csv.writer(written).writerows(pages.spreadsheet(_asked(request).plays))
    # With a byte order mark spreadsheet programs recognise UTF-8.
    text = written.getvalue().encode("utf-8-sig")
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="plays.csv"'
    return response
