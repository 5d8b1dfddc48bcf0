"""The pattern pages: every part of the look with invented values. Served while debugging only."""

import json
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

SAMPLES = Path(__file__).resolve().parent.parent / "fixtures" / "patterns.json"
PAGES = ("phone", "tv", "campaign")


def samples(seats: str = "four") -> dict[str, object]:
    values: dict[str, object] = json.loads(SAMPLES.read_text())
    tables = values["tables"]
    if not isinstance(tables, dict) or seats not in tables:
        raise Http404
    return {**values, "table": tables[seats], "acting": 0}


def patterns(request: HttpRequest) -> HttpResponse:
    return render(request, "patterns.html", samples())


def page(request: HttpRequest, name: str, seats: str = "four") -> HttpResponse:
    if name not in PAGES:
        raise Http404
    return render(request, f"patterns/{name}.html", samples(seats))


urlpatterns = [
    path("", patterns, name="patterns"),
    path("<slug:name>/", page, name="pattern-page"),
    path("<slug:name>/<slug:seats>/", page, name="pattern-page"),
]
