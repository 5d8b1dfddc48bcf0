"""Everything that is read of a table. Nothing here writes, and the seed stays out of boards."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import chain, starmap, takewhile
from json import loads
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet

from companion import codes, line, memory
from companion.board import TAIL, Board, Facts, LogLine, Person, Visitor, marked, named, retold
from companion.models import Device, Holding, LogRow, Presence, Table
from companion.rules import codec, editions
from companion.rules.fairness import Fairness
from companion.rules.lines import Line as Told
from companion.rules.opening import HOUSE_VALUES, Player, new_game
from companion.rules.record import Record
from companion.rules.reducer import act
from companion.rules.state import State

CHECKPOINT_EVERY = 25
BARE = ("sequence", "kind", "target", "by", "at")


class Moment(NamedTuple):
    """The state after a standing action, with the round and the last attack's sequence."""

    state: State
    round: int
    attack_at: int | None


class TellingRow(NamedTuple):
    """What a line of the log is made from."""

    sequence: int
    kind: str
    what: str
    seat: int | None
    by: str
    at: datetime
    story: str
    payload: str
    target: int | None
    past_draw: bool


# Finding tables and devices ---------------------------------------------------


def table_by_id(table_id: UUID) -> Table | None:
    return Table.objects.filter(pk=table_id).first()


def table_by_join_code(typed: str) -> Table | None:
    return Table.objects.filter(join_code=codes.tidy(typed)).first()


def table_by_tv_code(typed: str) -> Table | None:
    return Table.objects.filter(tv_code=codes.tidy(typed)).first()


def tables_of(device: Device | None, account: int | None) -> QuerySet[Table]:
    """The tables somebody opened or sits at, newest first; those they were removed from are not."""
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


def device_by_token(token: str) -> Device | None:
    return Device.objects.filter(token_hash=codes.fingerprint(token)).first() if token else None


def devices_by_token(tokens: Iterable[str]) -> dict[str, int]:
    """The devices of several tokens; a query written out, since every tap asks it."""
    hashes = {codes.fingerprint(token): token for token in tokens if token}
    marks = ", ".join(["%s"] * len(hashes)) or "NULL"
    sql = f"SELECT token_hash, id FROM companion_device WHERE token_hash IN ({marks})"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(sql, list(hashes))
        return {hashes[hashed]: device for hashed, device in cursor.fetchall()}


def visitor_of(device: int | None, account: int | None) -> Visitor:
    """Who asks; an account may act through any of its devices."""
    own = set() if device is None else {device}
    if account is not None:
        own |= set(Device.objects.filter(account=account).values_list("pk", flat=True))
    return Visitor(device=device, account=account, devices=frozenset(own))


# A board ----------------------------------------------------------------------


def board_of(table_id: UUID) -> Board:
    """The table as it is now; one query where this process has seen it so already.

    Raises Table.DoesNotExist.
    """
    sequence, settled = Table.objects.values_list("sequence", "settled").get(pk=table_id)
    return board_at(table_id, sequence, settled)


def board_at(table_id: UUID, sequence: int, settled: int) -> Board:
    """The table at a sequence that was just read, remembered or else read anew."""
    known = memory.recall(table_id)
    if known and (known.sequence, known.settled) == (sequence, settled):
        return known
    board = _read(Table.objects.get(pk=table_id), known)
    if not connection.in_atomic_block:
        memory.keep(board)  # only what is committed is remembered
    return board


def _read(table: Table, known: Board | None) -> Board:
    if known and known.sequence > table.sequence:
        known = None
    facts = known.facts if known and known.settled == table.settled else facts_of(table)
    old, since = (known.line, known.sequence) if known else (line.Line(), 0)
    standing = line.fold(old, skeleton(table, since))
    state = state_of(table, standing)
    top = _top(table, standing)
    return Board(
        table=table.pk,
        sequence=table.sequence,
        settled=table.settled,
        state=named(state, facts.names),
        facts=facts,
        line=standing,
        round=top[0],
        attack_at=top[1],
        tail=tuple(_lines(_newest(table), facts.names)),
    )


def state_of(table: Table, standing: line.Line | None = None) -> State:
    """Where a table stands, by its snapshot; by its log where another release wrote that."""
    try:
        return codec.load(table.snapshot, editions.from_json(table.edition_json))
    except codec.SnapshotError:
        whole = standing or line.fold(line.Line(), skeleton(table, 0))
        return moment_of(table, whole.standing).state


def skeleton(table: Table, since: int) -> Iterable[line.Row]:
    rows = table.rows.filter(sequence__gt=since, sequence__lte=table.sequence)
    return rows.values_list("sequence", "kind", "what", "target", named=True)


def _top(table: Table, standing: line.Line) -> tuple[int, int | None]:
    newest = table.rows.filter(sequence=standing.top or 0).values_list("round", "attack")
    return newest.first() or (1, None)


def _newest(table: Table) -> list[TellingRow]:
    rows = table.rows.filter(sequence__lte=table.sequence).order_by("-sequence")
    return list(_told(rows[:TAIL]))[::-1]


def facts_of(table: Table) -> Facts:
    """What only settings change, read in three queries."""
    return Facts(
        title=table.title,
        join_code=table.join_code,
        tv_code=table.tv_code,
        joining_open=table.joining_open,
        odds_on=table.odds_on,
        closed_at=table.closed_at,
        opened_at=table.opened_at,
        draws=table.draws,
        imported=table.imported,
        return_link=table.return_link,
        drawer_link=table.drawer_link,
        opener_device=table.opener_device_id,
        opener_account=table.opener_account_id,
        rematch=Table.objects.filter(rematch_of=table).values_list("pk", flat=True).first(),
        names=tuple(table.seats.values_list("name", flat=True)),
        people=people_of(table),
    )


def people_of(table: Table) -> tuple[Person, ...]:
    """Everybody who ever joined, in joining order, with the seats they hold."""
    held: dict[int, list[int]] = {}
    holdings = Holding.objects.filter(presence__table=table).order_by("seat__index")
    for presence, index in holdings.values_list("presence", "seat__index"):
        held.setdefault(presence, []).append(index)
    presences = table.presences.select_related("device")
    return tuple(_person(presence, held.get(presence.pk, ())) for presence in presences)


def _person(presence: Presence, seats: Sequence[int]) -> Person:
    return Person(
        device=presence.device_id,
        name=presence.device.nickname,
        seats=tuple(seats),
        salted=bool(presence.salt),
        salt_from_device=presence.salt_from_device,
        removed=presence.removed_at is not None,
    )


# The log ----------------------------------------------------------------------


def log_of(board: Board, *, after: int = 0) -> list[LogLine]:
    """The lines after a sequence up to the board's own, newest last."""
    return _lines(_told(_rows(board).filter(sequence__gt=after)), board.facts.names)


def log_window(board: Board, *, below: int, most: int) -> list[LogLine]:
    """The last lines below a sequence, newest last; only these are read whole.

    Of the lines above it is read what takes back and brings back, and no story.
    """
    rows = _told(_rows(board).filter(sequence__gte=below - most, sequence__lt=below))
    lines = [log_line(row, board.facts.names) for row in rows]
    above = _rows(board).filter(sequence__gte=below).values_list(*BARE)
    return marked(chain(lines, starmap(_bare_line, above)))[: len(lines)]


def played_at(board: Board) -> list[datetime]:
    """When the standing actions were done, counting points aside, oldest first."""
    standing = {each.sequence for each in line.links(board.line.standing)}
    rows = _rows(board).filter(kind=LogRow.Kind.ACTION).exclude(what="score")
    return [at for sequence, at in rows.values_list("sequence", "at") if sequence in standing]


def rewinds(board: Board) -> int:
    """How often somebody went back past a draw."""
    return _rows(board).filter(past_draw=True).count()


def _rows(board: Board) -> QuerySet[LogRow]:
    return LogRow.objects.filter(table=board.table, sequence__lte=board.sequence)


def _told(rows: QuerySet[LogRow]) -> Iterator[TellingRow]:
    # Plain rows, no models: a log has thousands of lines.
    return starmap(TellingRow, rows.values_list(*TellingRow._fields))


def _bare_line(sequence: int, kind: str, target: int | None, by: str, at: datetime) -> LogLine:
    return LogLine(
        sequence=sequence,
        kind=kind,
        what="",
        seat=None,
        by=by,
        at=at,
        story=(),
        setting={},
        target=target,
        past_draw=False,
    )


def _lines(rows: Iterable[TellingRow], names: Sequence[str]) -> list[LogLine]:
    return marked(log_line(row, names) for row in rows)


def log_line(row: TellingRow, names: Sequence[str]) -> LogLine:
    story = tuple(Told(code, params) for code, params in loads(row.story))
    return LogLine(
        sequence=row.sequence,
        kind=row.kind,
        what=row.what,
        seat=row.seat,
        by=row.by,
        at=row.at,
        story=retold(story, names),
        setting=loads(row.payload) if row.kind == LogRow.Kind.SETTING else {},
        target=row.target,
        past_draw=row.past_draw,
    )


# States -----------------------------------------------------------------------


def start_of(table: Table) -> State:
    """The state before the first action, by the edition the table was opened with."""
    edition = editions.from_json(table.edition_json)
    return new_game(edition, players_of(table), table.house_rules)


def players_of(table: Table) -> tuple[Player, ...]:
    return tuple(Player(seat.name, seat.color) for seat in table.seats.all())


def moment_of(table: Table, link: line.Link | None) -> Moment:
    """The moment after a standing action, from the checkpoint below it: the same work always."""
    if link is None:
        return Moment(start_of(table), 1, None)
    above = list(takewhile(lambda each: each.depth % CHECKPOINT_EVERY, line.links(link)))
    base = above[-1].under if above else link
    try:
        state = _checkpoint(table, base) if base else start_of(table)
    except codec.SnapshotError:
        above, state = list(line.links(link)), start_of(table)
    for action in _payloads(table, above):
        state = act(state, action)
    round_, attack_at = table.rows.values_list("round", "attack").get(sequence=link.sequence)
    return Moment(state, round_, attack_at)


def _checkpoint(table: Table, link: line.Link) -> State:
    text = table.rows.values_list("checkpoint", flat=True).get(sequence=link.sequence)
    return codec.load(text, editions.from_json(table.edition_json))


def _payloads(table: Table, newest_first: Sequence[line.Link]) -> Iterable[dict[str, object]]:
    """The actions of some links, oldest first."""
    if not newest_first:
        return ()
    wanted = {link.sequence for link in newest_first}
    reach = Q(sequence__lte=newest_first[0].sequence, sequence__gte=newest_first[-1].sequence)
    rows = table.rows.filter(reach, kind=LogRow.Kind.ACTION).values_list("sequence", "payload")
    return (loads(payload) for sequence, payload in rows if sequence in wanted)


def states_of(board: Board) -> list[State]:
    """The states before the first standing action and after each."""
    table = Table.objects.get(pk=board.table)
    states = [named(start_of(table), board.facts.names)]
    for action in actions_of(board):
        states.append(act(states[-1], action))
    return states


def actions_of(board: Board) -> list[dict[str, object]]:
    """The standing actions, oldest first, each with its cubes."""
    standing = {each.sequence for each in line.links(board.line.standing)}
    rows = LogRow.objects.filter(table=board.table, kind=LogRow.Kind.ACTION)
    pairs = rows.filter(sequence__lte=board.sequence).values_list("sequence", "payload")
    return [loads(payload) for sequence, payload in pairs if sequence in standing]


# Sharing ----------------------------------------------------------------------


def record_of(board: Board) -> Record:
    """The game as a record: standing actions only, and the seed only once it is closed."""
    table = Table.objects.get(pk=board.table)
    rules = table.house_rules
    return Record(
        edition=table.edition,
        players=players_of(table),
        modules=tuple(table.modules),
        rules={name: rules[name] for name in HOUSE_VALUES if name in rules},
        fairness=fairness_of(table),
        actions=tuple(actions_of(board)),
    )


def fairness_of(table: Table) -> Fairness | None:
    """What the table promises about its draws; no seed before the game is closed."""
    if not table.commitment or (table.imported and table.seed and not table.salt_fixed):
        return None
    seed = table.seed if table.seed and table.closed_at else None
    return Fairness(table.commitment, table.salt, seed)
