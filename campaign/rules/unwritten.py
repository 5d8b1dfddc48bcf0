"""While a game is played: what its table says of contracts and the ledger does not, or less.

A glance without anybody's permissions, for the pages that show contracts. What would be written is
worked out by ``takeover``.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from campaign.rules.contracts import may_come_again, reached
from campaign.rules.state import Contract, State
from campaign.rules.takeover.table import TableContract, TableState

ACTIVE = "active"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unwritten:
    """A contract of which the table says more than the ledger.

    ``met`` says that it came to the table first. ``more`` boxes of ``need`` are ticked there that
    the ledger does not have, ``done`` are all. ``status`` is how it ended, ``points`` and ``bonus``
    what its back gives; empty and 0 if the ledger has that.
    """

    key: str
    name: str
    met: bool
    cubes: bool
    more: int
    done: int
    need: int
    status: str
    stars: tuple[str, ...]
    points: int
    bonus: int


@dataclass(frozen=True, slots=True)
class Behind:
    """Contracts of which the table says less than the ledger: still ``open`` there though they
    have ended, or with ``fewer`` boxes ticked."""

    open: tuple[str, ...] = ()
    fewer: tuple[str, ...] = ()


def behind(state: State, table: TableState) -> Behind:
    """What has to be tapped at the table, too."""
    active = [lying for lying in table.contracts if lying.status == ACTIVE]
    known = [(lying, here) for lying in active if (here := _in_play(state, lying))]
    ended = tuple(lying.key for lying, here in known if not here.active)
    fewer = (there.key for there, here in known if there.have + len(there.ticks) < reached(here))
    return Behind(ended, tuple(key for key in fewer if key not in ended))


def unwritten(state: State, table: TableState) -> tuple[Unwritten, ...]:
    """What is not written yet, in the order of the table (docs/rules.md 8.13, 8.17)."""
    return tuple(_unwritten(state, table))


def _unwritten(state: State, table: TableState) -> Iterator[Unwritten]:
    for lying in table.contracts:
        found = _compared(state, lying)
        if found.met or found.more or found.status or found.points or found.bonus:
            yield found


def _compared(state: State, lying: TableContract) -> Unwritten:
    known = _in_play(state, lying)
    ended = lying.status != ACTIVE and (known is None or known.status != lying.status)
    worth = (known.points or 0, known.bonus) if known else (0, 0)
    told = lying.completed and worth != (lying.points, lying.bonus)
    done = lying.have + len(lying.ticks)
    return Unwritten(
        key=lying.key,
        name=(known.name if known else "") or lying.name,
        met=known is None,
        cubes=lying.cubes,
        more=max(done - (reached(known) if known else 0), 0),
        done=done,
        need=lying.need,
        status=lying.status if ended else "",
        stars=lying.stars if ended else (),
        points=lying.points if told else 0,
        bonus=lying.bonus if told else 0,
    )


def _in_play(state: State, lying: TableContract) -> Contract | None:
    """The ledger's contract, unless it was put away earlier and came to the table once more."""
    known = state.contracts.get(lying.key)
    if known is None or known.active or known.resolved_in == state.tonight:
        return known
    return None if may_come_again(state, known) else known
