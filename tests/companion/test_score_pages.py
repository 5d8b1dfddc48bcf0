"""The score sheets: counting for a seat, live totals, and two phones at one sheet."""

import pytest
from django.test import Client

from companion import services
from companion.models import LogRow
from companion.rules.standings import all_counted
from tests.companion.cast import Cast, around, text, value
from tests.companion.game import Game, setup

pytestmark = pytest.mark.django_db(transaction=True)


def sheet_of(edition: str = "legacy2") -> Cast:
    game = Game(setup(edition))
    game.do("take", seat=0, token="artifact", value=10)
    return around(game)


@pytest.fixture
def cast() -> Cast:
    return sheet_of()


def posted(client: Client, url: str, **typed: object) -> dict[str, object]:
    """What the sheet in this browser sends after some numbers were typed."""
    html = client.get(url).content.decode()
    shown = ("cards", "contracts", "secret_tomes", "other")
    fields = [name for name in shown if f'name="{name}"' in html]
    sent: dict[str, object] = {"tap": value(html, "tap")}
    for name in fields:
        sent |= {name: value(html, name), f"initial-{name}": value(html, f"initial-{name}")}
    return sent | typed


def total(cast: Cast, seat: int = 0) -> int:
    held = cast.game.view.state.seats[seat]
    return held.cards + held.contracts + held.other


def test_a_sheet_opens_at_ones_own_seat(cast: Cast) -> None:
    assert cast.bob.get(cast.url("scores/")).headers["Location"] == cast.url("scores/1/")
    assert cast.carol.get(cast.url("scores/")).headers["Location"] == cast.url("scores/0/")


def test_a_sheet_shows_what_the_table_has_counted(cast: Cast) -> None:
    cast.game.do("take", seat=0, token="chalice")
    words = cast.page("scores/0/")
    assert "Artifact 10" in words
    assert "Chalice 7" in words
    assert "Bob scores 0 because no artifact was brought along." in cast.page("scores/1/")


def test_counting_leads_from_seat_to_seat_and_then_to_the_result(cast: Cast) -> None:
    first, second = cast.url("scores/0/"), cast.url("scores/1/")
    answer = cast.alice.post(first, posted(cast.alice, first, cards=12, contracts=3, other=-2))
    assert answer.headers["Location"] == second
    assert total(cast) == 13
    answer = cast.alice.post(second, posted(cast.alice, second, cards=4))
    assert answer.headers["Location"] == cast.url("result/")


def test_a_sheet_that_is_left_for_another_one_leads_there(cast: Cast) -> None:
    url = cast.url("scores/1/")
    answer = cast.alice.post(url, posted(cast.alice, url, cards=4, on=0))
    assert answer.headers["Location"] == cast.url("scores/0/")
    assert total(cast, 1) == 4
    for nonsense in (99, -1, "x"):
        sent = posted(cast.alice, url, cards=5, on=nonsense)
        assert cast.alice.post(url, sent).status_code in {302, 422}


def test_a_number_that_can_hardly_be_right_is_asked_about(cast: Cast) -> None:
    assert "Is that right?" not in cast.page("scores/0/")
    cast.game.do("score", seat=0, cards=1400)
    assert "has 1410 points. Is that right?" in cast.page("scores/0/")


def test_a_sheet_sent_twice_counts_once(cast: Cast) -> None:
    url = cast.url("scores/0/")
    sent = posted(cast.alice, url, cards=12)
    cast.alice.post(url, sent)
    assert cast.alice.post(url, sent).status_code == 302
    assert LogRow.objects.filter(name="score").count() == 1


def test_a_sheet_without_a_change_leaves_the_log_alone(cast: Cast) -> None:
    url, before = cast.url("scores/0/"), cast.game.view.sequence
    assert cast.alice.post(url, posted(cast.alice, url)).status_code == 302
    assert cast.game.view.sequence == before


def test_two_phones_at_one_sheet_do_not_wipe_each_other(cast: Cast) -> None:
    url = cast.url("scores/0/")
    hers, his = posted(cast.alice, url, cards=12), posted(cast.bob, url, other=5)
    cast.alice.post(url, hers)
    cast.bob.post(url, his)
    held = cast.game.view.state.seats[0]
    assert (held.cards, held.other) == (12, 5)


def sheet_again(html: str) -> dict[str, object]:
    """What a sheet that was not saved sends as it stands."""
    names = ("tap", "cards", "contracts", "other")
    shown: dict[str, object] = {name: value(html, name) for name in names}
    return shown | {f"initial-{name}": value(html, f"initial-{name}") for name in names[1:]}


def test_a_number_that_another_device_has_counted_is_replaced_on_purpose_alone(cast: Cast) -> None:
    services.rename_device(cast.game.bob, nickname="Bobby")
    url = cast.url("scores/0/")
    hers, his = posted(cast.alice, url, cards=12), posted(cast.bob, url, cards=-13, other=5)
    cast.bob.post(url, his)
    before = cast.game.view.sequence
    asked = cast.alice.post(url, hers)
    html = asked.content.decode()
    assert asked.status_code == 409
    assert "Another device has counted here" in text(html)
    assert "Bobby has saved −13." in text(html)
    assert [value(html, "cards"), value(html, "other")] == ["12", "5"]
    assert cast.game.view.sequence == before

    assert cast.alice.post(url, sheet_again(html)).status_code == 302
    held = cast.game.view.state.seats[0]
    assert (held.cards, held.other) == (12, 5)


def test_a_number_counted_once_more_meanwhile_is_asked_about_again() -> None:
    cast = around(Game(setup(), holds=()))
    url = cast.url("scores/0/")
    his = posted(cast.bob, url, cards=12)
    cast.alice.post(url, posted(cast.alice, url, cards=13))
    asked = cast.bob.post(url, his).content.decode()
    assert "Another device has saved 13." in text(asked), "it has neither a name nor a seat"
    cast.alice.post(url, posted(cast.alice, url, cards=14))
    again = {"tap": value(asked, "tap"), "cards": 12, "initial-cards": 13}
    answer = cast.bob.post(url, again)
    assert answer.status_code == 409
    assert "Another device has saved 14." in text(answer.content.decode())


def test_nobody_is_asked_about_the_own_number_the_same_one_or_an_undone_one(cast: Cast) -> None:
    url = cast.url("scores/0/")
    old = posted(cast.alice, url)
    cast.alice.post(url, old | {"cards": 12, "tap": "a"})
    assert cast.alice.post(url, old | {"cards": 13, "tap": "b"}).status_code == 302
    assert cast.bob.post(url, old | {"cards": 13, "tap": "c"}).status_code == 302
    cast.game.do("score", cast.game.bob, seat=0, cards=20)
    cast.game.do("undo")
    cast.game.do("undo")
    assert cast.alice.post(url, old | {"cards": 14, "tap": "d"}).status_code == 302
    assert cast.game.view.state.seats[0].cards == 14


def test_a_sheet_sent_twice_replaces_nothing_that_came_between(cast: Cast) -> None:
    url = cast.url("scores/0/")
    hers = posted(cast.alice, url, cards=12)
    cast.alice.post(url, hers)
    cast.bob.post(url, posted(cast.bob, url, cards=13))
    assert cast.alice.post(url, hers).status_code == 302
    assert cast.game.view.state.seats[0].cards == 13


@pytest.mark.parametrize(
    "typed",
    [
        {"cards": "many"},
        {"cards": ""},
        {"cards": "1.5"},
        {"cards": 10**7},
        {"tap": ""},
        {"tap": "é"},
    ],
)
def test_what_is_no_number_changes_nothing_and_keeps_the_rest(
    cast: Cast, typed: dict[str, object]
) -> None:
    cast.game.do("score", seat=0, cards=3)
    url, before = cast.url("scores/0/"), cast.game.view.sequence
    answer = cast.alice.post(url, posted(cast.alice, url, **{"other": 7, **typed}))
    assert answer.status_code == 422
    assert value(answer.content.decode(), "other") == "7"
    assert cast.game.view.sequence == before


def test_secret_tomes_are_asked_for_and_never_fewer_than_none() -> None:
    cast = sheet_of("catacombs")
    url = cast.url("scores/0/")
    assert "Secret Tomes" in cast.page("scores/0/")
    assert "Contracts" not in cast.page("scores/0/")
    assert cast.alice.post(url, posted(cast.alice, url, secret_tomes=-1)).status_code == 422
    cast.game.do("take", seat=0, token="sorceress")
    cast.alice.post(url, posted(cast.alice, url, secret_tomes=2))
    assert "Sorceress scores with the Secret Tomes: 2" in cast.page("scores/0/")


def test_totals_follow_what_is_typed_and_store_nothing(cast: Cast) -> None:
    before = cast.game.view.sequence
    typed = {
        "cards": "30",
        "initial-cards": "0",
        "contracts": "0",
        "initial-contracts": "0",
        "other": "0",
        "initial-other": "0",
    }
    words = text(cast.alice.get(cast.url("scores/0/total/"), typed).content.decode())
    assert words == "Alice 40 Bob 0"
    half = text(
        cast.alice.get(cast.url("scores/0/total/"), {**typed, "cards": "-"}).content.decode()
    )
    assert half == "Alice 10 Bob 0", "while a number is half typed, what is stored counts"
    assert cast.game.view.sequence == before


def test_scores_can_be_counted_after_the_game_is_over(cast: Cast) -> None:
    cast.game.do("status", seat=0, status="escaped")
    cast.game.do("status", seat=1, status="knocked_out")
    assert cast.game.view.state.over
    url = cast.url("scores/0/")
    assert cast.alice.post(url, posted(cast.alice, url, cards=9)).status_code == 302
    assert total(cast) == 9


def test_who_may_count(cast: Cast) -> None:
    url = cast.url("scores/0/")
    seen = cast.carol.get(url)
    assert (seen.status_code, b'name="cards"' in seen.content) == (200, False)
    assert cast.carol.post(url, {"cards": 5}).status_code == 403
    assert [cast.mallory.get(url).status_code, cast.mallory.post(url).status_code] == [404, 404]
    assert cast.mallory.get(cast.url("scores/0/total/")).status_code == 404
    assert cast.alice.post(cast.url("scores/")).status_code == 405
    assert cast.alice.get(cast.url("scores/7/")).status_code == 404
    # Two seats, 0 and 1: the first that is not there.
    assert cast.alice.get(cast.url("scores/2/")).status_code == 404


def test_after_the_game_a_seat_that_counts_nothing_is_counted_once() -> None:
    cast = around(Game())
    cast.game.do("take", seat=0, token="artifact", value=5)
    for seat in (0, 1):
        cast.game.do("damage", seat=seat, count=10)
    assert not all_counted(cast.game.view.state)
    url, before = cast.url("scores/0/"), cast.game.view.sequence
    for _ in range(2):
        assert cast.alice.post(url, posted(cast.alice, url)).status_code == 302
    assert cast.game.view.sequence == before + 1
    assert all_counted(cast.game.view.state)  # Bob scores 0 by rule


def test_the_result_is_shown_everywhere_once_every_seat_is_counted() -> None:
    cast = around(Game())
    cast.game.do("take", seat=0, token="artifact", value=5)
    for seat in (0, 1):
        cast.game.do("damage", seat=seat, count=10)
    refused = cast.alice.post(cast.url("result/show/"))
    assert refused.status_code == 409
    assert "The result is not settled yet." in refused.content.decode()
    cast.game.do("score", seat=0, cards=3)
    assert cast.alice.post(cast.url("result/show/")).status_code == 302
    tv = Client().get(f"/tv/{cast.game.table.tv_code}/result/").content.decode()
    assert tv.index("Bob") < tv.index("Alice")
    assert "Victory: Alice" in tv


def test_a_television_goes_to_the_rematch_by_its_own_code() -> None:
    cast = around(Game())
    tv = f"/tv/{cast.game.table.tv_code}/rematch/"
    assert Client().get(tv).status_code == 404
    again = services.rematch(cast.game.table, cast.game.alice)
    assert Client().get(tv).headers["Location"] == f"/tv/{again.tv_code}/"
    assert f'data-rematch="/tables/{again.pk}/"' in cast.alice.get(cast.url("")).content.decode()


def test_who_only_watches_puts_no_attack_aside_for_others() -> None:
    cast = around(Game())
    assert cast.alice.post(cast.url("seen/"), {"attack": "3"}).status_code == 204
    assert cast.alice.post(cast.url("seen/"), {"attack": "x"}).status_code == 422
    assert cast.carol.post(cast.url("seen/"), {"attack": "3"}).status_code == 403
    assert cast.mallory.post(cast.url("seen/"), {"attack": "3"}).status_code == 404
