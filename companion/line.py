"""Which actions of a log stand: the fold of its actions, undos and redos, in constant time."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol


class Row(Protocol):
    """What this fold reads of a row of the log."""

    @property
    def sequence(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def what(self) -> str: ...
    @property
    def target(self) -> int | None: ...


class Link(NamedTuple):
    """An action and the one it was put upon; `depth` counts from 1 at the first action."""

    sequence: int
    depth: int
    under: "Link | None"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Line:
    """The standing actions, newest first, and those that redo would bring back, oldest first."""

    standing: Link | None = None
    undone: Link | None = None

    @property
    def version(self) -> int:
        return self.standing.depth if self.standing else 0

    @property
    def top(self) -> int | None:
        """The sequence of the newest standing action."""
        return self.standing.sequence if self.standing else None

    def add(self, sequence: int) -> "Line":
        """A new action; what was undone before can no longer be brought back."""
        return Line(_on(self.standing, sequence))

    def back(self, target: int) -> "Line":
        """Everything from `target` on is taken back."""
        standing, undone = self.standing, self.undone
        while standing and standing.sequence >= target:
            undone = _on(undone, standing.sequence)
            standing = standing.under
        return Line(standing, undone)

    def forth(self, target: int) -> "Line":
        """Everything up to `target` is brought back."""
        standing, undone = self.standing, self.undone
        while undone and undone.sequence <= target:
            standing = _on(standing, undone.sequence)
            undone = undone.under
        return Line(standing, undone)


def _on(under: Link | None, sequence: int) -> Link:
    return Link(sequence, under.depth + 1 if under else 1, under)


def links(link: Link | None) -> Iterator[Link]:
    """A link and all it rests on."""
    while link:
        yield link
        link = link.under


def fold(line: Line, rows: Iterable[Row]) -> Line:
    """The line after some more rows of the log."""
    for row in rows:
        line = after(line, row)
    return line


def after(line: Line, row: Row) -> Line:
    if row.kind == "action":
        return line.add(row.sequence)
    if row.kind == "undo" and row.target is not None:
        return line.back(row.target)
    if row.kind == "redo" and row.target is not None:
        return line.forth(row.target)
    if row.what == "setup":
        # Another setup: what was undone under the old one would mean something else now.
        return Line(line.standing)
    return line
