"""Parts that are drawn once and kept."""

import pytest
from django.template import Context, Template
from django.utils import translation

from companion.pages.seats import Thing

CHIPS = '{% load keeping %}{% kept "components/_chips.html" things=things %}'


def drawn(things: object) -> str:
    return str(Template(CHIPS).render(Context({"things": things})))


def test_the_same_values_are_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    things = (Thing(icon="egg", text="An egg drawn for this test alone"),)
    first = drawn(things)
    renders: list[str] = []
    render = Template.render

    def counted(template: Template, context: Context) -> str:
        renders.append(str(template.name))
        return str(render(template, context))

    monkeypatch.setattr(Template, "render", counted)
    assert drawn(things) == first
    assert "components/_chips.html" not in renders


def test_values_are_escaped_in_every_language() -> None:
    things = (Thing(icon="egg", text="<b>&"),)
    with translation.override("de"):
        german = drawn(things)
    with translation.override("en"):
        assert drawn(things) == german
    assert "&lt;b&gt;&amp;" in german


def test_a_list_that_may_change_is_drawn_anew() -> None:
    things = [Thing(icon="egg", text="one")]
    assert "two" not in drawn(things)
    things.append(Thing(icon="egg", text="two"))
    assert "two" in drawn(things)
