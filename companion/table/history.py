"""Which actions of a log stand: the fold of its actions, undos and redos, in constant time."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol


class Row(Protocol):
    """The fields of a log row that this fold reads."""

    @property
    def sequence(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def target(self) -> int | None: ...


class Node(NamedTuple):
    """An action and the one before it; `depth` counts from 1 at the first action."""

    sequence: int
    depth: int
    under: "Node | None"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class History:
    """The actions that stand, newest first, and those that redo would restore, oldest first."""

    current: Node | None = None
    undone: Node | None = None

    @property
    def version(self) -> int:
        return self.current.depth if self.current else 0

    @property
    def top(self) -> int | None:
        """The sequence of the newest action that stands, or None."""
        return self.current.sequence if self.current else None

    @property
    def next(self) -> int | None:
        """The sequence of the action that redo restores first, or None."""
        return self.undone.sequence if self.undone else None

    def add(self, sequence: int) -> "History":
        """A new action; what was undone before can no longer be redone."""
        return History(_on(self.current, sequence))

    def undo(self, target: int) -> "History":
        """Everything from `target` on is undone."""
        current, undone = self.current, self.undone
        while current and current.sequence >= target:
            undone = _on(undone, current.sequence)
            current = current.under
        return History(current, undone)

    def redo(self, target: int) -> "History":
        """Everything up to `target` is redone."""
        current, undone = self.current, self.undone
        while undone and undone.sequence <= target:
            current = _on(current, undone.sequence)
            undone = undone.under
        return History(current, undone)


def _on(under: Node | None, sequence: int) -> Node:
    return Node(sequence, under.depth + 1 if under else 1, under)


def nodes(node: Node | None) -> Iterator[Node]:
    """A node and all those before it."""
    while node:
        yield node
        node = node.under


def fold(history: History, rows: Iterable[Row]) -> History:
    """The history after some more rows of the log."""
    for row in rows:
        history = after(history, row)
    return history


def after(history: History, row: Row) -> History:
    if row.kind == "action":
        return history.add(row.sequence)
    if row.kind == "undo" and row.target is not None:
        return history.undo(row.target)
    if row.kind == "redo" and row.target is not None:
        return history.redo(row.target)
    if row.name == "setup":
        # After a new setup, what was undone under the old one would mean something else.
        return History(history.current)
    return history
