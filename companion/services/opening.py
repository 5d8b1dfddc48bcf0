"""Opening tables: a new one, one from a record, a rematch."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from companion import codes
from companion.models import TITLE_LENGTH, Device, Holding, LogRow, Presence, Table, TableSeat
from companion.refusals import Refusal
from companion.rules import codec
from companion.rules.fairness import commit
from companion.rules.record import NAME_LENGTH, Record, fill_in, steps
from companion.rules.state import State
from companion.selectors import Moment
from companion.services.notes import checked_text, locked, note
from companion.services.rows import action_row, follow, stamped
from companion.services.running import put_setup, read_setup
from companion.services.seating import checked_salt
from companion.tap import storable

MOST_ACTIONS = 20_000
HAND = "by_hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opener:
    """Who opens a table: a device, an account, or both."""

    device: Device | None = None
    account: AbstractBaseUser | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """Where a table leads back to, and what it keeps in its drawer; given by who opens it."""

    back: str = ""
    drawer: str = ""


@transaction.atomic
def open_table(
    setup: Record,
    *,
    opener: Opener,
    title: str,
    links: Links | None = None,
    salt: str | None = None,
    holds: Sequence[int] = (),
) -> Table:
    """Open a table for a setup (`read_setup`). The seed is made here, before any salt is known.

    `salt` are the opener's device's random bytes; `holds` are the seats it takes.
    """
    table = _new_table(setup, opener, title)
    _new_seed(table)
    if links:
        table.return_link, table.drawer_link = links.back, links.drawer
    _store(table, setup)
    _seat_opener(table, opener, salt, holds)
    return table


def import_record(record: Record, *, opener: Opener, title: str) -> Table:
    """A record as a new table. Where its cubes came from a seed, draws go on by hand.

    Raises RecordError with the place, Refusal for what cannot be stored. A long game is replayed
    before anything is written: the taps of other tables need not wait for it.
    """
    states = _replayed(record)
    table = _new_table(record, opener, title)
    table.imported = True
    _promise(table, record)
    rows = list(_log(table, record, states))
    table.sequence = table.version = len(rows)
    table.snapshot = codec.dump(states[-1])
    with transaction.atomic():
        _store(table, record)
        _seat_opener(table, opener, None, ())
        LogRow.objects.bulk_create(rows)
    return table


def _replayed(record: Record) -> list[State]:
    if len(record.actions) > MOST_ACTIONS:
        raise Refusal("too_long", most=MOST_ACTIONS)
    return steps(record)


def _promise(table: Table, record: Record) -> None:
    """Keep the record's fairness; with none, and no cubes drawn by a server, promise afresh."""
    fair = record.fairness
    if fair is None and not _drawn_by_a_server(record):
        _new_seed(table)
    elif fair:
        table.commitment, table.salt, table.salt_fixed = fair.commitment, fair.salt, True
        table.seed = fair.seed or ""
        table.closed_at = timezone.now() if fair.seed else None


def _drawn_by_a_server(record: Record) -> bool:
    return any(
        isinstance(action, Mapping) and action.get("drawn") and action.get(HAND) is not True
        for action in record.actions
    )


def _log(table: Table, record: Record, states: Sequence[State]) -> Iterator[LogRow]:
    now, moment = timezone.now(), Moment(states[0], 1, None)
    for at, (raw, state) in enumerate(zip(record.actions, states[1:], strict=True)):
        action = _storable(at, fill_in(moment.state, raw, record.fairness))
        after = follow(moment, at + 1, state)
        row, _ = action_row(table.pk, at + 1, action, moment, after)
        yield stamped(row, None, "", None, now)
        moment = after


def _storable(at: int, action: Mapping[str, object]) -> Mapping[str, object]:
    if storable(action) is None:
        raise Refusal("not_plain", at=at)
    return action


@transaction.atomic
def rematch(
    table: Table, by: Device, *, order: Sequence[int] | None = None, salt: str | None = None
) -> Table:
    """The same people once more, in the same or another order; a second call gives the same table.

    `order` names the seats of the old table, the new first player first.
    """
    table = locked(table.pk)
    existing = Table.objects.filter(rematch_of=table).first()
    if existing:
        return existing
    seats = list(table.seats.all())
    order = range(len(seats)) if order is None else order
    if sorted(order) != list(range(len(seats))):
        raise Refusal("bad_order")
    again = open_table(
        _setup_of(table, [seats[index] for index in order]),
        opener=Opener(device=table.opener_device, account=table.opener_account),
        title=table.title,
        links=Links(back=table.return_link, drawer=table.drawer_link),
        salt=salt if by.pk == table.opener_device_id else None,
    )
    if by.pk != table.opener_device_id:
        again.presences.update(salt="")  # the server's part; the opener's device adds its own
    again.rematch_of = table
    again.save(update_fields=["rematch_of"])
    _bring_along(table, again, order)
    note(table, by, "rematch")
    return again


def _setup_of(table: Table, seats: Sequence[TableSeat]) -> Record:
    return read_setup(
        edition=table.edition,
        seats=[{"name": seat.name, "color": seat.color} for seat in seats],
        modules=table.modules,
        rules=table.house_rules,
    )


def _bring_along(old: Table, new: Table, order: Sequence[int]) -> None:
    """Every device keeps its seats; each adds its own salt when it sees the new table."""
    seats = {order[seat.index]: seat for seat in new.seats.all()}
    for presence in old.presences.filter(removed_at=None).prefetch_related("holdings__seat"):
        device = presence.device_id
        here, _ = Presence.objects.get_or_create(table=new, device_id=device)
        Holding.objects.bulk_create(
            Holding(presence=here, seat=seats[holding.seat.index])
            for holding in presence.holdings.all()
        )


# What a new table begins with --------------------------------------------------


def _new_table(setup: Record, opener: Opener, title: str) -> Table:
    for player in setup.players:
        checked_text(player.name, NAME_LENGTH)
    table = Table(
        title=checked_text(title, TITLE_LENGTH),
        join_code=codes.join_code(),
        tv_code=codes.tv_code(),
        opener_device=opener.device,
        opener_account_id=opener.account.pk if opener.account else None,
    )
    put_setup(table, setup)
    return table


def _new_seed(table: Table) -> None:
    table.seed = secrets.token_hex(codes.TOKEN_BYTES)
    table.commitment = commit(table.seed)


def _store(table: Table, setup: Record) -> None:
    table.save(force_insert=True)
    TableSeat.objects.bulk_create(
        TableSeat(table=table, index=index, name=player.name, color=player.color)
        for index, player in enumerate(setup.players)
    )


def _seat_opener(table: Table, opener: Opener, salt: str | None, holds: Sequence[int]) -> None:
    """The opener's device is always one of those that add to the salt."""
    part = checked_salt(salt)
    if table.seed and not table.salt_fixed:
        table.salt = part
        table.save(update_fields=["salt"])
    if opener.device is None:
        return
    presence = Presence.objects.create(
        table=table,
        device=opener.device,
        salt=part if table.salt == part else "",
        salt_from_device=salt is not None,
    )
    taken = table.seats.filter(index__in=holds)
    Holding.objects.bulk_create(Holding(presence=presence, seat=seat) for seat in taken)
