"""The drawings within the page: a board has dozens of cubes, and a short word for each is sent."""

import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

FILES = ("img/cubes.svg", "img/icons.svg", "img/vault.svg")
FACE = ' id="'
KINDS = {"c": "cube", "i": "icon", "v": "picture"}
DRAWING = re.compile(
    r'<svg class="(?:cube|icon|picture)( [\w-]+)?" aria-hidden="true"><use href="#([\w-]+)"/></svg>'
)
BRIEF = re.compile(r"<(?P<name>[civ]-[\w-]+)(?P<size> [\w-]+)?/>")


@cache
def sprite() -> SafeString:
    """The files' own symbols, to be laid into a page unseen; ids get the file's first letter."""
    return mark_safe("".join(_unseen(name) for name in FILES))  # noqa: S308 - files of ours


def brief(html: str) -> str:
    """The same HTML with pictures from the page's own sprite, each plain one as `<c-red/>`."""
    for far, close in _ways():
        html = html.replace(far, close)
    return DRAWING.sub(r"<\2\1/>", html)


def full(html: str) -> SafeString:
    """The same HTML as a page needs it; of what the stream brings, the page's script does this."""
    return mark_safe(BRIEF.sub(_drawing, html))  # noqa: S308 - drawn by templates


def _drawing(found: re.Match[str]) -> str:
    name, size = found["name"], found["size"] or ""
    kind = KINDS[name[0]]
    return f'<svg class="{kind}{size}" aria-hidden="true"><use href="#{name}"/></svg>'


@cache
def _ways() -> tuple[tuple[str, str], ...]:
    return tuple((f'"{static(name)}#', f'"#{_letter(name)}-') for name in FILES)


def _unseen(name: str) -> str:
    drawings = Path(str(finders.find(name))).read_text()
    return drawings.replace("<svg ", "<svg hidden ", 1).replace(FACE, f"{FACE}{_letter(name)}-")


def _letter(name: str) -> str:
    return Path(name).name[0]
