"""A table as everybody sees it at one sequence, without any secret."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from accounts.identity import Visitor
from companion.rules.log.sentences import LogSentence
from companion.rules.odds import is_quick
from companion.rules.state import State
from companion.table.history import History
from companion.table.roles import Role
from companion.table.settings import TableSettings

TAIL = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Undoing:
    """The undo of a line: its sequence, who and when."""

    sequence: int
    actor_name: str
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """A row of the log as it is shown; `story` has the sentences about an action."""

    sequence: int
    kind: str
    name: str
    seat: int | None
    actor_name: str
    created_at: datetime
    story: tuple[LogSentence, ...]
    setting: Mapping[str, object]
    target: int | None
    past_draw: bool
    undone: Undoing | None = None

    @property
    def stands(self) -> bool:
        return self.undone is None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TableView:
    """A table at one sequence. `attack_at` is the sequence of the last attack that stands."""

    table: UUID
    sequence: int
    settings_sequence: int
    state: State
    settings: TableSettings
    history: History
    round: int
    attack_at: int | None
    tail: tuple[LogLine, ...]

    @property
    def is_settled(self) -> bool:
        """Whether the game was closed, and no correction has opened it again."""
        return self.settings.closed_at is not None and self.state.over is not None

    def may_sit(self, role: Role) -> bool:
        """Whether they may take and leave seats; once a game is settled its result says who sat
        where, and only whoever runs the table may still put that right."""
        return role.may_run or not self.is_settled

    def may_count(self, role: Role) -> bool:
        """Whether they may enter scores; those of a settled game are part of its result as well."""
        return role.may_tap and self.may_sit(role)

    @property
    def tells_odds(self) -> bool:
        """Whether the odds are shown; house values can make draws too large for exact odds."""
        return self.settings.odds_on and is_quick(self.state)

    @property
    def can_undo(self) -> bool:
        return self.history.current is not None

    @property
    def can_redo(self) -> bool:
        return self.history.undone is not None

    @property
    def attack_is_newest(self) -> bool:
        """Whether no action has been taken since the last attack."""
        return self.attack_at is not None and self.attack_at == self.history.top


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """Somebody at a table: the table as it is now, who is asking, and their role."""

    view: TableView
    visitor: Visitor
    role: Role


def marked(lines: Iterable[LogLine]) -> list[LogLine]:
    """The lines, which must reach to the end of the log, each with its undo if there is one."""
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
    """The line with its final undo; the same object if it has it already."""
    if undo is None:
        return replace(line, undone=None) if line.undone else line
    return replace(
        line,
        undone=Undoing(
            sequence=undo.sequence, actor_name=undo.actor_name, created_at=undo.created_at
        ),
    )


def tail(lines: Sequence[LogLine], new: LogLine) -> tuple[LogLine, ...]:
    """The last lines of a log with one more."""
    return tuple(marked((*lines, new))[-TAIL:])


def named(state: State, names: Sequence[str]) -> State:
    """The state with the seats' names as they are today."""
    if all(seat.name == name for seat, name in zip(state.seats, names, strict=True)):
        return state
    seats = zip(state.seats, names, strict=True)
    return replace(state, seats=tuple(replace(seat, name=name) for seat, name in seats))


def retold(story: Sequence[LogSentence], names: Sequence[str]) -> tuple[LogSentence, ...]:
    """Sentences about seats with the seats' names as they are today."""
    return tuple(_retold(told, names) for told in story)


def _retold(told: LogSentence, names: Sequence[str]) -> LogSentence:
    seat = told.params.get("seat")
    if type(seat) is not int or told.params.get("name") == names[seat]:
        return told
    return LogSentence(told.code, {**told.params, "name": names[seat]})
