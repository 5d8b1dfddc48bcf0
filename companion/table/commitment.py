"""What a table promises about its draws: the commitment, whose random bytes are in, the seed."""

from dataclasses import dataclass
from json import loads

from companion.models import LogRow, Table
from companion.table import selectors
from companion.table.view import TableView

DRAWN = "first_drawn"
"""The setting that says who begins."""


@dataclass(frozen=True, slots=True)
class SaltShare:
    """A device's share of the salt. `device` is None if no device at the table gave it;
    `own` is whether the device made it itself, and not the server for it."""

    digits: str
    device: int | None
    own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Commitment:
    """`seed` is empty before the game is closed; `fixed`: no more shares can be added."""

    fingerprint: str
    salt: str
    seed: str
    fixed: bool
    shares: tuple[SaltShare, ...]


@dataclass(frozen=True, slots=True)
class FirstDrawn:
    """Who begins was drawn: its line of the log, and the place in the seats' order up to then."""

    sequence: int
    place: int


def first_drawn(view: TableView) -> FirstDrawn | None:
    """The draw of who begins; None if there was none."""
    rows = LogRow.objects.filter(table=view.table, kind=LogRow.Kind.SETTING, name=DRAWN)
    found = rows.values_list("sequence", "payload").first()
    if found is None:
        return None
    sequence, payload = found
    return FirstDrawn(sequence, loads(payload)["drawn"])


def commitment_of(view: TableView) -> Commitment | None:
    """The commitment; None if all cubes come from a cloth bag."""
    table = Table.objects.get(pk=view.table)
    fair = selectors.fairness_of(table)
    if fair is None:
        return None
    return Commitment(
        fingerprint=fair.commitment,
        salt=fair.salt,
        seed=fair.seed or "",
        fixed=table.salt_fixed,
        shares=_shares(table),
    )


def seed_of(view: TableView) -> str:
    """The seed once the game is closed; empty before, or if there is none."""
    if view.settings.closed_at is None:
        return ""
    fair = selectors.fairness_of(Table.objects.get(pk=view.table))
    return fair.seed or "" if fair else ""


def _shares(table: Table) -> tuple[SaltShare, ...]:
    given = {presence.salt: presence for presence in table.presences.all() if presence.salt}
    return tuple(
        SaltShare(digits, given[digits].device_id, given[digits].salt_from_device)
        if digits in given
        else SaltShare(digits, None, own=False)
        for digits in table.salt.split("-")
        if digits
    )
