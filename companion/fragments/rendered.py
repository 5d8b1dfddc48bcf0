"""What was rendered last of each table, so that only what has changed is rendered again."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Generic, Protocol, TypeVar
from uuid import UUID

from companion.table.view import TableView


class Rendered(Protocol):
    """What a table looks like in one language, and of which view."""

    @property
    def view(self) -> TableView | None: ...

    @property
    def html(self) -> Mapping[str, str]: ...


D = TypeVar("D", bound=Rendered)


class RenderedTables(Generic[D]):
    """The newest rendering of each table and language; of more than `most`, the oldest go."""

    def __init__(self, blank: D, render: Callable[[TableView, str, D], D], *, most: int) -> None:
        self._blank = blank
        self._render = render
        self._most = most
        self._kept: OrderedDict[tuple[UUID, str], D] = OrderedDict()
        self._lock = Lock()

    def fragments(self, view: TableView, language: str) -> Mapping[str, str]:
        """Every fragment of a view; one that is unchanged is the same string as before."""
        key = (view.table, language)
        known = self._kept.get(key, self._blank)
        if known.view is not view:
            known = self._render(view, language, known)
            with self._lock:
                self._kept[key] = known
                self._kept.move_to_end(key)
                while len(self._kept) > self._most:
                    self._kept.popitem(last=False)
        return known.html
