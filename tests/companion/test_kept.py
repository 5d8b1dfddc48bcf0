"""What is worked out of a whole game is worked out once, and kept for the tables last asked about."""

from dataclasses import dataclass
from typing import cast
from uuid import UUID

from companion.table import kept as kept_module
from companion.table.kept import kept
from companion.table.view import TableView


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """As much of a table's view as matters for what is kept."""

    table: UUID
    sequence: int = 1


class Counting:
    """What is kept here is the name of a table and its sequence."""

    def __init__(self) -> None:
        self.worked_out: list[tuple[int, int]] = []
        self._found = kept(self._work_out)

    def asked(self, number: int, sequence: int = 1) -> tuple[int, int]:
        game = Game(table=UUID(int=number), sequence=sequence)
        return self._found(cast("TableView", game))

    def _work_out(self, view: TableView) -> tuple[int, int]:
        self.worked_out.append((view.table.int, view.sequence))
        return self.worked_out[-1]


def test_a_game_is_worked_out_once_for_each_sequence() -> None:
    counting = Counting()
    assert [counting.asked(7), counting.asked(7)] == [(7, 1)] * 2
    assert counting.asked(7, sequence=2) == (7, 2)
    assert counting.worked_out == [(7, 1), (7, 2)]


def test_as_many_tables_are_kept_as_the_bound_says_and_the_oldest_goes() -> None:
    counting = Counting()
    most = range(kept_module.MOST)
    for _ in range(2):
        for number in most:
            counting.asked(number)
    assert len(counting.worked_out) == len(most)

    counting.asked(0)  # asked for last, so 1 is the oldest now
    counting.asked(len(most))
    before = len(counting.worked_out)
    counting.asked(0)
    assert len(counting.worked_out) == before
    counting.asked(1)
    assert counting.worked_out[-1] == (1, 1)
    assert len(counting.worked_out) == before + 1
