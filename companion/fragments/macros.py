"""The templates of fragments: Jinja2 macros, through Django's own backend."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any, cast

from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.utils.safestring import SafeString
from jinja2 import Environment, StrictUndefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from markupsafe import Markup, _escape_inner, escape  # type: ignore[attr-defined]

from companion.fragments import sprite
from companion.fragments.words import words_in
from companion.templatetags import pictures

FILES = (
    "seat.jinja", "dragon.jinja", "attack.jinja", "turn.jinja", "tray.jinja", "contracts.jinja",
    "reminders.jinja", "television.jinja",
)  # fmt: skip
LINE_BREAK = re.compile(r"(.)\s*\n\s*(?=(.))", re.S)

Pictures = Mapping[str, Callable[..., str]]
OF_THE_SPRITE: Pictures = {
    name: getattr(sprite, name)
    for name in ("cube", "cubes", "dragonbag", "gate", "icon", "lettered_cube")
}
OF_THE_FILES: Pictures = {
    **{name: getattr(pictures, name) for name in OF_THE_SPRITE},
    "lettered_cube": lambda color, _letter: pictures.lettered_cube(color),
}


class Tight(Extension):
    """Takes out the line breaks that only a template's authors read.

    A line break is nothing beside a tag or Jinja's own signs, otherwise one space.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return LINE_BREAK.sub(_tight, source)


def _tight(found: re.Match[str]) -> str:
    before, after = found.groups()
    return before if before in ">}" or after in "<{" else f"{before} "


class Direct(CodeGenerator):
    """Writes plain Python where Jinja asks first what it has before it, which halves the time.

    `x.y` is always an attribute and never an item; a call never gets Jinja's context passed.
    """

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        super().visit_Template(node, frame)
        self.writeline(f"from {__name__} import escaped as escape")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        self.visit(node.node, frame)
        self.write("(")
        for value in node.args:
            self.visit(value, frame)
            self.write(", ")
        for word in node.kwargs:
            self.write(f"{word.key}=")
            self.visit(word.value, frame)
            self.write(", ")
        self.write(")")


def escaped(value: Any) -> str:
    """As Markup's own `escape`, but a plain text comes out, which is joined to others at once."""
    kind = type(value)
    if kind is str:
        return _escape_inner(value)
    if kind is int:
        return str(value)
    return value if isinstance(value, SafeString | Markup) else str(escape(value))


def environment(**options: Any) -> Environment:
    """What the settings name: escapes by itself, refuses a name that is not there."""
    made = Environment(**options, extensions=[Tight])  # noqa: S701 - Django's backend escapes
    made.undefined = StrictUndefined
    made.code_generator_class = Direct
    made.filters["fill"] = lambda text, **words: text % words
    return made


@cache
def macros(language: str, *, in_page: bool = False) -> SimpleNamespace:
    """Every macro in a language. A board has the pictures in its page; other pages have files."""
    engine = cast(Jinja2, engines["fragments"]).env
    words = words_in(language)
    known = {
        **(OF_THE_FILES if in_page else OF_THE_SPRITE),
        "_": words.gettext,
        "colors": words.colors,
        "letters": words.letters,
    }
    modules = [engine.get_template(name).make_module(known) for name in FILES]
    return SimpleNamespace(
        **{
            name: value
            for module in modules
            for name, value in vars(module).items()
            if callable(value)
        }
    )
