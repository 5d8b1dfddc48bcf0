"""The pattern pages: every part of the look with invented values. Served while debugging only."""

import json
from pathlib import Path

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

SAMPLES = Path(__file__).resolve().parent.parent / "fixtures" / "patterns.json"
PAGES = ("phone", "tv", "campaign")


class SampleForm(forms.Form):
    title = forms.CharField(max_length=60, help_text="Everybody at the table sees it.")
    name = forms.CharField(error_messages={"required": "Give this seat a name."})
    edition = forms.ChoiceField(choices=[("base", "Clank!"), ("catacombs", "Catacombs")])
    odds = forms.BooleanField(required=False, label="Show the odds")
    note = forms.CharField(required=False, widget=forms.Textarea)


class Sample(dict[str, object]):
    """An object of the file: a board's fragments ask for attributes."""

    def __getattr__(self, name: str) -> object:
        if name not in self:
            raise AttributeError(name)
        return self[name]


def samples(seats: str = "four") -> dict[str, object]:
    values: dict[str, object] = json.loads(SAMPLES.read_text(), object_hook=Sample)
    tables = values["tables"]
    if not isinstance(tables, dict) or seats not in tables:
        raise Http404
    for seat in tables[seats]["seats"]:
        seat |= {"steps": (), "note": "", "called": seat["name"]}
    form = SampleForm({"title": "Frost and Ledgers", "edition": "catacombs", "odds": True})
    return {**values, "table": tables[seats], "acting": 0, "form": form}


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
