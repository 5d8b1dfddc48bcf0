"""Fixtures that a process makes once: what they stored is put back for each test.

    made_year = made_once(play_a_year)  # a fixture, which calls play_a_year() in an empty database

    @pytest.fixture
    def year(made_year: Callable[[], Desk], db: None) -> Desk:
        return made_year()

Each test gets rows of its own, which end with it. They are what `play_a_year` would have made now:
its UUIDs are others each time, so that nothing kept in memory for one test is met by the next, and
its times lie as far back as if it had just been called.
"""

import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from io import BytesIO
from itertools import chain
from typing import Any, Generic, TypeVar
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.db.models import Field, Model
from django.utils import timezone
from pytest_django import DjangoDbBlocker

Made = TypeVar("Made")

LISTS = {"auth.Permission", "contenttypes.ContentType"}
"""What Django itself has put into every database."""


@dataclass(frozen=True)
class Table:
    """The rows of one table, as Python has them."""

    model: type[Model]
    rows: list[tuple[Any, ...]]

    @property
    def fields(self) -> list["Field[Any, Any]"]:
        return list(self.model._meta.local_concrete_fields)

    @property
    def sql(self) -> str:
        quote = connection.ops.quote_name
        columns = ", ".join(quote(str(field.column)) for field in self.fields)
        row = f"({', '.join(['%s'] * len(self.fields))})"
        name = quote(self.model._meta.db_table)
        rows = ", ".join([row] * len(self.rows))
        return f"INSERT INTO {name} ({columns}) VALUES {rows}"  # noqa: S608 - names of Django's own

    @property
    def own_ids(self) -> set[UUID]:
        at = self.fields.index(self.model._meta.pk)
        return {row[at] for row in self.rows if isinstance(row[at], UUID)}


class MadeOnce(Generic[Made]):
    """What a function stored and returned; the function is called once, and rolled back."""

    def __init__(self, make: Callable[[], Made]) -> None:
        with transaction.atomic():
            assert not list(_tables()), "there are rows already, which it might lean on"
            self._returned = _packed(make())
            self._tables = list(_tables())
            self._at = timezone.now()
            transaction.set_rollback(True)
        self._ids = set(chain.from_iterable(table.own_ids for table in self._tables))
        _check_hidden(self._ids, self._tables)

    def __call__(self) -> Made:
        """Store the rows, and return what the function returned, with models as they are stored."""
        now = Again({each: uuid4() for each in self._ids}, timezone.now() - self._at)
        with transaction.atomic(), connection.cursor() as cursor:
            for table in self._tables:
                cursor.execute(table.sql, now.values(table))
        returned: Made = _Unpacking(BytesIO(self._returned), now).load()
        return returned


def made_once(make: Callable[[], Made]) -> Callable[..., MadeOnce[Made]]:
    """A fixture, a function that puts back what `make` stored and returns what it returned."""

    @pytest.fixture(scope="session")
    def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> MadeOnce[Made]:
        with django_db_blocker.unblock():
            return MadeOnce(make)

    return made


@dataclass(frozen=True)
class Again:
    """What is different this time."""

    ids: dict[UUID, UUID]
    later: timedelta

    def value(self, value: Any) -> Any:
        if isinstance(value, UUID):
            return self.ids.get(value, value)
        return value + self.later if isinstance(value, datetime) else value

    def values(self, table: Table) -> list[Any]:
        fields = table.fields
        return [
            field.get_db_prep_save(self.value(value), connection)
            for row in table.rows
            for field, value in zip(fields, row, strict=True)
        ]


def _tables() -> Iterator[Table]:
    for model in apps.get_models(include_auto_created=True):
        fields = [field.attname for field in model._meta.local_concrete_fields]
        rows = list(model._base_manager.order_by("pk").values_list(*fields))
        if rows and model._meta.label not in LISTS:
            yield Table(model, rows)


def _check_hidden(ids: set[UUID], tables: list[Table]) -> None:
    """Within a text it would stay the old one."""
    written = {form for each in ids for form in (str(each), each.hex)}
    for table in tables:
        values = chain.from_iterable(table.rows)
        text = "\n".join(str(each) for each in values if not isinstance(each, UUID))
        assert not any(form in text for form in written), table.model


class _Packing(pickle.Pickler):
    def persistent_id(self, obj: Any) -> Any:
        if isinstance(obj, Model):
            return type(obj), obj.pk
        return obj if isinstance(obj, UUID) else None


def _packed(returned: object) -> bytes:
    into = BytesIO()
    _Packing(into).dump(returned)
    return into.getvalue()


class _Unpacking(pickle.Unpickler):
    def __init__(self, packed: BytesIO, now: Again) -> None:
        super().__init__(packed)
        self._now = now
        self._models: dict[tuple[type[Model], Any], Model] = {}

    def persistent_load(self, pid: Any) -> Any:
        if isinstance(pid, UUID):
            return self._now.value(pid)
        if pid not in self._models:
            model, key = pid
            self._models[pid] = model._base_manager.get(pk=self._now.value(key))
        return self._models[pid]
