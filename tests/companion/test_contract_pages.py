"""Contracts beside the table: what is due, to flip or to read, before the scores and with the result."""

import pytest
from django.http import HttpResponse
from django.test import Client

from companion import services
from companion.models import LogRow
from tests.companion.cast import Cast, around, text
from tests.companion.game import Game, setup

pytestmark = pytest.mark.django_db

FAILS = '{"do":"contract_status","contract":"12","status":"failed"}'
COMPLETED = '{"do":"contract_status","contract":"12","status":"completed","seats":null}'
READ = '{"do":"contract_read","contract":"7","wait":"%s"}'


@pytest.fixture
def cast() -> Cast:
    """The game is over: one contract is due, one of two stars has two parts to read on."""
    game = Game(setup("legacy2"))
    game.do("contract", key="7", name="Night shift", new=True)
    game.do("contract", key="12", due=True)
    game.do("contract_status", contract="7", status="completed", seats=[0, 1])
    game.do("contract_back", contract="7", points=6, bonus=2, waits=["turn", "scoring"])
    game.do("take", seat=0, token="artifact", value=9)
    game.do("status", seat=0, status="escaped")
    game.do("status", seat=1, status="knocked_out")
    return around(game)


def sends(client: Client, url: str, action: str, **more: object) -> HttpResponse:
    return client.post(url, {"tap": "page", "action": action, **more})  # type: ignore[return-value]


def fields(cast: Cast) -> bool:
    return b'name="cards"' in cast.alice.get(cast.url("scores/0/")).content


def test_nothing_is_counted_before_what_is_due_is_settled_and_what_waited_is_read(
    cast: Cast,
) -> None:
    url = cast.url("scores/0/contract/")
    words = cast.page("scores/0/")
    assert "AFTER YOUR TURN: contract 7 Night shift" in words
    assert "AFTER SCORING" not in words
    assert "12 Its deadline is now" in words
    assert not fields(cast)
    assert sends(cast.alice, url, READ % "turn").status_code == 302
    assert not fields(cast)
    assert sends(cast.bob, url, FAILS).status_code == 302
    assert fields(cast)
    words = cast.page("scores/0/")
    assert "Contract 12: flip it and read It has failed." in words
    assert "Other contracts" in words
    assert "it has counted its own already" in words


def test_who_completed_it_has_to_be_said(cast: Cast) -> None:
    url, before = cast.url("scores/0/contract/"), LogRow.objects.count()
    answer = sends(cast.alice, url, COMPLETED)
    assert answer.status_code == 422
    assert "Tick who has completed the contract." in text(answer.content.decode())
    assert LogRow.objects.count() == before
    sends(cast.alice, url, COMPLETED, seats=["1"])
    assert cast.game.view.state.contracts[1].stars == (1,)


def test_what_somebody_else_did_meanwhile_is_no_error(cast: Cast) -> None:
    url = cast.url("scores/0/contract/")
    sends(cast.alice, url, READ % "turn")
    before = LogRow.objects.count()
    assert sends(cast.bob, url, READ % "turn").status_code == 302
    assert LogRow.objects.count() == before


@pytest.mark.parametrize("action", ['{"do":"gold","seat":0,"count":5}', '{"do":"undo"}', "{", ""])
def test_nothing_else_is_done_through_it(cast: Cast, action: str) -> None:
    before = LogRow.objects.count()
    for url in (cast.url("scores/0/contract/"), cast.url("result/contract/")):
        assert sends(cast.alice, url, action).status_code == 422
    assert LogRow.objects.count() == before
    assert sends(cast.alice, cast.url("scores/7/contract/"), FAILS).status_code == 404


def test_points_stand_on_the_sheet_but_not_on_that_of_who_scores_nothing(cast: Cast) -> None:
    assert "Contract 7 Night shift 6, and 2 because it was new in this game 8" in cast.page(
        "scores/0/"
    )
    assert "Alice 37 Bob 0" in cast.page("scores/1/")
    assert "Bob scores 0" in cast.page("scores/1/")


def test_who_watches_reads_no_buttons(cast: Cast) -> None:
    html = cast.carol.get(cast.url("scores/0/")).content.decode()
    assert "contract_status" not in html
    assert sends(cast.carol, cast.url("scores/0/contract/"), FAILS).status_code == 403


def test_after_scoring_comes_with_the_result_and_not_before(cast: Cast) -> None:
    assert "AFTER SCORING" not in cast.page("result/")
    cast.game.do("score", seat=0, cards=3)
    assert "AFTER SCORING: contract 7 Night shift" in cast.page("result/")
    assert "We have read it" in cast.page("result/"), "neither an order nor a link to a text"
    assert "contract_read" not in cast.carol.get(cast.url("result/")).content.decode()
    answer = sends(cast.alice, cast.url("result/contract/"), READ % "scoring")
    assert answer.headers["Location"] == cast.url("result/")
    assert "AFTER SCORING" not in cast.page("result/")


def test_as_long_as_contracts_are_open_nobody_has_won(cast: Cast) -> None:
    cast.game.do("score", seat=0, cards=3)
    words = cast.page("result/")
    assert "Not settled yet" in words
    assert "Contract 12: is it completed, or does it fail?" in words
    assert "Contract 7 Night shift: read its back to the end" in words
    assert "Count the score" not in words
    tv = Client().get(f"/tv/{cast.game.table.tv_code}/result/").content.decode()
    assert "Not settled yet" in text(tv)
    assert "1." not in text(tv)
    sends(cast.alice, cast.url("scores/0/contract/"), READ % "turn")
    assert "Nobody wins" not in cast.page("result/")
    sends(cast.alice, cast.url("scores/0/contract/"), FAILS)
    assert "Alice wins" in cast.page("result/")


def test_where_all_lost_everything_the_contracts_come_first_too() -> None:
    game = Game(setup("legacy2"))
    game.do("contract", key="12", due=True)
    for seat in (0, 1):
        game.do("status", seat=seat, status="knocked_out")
    cast = around(game)
    assert "Not settled yet" in cast.page("result/")
    assert "Nobody wins" not in cast.page("result/")
    sends(cast.alice, cast.url("scores/0/contract/"), FAILS)
    assert "Nobody wins" in cast.page("result/")


def test_without_scripts_the_table_asks_for_the_same_and_takes_it(cast: Cast) -> None:
    words = cast.page("")
    assert "AFTER YOUR TURN: contract 7 Night shift" in words
    assert "The game is over: it comes now, before the scores." in words
    assert "6 points · bonus of 2 · AFTER YOUR TURN · AFTER SCORING" in words
    sends(cast.alice, cast.url("scores/0/contract/"), FAILS)
    back = '{"do":"contract_back","contract":null,"points":null,"bonus":null,"waits":null}'
    empty = {"contract": "12", "points": "", "bonus": "", "usual.points": "0"}
    assert sends(cast.alice, cast.url("act/"), back, **empty).status_code == 302
    assert "Contract 12: flip it and read" not in cast.page("")


def test_a_campaigns_table_leads_to_where_its_difference_is_taken_over(cast: Cast) -> None:
    assert "Write it now in the ledger" not in cast.page("")
    back, take_over = "/campaigns/1/games/3/", "/campaigns/1/games/3/result/"
    links = services.Links(back=back, take_over=take_over)
    table = services.open_table(
        setup("legacy2"),
        opener=services.Opener(device=cast.game.alice),
        title="Friday",
        links=links,
    )
    html = cast.alice.get(f"/tables/{table.pk}/").content.decode()
    assert "Write it now in the ledger" in html
    assert f'href="{take_over}"' in html


def test_the_television_says_which_contract_is_to_be_read_on(cast: Cast) -> None:
    screen = text(cast.alice.get(f"/tv/{cast.game.table.tv_code}/").content.decode())
    assert "7 Night shift AFTER YOUR TURN" in screen
    sends(cast.alice, cast.url("scores/0/contract/"), READ % "turn")
    screen = text(cast.alice.get(f"/tv/{cast.game.table.tv_code}/").content.decode())
    assert "7 Night shift completed" in screen
