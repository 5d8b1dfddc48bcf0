"""Boards as HTML: rendered once for each change, page and language."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from companion.fragments.board import changed
from companion.table.view import TableView

log = logging.getLogger(__name__)
MOST = 1024

Fragments = Callable[[TableView, str], Mapping[str, str]]
"""A board in a language as named fragments of HTML; unchanged ones are not sent again."""

_pages: dict[str, Fragments] = {}


def register(page: str, fragments: Fragments) -> None:
    """Register the function that renders a page's board in a language."""
    _pages[page] = fragments


@dataclass(frozen=True, slots=True)
class View:
    """One way in which a table is shown: on which page, in which language."""

    page: str
    language: str


class Rendering:
    """A board in fragments of HTML, and the settings that say who may see it."""

    __slots__ = ("_events", "_fragments", "page", "sequence", "settings", "view")

    def __init__(self, page: str, view: TableView, fragments: Mapping[str, str]) -> None:
        self.page = page
        self.view = view
        self.sequence = view.sequence
        self.settings = view.settings
        self._fragments = fragments
        self._events: dict[int | None, bytes] = {}

    def event(self, since: "Rendering | None" = None) -> bytes:
        """The server-sent event for a device that shows `since`: only the fragments that changed.

        Nearly all devices show the board before this one, so each event is made once for them.
        """
        known = since.sequence if since else None
        if known not in self._events:
            self._events[known] = event(self.page, self.sequence, self._html(since))
        return self._events[known]

    @property
    def html(self) -> str:
        """The whole board."""
        return self._html(None)

    def _html(self, since: "Rendering | None") -> str:
        # Fragments that no longer exist, such as old log lines, are removed by the page itself.
        return changed(self._fragments, since._fragments if since else {})


def event(page: str, sequence: int, html: str) -> bytes:
    """One server-sent event; its id is the sequence of the log."""
    lines = "".join(f"data: {line}\n" for line in html.splitlines()) or "data:\n"
    return f"event: {page}\nid: {sequence}\n{lines}\n".encode()


class RenderCache:
    """The newest rendering of each board, so that a returning device costs nothing."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[UUID, View], Rendering] = OrderedDict()

    def rendering(self, table: TableView, view: View) -> Rendering:
        """The newest rendering of a committed board."""
        kept = self._kept.get((table.table, view))
        if kept is None or kept.sequence < table.sequence:
            kept = render(table, view)
            self.keep({view: kept})
        return kept

    def keep(self, renderings: Mapping[View, Rendering]) -> None:
        for view, rendering in renderings.items():
            key = (rendering.view.table, view)
            self._kept[key] = rendering
            self._kept.move_to_end(key)
        while len(self._kept) > MOST:
            self._kept.popitem(last=False)


def render(table: TableView, view: View) -> Rendering:
    return Rendering(view.page, table, _pages[view.page](table, view.language))


def render_all(table: TableView, views: Iterable[View]) -> dict[View, Rendering]:
    """A board in every view that is watched; empty if it cannot be rendered."""
    try:
        return {view: render(table, view) for view in views}
    except Exception:
        # One board that cannot be rendered must not stop all the others.
        log.exception("A board could not be rendered; its devices get the next one.")
        return {}
