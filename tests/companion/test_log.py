"""The log: only ever added to; what stands of it."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from companion.models import AppendOnlyError, LogRow
from companion.table import selectors
from companion.table.history import History, fold, nodes
from companion.table.view import LogLine, marked
from tests.companion.game import Game

KINDS = st.lists(st.tuples(st.sampled_from(["action", "undo", "redo", "setting"]), st.integers(0)))


@dataclass(frozen=True)
class Row:
    sequence: int
    kind: str
    name: str
    target: int | None


def a_log(taps: list[tuple[str, int]]) -> list[Row]:
    """Rows as taps create them: only valid undos and redos."""
    rows: list[Row] = []
    line = History()
    for sequence, (kind, pick) in enumerate(taps, start=1):
        choice = {"undo": line.current, "redo": line.undone}.get(kind)
        reach = [link.sequence for link in nodes(choice)]
        target = reach[pick % len(reach)] if reach else None
        if kind in ("undo", "redo") and target is None:
            kind = "setting"
        rows.append(Row(sequence, kind, kind, target))
        line = fold(line, rows[-1:])
    return rows


def standing_by_hand(rows: list[Row]) -> list[int]:
    """The same in the simplest way, with lists."""
    standing: list[int] = []
    undone: list[int] = []
    for row in rows:
        if row.kind == "action":
            standing, undone = [*standing, row.sequence], []
        elif row.kind == "undo" and row.target is not None:
            fallen = [sequence for sequence in standing if sequence >= row.target]
            standing = [sequence for sequence in standing if sequence < row.target]
            undone = fallen + undone
        elif row.kind == "redo" and row.target is not None:
            back = [sequence for sequence in undone if sequence <= row.target]
            standing, undone = standing + back, undone[len(back) :]
    return standing


def standing(line: History) -> list[int]:
    return [link.sequence for link in nodes(line.current)][::-1]


@given(KINDS)
def test_what_stands_is_what_a_plain_reading_of_the_log_says(taps: list[tuple[str, int]]) -> None:
    rows = a_log(taps)

    assert standing(fold(History(), rows)) == standing_by_hand(rows)


@given(KINDS, st.integers(0, 30))
def test_a_log_read_in_two_parts_is_the_log_read_at_once(
    taps: list[tuple[str, int]], cut: int
) -> None:
    rows = a_log(taps)

    halves = fold(fold(History(), rows[:cut]), rows[cut:])

    assert standing(halves) == standing(fold(History(), rows))


@given(KINDS, st.integers(0, 30))
def test_the_last_lines_of_a_log_are_struck_as_in_the_whole_log(
    taps: list[tuple[str, int]], cut: int
) -> None:
    lines = [a_line(row) for row in a_log(taps)]

    whole = [line.stands for line in marked(lines)]
    assert [line.stands for line in marked(lines[cut:])] == whole[cut:]


def a_line(row: Row) -> LogLine:
    return LogLine(
        sequence=row.sequence, kind=row.kind, name=row.name, seat=None, actor_name="", story=(),
        created_at=timezone.now(), setting={}, target=row.target, past_draw=False,
    )  # fmt: skip


@given(KINDS)
def test_undo_then_redo_restores(taps: list[tuple[str, int]]) -> None:
    line = fold(History(), a_log(taps))
    if line.current is None:
        line = line.add(1)
    top = line.top
    assert top is not None

    again = line.undo(top).redo(top)

    assert standing(again) == standing(line)
    assert list(nodes(again.undone)) == list(nodes(line.undone))


# In the database --------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_rows_are_never_changed_or_deleted() -> None:
    game = Game()
    game.do("gold", seat=0, count=1)
    row = LogRow.objects.get(table=game.table, name="gold")
    attempts: list[Callable[[], object]] = [
        row.save,
        row.delete,
        lambda: LogRow.objects.update(actor_name="somebody else"),
        lambda: game.table.rows.all().delete(),
        lambda: LogRow.objects.bulk_update([row], ["actor_name"]),
    ]

    for attempt in attempts:
        with pytest.raises(AppendOnlyError):
            attempt()
    assert LogRow.objects.get(pk=row.pk).actor_name == row.actor_name


@pytest.mark.django_db(transaction=True)
def test_nothing_that_is_deleted_takes_the_log_with_it() -> None:
    game = Game()
    game.do("gold", seat=0, count=1)
    rows = LogRow.objects.count()

    for part in (game.table, game.alice):
        with pytest.raises((IntegrityError, Exception)), transaction.atomic():
            part.delete()

    assert LogRow.objects.count() == rows


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "wrong",
    [
        {"sequence": 1},
        {"sequence": 0},
        {"kind": "undo"},
        {"kind": "undo", "target": 9},
        {"kind": "note"},
        {"target": 1},
    ],
)
def test_the_database_itself_refuses_rows_that_cannot_be(wrong: dict[str, object]) -> None:
    game = Game()
    row: dict[str, object] = {
        "table": game.table, "sequence": 9, "kind": "action", "name": "gold", "payload": "{}",
        "version": 1, "created_at": timezone.now(),
    }  # fmt: skip

    with pytest.raises(IntegrityError), transaction.atomic():
        LogRow.objects.create(**{**row, **wrong})


@pytest.mark.django_db(transaction=True)
def test_the_whole_log_can_be_read_from_any_line_on() -> None:
    game = Game()
    for _ in range(30):
        game.do("gold", seat=0, count=1)
    game.do("undo", to=game.view.sequence - 3)

    whole = selectors.log_of(game.view)
    part = selectors.log_of(game.view, after=20)

    assert [line.sequence for line in whole] == list(range(1, game.view.sequence + 1))
    assert part == whole[20:]
    assert [line.sequence for line in part if not line.stands] == [29, 30, 31, 32]
    assert list(game.view.tail) == whole[-20:]
