"""When the result of a table is written, and when again."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from companion import services
from companion.models import SeatResult, TableResult
from companion.services import results
from tests.campaign.played import of, over, points
from tests.companion.game import Game
from tests.companion.test_unreadable import damage

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_game_is_listed_as_soon_as_it_is_over_and_counts_when_all_are_counted() -> None:
    game = Game()
    assert of(game.alice) == []
    over(game)
    (play,) = of(game.alice)
    assert (play.table, play.title, play.edition_name, play.counted) == (
        game.id, "Friday", "Clank!", False,
    )  # fmt: skip
    game.do("score", seat=0, cards=3)
    assert not of(game.alice)[0].counted
    game.do("score", seat=1, cards=0)
    (play,) = of(game.alice)
    assert play.counted
    # 20 for getting out, the artifact, the cards.
    assert points(play) == [("Alice", 28, True), ("Bob", 27, False)]


def test_a_game_that_was_closed_counts() -> None:
    game = over(Game())
    services.close_game(game.table, game.alice)
    assert of(game.alice)[0].counted


def test_later_actions_change_the_result_and_an_undo_takes_it_back() -> None:
    game = over(Game(), cards={0: 0, 1: 9})
    assert points(of(game.alice)[0]) == [("Alice", 25, False), ("Bob", 36, True)]
    game.do("undo")
    assert points(of(game.alice)[0])[1] == ("Bob", 27, False), (
        "nobody has won before Bob is counted"
    )
    game.do("redo")
    assert points(of(game.alice)[0])[1] == ("Bob", 36, True)
    game.do("status", seat=0, status="in_play")
    assert of(game.alice) == [], "the game goes on"
    game.do("status", seat=0, status="knocked_out")
    assert [seat.fell for seat in of(game.alice)[0].seats] == [True, False]
    services.rename_seat(game.table, game.alice, seat=1, name="Robert")
    assert of(game.alice)[0].seats[1].person == "Robert"


def test_damage_is_compared_with_what_the_attacks_draw_on_average() -> None:
    game = Game()
    game.do("clank", seat=0, count=6)
    game.do("attack", size=4)
    over(game)
    row = SeatResult.objects.get(result=game.id, index=0)
    drawn = [cube for cube in game.view.state.attack.drawn if cube == "red"]  # type: ignore[union-attr]
    assert row.damage == len(drawn)
    # Alice has 3 + 6 cubes, Bob 2, and there are 24 black ones: 4 of 35 are drawn.
    assert row.expected == pytest.approx(4 * 9 / 35)


def test_damage_is_not_worked_out_again_for_points(monkeypatch: pytest.MonkeyPatch) -> None:
    game = over(Game())
    before = list(SeatResult.objects.filter(result=game.id).values_list("damage", "expected"))
    monkeypatch.setattr("companion.table.results.damage_of", lambda view: pytest.fail("again"))
    game.do("score", seat=0, cards=3)
    after = SeatResult.objects.filter(result=game.id)
    assert list(after.values_list("damage", "expected")) == before
    assert after[0].points == 28


def test_the_command_makes_every_result_again() -> None:
    game = over(Game(), cards={0: 1, 1: 2})
    running = Game()
    before = of(game.alice)
    TableResult.objects.all().delete()
    assert of(game.alice) == []
    call_command("rebuild_plays")
    assert of(game.alice) == before
    SeatResult.objects.update(points=99)
    call_command("rebuild_plays")
    assert of(game.alice) == before
    assert not TableResult.objects.get(pk=running.id).over


def test_a_result_that_was_never_written_is_found() -> None:
    game = over(Game())
    assert game.id not in results.stale()
    TableResult.objects.all().delete()
    assert results.stale() == [game.id]
    results.write_if_possible(game.id)
    assert results.stale() == []


def test_who_read_the_table_before_the_newest_tap_writes_no_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = over(Game())
    earlier = game.view
    game.do("score", seat=0, cards=3)
    newest = of(game.alice)
    with monkeypatch.context() as late:
        late.setattr("companion.services.results.selectors.view_of", lambda table: earlier)
        assert not results.write(game.id)
        assert not results.write(game.id, again=True)
    assert of(game.alice) == newest
    assert TableResult.objects.get(pk=game.id).sequence == game.view.sequence


def test_a_table_that_cannot_be_read_hides_no_other() -> None:
    broken, good = over(Game()), over(Game())
    TableResult.objects.all().delete()
    damage(broken, "no json")
    with pytest.raises(CommandError, match=str(broken.id)):
        call_command("rebuild_plays")
    assert len(of(good.alice)) == 1
