"""The states of a game, from the snapshots that are kept of it and the log."""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import takewhile
from json import loads
from operator import or_
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q

from companion.models import LogRow, Table
from companion.rules import codec, editions
from companion.rules.opening import Player, new_game
from companion.rules.reducer import act
from companion.rules.state import State
from companion.table import history
from companion.table.view import TableView, named

CHECKPOINT_EVERY = 25
MOST_AT_ONCE = 100


class HistoryPoint(NamedTuple):
    """The state after an action that stands, with the round and the last attack's sequence."""

    state: State
    round: int
    attack_at: int | None


# Where tables stand ------------------------------------------------------------


def state_of(table: Table, standing: history.History | None = None) -> State:
    """A table's state: its snapshot and what was done since, or its whole log if another
    release wrote the snapshot.
    """
    return states_of_all([table], standing)[0]


def states_of_all(tables: Sequence[Table], standing: history.History | None = None) -> list[State]:
    """The states of several tables, with one query for what was done since their snapshots."""
    since = _since_snapshots(
        [table for table in tables if table.sequence > table.snapshot_sequence]
    )
    return [_state(table, since.get(table.pk, ()), standing) for table in tables]


def _since_snapshots(tables: Sequence[Table]) -> dict[UUID, list[str]]:
    found: dict[UUID, list[str]] = {}
    for at in range(0, len(tables), MOST_AT_ONCE):
        # Up to the sequences that were read: the tables may have moved on.
        reach = [
            Q(table=table.pk, sequence__gt=table.snapshot_sequence, sequence__lte=table.sequence)
            for table in tables[at : at + MOST_AT_ONCE]
        ]
        rows = LogRow.objects.filter(reduce(or_, reach), kind=LogRow.Kind.ACTION)
        for table, payload in rows.order_by("table", "sequence").values_list("table", "payload"):
            found.setdefault(table, []).append(payload)
    return found


def _state(table: Table, since: Iterable[str], standing: history.History | None) -> State:
    try:
        state = codec.load(table.snapshot, editions.from_json(table.edition_json))
    except codec.SnapshotError:
        whole = standing or history.fold(history.History(), skeleton(table, 0))
        return point_of(table, whole.current).state
    for payload in since:
        state = act(state, loads(payload))
    return state


def skeleton(table: Table, since: int) -> Iterable[history.Row]:
    rows = table.rows.filter(sequence__gt=since, sequence__lte=table.sequence)
    return rows.values_list("sequence", "kind", "name", "target", named=True)


# States -----------------------------------------------------------------------


def start_of(table: Table) -> State:
    """The state before the first action, from the edition the table was opened with."""
    edition = editions.from_json(table.edition_json)
    contracts = table.brought.get("contracts", ())
    return new_game(edition, players_of(table), table.house_rules, contracts)


def players_of(table: Table) -> tuple[Player, ...]:
    return tuple(Player(seat.name, seat.color) for seat in table.seats.all())


def point_of(table: Table, link: history.Node | None) -> HistoryPoint:
    """The moment after an action that stands, from the checkpoint before it: bounded work."""
    if link is None:
        return HistoryPoint(start_of(table), 1, None)
    above = list(takewhile(lambda each: each.depth % CHECKPOINT_EVERY, history.nodes(link)))
    base = above[-1].under if above else link
    try:
        state = _checkpoint(table, base) if base else start_of(table)
    except codec.SnapshotError:
        above, state = list(history.nodes(link)), start_of(table)
    for action in _payloads(table, above):
        state = act(state, action)
    round_, attack_at = table.rows.values_list("round", "attack").get(sequence=link.sequence)
    return HistoryPoint(state, round_, attack_at)


def _checkpoint(table: Table, link: history.Node) -> State:
    text = table.rows.values_list("checkpoint", flat=True).get(sequence=link.sequence)
    return codec.load(text, editions.from_json(table.edition_json))


def _payloads(table: Table, newest_first: Sequence[history.Node]) -> Iterable[dict[str, object]]:
    """The actions of some nodes, oldest first."""
    if not newest_first:
        return ()
    wanted = {link.sequence for link in newest_first}
    reach = Q(sequence__lte=newest_first[0].sequence, sequence__gte=newest_first[-1].sequence)
    rows = table.rows.filter(reach, kind=LogRow.Kind.ACTION).values_list("sequence", "payload")
    return (loads(payload) for sequence, payload in rows if sequence in wanted)


def refolded(table: Table) -> State:
    """The state as the log alone tells it, from its first row on, without any snapshot."""
    standing = history.fold(history.History(), skeleton(table, 0))
    state = start_of(table)
    for action in _payloads(table, list(history.nodes(standing.current))):
        state = act(state, action)
    return state


def states_of(view: TableView) -> list[State]:
    """The states before the first action that stands and after each."""
    table = Table.objects.get(pk=view.table)
    states = [named(start_of(table), view.settings.names)]
    for action in actions_of(view):
        states.append(act(states[-1], action))
    return states


def actions_of(view: TableView) -> list[dict[str, object]]:
    """The actions that stand, oldest first, each with its cubes."""
    standing = {each.sequence for each in history.nodes(view.history.current)}
    rows = LogRow.objects.filter(table=view.table, kind=LogRow.Kind.ACTION)
    pairs = rows.filter(sequence__lte=view.sequence).values_list("sequence", "payload")
    return [loads(payload) for sequence, payload in pairs if sequence in standing]
