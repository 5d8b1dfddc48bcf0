"""The state's two stored forms, its snapshot and the rows that something asks across campaigns.

Characters, cards and contracts are what a search finds, Mission Reports and their scores are the
plays, and the admin counts them all. The rest of a state is in the snapshot alone.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any
from uuid import UUID, uuid5

from campaign import models
from campaign.models.projected import Part, Projected
from campaign.rules import codec
from campaign.rules import state as ledger
from campaign.rules.state import State
from kernel.reading import plain


@dataclass(frozen=True, slots=True, kw_only=True)
class PartsMapping:
    """A field of an item that holds several frozen objects, which become rows of their own."""

    field: str
    item: type
    model: type[Part]
    above: str

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(field.name for field in fields(self.item))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMapping:
    """One mapping of the state: the frozen objects in it and the rows they become.

    ``without`` names a field that is in the snapshot alone.
    """

    field: str
    item: type
    model: type[Projected]
    parts: PartsMapping | None = None
    without: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(column for name in self.names for column in _columns(name))

    @property
    def names(self) -> tuple[str, ...]:
        left_out = (self.parts.field if self.parts else "", self.without)
        return tuple(field.name for field in fields(self.item) if field.name not in left_out)


def _columns(name: str) -> tuple[str, ...]:
    return ("where", "holder") if name == "place" else (name,)


MAPPINGS = (
    TableMapping(
        field="characters",
        item=ledger.Character,
        model=models.Character,
        parts=PartsMapping(
            field="milestones", item=ledger.Milestone, model=models.Milestone, above="character"
        ),
    ),
    TableMapping(
        field="cards",
        item=ledger.Card,
        model=models.Card,
        parts=PartsMapping(field="marks", item=ledger.Mark, model=models.CardMark, above="card"),
    ),
    TableMapping(field="contracts", item=ledger.Contract, model=models.Contract, without="back"),
    TableMapping(field="stickers", item=ledger.Sticker, model=models.Sticker),
    TableMapping(field="games", item=ledger.Game, model=models.MissionReport),
)
SCALARS = ("game", "employee", "valuable")
SAVED = ("sequence", "snapshot", "snapshot_sequence", *SCALARS)


def row_id(campaign: models.Campaign, shelf: str, key: str) -> UUID:
    """The id of a row, the same after every rebuild."""
    return uuid5(campaign.id, f"{shelf}/{key}")


# Writing --------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ShelfChanges:
    """What one mapping's tables lack: rows to delete, to write, and all parts of the latter."""

    shelf: TableMapping
    gone: tuple[UUID, ...]
    rows: tuple[Projected, ...]
    parts: tuple[Part, ...]

    def write(self) -> None:
        manager: Any = self.shelf.model._default_manager
        if self.gone:
            manager.filter(id__in=self.gone).delete()
        if self.rows:
            columns = [name for name in self.shelf.columns if name != "key"]
            manager.bulk_create(
                self.rows,
                update_conflicts=True,
                unique_fields=["id"],
                update_fields=["order", *columns],
            )
            self._write_parts()

    def pieces(self, size: int) -> "Iterator[ShelfChanges]":
        """The same in pieces of at most so many rows, each with its parts."""
        for at in range(0, len(self.gone), size):
            yield replace(self, gone=self.gone[at : at + size], rows=(), parts=())
        for at in range(0, len(self.rows), size):
            rows = self.rows[at : at + size]
            yield replace(self, gone=(), rows=rows, parts=self._parts_of(rows))

    def _parts_of(self, rows: tuple[Projected, ...]) -> tuple[Part, ...]:
        if self.shelf.parts is None:
            return ()
        above, ids = f"{self.shelf.parts.above}_id", {row.id for row in rows}
        return tuple(part for part in self.parts if getattr(part, above) in ids)

    def _write_parts(self) -> None:
        if parts := self.shelf.parts:
            manager: Any = parts.model._default_manager
            manager.filter(**{f"{parts.above}__in": [row.id for row in self.rows]}).delete()
            manager.bulk_create(self.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What has to be written for a new state; made before the lock is taken."""

    campaign: models.Campaign
    state: State
    snapshot: str
    shelves: tuple[ShelfChanges, ...]

    def write(self) -> None:
        """Store rows, snapshot and the campaign's own columns; its sequence is set already."""
        self.write_state()
        for shelf in self.shelves:
            shelf.write()

    def write_state(self) -> None:
        """Store the snapshot and the campaign's own columns alone."""
        campaign = self.campaign
        for name in SCALARS:
            setattr(campaign, name, getattr(self.state, name))
        campaign.snapshot, campaign.snapshot_sequence = self.snapshot, campaign.sequence
        campaign.save(update_fields=SAVED)

    def pieces(self, size: int) -> Iterator[ShelfChanges]:
        """What is to be written of the rows, in pieces of at most so many."""
        for shelf in self.shelves:
            yield from shelf.pieces(size)


def changes(campaign: models.Campaign, before: State, after: State) -> Changes:
    """What differs between two states, as rows; asks the database nothing."""
    return Changes(
        campaign=campaign,
        state=after,
        snapshot=codec.dump(after),
        shelves=tuple(
            _changed(campaign, shelf, _placed(before, shelf), _placed(after, shelf))
            for shelf in MAPPINGS
        ),
    )


def mending(campaign: models.Campaign, state: State) -> Changes:
    """What makes the stored rows equal to a state: of each mapping that differs, all of it."""
    wanted = changes(campaign, State(campaign=campaign.rules), state)
    return replace(
        wanted,
        shelves=tuple(
            replace(shelf, gone=_foreign(campaign, shelf))
            for shelf in wanted.shelves
            if not _equal(campaign, shelf)
        ),
    )


def _foreign(campaign: models.Campaign, shelf: ShelfChanges) -> tuple[UUID, ...]:
    """The stored rows that the state does not have, or has by another key."""
    keys = {row.id: row.key for row in shelf.rows}
    stored = _stored(campaign, shelf.shelf).values_list("id", "key")
    return tuple(row for row, key in stored if keys.get(row) != key)


def _stored(campaign: models.Campaign, shelf: TableMapping) -> Any:
    return shelf.model._default_manager.filter(campaign=campaign)


def _placed(state: State, shelf: TableMapping) -> Mapping[str, tuple[int, Any]]:
    items = getattr(state, shelf.field).items()
    return {key: (order, item) for order, (key, item) in enumerate(items)}


def _changed(
    campaign: models.Campaign,
    shelf: TableMapping,
    before: Mapping[str, tuple[int, Any]],
    after: Mapping[str, tuple[int, Any]],
) -> ShelfChanges:
    changed = [placed for key, placed in after.items() if before.get(key) != placed]
    rows = tuple(_row(campaign, shelf, order, item) for order, item in changed)
    return ShelfChanges(
        shelf=shelf,
        gone=tuple(row_id(campaign, shelf.field, key) for key in before if key not in after),
        rows=rows,
        parts=tuple(_parts(shelf.parts, rows, [item for _, item in changed])),
    )


def _row(campaign: models.Campaign, shelf: TableMapping, order: int, item: Any) -> Projected:
    return shelf.model(
        id=row_id(campaign, shelf.field, item.key),
        campaign=campaign,
        order=order,
        **dict(zip(shelf.columns, _values(shelf, item), strict=True)),
    )


def _values(shelf: TableMapping, item: Any) -> Iterable[Any]:
    for name in shelf.names:
        value = getattr(item, name)
        if isinstance(value, ledger.Place):
            yield from (value.where, value.character)
        else:
            yield plain(value)


def _parts(
    parts: PartsMapping | None, rows: Iterable[Projected], items: Iterable[Any]
) -> Iterator[Part]:
    if parts is None:
        return
    for row, item in zip(rows, items, strict=True):
        for order, part in enumerate(getattr(item, parts.field)):
            values = {name: getattr(part, name) for name in parts.names}
            yield parts.model(**{f"{parts.above}_id": row.id, "order": order}, **values)


# Proving --------------------------------------------------------------------


def differences(campaign: models.Campaign, state: State) -> list[str]:
    """The names of what is stored otherwise than the state says; none if all is equal."""
    wanted = changes(campaign, State(campaign=campaign.rules), state)
    unequal = [s.shelf.model.__name__ for s in wanted.shelves if not _equal(campaign, s)]
    stored = (campaign.snapshot, campaign.snapshot_sequence)
    if stored != (wanted.snapshot, campaign.sequence):
        unequal.insert(0, "snapshot")
    if any(getattr(campaign, name) != getattr(state, name) for name in SCALARS):
        unequal.insert(0, "Campaign")
    return unequal


def _equal(campaign: models.Campaign, wanted: ShelfChanges) -> bool:
    columns = ("id", "order", *wanted.shelf.columns)
    rows = _stored(campaign, wanted.shelf).order_by("order").values_list(*columns)
    return _columns_of(wanted.rows, columns) == list(rows) and _equal_parts(campaign, wanted)


def _equal_parts(campaign: models.Campaign, wanted: ShelfChanges) -> bool:
    parts = wanted.shelf.parts
    if parts is None:
        return True
    manager: Any = parts.model._default_manager
    columns = (f"{parts.above}_id", "order", *parts.names)
    rows = manager.filter(**{f"{parts.above}__campaign": campaign})
    stored = rows.order_by(f"{parts.above}__order", "order").values_list(*columns)
    return _columns_of(wanted.parts, columns) == list(stored)


def _columns_of(rows: Iterable[object], columns: Iterable[str]) -> list[tuple[Any, ...]]:
    return [tuple(getattr(row, name) for name in columns) for row in rows]
