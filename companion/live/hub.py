"""Who watches which table. Call it on the event loop's thread, except what says it is safe from any."""

import logging
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from ipaddress import ip_address
from time import monotonic
from uuid import UUID

from accounts.identity import NOBODY, Credentials
from companion.errors import TooManyStreamsError
from companion.live.renderer import Rendering, View
from companion.live.stream import StreamExchange
from companion.table.broadcast import Keep

log = logging.getLogger(__name__)
OF_A_DEVICE = 6  # pages; as many connections as a browser opens to one host
OF_A_TELEVISION = 30  # screens that one TV code shows a table on
OF_AN_ADDRESS = 300
Group = int | str | UUID
QUIET = 60.0  # seconds between two words about the same bound
WHILE = 60.0  # seconds within which every device is back after the server was away


class Hub:
    """All open streams of this process."""

    def __init__(self) -> None:
        # By device, session, or the table of a TV code; the oldest first.
        self._groups: dict[Group, dict[StreamExchange, None]] = {}
        self._addresses: Counter[str] = Counter()
        self._told: dict[str, float] = {}
        self._tables: dict[UUID, set[StreamExchange]] = {}
        self._views: dict[UUID, frozenset[View]] = {}
        self._said: dict[UUID, str] = {}
        self._said_late: dict[UUID, tuple[float, str]] = {}
        self.closed = False

    def subscribe(self, stream: StreamExchange) -> None:
        """Let a stream in; the oldest page of a device or TV code with too many goes to sleep.

        Raises TooManyStreamsError for an address with too many.
        """
        if is_bounded(stream.address):
            if self._addresses[stream.address] >= OF_AN_ADDRESS:
                self._tell(f"{OF_AN_ADDRESS} streams from {stream.address}: no more are opened")
                raise TooManyStreamsError("too_many_streams")
            self._addresses[stream.address] += 1
        self._tables.setdefault(stream.table, set()).add(stream)
        self._count(stream.table)
        if (key := _group(stream)) is not None:
            own = self._groups.setdefault(key, {})
            own[stream] = None
            if len(own) > (OF_A_TELEVISION if isinstance(key, UUID) else OF_A_DEVICE):
                self._tell(f"{len(own)} pages of {_called(key)}: the oldest one sleeps")
                next(iter(own)).sleep()

    def unsubscribe(self, stream: StreamExchange) -> None:
        if stream not in self._tables.get(stream.table, ()):
            return
        self._tables[stream.table].discard(stream)
        self._count(stream.table)
        if is_bounded(stream.address):
            self._addresses[stream.address] -= 1
            if not self._addresses[stream.address]:
                del self._addresses[stream.address]
        if (key := _group(stream)) is not None:
            own = self._groups[key]
            del own[stream]
            if not own:
                del self._groups[key]

    def _tell(self, what: str) -> None:
        """One line in the log, and no second one about the same for a while."""
        now = monotonic()
        if now - self._told.get(what, -QUIET) >= QUIET:
            log.warning(what)
            self._told = {each: at for each, at in self._told.items() if now - at < QUIET}
            self._told[what] = now

    def _count(self, table: UUID) -> None:
        # Replaced as a whole, because other threads read it.
        if watching := self._tables[table]:
            self._views[table] = frozenset(each.view for each in watching)
        else:
            del self._tables[table]
            self._views.pop(table, None)

    def views(self, table: UUID) -> frozenset[View]:
        """The views in which a table is watched; safe from any thread."""
        return self._views.get(table, frozenset())

    def tables(self) -> list[UUID]:
        """The tables that are watched; safe from any thread."""
        return list(self._views)

    def is_behind(self, table: UUID, sequence: int) -> bool:
        """Whether some device at a table has not been offered its board at that sequence."""
        return any(each.is_behind(sequence) for each in self._tables.get(table, ()))

    def deliver(self, table: UUID, renderings: Mapping[View, Rendering]) -> None:
        self._said.pop(table, None)
        for stream in tuple(self._tables.get(table, ())):
            if stream.view in renderings:
                stream.offer(renderings[stream.view])

    def say(self, table: UUID, word: str, *, keep: Keep) -> None:
        """Tell every screen of a table something that is on no board."""
        if keep is Keep.UNTIL_A_CHANGE:
            self._said[table] = word
        if keep is Keep.A_WHILE:
            self._said_late = {each: it for each, it in self._said_late.items() if _is_new(it)}
            self._said_late[table] = monotonic(), word
        for stream in tuple(self._tables.get(table, ())):
            stream.say(word)

    def said(self, table: UUID) -> list[str]:
        """What a screen that connects now has missed."""
        late = self._said_late.get(table)
        kept = self._said.get(table), late[1] if late and _is_new(late) else None
        return [word for word in kept if word]

    def beat(self) -> None:
        """Let every stream show that it lives."""
        for stream in self._all():
            stream.beat()

    def close_device(self, device: int) -> None:
        """End the streams of a device that has moved to another browser, or was ended."""
        for stream in self._all():
            if stream.device == device:
                stream.close()

    def credentials(self) -> set[Credentials]:
        """What the streams were opened with, as far as they needed anything."""
        return {each.credentials for each in self._all()} - {NOBODY}

    def close_outdated(self, ended: Collection[Credentials]) -> None:
        """End the streams of browsers that were ended, perhaps by another process."""
        for stream in self._all():
            if stream.credentials in ended:
                stream.close()

    def close(self) -> None:
        """End every stream, and every one that is still opened."""
        self.closed = True
        for stream in self._all():
            stream.close()

    def _all(self) -> Iterator[StreamExchange]:
        return (stream for watching in list(self._tables.values()) for stream in list(watching))

    @property
    def open_streams(self) -> int:
        return sum(len(watching) for watching in self._tables.values())


def _group(stream: StreamExchange) -> Group | None:
    """Whose streams it counts to: its device's, its session's, or those of its table's TV code."""
    if stream.device is not None:
        return stream.device
    return stream.table if stream.view.page == "tv" else stream.credentials.session_key or None


def _is_new(said: tuple[float, str]) -> bool:
    return monotonic() - said[0] < WHILE


def _called(group: Group) -> str:
    """What the log calls it; a session is a secret."""
    match group:
        case UUID():
            return f"table {group}"
        case int():
            return f"device {group}"
    return "one login"


@lru_cache(1024)
def is_bounded(address: str) -> bool:
    """Whether an address is one device's or one home's: not this computer's, nor a proxy's."""
    try:
        return not ip_address(address).is_loopback
    except ValueError:
        return False
