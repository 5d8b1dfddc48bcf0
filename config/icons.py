"""Draws the app icons in static/img/app/ from the bag in the sprite: python -m config.icons (Pillow)."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

from PIL import Image, ImageDraw

IMAGES = Path(__file__).resolve().parent.parent / "static" / "img"
STONE, TORCH = (20, 16, 13), (74, 40, 18)
GRID = 64  # the bag's own coordinates
FINE = 4  # drawn this much larger, then shrunk: Pillow has no smooth edges
SIZES = {"icon-192": 192, "icon-512": 512, "touch-180": 180}
MASK = 0.66  # what every launcher shows of a maskable icon, with some air
SVG = "{http://www.w3.org/2000/svg}"

Point = complex
Paint = tuple[str, str, float, list[list[Point]]]


def main() -> None:
    bag = list(read_bag())
    (IMAGES / "app").mkdir(exist_ok=True)
    for name, size in SIZES.items():
        paint(bag, size, 0.86).save(IMAGES / "app" / f"{name}.png", optimize=True)
    paint(bag, 512, MASK).save(IMAGES / "app" / "maskable-512.png", optimize=True)
    paint(bag, 48, 1).save(IMAGES / "app" / "favicon.ico", sizes=[(16, 16), (32, 32), (48, 48)])
    (IMAGES / "app" / "favicon.svg").write_text(standalone())


def symbol() -> ElementTree.Element:
    sprite = ElementTree.parse(IMAGES / "vault.svg")  # noqa: S314 (our own file)
    return next(each for each in sprite.iter(f"{SVG}symbol") if each.get("id") == "dragonbag")


def read_bag() -> Iterator[Paint]:
    for path in symbol().iter(f"{SVG}path"):
        line = float(path.get("stroke-width", "0"))
        fill, stroke = plain(path.get("fill", "")), plain(path.get("stroke", ""))
        yield fill, stroke, line, list(outlines(path.get("d", "")))


def plain(paint_: str) -> str:
    """The fallback colour of a paint such as var(--bag,#7a3b1b)."""
    found = re.search(r"#\w+", paint_)
    return found.group() if found else ""


def standalone() -> str:
    ElementTree.register_namespace("", SVG[1:-1])
    body = "".join(ElementTree.tostring(path, "unicode").strip() for path in symbol())
    body = re.sub(r'var\([^,]+,([^)]+)\)| xmlns="[^"]+"', r"\1", body)
    return f'<svg xmlns="{SVG[1:-1]}" viewBox="0 0 64 64">{body}</svg>\n'


def outlines(description: str) -> Iterator[list[Point]]:
    """The path's lines, curves cut into short pieces; knows M, L, C, Q and Z, large and small."""
    points: list[Point] = []
    for command, text in re.findall(r"([MLCQZ])([^MLCQZ]*)", description, re.I):
        if command in "Mm" and points:
            yield points
            points = []
        if command in "Zz":
            points += points[:2]  # one step on, so that the line joins
            continue
        points += drawn(command, numbers(text), points[-1] if points else 0j)
    yield points


def drawn(command: str, ends: list[Point], start: Point) -> Iterator[Point]:
    degree = {"C": 3, "Q": 2}.get(command.upper(), 1)
    for at in range(0, len(ends), degree):
        shift = start if command.islower() else 0j
        controls = [start, *(end + shift for end in ends[at : at + degree])]
        first = command in "Mm" and at == 0
        yield from controls[1:] if first or degree == 1 else curve(controls)
        start = controls[-1]


def curve(controls: list[Point], pieces: int = 24) -> Iterator[Point]:
    for piece in range(1, pieces + 1):
        points, part = controls, piece / pieces
        while len(points) > 1:
            points = [a + (b - a) * part for a, b in pairwise(points)]
        yield points[0]


def numbers(text: str) -> list[Point]:
    values = [float(value) for value in re.findall(r"-?\d*\.?\d+", text)]
    return [complex(*pair) for pair in zip(values[::2], values[1::2], strict=True)]


def paint(bag: list[Paint], size: int, share: float) -> Image.Image:
    image = vault(size * FINE)
    draw = ImageDraw.Draw(image)
    scale = size * FINE * share / GRID
    corner = size * FINE * (1 - share) / 2
    for fill, stroke, line, shapes in bag:
        for shape in shapes:
            points = [(at.real * scale + corner, at.imag * scale + corner) for at in shape]
            if fill:
                draw.polygon(points, fill=fill)
            if stroke:
                draw.line(points, fill=stroke, width=round(line * scale), joint="curve")
    return image.resize((size, size), Image.Resampling.LANCZOS)


def vault(size: int) -> Image.Image:
    """Dark stone with a torch's light from above."""
    light = Image.radial_gradient("L").resize((size * 2, size * 2))
    light = light.crop((size // 2, size * 3 // 4, size // 2 + size, size * 3 // 4 + size))
    stone, torch = (Image.new("RGB", (size, size), color) for color in (STONE, TORCH))
    return Image.composite(stone, torch, light)


if __name__ == "__main__":
    main()
