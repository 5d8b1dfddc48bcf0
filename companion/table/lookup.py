"""Finds a table by one of its codes."""

from django.db.models import QuerySet

from companion.models import EndedCode, Screen, Table
from web.codes import fingerprint, tidy


def table_by_join_code(typed: str) -> Table | None:
    return Table.objects.filter(join_code=tidy(typed)).first()


def table_by_link(token: str) -> Table | None:
    return Table.objects.filter(link_token=tidy(token)).first()


def has_ended(typed: str) -> bool:
    """Whether this is an old code or link of a table or its TV, which was replaced."""
    return EndedCode.objects.filter(code=tidy(typed)).exists()


def table_by_tv_code(typed: str) -> Table | None:
    return Table.objects.filter(tv_code=tidy(typed)).first()


def screen_by_token(secret: str) -> Screen | None:
    return _screens().filter(token_hash=fingerprint(secret)).first()


def screen_by_code(typed: str) -> Screen | None:
    return _screens().filter(code=tidy(typed)).first()


def _screens() -> QuerySet[Screen]:
    return Screen.objects.select_related("table")
