"""The map as a drawn graph: where the group put each space, else in a ring until it is arranged."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin

from django.urls import reverse
from django.utils.translation import gettext as _

from campaign.models import Campaign, Photo
from campaign.pages.colours import colours_of
from campaign.refusals import said
from campaign.rules.naming import character_said, contract_said, space_said
from campaign.rules.state import Path, Space, SpaceMark, State
from campaign.selectors.board import MapBoard, SpaceRow

WIDTH, HEIGHT, THOUSAND = 640, 480, 1000
SHORT = 5


@dataclass(frozen=True, slots=True)
class Line:
    x1: int
    y1: int
    x2: int
    y2: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceDrawn:
    """``text`` is everything that is true of the space, in words."""

    key: str
    number: str
    name: str
    x: int
    y: int
    state: str
    color: str
    text: str
    facts: tuple[str, ...]
    href: str
    arranged: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MapPage:
    width: int
    height: int
    paths: tuple[Line, ...]
    spaces: tuple[SpaceDrawn, ...]
    loose: int
    picture: Photo | None

    def space(self, key: str) -> SpaceDrawn | None:
        return next((space for space in self.spaces if space.key == key), None)


def map_page(campaign: Campaign, board: MapBoard) -> MapPage:
    rows = [*board.spaces, *_untouched(board)]
    at = _places(rows)
    colors = colours_of(board.state)
    spaces = tuple(_drawn(campaign, board.state, row, colors, at[row.space.key]) for row in rows)
    return MapPage(
        width=WIDTH,
        height=HEIGHT,
        paths=tuple(_line(path, at) for path in board.paths if {path.start, path.end} <= set(at)),
        spaces=spaces,
        loose=sum(not space.arranged for space in spaces),
        picture=board.picture,
    )


def _untouched(board: MapBoard) -> Iterator[SpaceRow]:
    """Runestones that the ledger has nothing to say of yet: bare numbers."""
    known = {row.space.key for row in board.spaces}
    for number in range(1, board.state.campaign.runestones + 1):
        if str(number) not in known:
            yield SpaceRow(space=Space(key=str(number)), stickers=(), destinations=())


def _places(rows: list[SpaceRow]) -> dict[str, tuple[int, int]]:
    """Where each is drawn; what nobody has arranged stands in a ring in the order of its number."""
    loose = [row for row in rows if not row.arranged]
    loose.sort(key=lambda row: (not row.space.key.isdecimal(), row.space.key.zfill(3)))
    ring = {row.space.key: _on_ring(at, len(loose)) for at, row in enumerate(loose)}
    set_out = {row.space.key: (_x(row.space.x), _y(row.space.y)) for row in rows if row.arranged}
    return {**ring, **set_out}


def _on_ring(at: int, count: int) -> tuple[int, int]:
    angle = 2 * pi * at / count - pi / 2
    return round(WIDTH * (0.5 + 0.42 * cos(angle))), round(HEIGHT * (0.5 + 0.4 * sin(angle)))


def _x(thousandths: int) -> int:
    return round(40 + thousandths * (WIDTH - 80) / THOUSAND)


def _y(thousandths: int) -> int:
    return round(40 + thousandths * (HEIGHT - 80) / THOUSAND)


def _line(path: Path, at: dict[str, tuple[int, int]]) -> Line:
    return Line(*at[path.start], *at[path.end])


def _drawn(
    campaign: Campaign,
    state: State,
    row: SpaceRow,
    colors: dict[str, str],
    at: tuple[int, int],
) -> SpaceDrawn:
    space = row.space
    top = next((mark for mark in reversed(space.marks) if not mark.covered), None)
    facts = tuple(_facts(state, row))
    name = said(space_said(state, space.key))
    return SpaceDrawn(
        key=space.key,
        number=space.key if len(space.key) <= SHORT else f"{space.key[: SHORT - 1]}…",
        name=name,
        x=at[0],
        y=at[1],
        state="destroyed" if space.remnant else "marked" if top else "",
        color=colors.get(top.character, "black") if top and not space.remnant else "",
        text=". ".join((name, *facts)),
        facts=facts,
        href=reverse("campaign:space", args=[campaign.pk, space.key]),
        arranged=row.arranged,
    )


def _facts(state: State, row: SpaceRow) -> Iterator[str]:
    if row.space.remnant:
        yield _("Destroyed in game %(game)d; it can still be entered") % {
            "game": row.space.remnant_in
        }
    for mark in row.space.marks:
        yield _mark(state, mark)
    for sticker in row.stickers:
        yield _("Sticker %(label)s") % {"label": sticker.label}
    for contract in row.destinations:
        named = {"contract": said(contract_said(state, contract.key))}
        yield _("Destination of %(contract)s") % named


def _mark(state: State, mark: SpaceMark) -> str:
    named = {"name": character_said(state, mark.character), "game": mark.game}
    text = (
        _("Memorial of %(name)s, game %(game)d")
        if mark.memorial
        else _("Mark of %(name)s, game %(game)d")
    )
    said_so = text % named
    return f"{said_so}, {_('covered')}" if mark.covered else said_so
