"""Writes and deletes many rows in pieces, so that nobody waits long for the database's lock."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from django.db import models, transaction

PIECE = 50
"""Rows written or deleted at once, with what hangs on them; `make bench` measures how long it takes."""

Row = TypeVar("Row", bound=models.Model)
Item = TypeVar("Item")


def pieces(items: Iterable[Item], size: int = PIECE) -> Iterator[list[Item]]:
    """The items in lists of at most that many."""
    left = iter(items)
    while piece := list(islice(left, size)):
        yield piece


def create(model: type[Row], rows: Iterable[Row], size: int = PIECE) -> None:
    """Store rows that nobody sees yet."""
    for piece in pieces(rows, size):
        with transaction.atomic():
            model._default_manager.bulk_create(piece)


def delete(model: type[models.Model], size: int = PIECE, **of: Any) -> None:
    """Delete rows that nobody sees any more."""
    rows: models.QuerySet[models.Model] = models.QuerySet(model).filter(**of)
    while keys := _some(rows, size):
        with transaction.atomic():
            models.QuerySet(model).filter(pk__in=keys).delete()


def _some(rows: "models.QuerySet[models.Model]", size: int) -> Sequence[Any]:
    return list(rows.order_by().values_list("pk", flat=True)[:size])
