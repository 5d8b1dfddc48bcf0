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
SIDED = ' viewBox="0 0 24 26"'  # what a letter on a cube's side is measured by
DRAWING = re.compile(
    rf'<svg class="(?:cube|icon|picture)( [\w-]+)?"(?:{SIDED})? aria-hidden="true">'
    r'<use href="#([\w-]+)"/>(?:<text>(\w+)</text>)?</svg>'
)
BRIEF = re.compile(r"<(?P<name>[civ]-[\w-]+)(?P<size> [\w-]+)?(?: (?P<letter>\w+))?/>")
WELL = re.compile(r"<i><c-(\w+)/></i>")
BRIEF_WELL = re.compile(r"<w-(\w+)/>")


@cache
def sprite() -> SafeString:
    """The files' own symbols, to be laid into a page unseen; ids get the file's first letter."""
    return mark_safe("".join(_unseen(name) for name in FILES))  # noqa: S308 - files of ours


def brief(html: str) -> str:
    """The same HTML with pictures from the page's own sprite: a cube as `<c-red/>`, one with its
    letter as `<c-red xl R/>`, one in a well of a meter as `<w-red/>`.
    """
    for far, close in _ways():
        html = html.replace(far, close)
    return WELL.sub(r"<w-\1/>", DRAWING.sub(_name, html))


def _name(found: re.Match[str]) -> str:
    size, name, letter = found.groups(default="")
    return f"<{name}{size}{letter and f' {letter}'}/>"


def full(html: str) -> SafeString:
    """The same HTML as a page needs it; of what the stream brings, the page's script does this."""
    return mark_safe(BRIEF.sub(_drawing, BRIEF_WELL.sub(r"<i><c-\1/></i>", html)))  # noqa: S308 - drawn by templates


def _drawing(found: re.Match[str]) -> str:
    name, size, letter = found.groups(default="")
    box, face = (SIDED, f"<text>{letter}</text>") if letter else ("", "")
    kind = KINDS[name[0]]
    return f'<svg class="{kind}{size}"{box} aria-hidden="true"><use href="#{name}"/>{face}</svg>'


@cache
def _ways() -> tuple[tuple[str, str], ...]:
    return tuple((f'"{static(name)}#', f'"#{_letter(name)}-') for name in FILES)


def _unseen(name: str) -> str:
    drawings = Path(str(finders.find(name))).read_text()
    return drawings.replace("<svg ", "<svg hidden ", 1).replace(FACE, f"{FACE}{_letter(name)}-")


def _letter(name: str) -> str:
    return Path(name).name[0]
