"""What a process makes once is made anew for each test, as far as the test can see."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from accounts import services as accounts
from accounts.models import Device
from campaign.services.ledger import rebuild
from companion.models import LogRow, Table
from companion.table import selectors
from tests.campaign.desk import Desk, desk
from tests.companion.game import Game
from tests.made_once import MadeOnce

pytestmark = pytest.mark.django_db

LINES = ("recruit ana player Alice", "recruit ben player Bob", "start 1 ana ben")


def campaign() -> Desk:
    made = desk({"alice": "owner", "bob": "player"})
    for line in LINES:
        made.type("alice", line)
    return made


def table() -> tuple[Table, Device]:
    game = Game()
    game.do("gold", seat=0, count=1)
    return game.stored(), game.alice


def undone(work: Callable[[], object]) -> None:
    """As a test is."""
    with transaction.atomic():
        work()
        transaction.set_rollback(True)


def test_it_stores_and_returns_what_the_function_stored_and_returned() -> None:
    states = []
    undone(lambda: states.append(campaign().state))
    made = MadeOnce(campaign)
    assert not User.objects.exists()

    again = made()

    assert [again.state, again.folded()] == states * 2
    assert again.people["bob"].account == User.objects.get(username="bob")
    assert User.objects.count() == 2


def test_the_function_is_called_once() -> None:
    calls = []
    made = MadeOnce(lambda: calls.append(accounts.make_device()))

    undone(made)
    made()

    assert len(calls) == 1
    assert Device.objects.count() == 1


def test_what_one_test_does_to_it_the_next_does_not_see() -> None:
    made = MadeOnce(table)
    seen = []

    def play() -> None:
        stored, device = made()
        game = Game.at(stored, device)
        seen.append((game.view.sequence, game.view.state.seats[0].gold, LogRow.objects.count()))
        game.do("gold", seat=0, count=5)
        stored.title = device.nickname = "Changed"

    undone(play)
    undone(play)

    assert seen[0] == seen[1]
    stored, device = made()
    assert (stored.title, device.nickname) == ("Friday", "")


def test_nothing_in_memory_of_an_earlier_test_is_taken_for_it() -> None:
    made = MadeOnce(table)
    ids = []
    undone(lambda: ids.append(made()[0].pk))

    stored, device = made()

    assert stored.pk not in ids
    assert set(LogRow.objects.values_list("table", flat=True)) == {stored.pk}
    assert stored.opener_device == device


def test_its_times_lie_as_far_back_as_if_it_were_made_now(monkeypatch: pytest.MonkeyPatch) -> None:
    began = timezone.now()
    made = MadeOnce(table)
    later = began + timedelta(hours=7)
    monkeypatch.setattr(timezone, "now", lambda: later)

    stored, _ = made()

    times: list[datetime] = [stored.opened_at, *LogRow.objects.values_list("created_at", flat=True)]
    assert all(timedelta() <= later - each < timedelta(hours=1) for each in times)


def test_what_comes_after_it_gets_numbers_of_its_own() -> None:
    _, device = MadeOnce(table)()

    assert accounts.make_device()[0].pk > device.pk


def test_it_leans_on_nothing_that_happens_to_be_there(alice: User) -> None:
    with pytest.raises(AssertionError, match="rows already"):
        MadeOnce(table)


def test_an_id_within_a_text_is_refused_for_it_would_stay_the_old_one() -> None:
    def telling() -> None:
        stored, _ = table()
        Table.objects.filter(pk=stored.pk).update(title=f"Table {stored.pk.hex}"[:40])

    with pytest.raises(AssertionError, match="Table"):
        MadeOnce(telling)


def test_a_view_of_it_is_read_as_that_of_any_table() -> None:
    stored, _ = MadeOnce(table)()

    view = selectors.view_of(stored.pk)

    assert (view.table, view.state.seats[0].gold) == (stored.pk, 1)


def test_a_campaign_can_be_written_on_and_rebuilt() -> None:
    made = MadeOnce(campaign)
    undone(made)

    again = made()
    again.type("bob", "finish ana 5 ben 3")

    assert again.state == again.folded()
    assert rebuild(again.campaign) == []
