"""What only the opener may do: names, colours, house values, switches, codes, closing."""

from collections.abc import Mapping, Sequence
from json import dumps

from django.db import transaction
from django.utils import timezone

from accounts.models import Device
from companion import codes
from companion.errors import TableError
from companion.models import EndedCode, Table
from companion.rules import codec, editions
from companion.rules.record import (
    FORMAT,
    NAME_LENGTH,
    NEWER,
    VERSION,
    Record,
    open_game,
    parse_record,
)
from companion.services.settings_log import checked_text, locked, note
from companion.table import states
from web.overtaken import OvertakenError, check_seen


def read_setup(
    *,
    edition: str,
    seats: Sequence[Mapping[str, object]],
    modules: Sequence[str] = (),
    rules: Mapping[str, object] | None = None,
    **brought: object,
) -> Record:
    """A setup as a record without actions, strictly checked; raises RecordError.

    `brought` are house tokens (`tokens`), `contracts` and a host's edition (`edition_data`), as a
    record has them; empty ones count as left out.
    """
    return parse_record(
        {
            "format": FORMAT,
            "version": VERSION,
            "edition": edition,
            "modules": list(modules),
            "rules": rules or {},
            "seats": list(seats),
            "actions": [],
            **{name: value for name, value in brought.items() if value},
        }
    )


@transaction.atomic
def rename_seat(table: Table, by: Device, *, seat: int, name: str, seen: str | None = None) -> None:
    """``seen`` is the name that the page showed; raises OvertakenError if it is another one now."""
    name = checked_text(name, NAME_LENGTH)
    table = locked(table.pk)
    place = table.seats.filter(index=seat).first()
    if place is None:
        raise TableError("no_such_seat")
    check_seen({"name": place.name}, {"name": name}, None if seen is None else {"name": seen})
    before, place.name = place.name, name
    if name != before:
        place.save(update_fields=["name"])
        note(table, by, "renamed", seat, before=before, name=name)


@transaction.atomic
def recolor(table: Table, by: Device, *, seat: int, color: str) -> None:
    """Give a seat a colour; the seat that has it gets this one's in exchange."""
    colors = list(table.seats.values_list("color", flat=True))
    if not 0 <= seat < len(colors):
        raise TableError("no_such_seat")
    mine = colors[seat]
    swapped = [mine if each == color else each for each in colors]
    swapped[seat] = color
    change_setup(table, by, colors=swapped)


@transaction.atomic
def change_setup(
    table: Table,
    by: Device | None,
    *,
    colors: Sequence[str] | None = None,
    modules: Sequence[str] | None = None,
    rules: Mapping[str, object] | None = None,
    known: tuple[Sequence[str], Mapping[str, object]] | None = None,
    **brought: object,
) -> None:
    """Change the setup, as long as no action stands and the seed is secret; what is None or left out stays.

    Raises OvertakenError if its modules and rules are not the ``known`` ones any more.
    """
    table = locked(table.pk)
    if table.version or table.closed_at:
        raise TableError("begun")
    if known not in (None, (table.modules, table.house_rules)):
        raise OvertakenError({}, ())
    seats = list(table.seats.all())
    colors = [seat.color for seat in seats] if colors is None else colors
    pairs = zip(seats, colors, strict=True)
    setup = read_setup(
        edition=table.edition,
        seats=[{"name": seat.name, "color": color} for seat, color in pairs],
        modules=table.modules if modules is None else modules,
        rules=table.house_rules if rules is None else rules,
        **{**table.brought, **brought},
    )
    for seat, color in zip(seats, colors, strict=True):
        seat.color = color
        seat.save(update_fields=["color"])
    put_setup(table, setup)
    note(table, by, "setup")


def brought_of(setup: Record) -> dict[str, object]:
    """House tokens, contracts and a host's edition of a setup, if there are any."""
    parts = {name: getattr(setup, name) for name in NEWER}
    return {name: part for name, part in parts.items() if part}


def put_setup(table: Table, setup: Record) -> None:
    """Set a table's setup and initial state, without saving it."""
    state = open_game(setup)
    table.edition, table.modules = setup.edition, list(setup.modules)
    table.house_rules = dict(setup.rules)
    table.brought_json = dumps(brought_of(setup), ensure_ascii=False, separators=(",", ":"))
    table.edition_json = editions.to_json(state.edition)
    table.snapshot, table.snapshot_sequence = codec.dump(state), table.sequence


@transaction.atomic
def set_odds(table: Table, by: Device, *, on: bool) -> None:
    table = locked(table.pk)
    if table.odds_on != on:
        table.odds_on = on
        note(table, by, "odds_on" if on else "odds_off")


@transaction.atomic
def set_joining(table: Table, by: Device, *, is_open: bool) -> None:
    """Open or close the table to devices that are not at it yet."""
    table = locked(table.pk)
    if table.joining_open != is_open:
        table.joining_open = is_open
        note(table, by, "joining_opened" if is_open else "joining_closed")


@transaction.atomic
def rotate_code(table: Table, by: Device) -> str:
    """A new join code, which replaces the old one. Neither is written to the log.

    Link and TV code change too: the TV's page would show the new join code.
    """
    table = locked(table.pk)
    ended = (table.join_code, table.tv_code, table.link_token)
    EndedCode.objects.bulk_create(EndedCode(table=table, code=code) for code in ended)
    table.join_code, table.tv_code = codes.join_code(), codes.tv_code()
    table.link_token = codes.link_token()
    note(table, by, "code_rotated")
    return table.join_code


@transaction.atomic
def close_game(table: Table, by: Device) -> None:
    """Close a finished game: its seed is shown, and nothing more is drawn from it."""
    table = locked(table.pk)
    if table.closed_at:
        return
    if not states.state_of(table).over:
        raise TableError("not_over")
    table.closed_at = timezone.now()
    note(table, by, "closed")
