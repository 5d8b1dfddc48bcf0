"""Who is who for other programs: the same play, game and person have the same id in every file.

A table that a campaign has opened carries the ids that the campaign gives the evening, so that a
play exported by both is one play.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from kernel.reading import plain

# The namespace of every id that this program gives to others; it must never change.
NAMESPACE = UUID("5d0b9f0e-3f43-5c9e-9c0e-0d6a3c1e7b52")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayIdentity:
    """The id of a play, and that of each person in the order of the seats."""

    play: str
    players: tuple[str, ...]

    def to_json(self) -> str:
        return json.dumps(plain(self), separators=(",", ":"))


def identity_in(text: str) -> PlayIdentity | None:
    """The identity that a table carries, or None if nobody gave it one."""
    if not text:
        return None
    found = json.loads(text)
    return PlayIdentity(play=found["play"], players=tuple(found["players"]))


def named(root: UUID, what: str) -> str:
    """The id of something below a root, in capitals as BG Stats writes it."""
    return str(uuid5(root, what)).upper()


def edition(slug: str) -> str:
    return named(NAMESPACE, f"edition/{slug}")


def people(names: Sequence[str]) -> list[str]:
    """People of whom only the names are known; those of the same name are kept apart."""
    return [
        named(NAMESPACE, f"person/{name}{f'/{again}' if (again := names[:at].count(name)) else ''}")
        for at, name in enumerate(names)
    ]
