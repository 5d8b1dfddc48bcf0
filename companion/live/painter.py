"""Paints boards: once for each change and language, and under load only the newest."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from queue import SimpleQueue
from threading import Lock, Thread
from uuid import UUID

from django.db import close_old_connections, connection
from django.utils import translation

from companion import memory, selectors
from companion.board import Board
from companion.live.hub import Face, Painted

log = logging.getLogger(__name__)

Pieces = Callable[[Board, str], Mapping[str, str]]
"""A board in a language as pieces of HTML by name; what is the same again is sent only once."""

Deliver = Callable[[UUID, Mapping[Face, Painted]], None]
MOST = 1024

_pages: dict[str, Pieces] = {}


def register(page: str, pieces: Pieces) -> None:
    """Say what a page's board is made of, given the board and the language."""
    _pages[page] = pieces


class Gallery:
    """The newest painting of each board, so that a device that comes back costs nothing."""

    def __init__(self) -> None:
        self._hung: OrderedDict[tuple[UUID, Face], Painted] = OrderedDict()

    def painted(self, board: Board, face: Face) -> Painted:
        key = (board.table, face)
        hung = self._hung.get(key)
        # The very same board: one that was painted ahead may never have been committed.
        if hung is None or hung.board is not board:
            hung = self._hung[key] = paint(board, face)
            if len(self._hung) > MOST:
                self._hung.popitem(last=False)
        return hung

    def ready(self, board: Board, faces: Iterable[Face]) -> dict[Face, Painted] | None:
        """The board in all these ways, if it was painted ahead in all of them."""
        found = {face: self._hung.get((board.table, face)) for face in faces}
        ready = {face: hung for face, hung in found.items() if hung and hung.board is board}
        return ready if len(ready) == len(found) else None


def paint(board: Board, face: Face) -> Painted:
    with translation.override(face.language):
        return Painted(face.page, board, _pages[face.page](board, face.language))


class Painter:
    """A thread that paints the tables named to it, each once however often it was named."""

    def __init__(self, faces: Callable[[UUID], frozenset[Face]], deliver: Deliver) -> None:
        self.gallery = Gallery()
        self._faces = faces
        self._deliver = deliver
        self._named: dict[UUID, int] = {}
        self._shown: dict[UUID, int] = {}
        self._lock = Lock()
        self._queue: SimpleQueue[UUID | Board | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="painter", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._queue.put(None)
        self._thread.join()

    def prepare(self, board: Board) -> None:
        """Paint a board that is being committed, so that it is ready when it is named."""
        if self._faces(board.table) and self._queue.empty():
            self._queue.put(board)

    def name(self, table: UUID, sequence: int) -> None:
        """A table has changed; from any thread, and after the change is committed."""
        faces = self._faces(table)
        if not faces:
            self._shown.pop(table, None)
        elif self._shown.get(table, 0) < sequence and not self._show_ready(table, sequence, faces):
            self._ask_for(table, sequence)

    def _show_ready(self, table: UUID, sequence: int, faces: frozenset[Face]) -> bool:
        """Deliver what was painted ahead at once: waking the painter for it would take longer."""
        board = memory.recall(table)
        if board is None or board.sequence < sequence:
            return False
        ready = self.gallery.ready(board, faces)
        if ready:
            self._show(board, ready)
        return bool(ready)

    def _ask_for(self, table: UUID, sequence: int) -> None:
        with self._lock:
            waiting = table in self._named
            self._named[table] = max(sequence, self._named.get(table, 0))
        if not waiting:
            self._queue.put(table)

    def _show(self, board: Board, painted: Mapping[Face, Painted]) -> None:
        self._shown[board.table] = board.sequence
        self._deliver(board.table, painted)

    def _work(self) -> None:
        try:
            while work := self._queue.get():
                if isinstance(work, Board):
                    self._painted(work)
                    continue
                with self._lock:
                    # Before it is read, so that a change from now on names it anew.
                    sequence = self._named.pop(work)
                self._paint(work, sequence)
        finally:
            connection.close()

    def _paint(self, table: UUID, sequence: int) -> None:
        try:
            board = _newest(table, sequence)
        except Exception:
            log.exception("A board could not be read; its devices get the next one.")
            return
        if painted := self._painted(board):
            self._show(board, painted)

    def _painted(self, board: Board) -> dict[Face, Painted]:
        """The board in every way in which it is watched; none where it cannot be drawn."""
        try:
            return {face: self.gallery.painted(board, face) for face in self._faces(board.table)}
        except Exception:
            # One board that cannot be drawn shall not be the end of all the others.
            log.exception("A board could not be painted; its devices get the next one.")
            return {}


def _newest(table: UUID, sequence: int) -> Board:
    """The board as this process remembers it, if that is new enough, else as it is read."""
    known = memory.recall(table)
    if known and known.sequence >= sequence:
        return known
    close_old_connections()
    return selectors.board_of(table)
