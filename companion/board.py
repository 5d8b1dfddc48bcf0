"""A board: all that a table shows at one sequence, without a single secret."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from companion.line import Line
from companion.rules.lines import Line as Told
from companion.rules.odds import is_quick
from companion.rules.record import NAME_LENGTH
from companion.rules.state import State

TAIL = 20


class Role(StrEnum):
    """Who somebody is at a table."""

    OPENER = "opener"
    PLAYER = "player"
    WATCHER = "watcher"
    REMOVED = "removed"
    STRANGER = "stranger"

    @property
    def may_see(self) -> bool:
        return self in (Role.OPENER, Role.PLAYER, Role.WATCHER)

    @property
    def may_tap(self) -> bool:
        return self in (Role.OPENER, Role.PLAYER)

    @property
    def may_run(self) -> bool:
        """Names, seats, code, devices, settings, closing."""
        return self is Role.OPENER


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Who asks: this browser's device, the account logged in on it, and all devices of both."""

    device: int | None = None
    account: int | None = None
    devices: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A device at the table; `seats` are the indexes of those it holds."""

    device: int
    name: str
    seats: tuple[int, ...]
    salted: bool
    salt_from_device: bool
    removed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What only settings change: the table's names, switches and people."""

    title: str
    join_code: str
    tv_code: str
    joining_open: bool
    odds_on: bool
    closed_at: datetime | None
    opened_at: datetime
    draws: bool
    imported: bool
    return_link: str
    drawer_link: str
    opener_device: int | None
    opener_account: int | None
    rematch: UUID | None
    names: tuple[str, ...]
    people: tuple[Person, ...]

    @property
    def free_seats(self) -> tuple[int, ...]:
        """The seats that no device holds."""
        held = {seat for person in self.people if not person.removed for seat in person.seats}
        return tuple(index for index in range(len(self.names)) if index not in held)

    def person(self, device: int) -> Person | None:
        return next((person for person in self.people if person.device == device), None)

    def role(self, visitor: Visitor) -> Role:
        """Who somebody is here. A removed device stays out, whoever is logged in on it."""
        own = self.person(visitor.device) if visitor.device is not None else None
        if self._opened_by(visitor):
            return Role.OPENER
        if own and own.removed:
            return Role.REMOVED
        known = [person for person in self.people if person.device in visitor.devices]
        present = [person for person in known if not person.removed]
        if not present:
            return Role.REMOVED if known else Role.STRANGER
        return Role.PLAYER if any(person.seats for person in present) else Role.WATCHER

    def _opened_by(self, visitor: Visitor) -> bool:
        if visitor.account is not None and visitor.account == self.opener_account:
            return True
        return self.opener_device is not None and self.opener_device in visitor.devices

    def called(self, device: int) -> str:
        """What the log calls a device: its own name, else those of the seats it holds."""
        person = self.person(device)
        if person is None:
            return ""
        name = person.name or ", ".join(self.names[seat] for seat in person.seats)
        return name if len(name) <= NAME_LENGTH else f"{name[: NAME_LENGTH - 1]}…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Undoing:
    """The undo that took a line back: its sequence, who and when."""

    sequence: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """A row of the log as it is shown; `story` says what an action did, sentence by sentence."""

    sequence: int
    kind: str
    what: str
    seat: int | None
    by: str
    at: datetime
    story: tuple[Told, ...]
    setting: Mapping[str, object]
    target: int | None
    past_draw: bool
    undone: Undoing | None = None

    @property
    def stands(self) -> bool:
        return self.undone is None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Board:
    """A table at one sequence. `attack_at` is the sequence of the last attack that stands."""

    table: UUID
    sequence: int
    settled: int
    state: State
    facts: Facts
    line: Line
    round: int
    attack_at: int | None
    tail: tuple[LogLine, ...]

    @property
    def tells_odds(self) -> bool:
        """Whether the odds are shown; house values can make a draw too large for exact ones."""
        return self.facts.odds_on and is_quick(self.state)

    @property
    def can_undo(self) -> bool:
        return self.line.standing is not None

    @property
    def can_redo(self) -> bool:
        return self.line.undone is not None

    @property
    def attack_is_newest(self) -> bool:
        """Whether no action has been taken since the last attack."""
        return self.attack_at is not None and self.attack_at == self.line.top


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Somebody at a table: the table as it is now, who asks, and as what."""

    board: Board
    visitor: Visitor
    role: Role


def marked(lines: Iterable[LogLine]) -> list[LogLine]:
    """Lines that reach up to the log's end, each with the undo that took it back, if one did."""
    shown = list(lines)
    standing: list[int] = []
    undone: list[int] = []
    fates: dict[int, LogLine] = {}
    for index, line in enumerate(shown):
        target = line.target or 0
        if line.kind == "action":
            standing.append(index)
            undone.clear()
        elif line.kind == "undo":
            while standing and shown[standing[-1]].sequence >= target:
                undone.append(standing.pop())
                fates[undone[-1]] = line
        elif line.kind == "redo":
            while undone and shown[undone[-1]].sequence <= target:
                standing.append(undone.pop())
                del fates[standing[-1]]
    return [_after_all(line, fates.get(index)) for index, line in enumerate(shown)]


def _after_all(line: LogLine, undo: LogLine | None) -> LogLine:
    """The line with the undo that took it back in the end; itself where that is known already."""
    if undo is None:
        return replace(line, undone=None) if line.undone else line
    return replace(line, undone=Undoing(sequence=undo.sequence, by=undo.by, at=undo.at))


def tail(lines: Sequence[LogLine], new: LogLine) -> tuple[LogLine, ...]:
    """The last lines of a log after one more."""
    return tuple(marked((*lines, new))[-TAIL:])


def named(state: State, names: Sequence[str]) -> State:
    """The state with the seats' names as they are today."""
    if all(seat.name == name for seat, name in zip(state.seats, names, strict=True)):
        return state
    seats = zip(state.seats, names, strict=True)
    return replace(state, seats=tuple(replace(seat, name=name) for seat, name in seats))


def retold(story: Sequence[Told], names: Sequence[str]) -> tuple[Told, ...]:
    """Sentences about seats with the seats' names as they are today."""
    return tuple(_retold(told, names) for told in story)


def _retold(told: Told, names: Sequence[str]) -> Told:
    seat = told.params.get("seat")
    if type(seat) is not int or told.params.get("name") == names[seat]:
        return told
    return Told(told.code, {**told.params, "name": names[seat]})
