"""The drawings of a board: they lie in its page once, and fragments point to them there."""

from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.utils.safestring import SafeString, mark_safe

FILES = {"c": "img/cubes.svg", "i": "img/icons.svg", "v": "img/vault.svg"}
HEAP = 200
FACE = ' id="'


@cache
def sprite() -> SafeString:
    """The files' own symbols, to be laid into a page unseen; each id begins with its file's letter."""
    drawings = (_unseen(letter, name) for letter, name in FILES.items())
    return mark_safe("".join(drawings))  # noqa: S308 - files of ours


def _unseen(letter: str, name: str) -> str:
    drawings = Path(str(finders.find(name))).read_text()
    return drawings.replace("<svg ", "<svg hidden ", 1).replace(FACE, f"{FACE}{letter}-")


@cache
def icon(name: str, size: str = "") -> SafeString:
    return _drawing("i", name, f"icon {size}")


@cache
def cube(color: str, size: str = "") -> SafeString:
    return _drawing("c", color, f"cube {size}")


@cache
def cubes(color: str, count: int) -> SafeString:
    """Cubes side by side; beyond a heap, their number beside them has to do."""
    return mark_safe(cube(color) * min(count, HEAP))  # noqa: S308 - names of ours


@cache
def gate(state: str) -> SafeString:
    return _drawing("v", f"gate-{state}", "picture")


@cache
def dragonbag() -> SafeString:
    return _drawing("v", "dragonbag", "picture")


@cache
def lettered_cube(color: str, letter: str) -> SafeString:
    """A cube large enough to carry its colour's letter on the side."""
    face = f"<text>{letter}</text>" if letter else ""
    box = ' viewBox="0 0 24 26"' if letter else ""
    return mark_safe(  # noqa: S308 - a letter of ours
        f'<svg class="cube xl"{box} aria-hidden="true"><use href="#c-{color}"/>{face}</svg>'
    )


def _drawing(file: str, name: str, classes: str) -> SafeString:
    return mark_safe(  # noqa: S308 - names of ours
        f'<svg class="{classes.strip()}" aria-hidden="true"><use href="#{file}-{name}"/></svg>'
    )
