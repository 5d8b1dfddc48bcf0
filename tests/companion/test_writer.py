"""What happens to taps when the database fails."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Semaphore, Thread
from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction

from companion.errors import FaultError
from companion.live import slow_path
from companion.live.hub import Hub
from companion.live.job import Job, Stored
from companion.live.postgres import Postgres
from companion.live.sqlite import AHEAD, Sqlite, grow
from companion.models import Table
from companion.tap import parse_tap
from tests.companion.game import Game
from tests.companion.site import Site
from tests.companion.wire import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


def jobs(game: Game, count: int) -> list[Job]:
    action = {"do": "gold", "seat": 0, "count": 1}
    taps = [parse_tap({"id": f"tap-{at}", "action": action}) for at in range(count)]
    return [Job(game.id, tap, {}, lambda _stored: None) for tap in taps]


def failing(monkeypatch: pytest.MonkeyPatch, error: Exception) -> list[int]:
    """Make the slow path fail; returns how many taps it had each time."""
    tried: list[int] = []

    def outcomes(given: Sequence[Job]) -> list[Stored]:
        tried.append(len(given))
        raise error

    monkeypatch.setattr(slow_path, "_outcomes", outcomes)
    return tried


def test_a_locked_or_full_database_is_waited_for_once_and_not_for_every_tap(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = failing(monkeypatch, OperationalError("database is locked"))
    assert list(slow_path.take(jobs(Game(), 8))) == [None] * 8
    assert tried == [8]


def test_where_one_tap_is_at_fault_the_others_are_tried_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = failing(monkeypatch, IntegrityError("this one"))
    assert list(slow_path.take(jobs(Game(), 3))) == [None] * 3
    assert tried == [3, 1, 1, 1]


def test_a_database_that_cannot_even_be_let_go_ends_no_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def gone() -> None:
        raise OSError("gone")

    monkeypatch.setattr(slow_path, "close_old_connections", gone)
    told = slow_path.take(jobs(Game(), 2))
    assert [type(each) for each in told] == [FaultError] * 2


# On the loop ------------------------------------------------------------------

GOLD = {"do": "gold", "seat": 0, "count": 1}


@pytest.fixture
def short(site: Site) -> type[Sqlite] | type[Postgres]:
    """The fast path of this database, with a table that it knows."""
    assert site.tap("first", GOLD)[0] == 200
    return Postgres if connection.vendor == "postgresql" else Sqlite


def test_a_commit_that_fails_is_shown_to_nobody_and_the_tap_comes_again(
    site: Site, short: type[Sqlite], monkeypatch: pytest.MonkeyPatch
) -> None:
    stored, failing = short.commit, [OSError("the disk is gone")]

    def commit(own: Sqlite) -> None:
        if failing:
            raise failing.pop()
        stored(own)

    monkeypatch.setattr(short, "commit", commit)
    with site.stream() as stream:
        before = stream.board()[0]
        assert site.tap("lost", GOLD)[0] == 503
        assert site.game.view.sequence == before
        assert site.tap("lost", GOLD)[1]["sequence"] == before + 1
        assert stream.board() == (before + 1, "<p>en 2</p>")


def test_our_own_mistake_takes_no_other_tap_along(
    site: Site, short: type[Sqlite], monkeypatch: pytest.MonkeyPatch
) -> None:
    def mistaken(*_given: object) -> None:
        raise KeyError("a mistake")

    monkeypatch.setattr("companion.services.transition.act", mistaken)
    assert site.tap("wrong", GOLD)[1]["code"] == "fault"
    monkeypatch.undo()
    assert site.tap("right", GOLD)[0] == 200


@pytest.mark.sqlite
def test_whoever_writes_for_long_is_waited_for_and_nothing_else_waits(
    site: Site, short: type[Sqlite], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.live.tap_queue.PATIENCE", 2 * PATIENCE)
    answers: SimpleQueue[int] = SimpleQueue()
    tapping = Thread(target=lambda: answers.put(site.tap("waits", GOLD)[0]))
    with transaction.atomic():
        Table.objects.filter(pk=site.game.id).update(title="Written meanwhile")
        tapping.start()
        with site.stream() as stream:
            assert stream.board()[1] == "<p>en 1</p><p>Alice/Bob</p>"
        assert answers.empty()
    assert answers.get(timeout=PATIENCE) == 200
    tapping.join()


@pytest.mark.sqlite
def test_while_the_disk_writes_the_loop_asks_the_database_nothing(
    site: Site, short: type[Sqlite], monkeypatch: pytest.MonkeyPatch
) -> None:
    writing, looked = Event(), Semaphore(0)
    asked: list[bool] = []
    stored, watched, overtaken = short.commit, Hub.tables, short.overtaken

    def commit(own: Sqlite) -> None:
        writing.set()
        # It looks after other processes every few moments, and would ask the database now.
        assert all(looked.acquire(timeout=PATIENCE) for _round in range(3))
        writing.clear()
        stored(own)

    def tables(own: Hub) -> list[UUID]:
        if writing.is_set():
            looked.release()
        return watched(own)

    def asking(own: Sqlite, *given: Any, **how: Any) -> dict[UUID, int]:
        asked.append(writing.is_set())
        return overtaken(own, *given, **how)

    with site.stream() as stream:
        before = stream.board()[0]
        monkeypatch.setattr(short, "commit", commit)
        monkeypatch.setattr(Hub, "tables", tables)
        monkeypatch.setattr(short, "overtaken", asking)
        assert site.tap("slow", GOLD)[0] == 200
        assert stream.board()[0] == before + 1
    assert True not in asked


@pytest.mark.sqlite
def test_taps_are_given_back_where_the_lock_is_never_let_go(
    site: Site, short: type[Sqlite], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.live.tap_queue.PATIENCE", 0.05)
    with transaction.atomic():
        Table.objects.filter(pk=site.game.id).update(title="Written meanwhile")
        assert site.tap("given back", GOLD)[0] == 503
    assert site.tap("given back", GOLD)[0] == 200


@pytest.mark.sqlite
def test_the_write_ahead_file_is_large_before_the_first_tap_and_the_database_as_it_was(
    tmp_path: Path,
) -> None:
    with closing(sqlite3.connect(tmp_path / "db.sqlite3", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA cache_size=-8000")
        database.execute("CREATE TABLE kept (row)")
        before = (tmp_path / "db.sqlite3").stat().st_size
        grow(database)
        assert (tmp_path / "db.sqlite3-wal").stat().st_size >= AHEAD
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == [("kept",)]
        assert database.execute("PRAGMA cache_size").fetchall() == [(-8000,)]
        assert not database.in_transaction
    assert (tmp_path / "db.sqlite3").stat().st_size <= before + 2 * 4096


@pytest.mark.sqlite
def test_while_somebody_writes_the_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "db.sqlite3"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("BEGIN IMMEDIATE")
        with closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as database:
            grow(database)
            assert not database.in_transaction
