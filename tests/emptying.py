"""Empties the tables after a test that commits, in a fraction of the time Django takes.

Django also empties its own lists of models and permissions, and makes them again row by row; and to
PostgreSQL, truncating forty tables of no rows is more work than most tests.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from django.core.management.color import Style
from django.core.management.commands import flush
from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper

KEPT = {"django_content_type", "auth_permission"}


@contextmanager
def quick() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "sql_flush", _all_but_kept)
        yield


def _all_but_kept(
    style: Style, connection: BaseDatabaseWrapper, *, reset_sequences: bool, allow_cascade: bool
) -> list[str]:
    """Empties the tables itself, which are known only now, and leaves nothing for Django to do."""
    assert not reset_sequences, "no test here counts on the numbers of its rows"
    found = connection.introspection.django_table_names(only_existing=True, include_views=False)
    names = [connection.ops.quote_name(name) for name in sorted(set(found) - KEPT)]
    with transaction.atomic(connection.alias), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # As a TRUNCATE does, it waits for a thread that still writes, and sees what that wrote.
            cursor.execute(f"LOCK TABLE {', '.join(names)} IN SHARE ROW EXCLUSIVE MODE")
        cursor.execute(_which_have_rows(names))
        # In any order: foreign keys are checked at the end.
        for (name,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {name}")  # noqa: S608 - a name of Django's own
    return []


def _which_have_rows(names: Sequence[str]) -> str:
    return " UNION ALL ".join(
        f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})"  # noqa: S608 - the same
        for name in names
    )
