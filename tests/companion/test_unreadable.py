"""A table whose log cannot be replayed is listed as such, and nothing else suffers."""

import logging

import pytest
from django.db import connection
from django.test import Client

from companion import services
from companion.models import LogRow
from companion.table import cache
from tests.companion.browser import client_on
from tests.companion.cast import text
from tests.companion.game import SALT, Game, setup

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "payload", ['{"do": "fly"}', "[]", "no json", '{"do": "gold", "seat": 99}']
)
def test_a_broken_log_leaves_the_other_tables_listed(
    payload: str, caplog: pytest.LogCaptureFixture
) -> None:
    game = Game()
    game.do("gold", seat=0, count=1)
    other = services.open_table(
        setup(), opener=services.Opener(device=game.alice), title="Saturday", salt=SALT, holds=[0]
    )
    damage(game, payload)
    browser = client_on(game.alice)
    with caplog.at_level(logging.WARNING):
        answer = browser.get("/")
    assert answer.status_code == 200
    page = text(answer.content.decode())
    assert "Cannot be read Friday This version cannot replay what happened at these tables." in page
    assert "Saturday" in page
    assert browser.get(f"/tables/{other.pk}/").status_code == 200
    assert [each.levelname for each in caplog.records if "cannot be replayed" in each.message]


def damage(game: Game, payload: str) -> None:
    """Something else than the site has written into the row of the newest action."""
    row = LogRow.objects.filter(table=game.table, kind="action").latest("sequence")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE companion_logrow SET payload = %s WHERE id = %s", [payload, row.pk])
        cursor.execute(
            "UPDATE companion_table SET snapshot = 'x', snapshot_sequence = 0 WHERE id = %s",
            [game.table.pk.hex if connection.vendor == "sqlite" else game.table.pk],
        )
    cache.forget()


def test_its_own_page_is_a_sentence_for_those_who_belong_there(
    caplog: pytest.LogCaptureFixture,
) -> None:
    game = Game()
    game.do("gold", seat=0, count=1)
    damage(game, "no json")
    address = f"/tables/{game.id}/"
    with caplog.at_level(logging.ERROR):
        answer = client_on(game.alice).get(address)
    assert answer.status_code == 503
    assert "This version of the site cannot read what is stored here." in text(
        answer.content.decode()
    )
    assert str(game.id) in caplog.text
    for page in ("log/", "scores/0/", "people/", "result/", "fairness/"):
        assert client_on(game.bob).get(address + page).status_code == 503, page
    assert Client().get(address).status_code == 404
