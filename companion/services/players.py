"""Other players at a table that has not begun: new seats under the same address and codes."""

from collections.abc import Sequence

from django.db import transaction

from companion.errors import TableError
from companion.models import Holding, Table, TableSeat
from companion.rules.record import NAME_LENGTH, Record
from companion.services.opener_only import put_setup
from companion.services.settings_log import checked_text, locked, note
from companion.table.identity import PlayIdentity


@transaction.atomic
def change_players(
    table: Table,
    setup: Record,
    *,
    places: Sequence[int | None],
    identity: PlayIdentity | None = None,
) -> None:
    """Give the table another setup, as long as no action stands.

    ``places`` names for each new seat the old one whose devices keep it, or None; whose seat
    falls away watches. ``identity`` is what other programs call the evening and its people.
    """
    table = locked(table.pk)
    if table.version or table.closed_at:
        raise TableError("begun")
    for player in setup.players:
        checked_text(player.name, NAME_LENGTH)
    held = list(Holding.objects.filter(seat__table=table).values_list("seat__index", "presence_id"))
    Holding.objects.filter(seat__table=table).delete()
    table.seats.all().delete()
    seats = TableSeat.objects.bulk_create(
        TableSeat(table=table, index=index, name=player.name, color=player.color)
        for index, player in enumerate(setup.players)
    )
    Holding.objects.bulk_create(
        Holding(presence_id=presence, seat=seat)
        for seat, place in zip(seats, places, strict=True)
        for index, presence in held
        if index == place
    )
    if identity is not None:
        table.identity_json = identity.to_json()
    put_setup(table, setup)
    note(table, None, "setup")
