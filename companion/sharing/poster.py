"""The share picture: who played, who won and with how many points, 1200 × 630 pixels."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from io import BytesIO
from math import cos, pi, sin
from pathlib import Path

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from PIL import Image, ImageDraw, ImageFilter

from companion.rules.standings import Place, in_seat_order, standings
from companion.rules.state import State
from companion.rules.words import STATUSES
from companion.sharing.lettering import drawable, fitted, width, write, write_back
from companion.table import results
from companion.table.view import TableView
from companion.words import MODULES
from kernel.text import minus

SIZE = (1200, 630)
FINE = 2  # drawn this many times larger, for smooth edges
VAULT, SLAB, SEAM = "#14100d", "#221a14", "#43362b"
INK, ASH, EMBER, COIN = "#f5ecdf", "#bfb09f", "#ff9a3d", "#f0c75e"
GLOW = (255, 140, 50)
MARGIN, TOP, FOOT = 64, 204, 560
TALLEST, GAP = 118, 10
TITLES = (128, 108, 92, 76)
KEPT = 16  # pictures kept in memory
BAG = 132  # the dragon's bag in the upper right corner
EMBLEM = Path(__file__).resolve().parents[2] / "static" / "img" / "app" / "icon-192.png"

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PosterSeat:
    """One seat on the picture; no rank as long as the result is not settled."""

    rank: int | None
    name: str
    color: str
    points: int
    won: bool
    note: str


@dataclass(frozen=True, slots=True)
class Poster:
    """Everything on the picture; equal posters are equal pictures."""

    title: str
    subtitle: str
    seats: tuple[PosterSeat, ...]
    foot: str

    @property
    def fingerprint(self) -> str:
        """A hash that changes when the picture does."""
        return sha256(repr(self).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Paint:
    top: str
    face: str
    side: str
    mark: str


PAINTS = {
    "red": Paint("#ff8284", "#d8323c", "#8b1624", "#ffffff"),
    "yellow": Paint("#fff7a8", "#f3dc2f", "#a18d0b", "#2b2300"),
    "green": Paint("#93e0a6", "#35a853", "#146a2f", "#04220d"),
    "blue": Paint("#8dbcff", "#2b6cd6", "#173f8c", "#ffffff"),
    "purple": Paint("#d0a6ff", "#8a4fd3", "#4d2486", "#ffffff"),
    "orange": Paint("#ffc08a", "#f0761b", "#9a4203", "#2a0f00"),
}
# A cube of 24 by 26, and the emblem of each colour on a face of 16 by 16, as in img/cubes.svg.
UPPER = ((1.2, 6.4), (7.8, 1.6), (22.8, 5.2), (16.2, 10))
FRONT = ((1.2, 6.4), (16.2, 10), (16.2, 25), (1.2, 21.2))
RIGHT = ((16.2, 10), (22.8, 5.2), (22.8, 20), (16.2, 25))
EMBLEMS: dict[str, Sequence[Point]] = {
    "red": [(8 + 4.6 * cos(turn * pi / 20), 8 + 4.6 * sin(turn * pi / 20)) for turn in range(40)],
    "yellow": ((8, 2.6), (13.6, 12.6), (2.4, 12.6)),
    "green": ((3.8, 3.8), (12.2, 3.8), (12.2, 12.2), (3.8, 12.2)),
    "blue": ((8, 1.8), (14, 8), (8, 14.2), (2, 8)),
    "purple": (
        *((6.2, 2.4), (9.8, 2.4), (9.8, 6.2), (13.6, 6.2), (13.6, 9.8), (9.8, 9.8)),
        *((9.8, 13.6), (6.2, 13.6), (6.2, 9.8), (2.4, 9.8), (2.4, 6.2), (6.2, 6.2)),
    ),
    "orange": ((2.6, 2.4), (13.4, 2.4), (9.2, 8), (13.4, 13.6), (2.6, 13.6), (6.8, 8)),
}
CROWN = ((0, 3), (4, 7), (8, 0), (12, 7), (16, 3), (14, 13), (2, 13))


def poster_of(view: TableView, site: str) -> Poster:
    state = view.state
    day = timezone.localtime(view.settings.closed_at or view.settings.opened_at)
    waits, table = not results.is_final(view), standings(state)
    places = in_seat_order(table) if waits else table.places
    foot = f"{site} · {date_format(day, 'DATE_FORMAT')}"
    modules = [str(MODULES[module]) for module in state.edition.modules]
    return Poster(
        title=view.settings.title,
        subtitle=" · ".join([state.edition.name, *modules]),
        seats=tuple(_seat(state, place, waits=waits) for place in places),
        foot=f"{gettext('Not settled yet')} · {foot}" if waits else foot,
    )


def _seat(state: State, place: Place, *, waits: bool) -> PosterSeat:
    held = state.seats[place.seat]
    return PosterSeat(
        rank=None if waits else place.rank,
        name=held.name,
        color=held.color,
        points=place.score.total,
        won=place.won and not waits,
        note=gettext(STATUSES[held.status]),
    )


@lru_cache(maxsize=KEPT)
def png(poster: Poster) -> bytes:
    picture = _wall().copy()
    draw = ImageDraw.Draw(picture)
    _head(draw, poster)
    tall = min(TALLEST, (FOOT - TOP) / max(len(poster.seats), 1) - GAP)
    rows = Rows(
        tall=_large(tall),
        best=max((seat.points for seat in poster.seats), default=0),
        points=max(
            (width(minus(seat.points), _size(tall, 0.55)) for seat in poster.seats), default=0
        ),
    )
    for at, seat in enumerate(poster.seats):
        _row(draw, rows, seat, _large(TOP + at * (tall + GAP)))
    write(draw, (_large(MARGIN), _large(592)), _short(poster.foot, 44), 44, ASH)
    stored = BytesIO()
    picture.resize(SIZE, Image.Resampling.LANCZOS).save(stored, "PNG")
    return stored.getvalue()


@dataclass(frozen=True, slots=True)
class Rows:
    """What all rows share: height, best total, room for the totals, in enlarged pixels."""

    tall: float
    best: int
    points: float


def _size(tall: float, share: float) -> int:
    """The size of letters for a row of that height."""
    return round(_large(tall) * share)


def _short(text: str, size: int, taken: float = 0) -> str:
    return fitted(drawable(text), size, _large(SIZE[0] - 2 * MARGIN - taken))


def _large(measure: float) -> float:
    return measure * FINE


@cache
def _wall() -> Image.Image:
    """The vault, lit by a torch from above."""
    whole = (SIZE[0] * FINE, SIZE[1] * FINE)
    light = Image.new("L", (SIZE[0] // 4, SIZE[1] // 4), 0)
    ImageDraw.Draw(light).ellipse((40, -120, 260, 40), fill=78)
    light = light.filter(ImageFilter.GaussianBlur(26)).resize(whole)
    wall = Image.composite(Image.new("RGB", whole, GLOW), Image.new("RGB", whole, VAULT), light)
    frame = tuple(_large(edge) for edge in (22, 22, SIZE[0] - 22, SIZE[1] - 22))
    ImageDraw.Draw(wall).rounded_rectangle(frame, radius=36, outline=SEAM, width=4)
    with Image.open(EMBLEM) as emblem:
        bag = emblem.convert("RGB").resize((round(_large(BAG)),) * 2)
    wall.paste(bag, (round(_large(SIZE[0] - MARGIN + 8 - BAG)), round(_large(48))), _halo(bag.size))
    return wall


def _halo(size: tuple[int, int]) -> Image.Image:
    """A round mask with a soft edge, so that no corner of the emblem shows."""
    hole = Image.new("L", size, 0)
    ImageDraw.Draw(hole).ellipse((16, 16, size[0] - 16, size[1] - 16), fill=255)
    return hole.filter(ImageFilter.GaussianBlur(8))


def _head(draw: ImageDraw.ImageDraw, poster: Poster) -> None:
    title = drawable(poster.title) or drawable(poster.subtitle)
    room = _large(SIZE[0] - 2 * MARGIN - BAG)
    size = next((size for size in TITLES if width(title, size) <= room), TITLES[-1])
    write(draw, (_large(MARGIN), _large(122)), fitted(title, size, room), size, INK)
    write(draw, (_large(MARGIN), _large(172)), _short(poster.subtitle, 60, BAG), 60, EMBER)


def _row(draw: ImageDraw.ImageDraw, rows: Rows, seat: PosterSeat, top: float) -> None:
    left, right, tall = _large(MARGIN - 20), _large(SIZE[0] - MARGIN + 20), rows.tall
    tone = COIN if seat.won else ASH
    box = (left, top, right, top + tall)
    draw.rounded_rectangle(box, radius=24, fill=SLAB, outline=COIN if seat.won else SEAM, width=4)
    place = "–" if seat.rank is None else f"{seat.rank}."
    write(draw, (left + 36, top + tall * 0.63), place, round(tall * 0.36), tone)
    draw_cube(draw, (left + 124, top + tall * 0.16), tall * 0.68, seat.color)
    start, end = left + 124 + tall * 0.68 + 28, right - 40 - rows.points - 44
    _name(draw, rows, seat, (start, top + tall * 0.58), end)
    _bar(draw, rows, seat, (start, top + tall * 0.76, end))
    total = minus(seat.points)
    ink = COIN if seat.won else INK
    write_back(draw, (right - 40, top + tall * 0.69), total, round(tall * 0.55), ink)


def _name(draw: ImageDraw.ImageDraw, rows: Rows, seat: PosterSeat, at: Point, end: float) -> None:
    """The name, a crown if it won, and the status at the end of the row."""
    size, small, note = (
        round(rows.tall * 0.5),
        max(round(rows.tall * 0.25), 34),
        drawable(seat.note),
    )
    crown = rows.tall * 0.42 if seat.won else 0
    room = end - at[0] - crown - (width(note, small) + 36 if note else 0)
    name = fitted(drawable(seat.name) or seat.color, size, room)
    write(draw, at, name, size, INK)
    if seat.won:
        beside = (at[0] + width(name, size) + 20, at[1] - size * 0.62)
        draw.polygon(_moved(CROWN, beside, size * 0.036), fill=COIN)
    if note:
        write_back(draw, (end, at[1]), note, small, ASH)


def _bar(
    draw: ImageDraw.ImageDraw, rows: Rows, seat: PosterSeat, place: tuple[float, float, float]
) -> None:
    left, y, right = place
    thick = rows.tall * 0.08
    draw.rounded_rectangle((left, y, right, y + thick), radius=thick / 2, fill=VAULT)
    if seat.points > 0:
        end = max(left + thick, left + (right - left) * seat.points / rows.best)
        fill = PAINTS[seat.color].face
        draw.rounded_rectangle((left, y, end, y + thick), radius=thick / 2, fill=fill)


def draw_cube(draw: ImageDraw.ImageDraw, at: Point, tall: float, color: str) -> None:
    paint, scale = PAINTS[color], tall / 26
    for side, fill in ((UPPER, paint.top), (FRONT, paint.face), (RIGHT, paint.side)):
        draw.polygon(_moved(side, at, scale), fill=fill, outline=VAULT, width=2)
    # The emblem is on the slanted front.
    slanted = [(1.2 + 0.9375 * x, 6.4 + 0.225 * x + 0.93 * y) for x, y in EMBLEMS[color]]
    draw.polygon(_moved(slanted, at, scale), fill=paint.mark)


def _moved(points: Iterable[Point], at: Point, scale: float) -> list[Point]:
    return [(at[0] + x * scale, at[1] + y * scale) for x, y in points]
