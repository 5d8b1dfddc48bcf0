"""What only the opener does: names, colours, house values, switches, codes, closing."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils import timezone

from companion import codes, selectors
from companion.models import Device, Table
from companion.refusals import Refusal
from companion.rules import codec, editions
from companion.rules.record import FORMAT, NAME_LENGTH, VERSION, Record, open_game, parse_record
from companion.services.notes import checked_text, locked, note


def read_setup(
    *,
    edition: str,
    seats: Sequence[Mapping[str, object]],
    modules: Sequence[str] = (),
    rules: Mapping[str, object] | None = None,
) -> Record:
    """A setup as a record without actions, strictly checked; raises RecordError."""
    return parse_record(
        {
            "format": FORMAT,
            "version": VERSION,
            "edition": edition,
            "modules": list(modules),
            "rules": rules or {},
            "seats": list(seats),
            "actions": [],
        }
    )


@transaction.atomic
def rename_seat(table: Table, by: Device, *, seat: int, name: str) -> None:
    name = checked_text(name, NAME_LENGTH)
    table = locked(table.pk)
    place = table.seats.filter(index=seat).first()
    if place is None:
        raise Refusal("no_such_seat")
    before, place.name = place.name, name
    if name != before:
        place.save(update_fields=["name"])
        note(table, by, "renamed", seat, before=before, name=name)


@transaction.atomic
def recolor(table: Table, by: Device, *, seat: int, color: str) -> None:
    """Give a seat a colour; whoever has that one gets this seat's in exchange."""
    colors = list(table.seats.values_list("color", flat=True))
    if not 0 <= seat < len(colors):
        raise Refusal("no_such_seat")
    mine = colors[seat]
    swapped = [mine if each == color else each for each in colors]
    swapped[seat] = color
    change_setup(table, by, colors=swapped)


@transaction.atomic
def change_setup(
    table: Table,
    by: Device,
    *,
    colors: Sequence[str] | None = None,
    modules: Sequence[str] | None = None,
    rules: Mapping[str, object] | None = None,
) -> None:
    """Other colours, modules or house values, while no action stands; what is None stays."""
    table = locked(table.pk)
    if table.version:
        raise Refusal("begun")
    seats = list(table.seats.all())
    colors = [seat.color for seat in seats] if colors is None else colors
    pairs = zip(seats, colors, strict=True)
    setup = read_setup(
        edition=table.edition,
        seats=[{"name": seat.name, "color": color} for seat, color in pairs],
        modules=table.modules if modules is None else modules,
        rules=table.house_rules if rules is None else rules,
    )
    for seat, color in zip(seats, colors, strict=True):
        seat.color = color
        seat.save(update_fields=["color"])
    put_setup(table, setup)
    note(table, by, "setup")


def put_setup(table: Table, setup: Record) -> None:
    """Write a setup and the state it begins with onto a table, which is not saved here."""
    state = open_game(setup)
    table.edition, table.modules = setup.edition, list(setup.modules)
    table.house_rules = dict(setup.rules)
    table.edition_json = editions.to_json(state.edition)
    table.snapshot = codec.dump(state)


@transaction.atomic
def set_odds(table: Table, by: Device, *, on: bool) -> None:
    table = locked(table.pk)
    if table.odds_on != on:
        table.odds_on = on
        note(table, by, "odds_on" if on else "odds_off")


@transaction.atomic
def set_joining(table: Table, by: Device, *, is_open: bool) -> None:
    """Open or close the table for devices that are not at it yet."""
    table = locked(table.pk)
    if table.joining_open != is_open:
        table.joining_open = is_open
        note(table, by, "joining_opened" if is_open else "joining_closed")


@transaction.atomic
def rotate_code(table: Table, by: Device) -> str:
    """A new join code; the old one opens nothing any more. Neither is written to the log.

    The TV's changes with it: whoever kept that one would read the new code there.
    """
    table = locked(table.pk)
    table.join_code, table.tv_code = codes.join_code(), codes.tv_code()
    note(table, by, "code_rotated")
    return table.join_code


@transaction.atomic
def close_game(table: Table, by: Device) -> None:
    """The last step of a finished game: its seed is shown, and nothing more is drawn from it."""
    table = locked(table.pk)
    if table.closed_at:
        return
    if not selectors.state_of(table).over:
        raise Refusal("not_over")
    table.closed_at = timezone.now()
    note(table, by, "closed")
