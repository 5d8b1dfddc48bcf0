"""Boards: read in a fixed number of queries, remembered, and without a secret."""

from dataclasses import fields

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from companion import services
from companion.models import Table
from companion.table import cache, selectors
from tests.companion.game import Game, phone

pytestmark = pytest.mark.django_db(transaction=True)


def queries(game: Game, *, cold: bool) -> int:
    if cold:
        cache.forget()
    with CaptureQueriesContext(connection) as asked:
        selectors.view_of(game.id)
    return len(asked)


def test_a_board_costs_the_same_however_long_the_game_and_however_many_sit_there() -> None:
    game = Game()
    game.do("gold", seat=0, count=1)
    early = queries(game, cold=True)
    for _ in range(60):
        game.do("gold", seat=0, count=1)
    for _ in range(5):
        services.hold_seat(game.table, phone(), seat=0)

    assert queries(game, cold=True) == early
    assert queries(game, cold=False) == 1


def test_a_board_read_anew_is_the_board_that_was_remembered() -> None:
    game = Game()
    game.turn(attack=True)
    game.do("gold", seat=0, count=1)
    game.do("undo")
    kept = game.view

    cache.forget()
    anew = game.view

    for name in (
        "sequence",
        "settings_sequence",
        "state",
        "settings",
        "round",
        "attack_at",
        "tail",
    ):
        assert getattr(anew, name) == getattr(kept, name), name
    assert (anew.history.top, anew.can_redo) == (kept.history.top, kept.can_redo)


def test_what_another_process_has_written_is_seen_at_once() -> None:
    game = Game()
    game.do("gold", seat=0, count=1)
    old = game.view
    game.do("gold", seat=0, count=1)
    newest = game.view
    cache.forget()
    cache.keep(old)

    assert game.view.sequence == newest.sequence
    assert game.view.state == newest.state


def test_a_board_holds_no_seed() -> None:
    game = Game()
    seed = Table.objects.get(pk=game.id).seed
    view = game.view

    shown = "".join(repr(getattr(view, field.name)) for field in fields(view))
    assert len(seed) == 64
    assert seed not in shown


def test_the_seed_is_shown_once_the_game_is_closed_and_not_before() -> None:
    game = Game()
    game.turn(attack=True)
    game.finish()
    assert selectors.fairness_of(game.stored()).seed is None  # type: ignore[union-attr]

    services.close_game(game.table, game.alice)

    assert selectors.fairness_of(game.stored()).seed == game.stored().seed  # type: ignore[union-attr]
