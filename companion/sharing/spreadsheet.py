"""The lines of the share picture and the rows of the spreadsheet."""

import re
import unicodedata
from collections.abc import Iterator

from django.utils.translation import gettext

from companion.rules.score_kinds import KINDS, by_kind
from companion.rules.standings import Place, in_seat_order, standings
from companion.rules.state import State
from companion.rules.words import COLORS, STATUSES
from companion.table import results
from companion.table.view import TableView

FORMULA = ("=", "+", "-", "@", "\N{MINUS SIGN}")
"""Also in other forms, such as the full width of Chinese and Japanese keyboards."""
ENDS = re.compile(r"([;|\t\r\n])")
"""What may end a cell where a spreadsheet program does not split at commas: quotes hold nothing
together there, because a cell's own stand behind a comma."""
BEFORE = re.compile(r'^[\s"]+')
Cell = str | int


def spreadsheet(view: TableView) -> Iterator[list[Cell]]:
    """A header, then a row for each seat in turn order; no places before the result is settled."""
    yield [
        *(gettext("Seat"), gettext("Name"), gettext("Colour"), gettext("Status")),
        *(gettext("Place"), gettext("Winner"), gettext("Total")),
        *(gettext(label) for label in KINDS.values()),
    ]
    for place in in_seat_order(standings(view.state)):
        yield _cells(view.state, place, final=results.is_final(view))


def _cells(state: State, place: Place, *, final: bool) -> list[Cell]:
    held, points = state.seats[place.seat], by_kind(state, place.score)
    return [
        place.seat + 1,
        harmless(held.name),
        gettext(COLORS[held.color]),
        gettext(STATUSES[held.status]),
        place.rank if final else "",
        int(place.won) if final else "",
        place.score.total,
        *(points.get(kind, 0) for kind in KINDS),
    ]


def harmless(text: str) -> str:
    """The text, changed so that no spreadsheet program takes it for a formula."""
    if text.startswith(("\t", "\r", "\n")):
        text = f"'{text}"
    return "".join(f"'{part}" if _is_formula(part) else part for part in ENDS.split(text))


def _is_formula(text: str) -> bool:
    first = BEFORE.sub("", text)[:1]
    return unicodedata.normalize("NFKC", first).startswith(FORMULA)
