"""A table's settings: its names, switches, seats and devices, as the newest row of its log leaves them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from companion.rules.record import NAME_LENGTH
from companion.table.identity import PlayIdentity

MOST_DEVICES = 100
"""At a table by its code, at once: everybody's phones, and a room that watches."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Participant:
    """A device at the table; `seats` are the indexes of those it holds.

    `runs`: it has the rights of whoever opened the table.
    """

    device: int
    name: str
    seats: tuple[int, ...]
    salted: bool
    salt_from_device: bool
    removed: bool
    runs: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings:
    """A table's names, switches and devices; `chairs` are the keys of its seats, in turn order.

    `typed` are the names as somebody typed them, also where `names` are those of a reader's language;
    in `apart`, which the log keeps, those of one name have their colour behind it.
    """

    title: str
    join_code: str
    tv_code: str
    link_token: str
    joining_open: bool
    odds_on: bool
    closed_at: datetime | None
    opened_at: datetime
    draws: bool
    imported: bool
    return_link: str
    identity: PlayIdentity | None = None
    drawer_link: str
    take_over_link: str = ""
    opener_device: int | None
    opener_account: int | None
    rematch: UUID | None
    names: tuple[str, ...]
    typed: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    chairs: tuple[int, ...]
    people: tuple[Participant, ...]

    @property
    def free_seats(self) -> tuple[int, ...]:
        """The seats that no device holds."""
        held = {seat for person in self.people if not person.removed for seat in person.seats}
        return tuple(index for index in range(len(self.names)) if index not in held)

    @property
    def is_full(self) -> bool:
        """Whether another device could not join by the code."""
        return sum(not person.removed for person in self.people) >= MOST_DEVICES

    def person(self, device: int) -> Participant | None:
        return next((person for person in self.people if person.device == device), None)

    def called(self, device: int) -> str:
        """The name of a device in the log: its own, or those of the seats it holds."""
        person = self.person(device)
        if person is None:
            return ""
        names = self.apart or self.names
        name = person.name or ", ".join(names[seat] for seat in person.seats)
        return name if len(name) <= NAME_LENGTH else f"{name[: NAME_LENGTH - 1]}…"
