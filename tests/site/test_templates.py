"""Every template as text: nothing inline, nothing from other sites, no logic for one edition."""

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "templates"
TEMPLATES = sorted([*FOLDER.rglob("*.html"), *FOLDER.rglob("*.jinja")])
WIDEST = 120

FORBIDDEN = {
    "a script in the page": r"<script(?![^>]*\ssrc=)[^>]*>",
    "a style in the page": r"<style\b",
    "a style on an element": r"<[^>]*\sstyle\s*=",
    "a handler on an element": r"<[^>]*\son[a-z]+\s*=",
    "htmx's inline handlers": r"\bhx-on[:\w-]*\s*=",
    "a script in an attribute": r"javascript:|=\s*[\"']js:",
    "an htmx filter, which needs eval": r"hx-trigger\s*=\s*[\"'][^\"']*\[",
    "a file from elsewhere": r"<(script|link|img|iframe|source|use)\b[^>]*\s(src|href)\s*=\s*[\"'](https?:)?//",
    "text that is taken as safe unseen": r"\|\s*safe\b|\bautoescape off\b",
    "a rule of one edition": r"{%\s*(el)?if[^%]*\bedition(\.slug)?\s*(==|!=| in )",
}


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_template_holds(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what], re.I)
    found = {
        str(path.relative_to(FOLDER)): match.group()
        for path in TEMPLATES
        if (match := pattern.search(_without_comments(path.read_text())))
    }
    assert not found


def _without_comments(text: str) -> str:
    return re.sub(r"{#.*?#}|{%\s*comment.*?endcomment\s*%}|<!--.*?-->", "", text, flags=re.S)


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("a script in the page", "<script>go()</script>"),
        ("a style in the page", "<style>p{}</style>"),
        ("a style on an element", '<p class="x" style="color:red">'),
        ("a handler on an element", '<button type="button" onclick="go()">'),
        ("htmx's inline handlers", '<p hx-on:click="go()">'),
        ("a script in an attribute", "<p hx-vals='js:{a: 1}'>"),
        ("an htmx filter, which needs eval", '<p hx-trigger="click[ctrlKey]">'),
        ("a file from elsewhere", '<img alt="" src="//cdn.example/x.png">'),
        ("text that is taken as safe unseen", "{{ name|safe }}"),
        ("a rule of one edition", '{% if table.edition == "base" %}'),
    ],
)
def test_the_search_finds(what: str, line: str) -> None:
    assert re.search(FORBIDDEN[what], line, re.I)


def test_the_plain_forms_are_allowed() -> None:
    line = '<script src="{% static "js/app.js" %}" defer></script><p data-on="1" class="style">'
    assert not [what for what, pattern in FORBIDDEN.items() if re.search(pattern, line, re.I)]


def test_tags_in_a_row_are_broken_into_lines() -> None:
    """A wider line is one sentence or one tag of Django, which cannot be broken."""
    wide = {
        f"{path.relative_to(FOLDER)}:{number}": line.strip()
        for path in TEMPLATES
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if len(line) > WIDEST and len(re.findall(r"<[a-z]", line)) > 1
    }
    assert wide == {}
