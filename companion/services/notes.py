"""Settings as lines of the log: what opener and devices change besides the game itself."""

from json import dumps
from uuid import UUID

from django.utils import timezone

from companion import news, selectors
from companion.models import Device, LogRow, Table
from companion.refusals import Refusal


def locked(table_id: UUID) -> Table:
    """The table, with nobody else writing to it until the transaction ends."""
    return Table.objects.select_for_update().get(pk=table_id)


def note(
    table: Table, by: Device | None, what: str, seat: int | None = None, **payload: object
) -> None:
    """Add a setting to the log of a locked table, and tell when it is committed."""
    table.sequence += 1
    table.settled = table.sequence
    LogRow.objects.create(
        table=table,
        sequence=table.sequence,
        kind=LogRow.Kind.SETTING,
        what=what,
        seat=seat,
        payload=dumps(payload),
        version=table.version,
        device=by,
        by=selectors.facts_of(table).called(by.pk) if by else "",
        at=timezone.now(),
    )
    table.save()
    news.announce(table.pk, table.sequence)


def checked_text(text: str, most: int) -> str:
    """A text that any database stores and any page shows; raises Refusal."""
    text = text.strip()
    odd = any(char == "\0" or "\ud800" <= char <= "\udfff" for char in text)
    if odd or not 1 <= len(text) <= most:
        raise Refusal("bad_text", text=repr(text[:most]), most=most)
    return text
