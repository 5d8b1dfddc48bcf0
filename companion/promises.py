"""What a table promises of its draws: the commitment, whose random bytes are in, and the seed."""

from dataclasses import dataclass

from companion import selectors
from companion.board import Board
from companion.models import Table


@dataclass(frozen=True, slots=True)
class Part:
    """A device's part of the salt. `device` is None where no device at the table gave it;
    `own` is whether the device made it itself, and not the server for it."""

    digits: str
    device: int | None
    own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """`seed` is empty before the game is closed; `fixed` says that no part is added any more."""

    commitment: str
    salt: str
    seed: str
    fixed: bool
    parts: tuple[Part, ...]


def promise_of(board: Board) -> Promise | None:
    """None where nothing is promised, because all cubes come from a cloth bag."""
    table = Table.objects.get(pk=board.table)
    fair = selectors.fairness_of(table)
    if fair is None:
        return None
    return Promise(
        commitment=fair.commitment,
        salt=fair.salt,
        seed=fair.seed or "",
        fixed=table.salt_fixed,
        parts=_parts(table),
    )


def seed_of(board: Board) -> str:
    """The seed once the game is closed; before, or without one, nothing."""
    if board.facts.closed_at is None:
        return ""
    fair = selectors.fairness_of(Table.objects.get(pk=board.table))
    return fair.seed or "" if fair else ""


def _parts(table: Table) -> tuple[Part, ...]:
    given = {presence.salt: presence for presence in table.presences.all() if presence.salt}
    parts = table.salt.split("-") if table.salt else []
    return tuple(
        Part(digits, given[digits].device_id, given[digits].salt_from_device)
        if digits in given
        else Part(digits, None, own=False)
        for digits in parts
    )
