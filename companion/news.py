"""Tells who wants to know that a table has changed, or a device; only what is committed is told."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from django.db import connection, transaction

from companion.board import Board

CHANNEL = "dragonbag"

Listener = Callable[[UUID, int], None]

Forehearer = Callable[[Board], None]

Closer = Callable[[int], None]

_listeners: list[Listener] = []
_forehearers: list[Forehearer] = []
_closers: list[Closer] = []


def listen(listener: Listener) -> None:
    _listeners.append(listener)


def stop(listener: Listener) -> None:
    _listeners.remove(listener)


def listen_ahead(hearer: Forehearer) -> None:
    _forehearers.append(hearer)


def stop_ahead(hearer: Forehearer) -> None:
    _forehearers.remove(hearer)


def foretell(board: Board) -> None:
    """A board that is about to be committed: it may be made ready, but shown to nobody yet."""
    for hearer in tuple(_forehearers):
        hearer(board)


def listen_for_moves(closer: Closer) -> None:
    _closers.append(closer)


def stop_for_moves(closer: Closer) -> None:
    _closers.remove(closer)


def moved(device: int) -> None:
    """A device lives in another browser now; told in this process, once that is committed."""
    for closer in tuple(_closers):
        transaction.on_commit(partial(closer, device))


def announce(table: UUID, sequence: int) -> None:
    """Tell, once the running transaction is committed, this process and those that listen."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{table}:{sequence}"])
    transaction.on_commit(partial(_tell, table, sequence))


def _tell(table: UUID, sequence: int) -> None:
    for listener in tuple(_listeners):
        listener(table, sequence)
