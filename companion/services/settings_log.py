"""Settings as lines of the log: what opener and devices change apart from the game itself."""

from json import dumps
from uuid import UUID

from django.utils import timezone

from accounts.models import Device
from companion.errors import TableError
from companion.models import LogRow, Table
from companion.services import results
from companion.table import broadcast, selectors
from kernel.text import is_writable

IN_RESULTS = ("renamed", "closed", "seated", "handed_over")
"""The settings that the result of a game depends on."""


def locked(table_id: UUID) -> Table:
    """The table, with nobody else writing to it until the transaction ends."""
    return Table.objects.select_for_update().get(pk=table_id)


def note(
    table: Table, by: Device | None, what: str, seat: int | None = None, **payload: object
) -> None:
    """Add a setting to the log of a locked table, and announce it once committed."""
    if seat is not None:
        # The seat itself besides its place, which changes when it is drawn who begins.
        payload["chair"] = table.seats.get(index=seat).pk
    table.sequence += 1
    table.settings_sequence = table.sequence
    LogRow.objects.create(
        table=table,
        sequence=table.sequence,
        kind=LogRow.Kind.SETTING,
        name=what,
        seat=seat,
        payload=dumps(payload),
        version=table.version,
        device=by,
        actor_name=selectors.settings_of(table).called(by.pk) if by else "",
        created_at=timezone.now(),
    )
    table.save()
    broadcast.announce(table.pk, table.sequence)
    if what in IN_RESULTS:
        results.changed_after_commit(table.pk)


def checked_text(text: str, most: int) -> str:
    """The text, if it can be stored and shown everywhere; raises TableError."""
    text = text.strip()
    if len(text) > most or not is_writable(text):
        raise TableError("bad_text", text=repr(text[:most]), most=most)
    return text
