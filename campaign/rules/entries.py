"""Entries of the ledger: one permanent change each, never edited, only struck by a later one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias
from uuid import UUID

Value: TypeAlias = str | int | bool | list[str] | list[int] | dict[str, int]
Arguments: TypeAlias = Mapping[str, Value]

STRIKE = "strike"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What a member wants to write: a verb and its arguments, not yet stored.

    ``game`` is set for a late entry only: the finished game that it belongs to.
    """

    verb: str
    arguments: Arguments = field(default_factory=dict)
    game: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of the ledger.

    ``number`` counts every line of the campaign from 1. ``game`` is the game it belongs to
    (docs/rules.md 8.3); 0 stands before the first game in older ledgers only. ``member`` is the key of the member who wrote it. ``strikes`` is set
    for a strike only, whose verb is ``"strike"`` and which has no arguments.
    """

    id: UUID
    number: int
    verb: str
    arguments: Mapping[str, object]
    game: int
    member: str
    at: datetime
    strikes: UUID | None = None


def struck(entries: Sequence[Entry]) -> frozenset[UUID]:
    """The ids of all struck entries.

    A strike that has been struck has no effect, so the entry it struck stands again.
    """
    gone: set[UUID] = set()
    for entry in reversed(entries):
        if entry.strikes is not None and entry.id not in gone:
            gone.add(entry.strikes)
    return frozenset(gone)


def standing(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries that count today, in order: neither struck nor strikes."""
    gone = struck(entries)
    return tuple(entry for entry in entries if entry.strikes is None and entry.id not in gone)


def up_to(entries: Iterable[Entry], game: int) -> tuple[Entry, ...]:
    """The entries of games up to and including that one, late ones too, in their order."""
    return tuple(entry for entry in entries if entry.game <= game)
