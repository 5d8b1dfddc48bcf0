"""What a browser without an account holds, which the account that claims it would get."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from accounts.models import Device
from campaign.selectors.members import held_by
from companion.table import titles
from companion.table.selectors import tables_of
from kernel.text import isolated

MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class HeldMembership:
    """Who this browser is in a campaign, and how many private notes come with it."""

    id: UUID
    name: str
    campaign: str
    notes: int


@dataclass(frozen=True, slots=True)
class DeviceClaim:
    """The device's name, its newest tables and how many more, and its memberships."""

    nickname: str
    tables: tuple[str, ...]
    more: int
    memberships: tuple[HeldMembership, ...]

    @classmethod
    def of(cls, device: Device) -> "DeviceClaim":
        rows = tables_of(device, None).values_list("title", "opened_at")
        names = [isolated(titles.read_here(*row)) for row in rows]
        return cls(
            nickname=isolated(device.nickname),
            tables=tuple(names[:MOST_NAMED]),
            more=len(names[MOST_NAMED:]),
            memberships=tuple(
                HeldMembership(
                    row.pk,
                    isolated(row.name),
                    isolated(row.campaign.name),
                    getattr(row, "notes_held", 0),
                )
                for row in held_by(device)
            ),
        )

    @property
    def anything(self) -> bool:
        return bool(self.tables or self.memberships)

    def confirmed(self, ticked: Iterable[str]) -> bool:
        """Whether every membership with private notes has its own confirmation."""
        return {str(each.id) for each in self.memberships if each.notes} <= set(ticked)
