"""All plays of one reader: whose they are, each evening once, and what they tell."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from django.test import Client

from accounts import services as accounts
from accounts.identity import Person
from accounts.models import Device
from campaign import demo
from campaign.models import Membership, SamePerson
from campaign.pages.plays import play_rows
from campaign.rules.entries import Arguments, Draft
from campaign.selectors import figures
from campaign.selectors.all_plays import Play, Seat, plays_of
from campaign.services import members, people, trash
from companion import services
from tests.campaign.desk import Desk
from tests.campaign.played import at_table, get, in_the_first_game, of, over, points, user
from tests.campaign.taking import taken
from tests.companion.game import Game
from tests.made_once import MadeOnce, made_once

pytestmark = pytest.mark.django_db(transaction=True)


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


made_campaign = made_once(in_the_first_game)


@pytest.fixture
def campaign(made_campaign: MadeOnce[Desk], db: None) -> Desk:
    return made_campaign()


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
