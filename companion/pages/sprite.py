"""The drawings within the page: a board has dozens of cubes, and a short way to each is sent."""

from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

FILES = ("img/cubes.svg", "img/icons.svg")
FACE = ' id="'


@cache
def sprite() -> SafeString:
    """The files' own symbols, to be laid into a page unseen; ids get the file's first letter."""
    return mark_safe("".join(_unseen(name) for name in FILES))  # noqa: S308 - files of ours


def near(html: str) -> str:
    """The same HTML with pictures taken from the page's own sprite."""
    for far, close in _ways():
        html = html.replace(far, close)
    return html


@cache
def _ways() -> tuple[tuple[str, str], ...]:
    return tuple((f'"{static(name)}#', f'"#{_letter(name)}-') for name in FILES)


def _unseen(name: str) -> str:
    drawings = Path(str(finders.find(name))).read_text()
    return drawings.replace("<svg ", "<svg hidden ", 1).replace(FACE, f"{FACE}{_letter(name)}-")


def _letter(name: str) -> str:
    return Path(name).name[0]
