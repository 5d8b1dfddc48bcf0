"""The thread that writes taps, when the database does not do as it is told."""

import asyncio
from collections.abc import Sequence

import pytest
from django.db import IntegrityError, OperationalError

from companion.live import writer
from companion.live.writer import Job, Stored
from companion.refusals import FaultError
from companion.tap import parse_tap
from tests.companion.game import Game

pytestmark = pytest.mark.django_db(transaction=True)


def jobs(game: Game, count: int) -> list[Job]:
    loop = asyncio.new_event_loop()
    action = {"do": "gold", "seat": 0, "count": 1}
    made = [
        Job(game.id, parse_tap({"id": f"tap-{at}", "action": action}), {}, loop.create_future())
        for at in range(count)
    ]
    loop.close()
    return made


def failing(monkeypatch: pytest.MonkeyPatch, error: Exception) -> list[int]:
    """The writer fails so; gives how many taps it had in hand each time."""
    tried: list[int] = []

    def outcomes(given: Sequence[Job]) -> list[Stored]:
        tried.append(len(given))
        raise error

    monkeypatch.setattr(writer, "_outcomes", outcomes)
    return tried


def test_a_locked_or_full_database_is_waited_for_once_and_not_for_every_tap(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = failing(monkeypatch, OperationalError("database is locked"))
    assert list(writer._write(jobs(Game(), 8))) == [None] * 8
    assert tried == [8]


def test_where_one_tap_is_at_fault_the_others_are_tried_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = failing(monkeypatch, IntegrityError("this one"))
    assert list(writer._write(jobs(Game(), 3))) == [None] * 3
    assert tried == [3, 1, 1, 1]


def test_a_database_that_cannot_even_be_let_go_ends_no_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def gone() -> None:
        raise OSError("gone")

    monkeypatch.setattr(writer, "close_old_connections", gone)
    told = writer._write(jobs(Game(), 2))
    assert [type(each) for each in told] == [FaultError] * 2
