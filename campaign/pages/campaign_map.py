"""The map as a graph: spaces where the group placed them, the others in a ring."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from uuid import UUID

from django.urls import reverse

from campaign.errors import translate
from campaign.models import Campaign
from campaign.pages.colours import colours_of
from campaign.pages.photos import id_of
from campaign.rules.labels import character_label, contract_label, space_label
from campaign.rules.state import Space, State
from campaign.selectors.campaign_map import CampaignMap, SpaceRow

WIDTH, HEIGHT, THOUSAND = 640, 480, 1000
SHORT = 5


@dataclass(frozen=True, slots=True)
class PathView:
    x1: int
    y1: int
    x2: int
    y2: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceFact:
    """One fact about a space.

    ``kind`` is ``remnant``, ``mark``, ``memorial``, ``sticker`` or ``destination``.
    """

    kind: str
    name: str = ""
    game: int = 0
    covered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceView:
    key: str
    number: str
    name: str
    x: int
    y: int
    state: str
    color: str
    facts: tuple[SpaceFact, ...]
    href: str
    arranged: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MapPage:
    width: int
    height: int
    paths: tuple[PathView, ...]
    spaces: tuple[SpaceView, ...]
    loose: int
    picture: UUID | None

    def space(self, key: str) -> SpaceView | None:
        return next((space for space in self.spaces if space.key == key), None)


def map_page(campaign: Campaign, found: CampaignMap) -> MapPage:
    rows = [*found.spaces, *_untouched(found)]
    at = _places(rows)
    colors = colours_of(found.state)
    spaces = tuple(_space(campaign, found.state, row, colors, at[row.space.key]) for row in rows)
    return MapPage(
        width=WIDTH,
        height=HEIGHT,
        paths=tuple(
            PathView(*at[path.start], *at[path.end])
            for path in found.paths
            if {path.start, path.end} <= set(at)
        ),
        spaces=spaces,
        loose=sum(not space.arranged for space in spaces),
        picture=id_of(found.picture),
    )


def _untouched(found: CampaignMap) -> Iterator[SpaceRow]:
    """Runestones without any entry yet: bare numbers."""
    known = {row.space.key for row in found.spaces}
    for number in range(1, found.state.campaign.runestones + 1):
        if str(number) not in known:
            yield SpaceRow(space=Space(key=str(number)), stickers=(), destinations=())


def _places(rows: list[SpaceRow]) -> dict[str, tuple[int, int]]:
    """The position of each space; those not arranged are in a ring in the order of their numbers."""
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


def _space(
    campaign: Campaign,
    state: State,
    row: SpaceRow,
    colors: dict[str, str],
    at: tuple[int, int],
) -> SpaceView:
    space = row.space
    top = next((mark for mark in reversed(space.marks) if not mark.covered), None)
    return SpaceView(
        key=space.key,
        number=space.key if len(space.key) <= SHORT else f"{space.key[: SHORT - 1]}…",
        name=translate(space_label(state, space.key)),
        x=at[0],
        y=at[1],
        state="destroyed" if space.remnant else "marked" if top else "",
        color=colors.get(top.character, "black") if top and not space.remnant else "",
        facts=tuple(_facts(state, row)),
        href=reverse("campaign:space", args=[campaign.pk, space.key]),
        arranged=row.arranged,
    )


def _facts(state: State, row: SpaceRow) -> Iterator[SpaceFact]:
    if row.space.remnant:
        yield SpaceFact(kind="remnant", game=row.space.remnant_in)
    for mark in row.space.marks:
        yield SpaceFact(
            kind="memorial" if mark.memorial else "mark",
            name=character_label(state, mark.character),
            game=mark.game,
            covered=mark.covered,
        )
    for sticker in row.stickers:
        yield SpaceFact(kind="sticker", name=sticker.label)
    for contract in row.destinations:
        yield SpaceFact(kind="destination", name=translate(contract_label(state, contract.key)))
