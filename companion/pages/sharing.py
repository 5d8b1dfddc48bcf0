"""A result as it leaves the site: the lines of the share picture, the rows of the spreadsheet."""

from collections.abc import Iterator

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from companion.board import Board
from companion.pages.chart import KINDS, by_kind
from companion.poster import Line, Poster
from companion.rules.standings import Place, standings
from companion.rules.state import State
from companion.rules.words import COLORS, STATUSES
from companion.words import MODULES

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
Cell = str | int


def poster_of(board: Board, site: str) -> Poster:
    state = board.state
    day = timezone.localtime(board.facts.closed_at or board.facts.opened_at)
    modules = [str(MODULES[module]) for module in state.edition.modules]
    return Poster(
        title=board.facts.title,
        subtitle=" · ".join([state.edition.name, *modules]),
        lines=tuple(_line(state, place) for place in standings(state).places),
        foot=f"{site} · {date_format(day, 'DATE_FORMAT')}",
    )


def _line(state: State, place: Place) -> Line:
    held = state.seats[place.seat]
    return Line(
        rank=place.rank,
        name=held.name,
        color=held.color,
        points=place.score.total,
        won=place.won and state.over is not None,
        note=gettext(STATUSES[held.status]),
    )


def spreadsheet(board: Board) -> Iterator[list[Cell]]:
    """A head, then one row for each seat in turn order."""
    yield [
        *(gettext("Seat"), gettext("Name"), gettext("Colour"), gettext("Status")),
        *(gettext("Place"), gettext("Winner"), gettext("Total")),
        *(gettext(label) for label in KINDS.values()),
    ]
    for place in sorted(standings(board.state).places, key=lambda place: place.seat):
        yield _cells(board.state, place)


def _cells(state: State, place: Place) -> list[Cell]:
    held, points = state.seats[place.seat], by_kind(state, place.score)
    return [
        place.seat + 1,
        harmless(held.name),
        gettext(COLORS[held.color]),
        gettext(STATUSES[held.status]),
        place.rank,
        int(place.won and state.over is not None),
        place.score.total,
        *(points.get(kind, 0) for kind in KINDS),
    ]


def harmless(text: str) -> str:
    """A text that no spreadsheet program takes for a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA) else text
