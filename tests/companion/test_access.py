"""Every address of a table × everybody who may ask for it."""

from dataclasses import dataclass
from typing import Literal
from uuid import UUID

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts import device_cookie
from accounts import selectors as account_selectors
from accounts import services as accounts
from accounts.device_cookie import COOKIE, COOKIE_AGE
from accounts.models import Device
from companion import services, urls
from companion.table import selectors
from tests.companion.game import SALT, setup, tap
from tests.made_once import MadeOnce, made_once

pytestmark = [pytest.mark.django_db, pytest.mark.prove_on_postgres]

Who = Literal["opener", "account", "player", "watcher", "removed", "stranger", "nobody"]
EVERYBODY: tuple[Who, ...] = (
    "opener", "account", "player", "watcher", "removed", "stranger", "nobody",
)  # fmt: skip
MAY: dict[str, tuple[Who, ...]] = {
    "see": ("opener", "account", "player", "watcher"),
    "tap": ("opener", "account", "player"),
    "run": ("opener", "account"),
}
GOLD_AT = 7  # the line of the one action that the cast has played
KNOWN = MAY["see"]

# Each address: (method, name, further arguments, what it requires).
ADDRESSES: list[tuple[str, str, dict[str, object], str]] = [
    ("get", "table", {}, "see"),
    ("post", "act", {}, "tap"),
    ("get", "odds", {}, "see"),
    ("get", "log", {}, "see"),
    ("get", "back-to", {"sequence": GOLD_AT}, "tap"),
    ("post", "back-to", {"sequence": GOLD_AT}, "tap"),
    ("get", "invite", {}, "see"),
    ("post", "seats", {}, "see"),
    ("get", "people", {}, "run"),
    ("post", "change", {"what": "name"}, "run"),
    ("post", "change", {"what": "color"}, "run"),
    ("post", "change", {"what": "hand-over"}, "run"),
    ("post", "change", {"what": "remove"}, "run"),
    ("post", "change", {"what": "joining"}, "run"),
    ("post", "change", {"what": "odds"}, "run"),
    ("post", "change", {"what": "code"}, "run"),
    ("post", "change", {"what": "close"}, "run"),
    ("get", "setup", {}, "run"),
    ("post", "setup", {}, "run"),
    ("get", "rematch", {}, "tap"),
    ("post", "rematch", {}, "tap"),
    ("get", "record", {}, "see"),
    ("get", "scores", {}, "see"),
    ("get", "score-seat", {"seat": 0}, "see"),
    ("post", "score-seat", {"seat": 0}, "tap"),
    ("get", "score-total", {"seat": 0}, "see"),
    ("post", "score-contract", {"seat": 0}, "tap"),
    ("get", "winner", {}, "see"),
    ("post", "result-contract", {}, "tap"),
    ("post", "show-result", {}, "tap"),
    ("post", "seen", {}, "tap"),
    ("post", "close", {}, "run"),
    ("get", "share-picture", {}, "see"),
    ("get", "bgsplay", {}, "see"),
    ("get", "csv", {}, "see"),
    ("get", "fairness", {}, "see"),
    ("post", "salt", {}, "tap"),
]


@dataclass
class Cast:
    table: UUID
    clients: dict[Who, Client]


def friday() -> Cast:
    alice, mallory = (User.objects.create_user(username=name) for name in ("alice", "mallory"))
    with_devices: tuple[Who, ...] = ("opener", "player", "watcher", "removed", "stranger")
    devices = {who: _device() for who in with_devices}
    by = {who: device for who, (device, _) in devices.items()}
    opener = services.Opener(device=by["opener"], account=alice)
    table = services.open_table(setup(), opener=opener, title="Friday", salt=SALT, holds=[0])
    for who in ("player", "removed"):
        services.hold_seat(table, by[who], seat=1)
    services.join(table, by["watcher"])
    services.remove_device(table, by["opener"], device=by["removed"])
    gold = services.take_tap(table.pk, tap({"do": "gold", "seat": 0, "count": 1}), by["player"])
    assert gold.sequence == GOLD_AT
    clients = {who: _browser(token) for who, (_, token) in devices.items()}
    clients |= {"account": Client(), "nobody": Client()}
    clients["account"].force_login(alice)
    clients["nobody"].force_login(mallory)
    return Cast(table.pk, clients)


made_cast = made_once(friday)


@pytest.fixture
def cast(made_cast: MadeOnce[Cast], db: None) -> Cast:
    return made_cast()


def _device() -> tuple[Device, str]:
    return accounts.make_device()


def _browser(token: str) -> Client:
    client = Client()
    client.cookies[COOKIE] = token
    return client


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize(
    ("method", "name", "more", "takes"),
    ADDRESSES,
    ids=[
        f"{method}-{name}-{'-'.join(map(str, more.values()))}"
        for method, name, more, _ in ADDRESSES
    ],
)
def test_everybody_gets_what_is_theirs_and_no_more(
    cast: Cast, who: Who, method: str, name: str, more: dict[str, object], takes: str
) -> None:
    address = reverse(f"companion:{name}", kwargs={"table_id": cast.table, **more})

    status = getattr(cast.clients[who], method)(address).status_code

    if who in MAY[takes]:
        assert status not in (403, 404, 500)
    else:
        assert status == (403 if who in KNOWN else 404)


def test_no_address_of_a_table_is_left_out_of_the_matrix() -> None:
    listed = {name for _, name, _, _ in ADDRESSES}
    found = {str(each.name) for each in urls.urlpatterns if "table_id" in each.pattern.converters}

    assert found == listed


def test_the_tv_reads_by_its_own_code_and_nothing_else(cast: Cast) -> None:
    view = selectors.view_of(cast.table)
    stranger = cast.clients["stranger"]

    assert stranger.get(reverse("companion:tv", args=[view.settings.tv_code])).status_code == 200
    assert stranger.get(reverse("companion:tv", args=[view.settings.join_code])).status_code == 404
    assert stranger.get(reverse("companion:table", args=[cast.table])).status_code == 404


def test_only_a_device_at_the_table_finds_its_way_back_from_the_tv(cast: Cast) -> None:
    tv = reverse("companion:tv", args=[selectors.view_of(cast.table).settings.tv_code])
    table = reverse("companion:table", args=[cast.table])

    seen = {
        who: f'href="{table}"' in each.get(tv).content.decode()
        for who, each in cast.clients.items()
    }

    assert {who for who, back in seen.items() if back} == set(MAY["see"])


def test_reading_makes_no_device_and_writes_nothing(cast: Cast) -> None:
    before = (Device.objects.count(), selectors.view_of(cast.table).sequence)

    answer = cast.clients["account"].get(reverse("companion:table", args=[cast.table]))

    assert COOKIE not in answer.cookies
    assert (Device.objects.count(), selectors.view_of(cast.table).sequence) == before


def test_the_seed_is_in_no_answer_before_the_game_is_closed(cast: Cast) -> None:
    seed = selectors.table_by_id(cast.table).seed  # type: ignore[union-attr]
    assert len(seed) == 64

    for method, name, more, _ in ADDRESSES:
        address = reverse(f"companion:{name}", kwargs={"table_id": cast.table, **more})
        answer = getattr(cast.clients["opener"], method)(address)
        assert seed.encode() not in answer.getvalue(), name


# Cookies and codes ------------------------------------------------------------


def request(*, secure: bool = False, address: str = "192.168.1.7") -> HttpRequest:
    made = RequestFactory().get("/", secure=secure, REMOTE_ADDR=address)
    made.user = AnonymousUser()
    return made


@pytest.mark.parametrize("secure", [False, True])
def test_the_device_cookie_is_kept_from_scripts_and_from_other_sites(secure: bool) -> None:
    response = HttpResponse()
    asked = request(secure=secure)
    device, token = device_cookie.device_to_act(asked)

    device_cookie.remember(response, asked, token)

    cookie = response.cookies[COOKIE]
    assert account_selectors.device_by_token(cookie.value) == device
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == COOKIE_AGE
    assert bool(cookie["secure"]) is secure


def test_a_device_is_made_once_for_a_browser() -> None:
    asked = request()
    device, token = device_cookie.device_to_act(asked)
    asked.COOKIES[COOKIE] = str(token)

    again, nothing_new = device_cookie.device_to_act(asked)

    assert again == device
    assert nothing_new is None


def test_an_account_does_not_act_with_anothers_device(alice: User, mallory: User) -> None:
    asked = request()
    asked.user = alice
    device, token = device_cookie.device_to_act(asked)
    asked.COOKIES[COOKIE] = str(token)
    asked.user = mallory

    other, _ = device_cookie.device_to_act(asked)

    assert device.account == alice
    assert other.account == mallory


def test_no_code_is_written_to_the_servers_log(
    cast: Cast, caplog: pytest.LogCaptureFixture
) -> None:
    code = selectors.view_of(cast.table).settings.join_code
    stranger = cast.clients["stranger"]

    stranger.get(reverse("companion:join", args=[code]))
    stranger.get(reverse("companion:join", args=["WRNGCDEX"]))
    stranger.post(reverse("companion:find"), {"code": code})

    assert code not in caplog.text
    assert "WRNGCDEX" not in "".join(
        r.getMessage() for r in caplog.records if r.levelname == "ERROR"
    )
