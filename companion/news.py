"""Tells who wants to know that a table has changed; called after the change is committed."""

from collections.abc import Callable
from uuid import UUID

Listener = Callable[[UUID, int], None]

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    _listeners.append(listener)


def stop(listener: Listener) -> None:
    _listeners.remove(listener)


def tell(table: UUID, sequence: int) -> None:
    for listener in tuple(_listeners):
        listener(table, sequence)
