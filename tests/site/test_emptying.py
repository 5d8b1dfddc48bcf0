"""What a test has committed is gone before the next one begins."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission, User
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection, transaction

from tests.campaign.desk import desk
from tests.companion.game import Game

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 60
DJANGOS_OWN = {"auth.Permission", "contenttypes.ContentType"}


def empty() -> None:
    """As it is done after each test that commits."""
    call_command("flush", verbosity=0, interactive=False, reset_sequences=False)


def full() -> set[str]:
    models = apps.get_models(include_auto_created=True)
    return {each._meta.label for each in models if each._base_manager.exists()}


def test_no_row_stays_but_those_of_djangos_own_lists() -> None:
    lists = [list(each.objects.order_by("pk").values()) for each in (Permission, ContentType)]
    desk({"alice": "owner", "bob": "player"}).type("alice", "recruit ana player Alice")
    Game()
    assert full() > DJANGOS_OWN

    empty()

    assert full() == DJANGOS_OWN
    again = [list(each.objects.order_by("pk").values()) for each in (Permission, ContentType)]
    assert again == lists


def test_it_waits_for_a_thread_that_still_writes() -> None:
    wrote, waits = Event(), Event()

    def write() -> None:
        with transaction.atomic():
            User.objects.create(username="late")
            wrote.set()
            assert waits.wait(PATIENCE)
        connection.close()

    def empty_meanwhile() -> None:
        def notice(execute: Callable[..., object], sql: str, *rest: Any) -> object:
            if sql.startswith(("BEGIN IMMEDIATE", "LOCK")):
                waits.set()
            return execute(sql, *rest)

        with connection.execute_wrapper(notice):
            empty()
        connection.close()

    with ThreadPoolExecutor() as threads:
        writing = threads.submit(write)
        assert wrote.wait(PATIENCE)
        emptying = threads.submit(empty_meanwhile)
        emptying.add_done_callback(lambda _: waits.set())
        writing.result()
        emptying.result()

    assert not User.objects.exists()
