"""Who may do what at a table: its roles, and who has which. Pages, streams and taps all ask here."""

from enum import StrEnum

from accounts.identity import Visitor
from companion.errors import NotAllowedError, NotFoundError
from companion.table.settings import TableSettings


class Role(StrEnum):
    """The role of somebody at a table."""

    OPENER = "opener"
    PLAYER = "player"
    WATCHER = "watcher"
    REMOVED = "removed"
    STRANGER = "stranger"

    @property
    def may_see(self) -> bool:
        return self in (Role.OPENER, Role.PLAYER, Role.WATCHER)

    @property
    def may_tap(self) -> bool:
        return self in (Role.OPENER, Role.PLAYER)

    @property
    def may_run(self) -> bool:
        """Whether they may change names, seats, code, devices and settings, and close the game."""
        return self is Role.OPENER


def role_of(settings: TableSettings, visitor: Visitor) -> Role:
    """The role of a visitor. A removed device stays out, whoever is logged in on it."""
    own = settings.person(visitor.device) if visitor.device is not None else None
    if _opened(settings, visitor):
        return Role.OPENER
    if own and own.removed:
        return Role.REMOVED
    known = [person for person in settings.people if person.device in visitor.devices]
    present = [person for person in known if not person.removed]
    if not present:
        return Role.REMOVED if known else Role.STRANGER
    if any(person.runs for person in present):
        return Role.OPENER
    return Role.PLAYER if any(person.seats for person in present) else Role.WATCHER


def _opened(settings: TableSettings, visitor: Visitor) -> bool:
    if visitor.account is not None and visitor.account == settings.opener_account:
        return True
    return settings.opener_device is not None and settings.opener_device in visitor.devices


def role_alone(settings: TableSettings, device: int) -> Role:
    """The role of a device without its account, which is usually enough."""
    return role_of(settings, Visitor(device=device, devices=frozenset((device,))))


def check_tap(role: Role) -> None:
    """Raise NotAllowedError or NotFoundError for a role that may not tap."""
    if role is Role.WATCHER:
        raise NotAllowedError("watching")
    if not role.may_tap:
        raise NotFoundError("no_table")
