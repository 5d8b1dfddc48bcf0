"""Who watches which table, and the newest board for each; lives on the event loop's thread."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from companion.board import Board


@dataclass(frozen=True, slots=True)
class Face:
    """One way in which a table is shown: which page, in which language."""

    page: str
    language: str


class Painted:
    """A board in pieces of HTML, and the facts by which a stream sees whether it still may."""

    __slots__ = ("_events", "_pieces", "board", "facts", "page", "sequence")

    def __init__(self, page: str, board: Board, pieces: Mapping[str, str]) -> None:
        self.page = page
        self.board = board
        self.sequence = board.sequence
        self.facts = board.facts
        self._pieces = pieces
        self._events: dict[int | None, bytes] = {}

    def event(self, since: "Painted | None" = None) -> bytes:
        """The server-sent event for a device that shows `since`: only the pieces that changed.

        Nearly all devices show the board before this one, so each event is made once for them.
        """
        known = since.sequence if since else None
        if known not in self._events:
            self._events[known] = event(self.page, self.sequence, self._html(since))
        return self._events[known]

    def _html(self, since: "Painted | None") -> str:
        # Pieces that are no more, such as old lines of the log, stay on the page: it lets them go.
        old = since._pieces if since else {}
        return "".join(html for name, html in self._pieces.items() if old.get(name) != html)


def event(page: str, sequence: int, html: str) -> bytes:
    """One server-sent event; its id is the sequence of the log."""
    lines = "".join(f"data: {line}\n" for line in html.splitlines()) or "data:\n"
    return f"event: {page}\nid: {sequence}\n{lines}\n".encode()


class Subscriber:
    """One open stream. It holds only the newest board: a slow device skips what it missed."""

    __slots__ = ("_newest", "_seen", "_waiter", "closed", "device", "face", "table")

    def __init__(self, table: UUID, face: Face, device: int | None = None) -> None:
        self.table = table
        self.face = face
        self.device = device
        self.closed = False
        self._newest: Painted | None = None
        self._seen = -1
        self._waiter: asyncio.Future[None] | None = None

    def offer(self, painted: Painted) -> None:
        if painted.sequence > self._seen:
            self._newest, self._seen = painted, painted.sequence
            self.wake()

    def wake(self) -> None:
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)

    def close(self) -> None:
        self.closed = True
        self.wake()

    async def news(self) -> Painted | None:
        """The newest board not yet taken; None when it was woken for a heartbeat or the end."""
        if self._newest is None and not self.closed:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        newest, self._newest = self._newest, None
        return newest


class Hub:
    """All open streams of this process."""

    def __init__(self) -> None:
        self._tables: dict[UUID, set[Subscriber]] = {}
        self._faces: dict[UUID, frozenset[Face]] = {}
        self.closed = False

    def subscribe(self, table: UUID, face: Face, device: int | None = None) -> Subscriber:
        subscriber = Subscriber(table, face, device)
        self._tables.setdefault(table, set()).add(subscriber)
        self._count(table)
        if self.closed:
            subscriber.close()
        return subscriber

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self._tables[subscriber.table].discard(subscriber)
        self._count(subscriber.table)

    def _count(self, table: UUID) -> None:
        # Replaced whole, since other threads read it.
        if watching := self._tables[table]:
            self._faces[table] = frozenset(each.face for each in watching)
        else:
            del self._tables[table]
            self._faces.pop(table, None)

    def faces(self, table: UUID) -> frozenset[Face]:
        """In which ways a table is watched; may be asked from any thread."""
        return self._faces.get(table, frozenset())

    def tables(self) -> list[UUID]:
        """The tables that are watched; may be asked from any thread."""
        return list(self._faces)

    def deliver(self, table: UUID, painted: Mapping[Face, Painted]) -> None:
        for subscriber in self._tables.get(table, ()):
            if subscriber.face in painted:
                subscriber.offer(painted[subscriber.face])

    def beat(self) -> None:
        """Wake every stream, so that those with nothing to send show that they live."""
        for watching in self._tables.values():
            for subscriber in watching:
                subscriber.wake()

    def close_device(self, device: int) -> None:
        """End the streams of a device that lives in another browser now: they ask again who they are."""
        for watching in self._tables.values():
            for subscriber in watching:
                if subscriber.device == device:
                    subscriber.close()

    def close(self) -> None:
        """End every stream, and all that may still begin."""
        self.closed = True
        for watching in self._tables.values():
            for subscriber in watching:
                subscriber.close()

    @property
    def open_streams(self) -> int:
        return sum(len(watching) for watching in self._tables.values())
