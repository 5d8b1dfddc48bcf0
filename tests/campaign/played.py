"""Games that are over, and what a reader is told of them."""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts import services as accounts
from accounts.device_cookie import COOKIE
from accounts.identity import Person
from accounts.models import Device
from campaign.selectors.all_plays import Play, plays_of
from campaign.services.tables import open_table_for_game
from companion.services import Links
from tests.campaign.desk import Desk, desk
from tests.companion.game import Game


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


def in_the_first_game() -> Desk:
    made = desk({"alice": "owner", "bob": "keeper", "carol": "guest", "dora": "player"})
    made.type("alice", "recruit ana name Ana colour red player Alice")
    made.type("alice", "recruit ben name Ben colour blue player Bob")
    made.type("alice", "start 1 ana ben on 2026-01-10")
    return made


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
