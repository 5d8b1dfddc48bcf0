"""Everything that is read about a table. Nothing here writes, and views never contain the seed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain, starmap
from json import loads
from typing import NamedTuple
from uuid import UUID

from django.db import DatabaseError, connection
from django.db.models import Q, QuerySet

from accounts.models import Device
from companion.models import Holding, LogRow, Presence, Table
from companion.rules.fairness import Fairness
from companion.rules.house import HOUSE_VALUES
from companion.rules.log.sentences import from_store
from companion.rules.record import Record
from companion.table import cache, history, naming, states
from companion.table.identity import identity_in
from companion.table.settings import Participant, TableSettings
from companion.table.view import TAIL, LogLine, TableView, marked, named, retold
from kernel.errors import UnreadableError

BARE = ("sequence", "kind", "target", "actor_name", "created_at")
UNTOLD = "left_to_others"
"""The setting that no line of the log tells: a device gave up a seat that others sit at."""


class TellingRow(NamedTuple):
    """The columns from which a line of the log is made."""

    sequence: int
    kind: str
    name: str
    seat: int | None
    actor_name: str
    created_at: datetime
    story: str
    payload: str
    target: int | None
    past_draw: bool


class Counter(NamedTuple):
    """The device that counted something for a seat, and its name in the log."""

    device: int | None
    name: str


# Finding tables and devices ---------------------------------------------------


def table_by_id(table_id: UUID) -> Table | None:
    return Table.objects.filter(pk=table_id).first()


def tables_of(device: Device | None, account: int | None) -> QuerySet[Table]:
    """The tables somebody opened or sits at, newest first, without those they were removed from."""
    return Table.objects.filter(_own(device, account)).distinct().order_by("-opened_at")


def _own(device: Device | None, account: int | None) -> Q:
    owned = Q(pk__in=())
    if device:
        here = Presence.objects.filter(device=device, removed_at=None)
        owned |= Q(opener_device=device) | Q(presences__in=here)
    if account:
        there = Presence.objects.filter(device__account=account, removed_at=None)
        owned |= Q(opener_account=account) | Q(presences__in=there)
    return owned


# A board ----------------------------------------------------------------------


def view_of(table_id: UUID) -> TableView:
    """The table as it is now; one query if this process has it in its cache.

    Raises Table.DoesNotExist.
    """
    sequence, settings_sequence = Table.objects.values_list("sequence", "settings_sequence").get(
        pk=table_id
    )
    return view_at(table_id, sequence, settings_sequence)


def view_at(table_id: UUID, sequence: int, settings_sequence: int) -> TableView:
    """The table at a sequence that was just read, from the cache or the database."""
    known = cache.recall(table_id)
    if known and (known.sequence, known.settings_sequence) == (sequence, settings_sequence):
        return known
    view = _read(Table.objects.get(pk=table_id), known)
    if not connection.in_atomic_block:
        cache.keep(view)  # only committed views are cached
    return view


def _read(table: Table, known: TableView | None) -> TableView:
    """The table from its rows; raises UnreadableError if this release cannot replay them."""
    try:
        return _replayed(table, known)
    except DatabaseError:
        raise
    except Exception as error:
        # A damaged row may break anything.
        raise UnreadableError(f"The log of table {table.pk} cannot be replayed") from error


def _replayed(table: Table, known: TableView | None) -> TableView:
    if known and known.sequence > table.sequence:
        known = None
    settings = (
        known.settings
        if known and known.settings_sequence == table.settings_sequence
        else settings_of(table)
    )
    old, since = (known.history, known.sequence) if known else (history.History(), 0)
    standing = history.fold(old, states.skeleton(table, since))
    state = states.state_of(table, standing)
    top = _top(table, standing)
    return TableView(
        table=table.pk,
        sequence=table.sequence,
        settings_sequence=table.settings_sequence,
        state=named(state, settings.names),
        settings=settings,
        history=standing,
        round=top[0],
        attack_at=top[1],
        tail=tuple(_lines(_newest(table), settings)),
    )


def _top(table: Table, standing: history.History) -> tuple[int, int | None]:
    newest = table.rows.filter(sequence=standing.top or 0).values_list("round", "attack")
    return newest.first() or (1, None)


def _newest(table: Table) -> list[TellingRow]:
    rows = table.rows.filter(sequence__lte=table.sequence).exclude(name=UNTOLD)
    return list(_told(rows.order_by("-sequence")[:TAIL]))[::-1]


def settings_of(table: Table) -> TableSettings:
    """The settings of a table, read in three queries."""
    seats = list(table.seats.values_list("pk", "name", "color"))
    names = tuple(name for _, name, _ in seats)
    return TableSettings(
        title=table.title,
        join_code=table.join_code,
        tv_code=table.tv_code,
        link_token=table.link_token,
        joining_open=table.joining_open,
        odds_on=table.odds_on,
        closed_at=table.closed_at,
        opened_at=table.opened_at,
        draws=table.draws,
        imported=table.imported,
        return_link=table.return_link,
        identity=identity_in(table.identity_json),
        drawer_link=table.drawer_link,
        take_over_link=table.take_over_link,
        opener_device=table.opener_device_id,
        opener_account=table.opener_account_id,
        rematch=Table.objects.filter(rematch_of=table).values_list("pk", flat=True).first(),
        names=names,
        typed=names,
        apart=naming.told_apart(names, [color for *_, color in seats], naming.EXPORTED),
        chairs=tuple(key for key, *_ in seats),
        people=people_of(table),
    )


def people_of(table: Table) -> tuple[Participant, ...]:
    """All devices that ever joined, in joining order, with the seats they hold."""
    held: dict[int, list[int]] = {}
    holdings = Holding.objects.filter(presence__table=table).order_by("seat__index")
    for presence, index in holdings.values_list("presence", "seat__index"):
        held.setdefault(presence, []).append(index)
    presences = table.presences.select_related("device")
    return tuple(_person(presence, held.get(presence.pk, ())) for presence in presences)


def _person(presence: Presence, seats: Sequence[int]) -> Participant:
    return Participant(
        device=presence.device_id,
        name=presence.device.nickname,
        seats=tuple(seats),
        salted=bool(presence.salt),
        salt_from_device=presence.salt_from_device,
        removed=presence.removed_at is not None,
        runs=presence.runs,
    )


# The log ----------------------------------------------------------------------


def log_of(view: TableView, *, after: int = 0) -> list[LogLine]:
    """The lines after a sequence up to the view's own, newest last."""
    rows = _rows(view).filter(sequence__gt=after).exclude(name=UNTOLD)
    return _lines(_told(rows), view.settings)


def log_window(view: TableView, *, below: int, most: int) -> list[LogLine]:
    """The last lines below a sequence, newest last; only these are read completely.

    From the lines above only undos and redos are read.
    """
    rows = _rows(view).filter(sequence__gte=below - most, sequence__lt=below)
    lines = [log_line(row, view.settings) for row in _told(rows.exclude(name=UNTOLD))]
    above = _rows(view).filter(sequence__gte=below).values_list(*BARE)
    return marked(chain(lines, starmap(_bare_line, above)))[: len(lines)]


def played_at(view: TableView) -> list[datetime]:
    """The times of the actions that stand, without scores, oldest first."""
    standing = {each.sequence for each in history.nodes(view.history.current)}
    rows = _rows(view).filter(kind=LogRow.Kind.ACTION).exclude(name="score")
    return [
        at for sequence, at in rows.values_list("sequence", "created_at") if sequence in standing
    ]


def counters_of(view: TableView, seat: int) -> dict[str, Counter]:
    """Who counted the numbers of a seat's score sheet that stand, by field."""
    standing = {each.sequence for each in history.nodes(view.history.current)}
    rows = _rows(view).filter(kind=LogRow.Kind.ACTION, name="score", seat=seat)
    found: dict[str, Counter] = {}
    columns = ("sequence", "payload", "device", "actor_name")
    for sequence, payload, device, name in rows.order_by("sequence").values_list(*columns):
        if sequence in standing:
            found |= dict.fromkeys(loads(payload), Counter(device, name))
    return found


def has_standing_tap(view: TableView, tap_id: str) -> bool:
    """Whether an action came by this tap and was not undone."""
    standing = {each.sequence for each in history.nodes(view.history.current)}
    rows = _rows(view).filter(kind=LogRow.Kind.ACTION, tap_id=tap_id)
    return any(sequence in standing for sequence in rows.values_list("sequence", flat=True))


def rewinds(view: TableView) -> int:
    """How often somebody undid a draw."""
    return _rows(view).filter(past_draw=True).count()


def _rows(view: TableView) -> QuerySet[LogRow]:
    return LogRow.objects.filter(table=view.table, sequence__lte=view.sequence)


def _told(rows: QuerySet[LogRow]) -> Iterator[TellingRow]:
    # Plain tuples, not models: a log has thousands of lines.
    return starmap(TellingRow, rows.values_list(*TellingRow._fields))


def _bare_line(sequence: int, kind: str, target: int | None, by: str, at: datetime) -> LogLine:
    return LogLine(
        sequence=sequence,
        kind=kind,
        name="",
        seat=None,
        actor_name=by,
        created_at=at,
        story=(),
        setting={},
        target=target,
        past_draw=False,
    )


def _lines(rows: Iterable[TellingRow], settings: TableSettings) -> list[LogLine]:
    return marked(log_line(row, settings) for row in rows)


def log_line(row: TellingRow, settings: TableSettings) -> LogLine:
    setting = loads(row.payload) if row.kind == LogRow.Kind.SETTING else {}
    story = tuple(from_store(code, params) for code, params in loads(row.story))
    return LogLine(
        sequence=row.sequence,
        kind=row.kind,
        name=row.name,
        seat=_seat_now(row.seat, setting, settings.chairs),
        actor_name=row.actor_name,
        created_at=row.created_at,
        story=retold(story, settings.names),
        setting=setting,
        target=row.target,
        past_draw=row.past_draw,
    )


def _seat_now(seat: int | None, setting: Mapping[str, object], chairs: Sequence[int]) -> int | None:
    """Where the seat of a line sits today: a setting may be older than the draw of who begins."""
    chair = setting.get("chair")
    return chairs.index(chair) if isinstance(chair, int) and chair in chairs else seat


# Sharing ----------------------------------------------------------------------


def record_of(view: TableView) -> Record:
    """The game as a record: only actions that stand, and the seed only once it is closed."""
    table = Table.objects.get(pk=view.table)
    rules, brought = table.house_rules, table.brought
    return Record(
        edition=table.edition,
        players=states.players_of(table),
        modules=tuple(table.modules),
        rules={name: rules[name] for name in HOUSE_VALUES if name in rules},
        tokens=tuple(brought.get("tokens", ())),
        contracts=tuple(brought.get("contracts", ())),
        edition_data=brought.get("edition_data"),
        fairness=fairness_of(table),
        actions=tuple(states.actions_of(view)),
    )


def fairness_of(table: Table) -> Fairness | None:
    """What the table promises about its draws; no seed before the game is closed."""
    if not table.commitment or (table.imported and table.seed and not table.salt_fixed):
        return None
    seed = table.seed if table.seed and table.closed_at else None
    return Fairness(table.commitment, table.salt, seed)
