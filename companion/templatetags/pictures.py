"""Icons and cubes from the sprites for templates, and the colours' names and letters."""

from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

register = template.Library()

NAMES = {
    "red": _("red"),
    "yellow": _("yellow"),
    "green": _("green"),
    "blue": _("blue"),
    "purple": _("purple"),
    "orange": _("orange"),
    "black": _("black"),
    "ghost": _("ghost"),
}
# One or two letters; they only have to differ within a language.
LETTERS = {
    "red": pgettext_lazy("letter on a cube", "R"),
    "yellow": pgettext_lazy("letter on a cube", "Y"),
    "green": pgettext_lazy("letter on a cube", "G"),
    "blue": pgettext_lazy("letter on a cube", "B"),
    "purple": pgettext_lazy("letter on a cube", "P"),
    "orange": pgettext_lazy("letter on a cube", "O"),
}
# The style sheet puts it on the right face of the cube.
LETTER = "<text>{}</text>"


@register.filter
def color_name(color: str) -> str:
    return str(NAMES[color])


@register.filter
def color_letter(color: str) -> str:
    return str(LETTERS.get(color, ""))


@register.simple_tag
@cache
def icon(name: str, size: str = "") -> SafeString:
    """An icon. Decoration only: the words beside it, or an aria-label, say what it means."""
    return drawing("icons", name, f"icon {size}".strip())


@register.simple_tag
@cache
def cube(color: str, size: str = "") -> SafeString:
    return drawing("cubes", color, f"cube {size}".strip())


@register.simple_tag
@cache
def cubes(color: str, count: int) -> SafeString:
    """`count` cubes side by side; the list around them says how many there are."""
    return format_html_join("", "{}", ((cube(color),) for _each in range(count)))


@register.simple_tag
def lettered_cube(color: str, size: str = "xl") -> SafeString:
    """A cube large enough for the letter of its colour."""
    return _lettered(get_language(), color, size)


@cache
def _lettered(_language: str | None, color: str, size: str) -> SafeString:
    letter = color_letter(color)
    face = format_html(LETTER, letter) if letter else ""
    return format_html(
        '<svg class="cube {}" viewBox="0 0 24 26" aria-hidden="true"><use href="{}#{}"/>{}</svg>',
        *(size, static("img/cubes.svg"), color, face),
    )


@register.simple_tag
@cache
def gate(state: str) -> SafeString:
    return drawing("vault", f"gate-{state}", "picture")


@register.simple_tag
@cache
def dragonbag(size: str = "") -> SafeString:
    return drawing("vault", "dragonbag", f"picture {size}".strip())


def drawing(sprite: str, name: str, classes: str) -> SafeString:
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>',
        *(classes, static(f"img/{sprite}.svg"), name),
    )
