"""Line breaks that only authors see are not sent, and none that readers see is lost."""

from pathlib import Path

import pytest
from django.template import (
    Context,
    Engine,
    Template,
    TemplateDoesNotExist,
    TemplateSyntaxError,
    engines,
)
from django.template.backends.django import DjangoTemplates
from django.template.loader import render_to_string

from web.template_loader import tighten

GIVEN = {"yes": True, "no": False, "names": ["Ana", "Ben"], "name": "Ana", "nobody": []}


def rendered(source: str) -> str:
    template = Template("{% load i18n pictures %}" + source)
    tighten(template)
    return template.render(Context(GIVEN))


BECOMES = {
    "between tags": ("<ul>\n  <li>a</li>\n\n  <li>b</li>\n</ul>", "<ul><li>a</li><li>b</li></ul>"),
    "between inline tags": ("<b>a</b>\n<i>b</i>", "<b>a</b><i>b</i>"),
    "inside an element": ("<b>\n  a\n</b>", "<b>a</b>"),
    "at the edge of a block": ("a\n<p>\nb\n</p>\nc", "a<p>b</p>c"),
    "words": ("<p>a\n  b</p>", "<p>a b</p>"),
    "words and an inline element": ("<p>a\n<b>b</b>\nc</p>", "<p>a <b>b</b> c</p>"),
    "a variable": ("<p>{{ name }}\n<b>{{ name }}</b></p>", "<p>Ana <b>Ana</b></p>"),
    "a field and its words": ("<label><input>\nyes</label>", "<label><input> yes</label>"),
    "an element that closes itself": ("<i/>\na", "<i/> a"),
    "a blank": ("<b>a</b> <i>b</i>  c", "<b>a</b> <i>b</i>  c"),
    "a branch": ("<p>\n{% if yes %}\n{{ name }}\n{% endif %}\n</p>", "<p>Ana</p>"),
    "words before a branch": ("a\n{% if yes %}<b>b</b>{% endif %}", "a <b>b</b>"),
    "words in both branches": (
        "<p>{% if no %}<p>a</p>{% else %}b{% endif %}\nc</p>",
        "<p>b c</p>",
    ),
    "words around a branch that is not taken": (
        "a{% if no %}<hr>{% endif %}\nb",
        "a b",
    ),
    "just inside a branch": (
        "<p>a{% if no %}\nb\n{% else %}\nc\n{% endif %}d</p>",
        "<p>acd</p>",
    ),
    "between branches": (
        "<p>\n{% if yes %}\na\n{% endif %}\n{% if yes %}\nb\n{% endif %}\n</p>",
        "<p>a b</p>",
    ),
    "a loop over elements": (
        "<p>{% for each in names %}\n<i>{{ each }}</i>\n{% endfor %}</p>",
        "<p><i>Ana</i><i>Ben</i></p>",
    ),
    "a loop over words": ("{% for each in names %}\n{{ each }}\n{% endfor %}", "Ana Ben "),
    "an empty loop": ("a\n{% for each in nobody %}x{% empty %}\nb\n{% endfor %}", "a b "),
    "a comment": ("<p>\n{# why #}\na</p>", "<p>a</p>"),
    "what only names a value": ('<p>a\n{% translate "x" as y %}\n</p>', "<p>a</p>"),
    "a translation that only names a value": (
        "a\n{% blocktranslate asvar y %}x{{ name }}{% endblocktranslate %}\n<p>{{ y }}\n</p>",
        "a<p>xAna</p>",
    ),
    "a translated word": ("a\n{% translate 'b' %}\n<b>c</b>", "a b <b>c</b>"),
    "an attribute": ('<a\n  href="x"\n  class="y"\n>a</a>', '<a href="x" class="y">a</a>'),
    "an attribute that may be there": (
        '<a\n  {% if yes %} href="x"{% endif %}\n  {% if no %} id="y"{% endif %}\n>a</a>',
        '<a href="x">a</a>',
    ),
    "an attribute inside a branch": (
        '<a\n  {% if yes %}\n    href="x"\n  {% else %}\n    id="y"\n  {% endif %}\n>a</a>',
        '<a href="x">a</a>',
    ),
    "an element without content": ('<path\n  d="M0"\n/>', '<path d="M0"/>'),
    "a class": (
        '<a class="\n  x\n  y\n  {% if yes %} z{% endif %}\n">a</a>',
        '<a class="x y z">a</a>',
    ),
    "an address": (
        '<a href="/x/\n  {% if yes %}?n={{ name }}{% endif %}\n">a</a>',
        '<a href="/x/?n=Ana">a</a>',
    ),
    "a quote in quotes": ("<a title=\"it's\"\n id=x>\n'a'\n</a>", "<a title=\"it's\" id=x>'a'</a>"),
    "a sign that is no tag": ("<p>1 < 2\n&lt; 3</p>", "<p>1 < 2 &lt; 3</p>"),
}


@pytest.mark.parametrize("what", BECOMES)
def test_a_line_break_is_what_it_looks_like(what: str) -> None:
    source, expected = BECOMES[what]
    assert rendered(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        "<pre>\n  a\n  <b>b</b>\n</pre>",
        "<textarea>\n a\n\n b\n</textarea>",
        "<script>\n  1;\n</script>",
        "{% blocktranslate %}a\n  <b>b</b>\n{% endblocktranslate %}",
        "a  b",
    ],
)
def test_what_shows_its_line_breaks_stays(source: str) -> None:
    plain = Template("{% load i18n %}" + source).render(Context())
    assert rendered(source) == plain


def test_after_what_stays_the_rest_is_read_again() -> None:
    assert rendered("<pre>\na</pre>\n<p>\nb\n</p>") == "<pre>\na</pre><p>b</p>"


def own_engine(folder: Path, *, debug: bool = False) -> Engine:
    backend = engines["django"]
    assert isinstance(backend, DjangoTemplates)
    return Engine(dirs=[str(folder)], loaders=backend.engine.loaders, debug=debug)


def test_the_site_s_own_pages_are_read_so(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>\n  a\n</p>\n")
    (tmp_path / "mail.txt").write_text("Dear Ana,\n\nyour link:\n")
    own = own_engine(tmp_path)
    assert own.get_template("page.html").render(Context()) == "<p>a</p>"
    assert own.get_template("mail.txt").render(Context()) == "Dear Ana,\n\nyour link:\n"


def test_the_pages_of_a_package_stay_as_they_are() -> None:
    assert "\n" in render_to_string("admin/404.html")


def test_a_template_is_compiled_once(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>a</p>")
    own = own_engine(tmp_path)
    assert own.get_template("page.html") is own.get_template("page.html")


def test_an_error_names_its_own_line(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>\n  a\n  {{ name|default:no:thing }}\n</p>")
    with pytest.raises(TemplateSyntaxError) as caught:
        own_engine(tmp_path, debug=True).get_template("page.html")
    assert getattr(caught.value, "template_debug")["line"] == 3  # noqa: B009 - set by Django alone


def test_an_error_while_rendering_names_its_own_line(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>\n  a\n  {% include missing %}\n</p>")
    page = own_engine(tmp_path, debug=True).get_template("page.html")
    with pytest.raises(TemplateDoesNotExist) as caught:
        page.render(Context({"missing": "missing.html"}))
    assert getattr(caught.value, "template_debug")["line"] == 3  # noqa: B009
