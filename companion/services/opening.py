"""Opening tables: a new one, one from a record, a rematch."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from accounts.models import Device
from companion import codes
from companion.errors import TableError
from companion.models import TITLE_LENGTH, Holding, LogRow, Presence, Table, TableSeat
from companion.rules import codec
from companion.rules.parsing import parse
from companion.rules.record import NAME_LENGTH, Record, fill_in, steps
from companion.rules.state import State
from companion.rules.values import LONG_NAME
from companion.services import results
from companion.services.log_rows import Author, Done, action_row, follow
from companion.services.opener_only import put_setup, read_setup
from companion.services.seating import checked_salt
from companion.services.settings_log import checked_text, locked, note
from companion.table import titles
from companion.table.identity import PlayIdentity
from companion.table.states import HistoryPoint
from companion.tap import storable, without_signs
from kernel.draws import commit
from kernel.text import each_text, is_plain
from web.codes import TOKEN_BYTES

MOST_ACTIONS = 20_000
HAND = "by_hand"
CONTRACTS = "contracts"
"""They belong to one evening; a rematch starts without them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opener:
    """Who opens a table: a device, an account, or both."""

    device: Device | None = None
    account: AbstractBaseUser | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """What the opener gives a table along: where it links back to, the address of its drawer and of
    the page that takes over what the table says, and what a campaign calls this evening for other
    programs."""

    back: str = ""
    drawer: str = ""
    take_over: str = ""
    identity: PlayIdentity | None = None


def open_table(
    setup: Record,
    *,
    opener: Opener,
    title: str,
    links: Links | None = None,
    salt: str | None = None,
    holds: Sequence[int] = (),
) -> Table:
    """Open a table for a setup (`read_setup`). Its seed is generated before any salt is known.

    `salt` are the random bytes of the opener's device; `holds` are the seats it takes.
    """
    return prepare(setup, opener=opener, title=title, links=links, salt=salt, holds=holds).store()


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A table that is made but not stored, so that its id is known and nobody waits for it."""

    table: Table
    setup: Record
    opener: Opener
    salt: str | None
    holds: Sequence[int]

    @transaction.atomic
    def store(self) -> Table:
        _store(self.table, self.setup)
        _seat_opener(self.table, self.opener, self.salt, self.holds)
        return self.table


def prepare(
    setup: Record,
    *,
    opener: Opener,
    title: str,
    links: Links | None = None,
    salt: str | None = None,
    holds: Sequence[int] = (),
) -> Opening:
    """The same as `open_table` up to what is written; raises TableError."""
    table = _new_table(setup, opener, title)
    _new_seed(table)
    if links:
        table.return_link, table.drawer_link = links.back, links.drawer
        table.take_over_link = links.take_over
        table.identity_json = links.identity.to_json() if links.identity else ""
    return Opening(table=table, setup=setup, opener=opener, salt=salt, holds=holds)


def import_record(record: Record, *, opener: Opener, title: str) -> Table:
    """A record as a new table. If its cubes came from a seed, further draws are by hand.

    Raises RecordError with the place, TableError for what cannot be stored. The game is replayed
    before anything is written, so that taps at other tables do not wait.
    """
    states = _replayed(record)
    table = _new_table(record, opener, title)
    table.imported = True
    _promise(table, record)
    rows = list(_log(table, record, states))
    table.sequence = table.version = table.snapshot_sequence = len(rows)
    table.snapshot = codec.dump(states[-1])
    with transaction.atomic():
        _store(table, record)
        _seat_opener(table, opener, None, ())
        LogRow.objects.bulk_create(rows)
        if states[-1].over:
            results.ended_after_commit(table.pk)
    return table


def _replayed(record: Record) -> list[State]:
    if len(record.actions) > MOST_ACTIONS:
        raise TableError("too_long", most=MOST_ACTIONS)
    return steps(record)


def _promise(table: Table, record: Record) -> None:
    """Keep the record's commitment; if it has none and no server drew cubes, make a new one."""
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
    nobody, moment = Author(None, "", None, timezone.now()), HistoryPoint(states[0], 1, None)
    for at, (raw, state) in enumerate(zip(record.actions, states[1:], strict=True)):
        action = _storable(at, fill_in(moment.state, raw, record.fairness))
        after = follow(moment, at + 1, state)
        done = Done(action, parse(action, state.edition), moment, after)
        row, _ = action_row(table.pk, at + 1, done, nobody)
        yield LogRow(**row._asdict())
        moment = after


def _storable(at: int, action: Mapping[str, object]) -> Mapping[str, object]:
    if storable(action) is None:
        raise TableError("not_plain", at=at)
    return without_signs(action)


@transaction.atomic
def rematch(
    table: Table, by: Device, *, order: Sequence[int] | None = None, salt: str | None = None
) -> Table:
    """A new table for the same people, in the same or another order; called again, the same table.

    `order` lists the seats of the old table, the new first player first. Raises TableError for a
    table that links back to where its evening goes on.
    """
    table = locked(table.pk)
    if table.return_link:
        raise TableError("no_rematch")
    existing = Table.objects.filter(rematch_of=table).first()
    if existing:
        return existing
    seats = list(table.seats.all())
    order = range(len(seats)) if order is None else order
    if sorted(order) != list(range(len(seats))):
        raise TableError("bad_order")
    again = open_table(
        _setup_of(table, [seats[index] for index in order]),
        opener=Opener(device=table.opener_device, account=table.opener_account),
        title=titles.of_rematch(table.title, timezone.localdate(table.opened_at)),
        salt=salt if by.pk == table.opener_device_id else None,
    )
    if by.pk != table.opener_device_id:
        again.presences.update(salt="")  # the server's; the opener's device adds its own
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
        **{name: part for name, part in table.brought.items() if name != CONTRACTS},
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


# What a new table starts with ---------------------------------------------------


def _new_table(setup: Record, opener: Opener, title: str) -> Table:
    _check_names(setup)
    table = Table(
        title=checked_text(title, TITLE_LENGTH),
        join_code=codes.join_code(),
        tv_code=codes.tv_code(),
        link_token=codes.link_token(),
        opener_device=opener.device,
        opener_account_id=opener.account.pk if opener.account else None,
    )
    put_setup(table, setup)
    return table


def _check_names(setup: Record) -> None:
    """One rule for all names that a setup brings; those of a record were typed anywhere."""
    for player in setup.players:
        checked_text(player.name, NAME_LENGTH)
    for each in (*setup.tokens, *setup.contracts):
        if "name" in each:
            checked_text(each["name"], LONG_NAME.most)
    for text in each_text(setup.edition_data):
        if not is_plain(text, lines=True):
            raise TableError("bad_text", text=repr(text[: LONG_NAME.most]), most=LONG_NAME.most)


def _new_seed(table: Table) -> None:
    table.seed = secrets.token_hex(TOKEN_BYTES)
    table.commitment = commit(table.seed)


def _store(table: Table, setup: Record) -> None:
    table.save(force_insert=True)
    TableSeat.objects.bulk_create(
        TableSeat(table=table, index=index, name=player.name, color=player.color)
        for index, player in enumerate(setup.players)
    )


def _seat_opener(table: Table, opener: Opener, salt: str | None, holds: Sequence[int]) -> None:
    """Seat the opener's device, which always adds to the salt."""
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
