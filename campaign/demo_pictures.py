"""The demo campaign's photos, drawn here: a board, an evening's table, and a face for each Journal."""

from collections.abc import Iterable, Mapping
from math import cos, pi, sin

from PIL import Image, ImageDraw, ImageFilter

from campaign.rules.state import State

Point = tuple[float, float]
Shape = tuple[str, tuple[Point, ...]]

BOARD, TABLE, FACE, CUBE = (1280, 960), (1200, 900), 480, 62
EDGE = 80  # of the board, as the map page leaves it around its spaces
STONE, FLOOR, RUBBLE = "#3b2c20", "#c9ab78", "#4d3a2b"
PLANKS = ("#6b4426", "#734a2a", "#633f23", "#7a5030")
CUBES = {
    "red": ("#f0666d", "#d8323c", "#96202a"),
    "blue": ("#5f95ee", "#2b6cd6", "#1c4a97"),
    "green": ("#62c87d", "#35a853", "#22733a"),
    "yellow": ("#fbee86", "#f3dc2f", "#b09d17"),
    "black": ("#5a514b", "#2b2522", "#15110f"),
}
LYING: tuple[tuple[str, Point], ...] = (
    ("black", (250, 640)),
    ("red", (400, 560)),
    ("red", (455, 655)),
    ("blue", (610, 600)),
    ("yellow", (760, 690)),
    ("green", (690, 770)),
    ("black", (900, 600)),
    ("blue", (330, 760)),
)
WHITE, INK, RUST, SLATE = "#f6efe2", "#1d1916", "#c8622a", "#8fa3b5"
FACES: Mapping[str, tuple[Shape, ...]] = {
    "Fox": (
        (RUST, ((18, 12), (42, 38), (50, 92), (20, 58))),
        (RUST, ((82, 12), (58, 38), (50, 92), (80, 58))),
        (RUST, ((20, 36), (80, 36), (80, 58), (50, 92), (20, 58))),
        (WHITE, ((20, 58), (44, 64), (50, 92))),
        (WHITE, ((80, 58), (56, 64), (50, 92))),
        (INK, ((44, 84), (56, 84), (50, 93))),
        (INK, ((31, 50), (42, 55), (33, 57))),
        (INK, ((69, 50), (58, 55), (67, 57))),
    ),
    "Heron": (
        (SLATE, ((44, 96), (58, 96), (56, 50), (66, 30), (52, 16), (38, 26), (46, 52))),
        (WHITE, ((48, 96), (54, 96), (53, 52), (60, 33), (50, 40))),
        ("#e8b13c", ((62, 24), (97, 38), (63, 36))),
        (INK, ((52, 16), (14, 30), (40, 26), (58, 22))),
        (INK, ((53, 26), (59, 27), (55, 31))),
    ),
    "Badger": (
        (INK, ((16, 26), (30, 16), (38, 30), (24, 42))),
        (INK, ((84, 26), (70, 16), (62, 30), (76, 42))),
        (WHITE, ((22, 34), (50, 18), (78, 34), (76, 62), (58, 90), (42, 90), (24, 62))),
        (INK, ((30, 26), (42, 22), (45, 84), (40, 86), (29, 60))),
        (INK, ((70, 26), (58, 22), (55, 84), (60, 86), (71, 60))),
        (INK, ((42, 80), (58, 80), (54, 91), (46, 91))),
        (WHITE, ((35, 52), (40, 52), (38, 57))),
        (WHITE, ((65, 52), (60, 52), (62, 57))),
    ),
    "Magpie": (
        (INK, ((30, 96), (26, 44), (42, 20), (62, 22), (74, 40), (68, 60), (74, 96))),
        (WHITE, ((42, 96), (44, 68), (66, 62), (70, 96))),
        ("#3c5a78", ((30, 96), (27, 58), (42, 70), (40, 96))),
        ("#2b2522", ((72, 36), (96, 46), (72, 50))),
        (WHITE, ((56, 34), (63, 35), (58, 40))),
    ),
}


def face(journal: str, color: str) -> Image.Image:
    """An animal on its character's colour."""
    light, plain, dark = CUBES[color]
    image = Image.new("RGB", (FACE, FACE), dark)
    pen = ImageDraw.Draw(image)
    _rays(pen, (FACE / 2, FACE / 2), FACE, (plain, dark))
    pen.ellipse(
        [FACE * 0.08, FACE * 0.08, FACE * 0.92, FACE * 0.92], fill=plain, outline=light, width=8
    )
    for fill, points in FACES[journal]:
        pen.polygon(
            [(FACE * (0.12 + 0.0076 * x), FACE * (0.1 + 0.0076 * y)) for x, y in points], fill
        )
    return image.filter(ImageFilter.GaussianBlur(0.8))


def board(state: State) -> Image.Image:
    """Caves where the spaces lie, and the ways between them."""
    image = Image.new("RGB", BOARD, STONE)
    pen = ImageDraw.Draw(image)
    _rubble(pen)
    places = {key: _place(space.x, space.y) for key, space in state.spaces.items()}
    for path in state.paths.values():
        pen.line([places[path.start], places[path.end]], fill=FLOOR, width=54)
    for at in places.values():
        pen.ellipse([at[0] - 96, at[1] - 78, at[0] + 96, at[1] + 78], fill=FLOOR)
    return image.filter(ImageFilter.GaussianBlur(4))


def table() -> Image.Image:
    """Cubes and a sheet of paper in the light of a lamp."""
    width, height = TABLE
    image = Image.new("RGB", TABLE, PLANKS[0])
    pen = ImageDraw.Draw(image)
    for at in range(0, height, 150):
        pen.rectangle([0, at, width, at + 146], fill=PLANKS[at // 150 % len(PLANKS)])
    pen.polygon([(560, 120), (1080, 190), (1000, 540), (480, 440)], fill="#f0e3c2")
    for line in range(8):
        pen.line(
            [(590 - 9 * line, 190 + 32 * line), (1010 - 9 * line, 248 + 36 * line)], "#a98f63", 5
        )
    pen.ellipse([120, 130, 380, 390], fill="#3d2415")
    pen.ellipse([150, 160, 350, 360], fill="#d99a34", outline="#f6dfa4", width=14)
    for color, place in LYING:
        _cube(pen, CUBES[color], place)
    return _lamplight(image)


def _place(x: int, y: int) -> Point:
    width, height = BOARD
    return EDGE + x / 1000 * (width - 2 * EDGE), EDGE + y / 1000 * (height - 2 * EDGE)


def _rubble(pen: ImageDraw.ImageDraw) -> None:
    """Stones strewn evenly and yet not in rows: each turned on by the golden angle."""
    for number in range(420):
        angle, far = number * pi * (3 - 5**0.5), 42 * number**0.5
        x, y = BOARD[0] / 2 + far * cos(angle), BOARD[1] / 2 + far * sin(angle)
        size = 8 + number * 7 % 17
        pen.ellipse([x - size, y - size * 0.7, x + size, y + size * 0.7], fill=RUBBLE)


def _rays(pen: ImageDraw.ImageDraw, middle: Point, far: float, fills: Iterable[str]) -> None:
    for number, fill in enumerate([*fills] * 8):
        start = number * 22.5
        box = [middle[0] - far, middle[1] - far, middle[0] + far, middle[1] + far]
        pen.pieslice(box, start, start + 22.5, fill=fill)


def _cube(pen: ImageDraw.ImageDraw, faces: tuple[str, str, str], at: Point) -> None:
    (x, y), (top, left, right), size, half = at, faces, CUBE, CUBE * 0.58
    pen.ellipse([x - size, y + size * 0.2, x + size * 1.5, y + size * 1.3], fill="#4a2e19")
    pen.polygon([(x, y - half), (x + size, y), (x, y + half), (x - size, y)], top)
    pen.polygon([(x - size, y), (x, y + half), (x, y + half + size), (x - size, y + size)], left)
    pen.polygon([(x + size, y), (x, y + half), (x, y + half + size), (x + size, y + size)], right)


def _lamplight(image: Image.Image) -> Image.Image:
    """Bright around the sheet, dark towards the corners."""
    width, height = image.size
    light = Image.new("L", image.size, 70)
    ImageDraw.Draw(light).ellipse([width * 0.08, -height * 0.15, width * 0.95, height], fill=255)
    return Image.composite(
        image, Image.new("RGB", image.size, "#120a05"), light.filter(ImageFilter.GaussianBlur(150))
    )
