"""All plays of one reader: whose they are, each evening once, and what they tell."""

import csv
from collections.abc import Mapping
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts import services as accounts
from accounts.device_cookie import COOKIE
from accounts.identity import Person
from accounts.models import Device
from campaign import demo
from campaign.models import Membership, SamePerson
from campaign.pages.plays import play_rows
from campaign.rules.entries import Arguments, Draft
from campaign.selectors import figures
from campaign.selectors.all_plays import Play, Seat, plays_of
from campaign.services import members, people, trash
from campaign.services.tables import open_table_for_game
from companion import codes, services
from companion.models import SeatResult, Table, TableResult
from companion.services import Links, results
from tests.campaign.desk import Desk, desk
from tests.campaign.taking import taken
from tests.companion.game import Game
from tests.companion.test_unreadable import damage
from tests.made_once import MadeOnce, made_once

pytestmark = pytest.mark.django_db(transaction=True)

QUERIES = 12
VIEWS = ("plays", "people", "editions", "names", "csv")


def over(game: Game, *, cards: Mapping[int, int] | None = None) -> Game:
    """Everybody leaves: with an artifact of 5, 10, … and cards for those whose points are counted."""
    seats = len(game.view.state.seats)
    for seat in range(seats):
        game.do("take", seat=seat, token="artifact", value=(5, 7, 10, 15)[seat])
    for seat in range(seats):
        game.do("status", seat=seat, status="escaped")
    for seat, points in (cards or {}).items():
        game.do("score", seat=seat, cards=points)
    return game


def of(device: Device | None = None, account: User | None = None) -> list[Play]:
    return plays_of(Person(account=account, device=device))


def points(play: Play) -> list[tuple[str, int, bool]]:
    return [(seat.person, seat.points, seat.won) for seat in play.seats]


# When a result is written -----------------------------------------------------


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


# Whose they are ---------------------------------------------------------------


def test_mine_are_tables_that_i_opened_or_had_a_seat_at() -> None:
    game = over(Game())
    watching, stranger = accounts.make_device()[0], accounts.make_device()[0]
    services.join(game.table, watching)
    assert len(of(game.alice)) == len(of(game.bob)) == 1
    assert of(watching) == of(stranger) == of() == []
    services.release(game.table, game.bob, seat=1)
    assert len(of(game.bob)) == 1, "a seat that was held counts"


def test_who_was_removed_from_a_table_no_longer_has_its_game() -> None:
    game = over(Game())
    services.remove_device(game.table, game.alice, device=game.bob)
    assert of(game.bob) == []


def test_an_account_has_the_games_of_all_its_devices() -> None:
    game = over(Game())
    user = User.objects.create_user("alice")
    assert of(account=user) == []
    Device.objects.filter(pk=game.bob.pk).update(account=user)
    assert len(of(account=user)) == 1


def in_the_first_game() -> Desk:
    made = desk({"alice": "owner", "bob": "keeper", "carol": "guest", "dora": "player"})
    made.type("alice", "recruit ana name Ana colour red player Alice")
    made.type("alice", "recruit ben name Ben colour blue player Bob")
    made.type("alice", "start 1 ana ben on 2026-01-10")
    return made


made_campaign = made_once(in_the_first_game)


@pytest.fixture
def campaign(made_campaign: MadeOnce[Desk], db: None) -> Desk:
    return made_campaign()


def at_table(campaign: Desk) -> Game:
    """The running game's table, played by a device of alice's, with all points counted."""
    alice = campaign.people["alice"]
    device = accounts.make_device(alice.account)[0]
    home = f"/campaigns/{campaign.campaign.pk}/"
    links = Links(back=f"{home}games/1/", drawer=f"{home}drawer/")
    person = Person(account=alice.account, device=device)
    table = open_table_for_game(alice, person, title="Tonight", links=links)
    return over(Game.at(table, device), cards={0: 4, 1: 0})


def user(name: str) -> User:
    return User.objects.get(username=name)


def test_a_game_of_a_campaign_and_its_table_are_one(campaign: Desk) -> None:
    game = at_table(campaign)
    for name in ("alice", "bob", "carol", "dora"):
        (play,) = of(account=user(name))
        assert (play.title, play.game, play.table, play.counted) == (
            "The long year", 1, game.id, True,
        )  # fmt: skip
        # 7 for the mug would be of house values; the points are those of the table.
        assert [seat.person for seat in play.seats] == ["Alice", "Bob"]
        assert [seat.character for seat in play.seats] == ["Ana", "Ben"]
        assert all(seat.expected is not None for seat in play.seats)
    taken(campaign, "alice")
    campaign.type("alice", "correct 1 ana 50 ben 60")
    (play,) = of(account=user("bob"))
    assert points(play) == [("Alice", 50, False), ("Bob", 60, True)]
    assert of(User.objects.create_user("mallory").devices.first()) == []


def test_a_former_member_sees_no_game_of_the_campaign_but_their_own_table(campaign: Desk) -> None:
    at_table(campaign)
    assert len(of(account=user("bob"))) == 1
    members.leave(campaign.people["bob"])
    assert of(account=user("bob")) == []
    Membership.objects.filter(pk=campaign.people["alice"].pk).update(left="2026-01-11T00:00Z")
    (play,) = of(account=user("alice"))
    assert (play.title, play.campaign, play.game) == ("Tonight", None, 0)
    assert [seat.person for seat in play.seats] == ["Ana", "Ben"], "as the seats were called"


def test_a_campaign_in_the_trash_has_no_games(campaign: Desk) -> None:
    campaign.type("alice", "finish ana 3 ben 60")
    assert len(of(account=user("bob"))) == 1
    trash.trash(campaign.campaign)
    assert of(account=user("bob")) == []


def test_a_ledger_that_names_somebody_elses_table_learns_nothing_of_it(campaign: Desk) -> None:
    foreign = over(Game(), cards={0: 1, 1: 1})
    arguments: Arguments = {"game": 1, "table": str(foreign.id)}
    campaign.write("alice", Draft(verb="mission", arguments=arguments))
    assert of(account=user("alice")) == []
    campaign.type("alice", "finish ana 3 ben 60")
    (play,) = of(account=user("alice"))
    assert play.table is None
    assert all(seat.expected is None for seat in play.seats)


# Who is who -------------------------------------------------------------------


def test_who_is_who_is_the_readers_own_list() -> None:
    game = over(Game(), cards={0: 0, 1: 0})
    alice, bob = Person(device=game.alice), Person(device=game.bob)
    people.call(alice, "Bob", "Robert")
    assert [seat.person for seat in plays_of(alice)[0].seats] == ["Alice", "Robert"]
    assert [seat.person for seat in plays_of(bob)[0].seats] == ["Alice", "Bob"]
    people.call(alice, "Robert", "Rob")
    assert [seat.person for seat in plays_of(alice)[0].seats] == ["Alice", "Rob"]
    account = User.objects.create_user("alice")
    Device.objects.filter(pk=game.alice.pk).update(account=account)
    assert of(account=account)[0].seats[1].person == "Rob", "the account takes the list along"
    (line,) = SamePerson.objects.filter(name="bob")
    people.forget(bob, line.pk)
    assert SamePerson.objects.filter(pk=line.pk).exists()
    people.forget(alice, line.pk)
    assert not SamePerson.objects.filter(pk=line.pk).exists()


# What they tell -----------------------------------------------------------------


def test_the_figures_of_the_demo_are_those_counted_by_hand() -> None:
    """Its five games, from fixtures/campaigns/lantern-company.txt."""
    demo.load()
    plays = of(account=user("alice"))
    assert [play.game for play in plays] == [5, 4, 3, 2, 1]
    found = [
        (each.person, each.games, each.wins, each.points, each.best, each.longest)
        for each in figures.people(plays)
    ]
    assert found == [
        ("Alice", 5, 2, 71 + 80 + 61 + 58 + 96, 96, 1),
        ("Bob", 5, 1, 64 + 83 + 70 + 44 + 88, 88, 1),
        ("Dora", 5, 1, 58 + 49 + 77 + 58 + 0, 77, 1),
        ("Carol", 4, 1, 0 + 67 + 92 + 79, 92, 1),
    ]
    average = figures.person(plays, "carol")
    assert average
    assert average.average == 59.5
    duels = {duel.other: duel for duel in figures.duels(plays, "Alice")}
    dora = duels["Dora"]
    # The fourth game was a tie that Dora won.
    assert (dora.games, dora.ahead, dora.behind, dora.level) == (5, 3, 2, 0)


def test_a_row_of_the_list_begins_with_who_won() -> None:
    demo.load()
    plays = of(account=user("alice"))
    for play, row in zip(plays, play_rows(plays), strict=True):
        ranks = {seat.name: seat.rank for seat in play.seats}
        assert [ranks[chip.name] for chip in row.seats] == sorted(ranks.values())
        assert row.seats[0].won


def test_streaks_duels_and_editions() -> None:
    def play(day: int, *seats: tuple[str, int], counted: bool = True) -> Play:
        return made_up(day, seats, counted=counted)

    plays = [
        play(5, ("Ann", 10), ("Bob", 90)),
        play(4, ("ann", 80), ("Bob", 70), ("Cleo", 0)),
        play(3, ("Ann", 50), ("Bob", 40)),
        play(2, ("Ann", 99), ("Bob", 0), counted=False),
        play(1, ("Ann", 30), ("Bob", 30)),
    ]
    ann = figures.person(plays, "ANN")
    assert ann
    assert (ann.games, ann.counted, ann.wins, ann.best) == (5, 4, 3, 80)
    assert (ann.streak, ann.longest) == (0, 3)
    duels = {duel.other: duel for duel in figures.duels(plays, "Ann")}
    bob = duels["Bob"]
    assert (bob.games, bob.ahead, bob.behind, bob.level) == (4, 2, 1, 1)
    assert bob.average_margin == (10 - 90 + 80 - 70 + 50 - 40) / 4
    assert [point.points for point in figures.curve(plays, "Ann")] == [30, 50, 80, 10]
    two, three = figures.by_edition(plays)
    assert (two.players, two.games, three.players, three.games) == (2, 4, 3, 1)
    assert figures.mean(two.winning) == (90 + 50 + 30) / 3


def made_up(day: int, seats: tuple[tuple[str, int], ...], *, counted: bool) -> Play:
    best = max(score for _, score in seats)
    return Play(
        at=datetime(2026, 3, day, 20, tzinfo=UTC),
        title="Friday",
        edition="base",
        edition_name="Clank!",
        counted=counted,
        seats=tuple(
            Seat(
                name=name,
                person=name,
                points=score,
                rank=1 + sum(other > score for _, other in seats),
                won=score == best > 0,
            )
            for name, score in seats
        ),
    )


# The pages ----------------------------------------------------------------------


def client(device: Device) -> Client:
    """A browser with that device's cookie."""
    token = accounts.recover(accounts.personal_link(device))[1]
    made = Client()
    made.cookies[COOKIE] = token
    return made


def get(browser: Client, name: str, /, **asked: str) -> HttpResponse:
    reply = browser.get(reverse(f"plays:{name}"), asked)
    assert isinstance(reply, HttpResponse)
    return reply


@pytest.mark.parametrize("view", VIEWS)
def test_a_stranger_sees_empty_pages(view: str) -> None:
    over(Game())
    reply = get(Client(), view)
    assert reply.status_code == 200
    assert b"Alice" not in reply.content
    assert "no-store" in reply.headers["Cache-Control"]


@pytest.mark.parametrize("view", [*VIEWS, "person"])
def test_a_page_reads_three_hundred_games_in_as_many_queries_as_one(
    view: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    game = over(Game(), cards={0: 0, 1: 0})
    browser = client(game.alice)
    many(game.alice, 299)
    with django_assert_max_num_queries(QUERIES):
        reply = get(browser, view, **({"name": "Alice"} if view == "person" else {}))
    assert reply.status_code == 200
    assert b"Alice" in reply.content


def many(device: Device, count: int) -> None:
    setting = services.read_setup(
        edition="base",
        seats=[{"name": "Alice", "color": "red"}, {"name": "Bob", "color": "blue"}],
    )
    opener = services.Opener(device=device)
    first = services.open_table(setting, opener=opener, title="Friday")
    rows = []
    for _ in range(count):
        row = Table.objects.get(pk=first.pk)
        row.pk, row.join_code, row.tv_code = None, codes.join_code(), codes.tv_code()
        row.link_token = codes.link_token()
        row.id = Table._meta.pk.get_default()
        rows.append(row)
    Table.objects.bulk_create(rows)
    at = TableResult.objects.first().ended_at  # type: ignore[union-attr]
    made = TableResult.objects.bulk_create(
        TableResult(
            table=row, sequence=0, over=True, counted=True, edition_name="Clank!", ended_at=at
        )
        for row in rows
    )
    SeatResult.objects.bulk_create(
        SeatResult(
            result=result, index=index, name=name, color=color, points=30 - index, rank=index + 1,
            won=not index, fell=False, damage=1, expected=1.5,
        )
        for result in made
        for index, (name, color) in enumerate((("Alice", "red"), ("Bob", "blue")))
    )  # fmt: skip


def test_games_are_found_by_person_edition_campaign_and_year(campaign: Desk) -> None:
    at_table(campaign)
    browser = Client()
    browser.force_login(user("alice"))
    year = str(of(account=user("alice"))[0].at.year)
    for asked, status in (
        ({"person": "Alice"}, 200),
        ({"edition": "legacy2", "campaign": str(campaign.campaign.pk), "year": year}, 200),
        ({"person": "Mallory"}, 422),
        ({"year": "1999"}, 422),
    ):
        reply = get(browser, "plays", **asked)
        assert reply.status_code == status, asked
        assert (b"Game 1" in reply.content) == (status == 200)
    assert get(browser, "person", name="Nobody").status_code == 404


def test_the_spreadsheet_has_a_row_for_each_seat_and_no_formula() -> None:
    game = over(Game(), cards={0: 0, 1: 0})
    services.rename_seat(game.table, game.alice, seat=1, name="=1+1")
    text = get(client(game.alice), "csv").content.decode("utf-8-sig")
    first, second = csv.DictReader(StringIO(text))
    assert (first["person"], first["points"], first["won"]) == ("Alice", "25", "0")
    assert (second["name"], second["place"], second["counted"]) == ("'=1+1", "1", "1")


def test_names_are_put_together_on_the_page() -> None:
    game = over(Game(), cards={0: 0, 1: 0})
    browser = client(game.alice)
    address = reverse("plays:names")
    assert browser.post(address, {"name": "Bob", "person": "Robert"}).status_code == 302
    assert b"Robert" in get(browser, "people").content
    for name, person in (
        ("Mallory", "Bob"),
        ("Alice", ""),
        ("Alice", "alice"),
        ("Alice", "\u202e"),
    ):
        assert browser.post(address, {"name": name, "person": person}).status_code == 422
    same = SamePerson.objects.get()
    assert Client().post(reverse("plays:forget-name"), {"same": same.pk}).status_code == 302
    assert SamePerson.objects.exists()
    browser.post(reverse("plays:forget-name"), {"same": same.pk})
    assert not SamePerson.objects.exists()


def test_an_unnamed_seat_is_nobody_and_reads_as_its_colour() -> None:
    setting = services.read_setup(
        edition="base",
        seats=[{"name": "Rot", "color": "red"}, {"name": "Bob", "color": "blue"}],
    )
    game = over(Game(setting), cards={0: 0, 1: 0})
    (play,) = of(game.alice)
    assert play.seats[0].person == ""
    assert [each.person for each in figures.people([play])] == ["Bob"]
    assert ">Red" in get(client(game.alice), "plays").content.decode()
