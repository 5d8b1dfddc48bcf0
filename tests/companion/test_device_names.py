"""What the page for people and settings calls a device: something that those at the table know."""

import pytest

from companion import services
from companion.services.seating import take_seats
from tests.companion.cast import around
from tests.companion.game import Game, phone, setup

pytestmark = pytest.mark.django_db


def test_devices_are_called_by_what_they_hold_and_never_by_a_number_alone() -> None:
    game = Game(setup(seats=3))
    cast = around(game)
    others = [phone() for _ in range(4)]
    for device in others:
        services.join(game.table, device)
    services.set_runs(game.table, others[0], runs=True)
    take_seats(game.table, others[2], seats=(0, 1, 2))
    services.remove_device(game.table, game.alice, device=others[3])

    words = cast.page("people/")
    assert "This device opened the table plays Alice" in words
    assert "Device of Bob Remove" in words
    assert "Carol watches" in words
    assert "Device without a seat 1 may run the table acts for every seat" in words
    assert "Device without a seat 2 watches" in words
    assert "Device for everybody Remove" in words
    assert "Removed device" in words
