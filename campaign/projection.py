"""The ledger's state as rows and back: every mapping of the state has a shelf of rows."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any
from uuid import UUID, uuid5

from campaign import models
from campaign.models.projected import Part, Projected
from campaign.rules import state as ledger
from campaign.rules.shapes import plain
from campaign.rules.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """A field of an item that holds several frozen objects, which become rows of their own."""

    field: str
    item: type
    model: type[Part]
    above: str

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(field.name for field in fields(self.item))


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """One mapping of the state: the frozen objects in it and the rows they become."""

    field: str
    item: type
    model: type[Projected]
    parts: Parts | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(column for name in self.names for column in _columns(name))

    @property
    def names(self) -> tuple[str, ...]:
        inner = self.parts.field if self.parts else ""
        return tuple(field.name for field in fields(self.item) if field.name != inner)


def _columns(name: str) -> tuple[str, ...]:
    return ("where", "holder") if name == "place" else (name,)


SHELVES = (
    Shelf(
        field="characters",
        item=ledger.Character,
        model=models.Character,
        parts=Parts(
            field="milestones", item=ledger.Milestone, model=models.Milestone, above="character"
        ),
    ),
    Shelf(
        field="cards",
        item=ledger.Card,
        model=models.Card,
        parts=Parts(field="marks", item=ledger.Mark, model=models.CardMark, above="card"),
    ),
    Shelf(
        field="contracts",
        item=ledger.Contract,
        model=models.Contract,
        parts=Parts(field="back", item=ledger.BackBox, model=models.ContractBox, above="contract"),
    ),
    Shelf(field="stickers", item=ledger.Sticker, model=models.Sticker),
    Shelf(field="rules", item=ledger.RulesSticker, model=models.RulesSticker),
    Shelf(field="passages", item=ledger.Passage, model=models.Passage),
    Shelf(field="tokens", item=ledger.TokenGroup, model=models.TokenGroup),
    Shelf(
        field="spaces",
        item=ledger.Space,
        model=models.MapSpace,
        parts=Parts(field="marks", item=ledger.SpaceMark, model=models.SpaceMark, above="space"),
    ),
    Shelf(field="paths", item=ledger.Path, model=models.MapPath),
    Shelf(field="tracks", item=ledger.Track, model=models.Track),
    Shelf(field="counters", item=ledger.Counter, model=models.Counter),
    Shelf(field="games", item=ledger.Game, model=models.Game),
    Shelf(field="notes", item=ledger.Note, model=models.Note),
)
SCALARS = ("game", "employee", "valuable")


def row_id(campaign: models.Campaign, shelf: str, key: str) -> UUID:
    """The id of a row, the same after every rebuild."""
    return uuid5(campaign.id, f"{shelf}/{key}")


# Writing --------------------------------------------------------------------


def write(campaign: models.Campaign, before: State, after: State) -> None:
    """Store what differs between two states; the campaign's own row is saved by the caller."""
    for name in SCALARS:
        setattr(campaign, name, getattr(after, name))
    for shelf in SHELVES:
        _write_shelf(campaign, shelf, _placed(before, shelf), _placed(after, shelf))


def clear(campaign: models.Campaign) -> None:
    """Remove every projected row."""
    for shelf in SHELVES:
        _rows(shelf).filter(campaign=campaign).delete()


def _rows(shelf: Shelf) -> Any:
    return shelf.model._default_manager


def _placed(state: State, shelf: Shelf) -> Mapping[str, tuple[int, Any]]:
    items = getattr(state, shelf.field).items()
    return {key: (order, item) for order, (key, item) in enumerate(items)}


def _write_shelf(
    campaign: models.Campaign,
    shelf: Shelf,
    before: Mapping[str, tuple[int, Any]],
    after: Mapping[str, tuple[int, Any]],
) -> None:
    gone = [row_id(campaign, shelf.field, key) for key in before if key not in after]
    if gone:
        _rows(shelf).filter(id__in=gone).delete()
    changed = {key: placed for key, placed in after.items() if before.get(key) != placed}
    if not changed:
        return
    rows = [_row(campaign, shelf, order, item) for order, item in changed.values()]
    columns = [name for name in shelf.columns if name != "key"]
    _rows(shelf).bulk_create(
        rows, update_conflicts=True, unique_fields=["id"], update_fields=["order", *columns]
    )
    if shelf.parts:
        items = [item for _, item in changed.values()]
        _write_parts(shelf.parts, dict(zip((row.id for row in rows), items, strict=True)))


def _row(campaign: models.Campaign, shelf: Shelf, order: int, item: Any) -> Projected:
    return shelf.model(
        id=row_id(campaign, shelf.field, item.key),
        campaign=campaign,
        order=order,
        **dict(zip(shelf.columns, _values(shelf, item), strict=True)),
    )


def _values(shelf: Shelf, item: Any) -> Iterable[Any]:
    for name in shelf.names:
        value = getattr(item, name)
        if isinstance(value, ledger.Place):
            yield from (value.where, value.character)
        else:
            yield plain(value)


def _write_parts(parts: Parts, items: Mapping[UUID, Any]) -> None:
    manager: Any = parts.model._default_manager
    manager.filter(**{f"{parts.above}__in": list(items)}).delete()
    manager.bulk_create(
        parts.model(
            **{f"{parts.above}_id": above, "order": order},
            **{name: getattr(part, name) for name in parts.names},
        )
        for above, item in items.items()
        for order, part in enumerate(getattr(item, parts.field))
    )


# Reading --------------------------------------------------------------------


def read(campaign: models.Campaign, only: Sequence[str] = ()) -> State:
    """The state from its rows; ``only`` names the mappings that are needed, else all are read."""
    shelves = [shelf for shelf in SHELVES if not only or shelf.field in only]
    mappings: dict[str, Any] = {shelf.field: _read_shelf(campaign, shelf) for shelf in shelves}
    # Read anew: an instance of before the last entry would give a state that never was.
    scalars: dict[str, Any] = models.Campaign.objects.values(*SCALARS).get(pk=campaign.pk)
    return State(campaign=campaign.rules, **scalars, **mappings)


def _read_shelf(campaign: models.Campaign, shelf: Shelf) -> dict[str, Any]:
    below = _read_parts(campaign, shelf.parts) if shelf.parts else {}
    columns, items = shelf.columns, dict[str, Any]()
    rows = _rows(shelf).filter(campaign=campaign).order_by("order")
    for above, *values in rows.values_list("id", *columns):
        raw = dict(zip(columns, map(_frozen, values), strict=True))
        if "where" in raw:
            raw["place"] = ledger.Place(where=raw.pop("where"), character=raw.pop("holder"))
        if shelf.parts:
            raw[shelf.parts.field] = tuple(below.get(above, ()))
        items[raw["key"]] = shelf.item(**raw)
    return items


def _read_parts(campaign: models.Campaign, parts: Parts) -> dict[UUID, list[Any]]:
    manager: Any = parts.model._default_manager
    names, below = parts.names, defaultdict[UUID, list[Any]](list)
    rows = manager.filter(**{f"{parts.above}__campaign": campaign}).order_by("order")
    for above, *values in rows.values_list(f"{parts.above}_id", *names):
        below[above].append(parts.item(**dict(zip(names, values, strict=True))))
    return below


def _frozen(value: Any) -> Any:
    """JSON from a column as the state holds it; the only tables in a list are markers."""
    if isinstance(value, list):
        return tuple(ledger.Marker(**item) if isinstance(item, dict) else item for item in value)
    return value
