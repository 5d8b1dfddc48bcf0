"""Tells who wants to know that a table has changed; only what is committed is told."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from django.db import connection, transaction

CHANNEL = "dragonbag"

Listener = Callable[[UUID, int], None]

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    _listeners.append(listener)


def stop(listener: Listener) -> None:
    _listeners.remove(listener)


def announce(table: UUID, sequence: int) -> None:
    """Tell, once the running transaction is committed, this process and those that listen."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{table}:{sequence}"])
    transaction.on_commit(partial(_tell, table, sequence))


def _tell(table: UUID, sequence: int) -> None:
    for listener in tuple(_listeners):
        listener(table, sequence)
