"""Text for drawn pictures: a serif font, and a second one for characters it lacks."""

from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

from PIL import ImageDraw, ImageFont, features

FONTS = Path(__file__).parent / "fonts"
FILES = (
    "vollkorn/vollkorn-latin-700-normal.woff",
    "vollkorn/vollkorn-latin-ext-700-normal.woff",
    "vollkorn/vollkorn-cyrillic-700-normal.woff",
    "vollkorn/vollkorn-greek-700-normal.woff",
    "dejavu/DejaVuSans-Bold.ttf",
)
NO_SIGN = "\U0010fffd"  # in no font, so it shows what a font draws for missing characters
ELLIPSIS = "…"
# Lining figures, if Pillow can use OpenType features.
FIGURES = ["lnum"] if features.check("raqm") else None

Run = tuple[ImageFont.FreeTypeFont, str]
Color = str


@cache
def font(file: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / file, size)


@cache
def file_for(sign: str) -> str | None:
    """The first font that has a character; None if none has, as with most emoji."""
    return next((file for file in FILES if _has(file, sign)), None)


def _has(file: str, sign: str) -> bool:
    if sign.isspace():
        return True
    letters = font(file, 20)
    return bool(sign.isprintable() and _ink(letters, sign) != _ink(letters, NO_SIGN))


def _ink(letters: ImageFont.FreeTypeFont, sign: str) -> tuple[tuple[int, int], bytes]:
    mask = letters.getmask(sign)
    return mask.size, bytes(mask)


def drawable(text: str) -> str:
    """The text without characters that no font here has."""
    kept = "".join(sign for sign in text if file_for(sign))
    return " ".join(kept.split())


def runs(text: str, size: int) -> Iterator[Run]:
    """The text in pieces, each in one font."""
    for file, signs in groupby(text, file_for):
        if file:
            yield font(file, size), "".join(signs)


def width(text: str, size: int) -> float:
    return sum(_length(letters, piece) for letters, piece in runs(text, size))


def _length(letters: ImageFont.FreeTypeFont, piece: str) -> float:
    return letters.getlength(piece, features=FIGURES)


def fitted(text: str, size: int, most: float) -> str:
    """The text, shortened if it is wider than `most` pixels."""
    if width(text, size) <= most:
        return text
    while text and width(text.rstrip() + ELLIPSIS, size) > most:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


def write(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: int, fill: Color
) -> None:
    """Write from a point on the baseline to the right."""
    x, y = at
    for letters, piece in runs(text, size):
        draw.text((x, y), piece, font=letters, fill=fill, anchor="ls", features=FIGURES)
        x += _length(letters, piece)


def write_back(
    draw: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: int, fill: Color
) -> None:
    """Write so that the text ends at a point on the baseline."""
    write(draw, (at[0] - width(text, size), at[1]), text, size, fill)
