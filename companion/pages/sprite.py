"""The cubes' drawings within the page: a board has dozens of cubes, and a short way to each is sent."""

from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe

CUBES = "img/cubes.svg"


@cache
def sprite() -> SafeString:
    """The file's own symbols, to be laid into a page unseen."""
    drawings = Path(str(finders.find(CUBES))).read_text()
    return mark_safe(drawings.replace("<svg ", "<svg hidden ", 1))  # noqa: S308 - a file of ours


def near(html: str) -> str:
    """The same HTML with cubes taken from the page's own sprite."""
    return html.replace(f'"{_address()}#', '"#')


@cache
def _address() -> str:
    return static(CUBES)
