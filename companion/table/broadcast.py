"""Tells the running server which table or device has changed, after the commit."""

from enum import Enum, auto
from functools import partial
from secrets import token_hex
from typing import Protocol
from uuid import UUID

from django.db import connection, transaction

CHANNEL = "dragonbag"
OWN = token_hex(4)
"""How a process recognises its own notices."""


class Keep(Enum):
    """Whether a word is told to screens that connect later too, and for how long."""

    NOT = auto()
    UNTIL_A_CHANGE = auto()
    A_WHILE = auto()


class Listener(Protocol):
    """Called from any thread, after the commit."""

    def changed(self, table: UUID, sequence: int) -> None:
        """A table has reached that sequence."""

    def moved(self, device: int) -> None:
        """A device has moved to another browser, or was ended."""

    def said(self, table: UUID, word: str, *, keep: Keep) -> None:
        """Somebody at a table says something to its other screens."""

    def ended(self, table: UUID) -> None:
        """A table's game has ended, or its end has changed."""


_listener: Listener | None = None


def listen(listener: Listener | None) -> None:
    """Set the one server of this process, while it runs."""
    global _listener
    _listener = listener


def announce(table: UUID, sequence: int) -> None:
    """Tell this process and listening ones, once the running transaction is committed."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, notice(table, sequence)])
    if _listener:
        transaction.on_commit(partial(_listener.changed, table, sequence), robust=True)


def notice(table: UUID, sequence: int) -> str:
    """The text that PostgreSQL passes on to the other processes."""
    return f"{table}:{sequence}:{OWN}"


def ended(table: UUID) -> bool:
    """Tell this process, after the commit; False if no server is running in it."""
    if _listener:
        _listener.ended(table)
    return _listener is not None


def moved(device: int) -> None:
    """A device has moved to another browser, or was ended: said in this process after the commit.

    Other processes look at every heartbeat.
    """
    if _listener:
        transaction.on_commit(partial(_listener.moved, device), robust=True)


def say(table: UUID, word: str, *, keep: Keep = Keep.NOT) -> None:
    """Say something to every screen of a table now; nothing of it is stored.

    A table is at one process, so others hear nothing.
    """
    if _listener:
        _listener.said(table, word, keep=keep)
