"""Fixtures that a process makes once: what they stored is put back for each test.

    made_year = made_once(play_a_year)  # a fixture, which calls play_a_year() in an empty database

    @pytest.fixture
    def year(made_year: Callable[[], Desk], db: None) -> Desk:
        return made_year()

Each test gets rows of its own, which end with it, as if `play_a_year` had just been called: its
times lie as far back. Tables have other ids each time, since a process remembers them by their ids
and would take one for that of an earlier test. Of campaigns it remembers nothing; their ids stay,
and so do those of their rows, which are worked out from them.
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
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from companion.models import Table

Made = TypeVar("Made")

LISTS = {"auth.Permission", "contenttypes.ContentType"}
"""What Django itself has put into every database."""


@dataclass(frozen=True)
class Rows:
    """All rows of a model, as Python has them."""

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


class MadeOnce(Generic[Made]):
    """What a function stored and returned; the function is called once, and rolled back."""

    def __init__(self, make: Callable[[], Made]) -> None:
        with transaction.atomic():
            assert not list(_stored()), "there are rows already, which it might lean on"
            self._returned = _packed(make())
            self._stored = list(_stored())
            self._tables = set(Table.objects.values_list("pk", flat=True))
            self._at = timezone.now()
            transaction.set_rollback(True)
        _check_hidden(self._tables, self._stored)

    def __call__(self) -> Made:
        """Store the rows, and return what the function returned, with models as they are stored."""
        now = Again({each: uuid4() for each in self._tables}, timezone.now() - self._at)
        with transaction.atomic(), connection.cursor() as cursor:
            for each in self._stored:
                cursor.execute(each.sql, now.values(each))
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

    tables: dict[UUID, UUID]
    later: timedelta

    def value(self, value: Any) -> Any:
        if isinstance(value, UUID):
            return self.tables.get(value, value)
        return value + self.later if isinstance(value, datetime) else value

    def values(self, stored: Rows) -> list[Any]:
        fields = stored.fields
        return [
            field.get_db_prep_save(self.value(value), connection)
            for row in stored.rows
            for field, value in zip(fields, row, strict=True)
        ]


def _stored() -> Iterator[Rows]:
    for model in apps.get_models(include_auto_created=True):
        fields = [field.attname for field in model._meta.local_concrete_fields]
        rows = list(model._base_manager.order_by("pk").values_list(*fields))
        if rows and model._meta.label not in LISTS:
            yield Rows(model, rows)


def _check_hidden(tables: set[UUID], stored: list[Rows]) -> None:
    """Within a text, the id of a table would stay the old one."""
    written = {form for each in tables for form in (str(each), each.hex)}
    for each in stored:
        values = chain.from_iterable(each.rows)
        text = "\n".join(str(value) for value in values if not isinstance(value, UUID))
        assert not any(form in text for form in written), each.model


class _Packing(pickle.Pickler):
    """Notes of a model which row it is, and of a browser what it carries."""

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, Client):
            return _browser, ({name: each.value for name, each in obj.cookies.items()},)
        return NotImplemented

    def persistent_id(self, obj: Any) -> Any:
        if isinstance(obj, Model):
            return type(obj), obj.pk
        return obj if isinstance(obj, UUID) else None


def _browser(cookies: dict[str, str]) -> Client:
    client = Client()
    client.cookies.load(cookies)
    return client


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
