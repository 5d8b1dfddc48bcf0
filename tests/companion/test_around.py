"""The pages around the table: start, opening, joining, people, devices, installing."""

import json
import re
from pathlib import Path
from secrets import token_hex
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries, Settings

from accounts import services as accounts
from accounts.device_cookie import COOKIE
from accounts.models import Device
from companion import services
from companion.models import Holding, Table
from companion.rules.state import COLORS
from companion.table import selectors
from tests.companion.browser import client_on
from tests.companion.cast import Cast, around, text
from tests.companion.game import Game, phone
from tests.forms_on_page import forms_on

pytestmark = pytest.mark.django_db
DEMO = Path(__file__).resolve().parents[2] / "fixtures" / "demo"
NASTY = ("<svg/onload=alert(1)>", "=1+1", 'Ann & Bob #1 "x"')
HTMX = {"HX-Request": "true"}


@pytest.fixture
def cast() -> Cast:
    return around(Game())


def new_table(**changed: str) -> dict[str, str]:
    """The form of a table for two, as a browser sends it."""
    plain = {
        "do": "open",
        "edition": "base",
        "form_id": token_hex(16),
        "holds": "all",
        "seat-0-name": "Ana",
        "seat-0-color": "red",
        "seat-1-name": "Ben",
        "seat-1-color": "blue",
    }
    return plain | changed


def newest() -> Table:
    return Table.objects.latest("opened_at")


def test_what_an_account_opens_on_a_device_that_it_left_alone_is_the_accounts(
    alice: User,
) -> None:
    left, token = accounts.make_device()
    browser, alone = Client(), Client()
    browser.force_login(alice)
    for each in (browser, alone):
        each.cookies[COOKIE] = token
    assert browser.post("/tables/open/", new_table()).status_code == 302
    people = f"/tables/{newest().pk}/people/"
    assert browser.get(people).status_code == 200
    assert alone.get(people).status_code == 403, "it only plays there"
    assert newest().opener_device is None
    left.refresh_from_db()
    assert left.account_id is None


# The start ------------------------------------------------------------------


def test_a_newcomer_is_told_what_to_do(client: Client) -> None:
    words = text(client.get("/").content.decode())
    assert "No account to create, nothing to install." in words
    assert "Table code" in words
    assert "Open a table" in words


def test_who_is_at_a_table_is_no_newcomer(cast: Cast) -> None:
    told = "No account to create, nothing to install."
    assert told not in text(cast.alice.get("/").content.decode())
    assert told in text(cast.mallory.get("/").content.decode())


def test_who_plays_finds_the_table_again_and_strangers_do_not(cast: Cast) -> None:
    title = cast.game.table.title
    assert title in text(cast.alice.get("/").content.decode())
    assert title not in text(cast.mallory.get("/").content.decode())


def test_more_tables_cost_no_more_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.post("/tables/open/", new_table())
    client.get("/")
    with CaptureQueriesContext(connection) as few:
        client.get("/")
    queries = len(few)
    for _number in range(5):
        client.post("/tables/open/", new_table())
    with django_assert_num_queries(queries):
        client.get("/")


# Opening --------------------------------------------------------------------


def test_a_table_is_opened_with_its_seats_on_this_device(client: Client) -> None:
    answer = client.post("/tables/open/", new_table(salt="ab" * 16))
    table = newest()
    assert answer.headers["Location"] == f"/tables/{table.pk}/invite/"
    assert list(table.seats.values_list("name", "color")) == [("Ana", "red"), ("Ben", "blue")]
    assert table.salt == "ab" * 16
    assert [person.seats for person in selectors.view_of(table.pk).settings.people] == [(0, 1)]


def test_the_same_sheet_sent_twice_opens_one_table(client: Client) -> None:
    client.post("/tables/open/", new_table(form_id="first"))
    before = Table.objects.count()
    first = client.post("/tables/open/", new_table(form_id="second"))
    again = client.post("/tables/open/", new_table(form_id="second"))
    assert first.headers["Location"] == again.headers["Location"]
    assert Table.objects.count() == before + 1


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"seat-1-color": "red"}, "Somebody else has this colour"),
        ({"seat-0-color": "pink"}, "Choose a colour"),
        ({"seat-0-name": "x" * 41}, "at most 40"),
        ({"house-health": "0"}, "whole number from 1"),
        ({"house-rage_track": "two"}, "Enter whole numbers"),
        ({"house-start_space": "99"}, "must be a whole number"),
        ({"salt": "no salt"}, "marked below"),
    ],
)
def test_a_mistake_comes_back_in_words_and_opens_nothing(
    client: Client, changed: dict[str, str], told: str
) -> None:
    answer = client.post("/tables/open/", new_table(**changed))
    assert answer.status_code == 422
    assert told in text(answer.content.decode())
    assert not Table.objects.exists()


def test_another_number_of_seats_keeps_what_was_typed(client: Client) -> None:
    html = client.post("/tables/open/", new_table(do="seats:5")).content.decode()
    assert 'value="Ana"' in html
    assert 'name="seat-4-name"' in html
    assert not Table.objects.exists()


def test_five_players_bring_the_module_they_need(client: Client) -> None:
    more = {f"seat-{at}-color": color for at, color in enumerate(("red", "blue", "green"))}
    more |= {"seat-3-color": "purple", "seat-4-color": "orange"}
    names = {f"seat-{at}-name": "" for at in range(5)}
    client.post("/tables/open/", new_table(**names, **more))
    assert newest().modules == ["adventuring-party"]
    assert newest().seats.count() == 5


def test_a_module_that_only_six_needed_goes_with_the_sixth(client: Client) -> None:
    six = client.post("/tables/open/", new_table(do="seats:6")).content.decode()
    assert 'name="came_along" value="adventuring-party"' in six
    box = {"modules": "adventuring-party", "came_along": "adventuring-party"}
    four = client.post("/tables/open/", new_table(do="seats:4", **box)).content.decode()
    assert "checked" not in four.partition('name="modules"')[2].partition(">")[0]
    chosen = client.post("/tables/open/", new_table(do="seats:4", modules="adventuring-party"))
    ticked = chosen.content.decode().partition('name="modules"')[2].partition(">")[0]
    assert "checked" in ticked


def test_six_players_take_every_colour_there_is(client: Client) -> None:
    shown = client.post("/tables/open/", new_table(do="seats:6")).content.decode()
    colors = {f"seat-{at}-color": checked_color(shown, at) for at in range(6)}
    assert set(colors.values()) == set(COLORS)
    names = {f"seat-{at}-name": "" for at in range(6)}
    again = client.post("/tables/open/", new_table(**names, **colors, do="edition:base"))
    assert again.status_code == 200
    client.post("/tables/open/", new_table(**names, **colors))
    assert newest().seats.count() == 6
    fewer = client.post("/tables/open/", new_table(**names, **colors, do="seats:4"))
    assert [checked_color(fewer.content.decode(), at) for at in range(4)] == list(colors.values())[
        :4
    ]


def checked_color(html: str, seat: int) -> str:
    """The colour of a seat in the form shown."""
    radios = re.findall(rf'<input[^>]*name="seat-{seat}-color"[^>]*>', html)
    (checked,) = [radio for radio in radios if "checked" in radio]
    return re.search(r'value="(\w+)"', checked).group(1)  # type: ignore[union-attr]


def test_presumed_numbers_are_marked_with_their_source(client: Client) -> None:
    words = text(client.post("/tables/open/", new_table(do="edition:legacy1")).content.decode())
    assert "Presumed: as in base" in words


def test_the_host_decides_who_opens_tables(client: Client, settings: Settings) -> None:
    settings.TABLES_OPENED_BY = "accounts"
    assert "login" in client.get("/tables/open/").headers["Location"]
    client.post("/tables/open/", new_table())
    assert not Table.objects.exists()


def test_htmx_gets_the_sheet_alone_and_is_sent_on(client: Client) -> None:
    part = client.post("/tables/open/", new_table(do="seats:3"), headers=HTMX)
    assert "<html" not in part.content.decode()
    assert "HX-Request" in part.headers["Vary"]
    opened = client.post("/tables/open/", new_table(), headers=HTMX)
    assert opened.headers["HX-Redirect"].endswith("/invite/")


@pytest.mark.parametrize("name", NASTY)
def test_no_name_does_anything_but_stand_there(client: Client, name: str) -> None:
    client.post("/tables/open/", new_table(**{"seat-0-name": name, "title": name}))
    table = newest()
    pages = (
        "/",
        f"/j/{table.join_code}/",
        *(f"/tables/{table.pk}/{p}/" for p in ("invite", "people")),
    )
    for page in pages:
        html = client.get(page).content.decode()
        assert name in text(html)
        assert "<svg/onload" not in html


# Joining --------------------------------------------------------------------


@pytest.mark.parametrize("shape", ["{0}", "{1}", " {2}-{3} ", "http://home/j/{0}/"])
def test_a_code_is_understood_however_it_is_typed(cast: Cast, shape: str) -> None:
    code = cast.game.table.join_code
    typed = shape.format(code, code.lower(), code[:4], code[4:])
    answer = cast.mallory.post("/join/", {"code": typed})
    assert answer.headers["Location"] == f"/j/{code}/"


def test_a_wrong_code_is_answered_in_words(client: Client) -> None:
    assert client.post("/join/", {"code": "ABC"}).status_code == 422
    answer = client.get("/j/AAAAAAAA/")
    assert answer.status_code == 404
    assert "There is no such table" in text(answer.content.decode())


def test_a_stranger_takes_a_seat_with_one_tap(cast: Cast) -> None:
    code, newcomer = cast.game.table.join_code, Client()
    assert newcomer.get(f"/j/{code}/").status_code == 200
    answer = newcomer.post(f"/j/{code}/sit/", {"seat": "1"})
    assert answer.headers["Location"] == f"/tables/{cast.game.id}/"
    assert newcomer.get(f"/tables/{cast.game.id}/").status_code == 200


def test_taking_the_same_seat_twice_is_taking_it_once(cast: Cast) -> None:
    code, newcomer = cast.game.table.join_code, Client()
    newcomer.post(f"/j/{code}/sit/", {"seat": "all"})
    rows = selectors.view_of(cast.game.id).sequence
    newcomer.post(f"/j/{code}/sit/", {"seat": "all"})
    assert selectors.view_of(cast.game.id).sequence == rows


def test_no_such_seat_is_refused_and_nobody_has_joined(cast: Cast) -> None:
    people = len(selectors.view_of(cast.game.id).settings.people)
    assert Client().post(f"/j/{cast.game.table.join_code}/sit/", {"seat": "9"}).status_code == 422
    assert len(selectors.view_of(cast.game.id).settings.people) == people


def test_a_closed_table_says_so(cast: Cast) -> None:
    services.set_joining(cast.game.table, cast.game.alice, is_open=False)
    code = cast.game.table.join_code
    for answer in (Client().get(f"/j/{code}/"), Client().post(f"/j/{code}/sit/", {"seat": "0"})):
        assert answer.status_code == 403
        assert "Joining is closed" in text(answer.content.decode())


def test_who_was_removed_meanwhile_is_told_so(alice: User) -> None:
    """An account runs the table from a device of its own that was removed from it."""
    game = Game(account=alice)
    old = phone()
    services.join(game.table, old)
    services.remove_device(game.table, game.alice, device=old)
    browser = client_on(old)
    browser.force_login(alice)
    sent = browser.post(f"/tables/{game.id}/seats/", {"seat": "0"})
    assert sent.status_code == 422
    assert Holding.objects.filter(presence__device=old).count() == 0


@pytest.mark.parametrize("path", ["", "log/", "people/", "result/", "code"])
def test_a_removed_device_that_comes_back_reads_why_and_a_stranger_does_not(path: str) -> None:
    game = Game()
    bob, mallory = client_on(game.bob), client_on(phone())
    services.remove_device(game.table, game.alice, device=game.bob)
    door = f"/j/{game.table.join_code}/"
    url = door if path == "code" else f"/tables/{game.id}/{path}"
    answer = bob.get(url)
    assert answer.status_code == 404
    assert "This device was removed from the table." in text(answer.content.decode())
    assert "Friday" not in answer.content.decode()
    told = text(mallory.get(url).content.decode())
    assert "removed" not in told
    assert path == "code" or told == text(mallory.get(f"/tables/{uuid4()}/").content.decode())


# People and settings ----------------------------------------------------------


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_the_opener_renames_a_seat(cast: Cast, headers: dict[str, str]) -> None:
    answer = cast.alice.post(cast.url("people/name/"), {"seat": 0, "name": "Zoe"}, headers=headers)
    assert answer.status_code == (200 if headers else 302)
    assert selectors.view_of(cast.game.id).state.seats[0].name == "Zoe"


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_a_name_that_was_changed_meanwhile_is_replaced_on_purpose_alone(
    cast: Cast, headers: dict[str, str]
) -> None:
    url = cast.url("people/name/")
    services.rename_seat(cast.game.table, cast.game.alice, seat=1, name="Robert")
    sent = {"seat": 1, "name": "Rob", "initial-name": "Bob"}
    asked = cast.alice.post(url, sent, headers=headers)
    assert asked.status_code == 409
    html = asked.content.decode()
    assert "This seat was named Robert meanwhile." in text(html)
    form = next(form for form in forms_on(html) if ("name", "Rob") in form.fields)
    assert cast.alice.post(url, dict(form.fields), headers=headers).status_code < 400
    assert cast.game.view.settings.names[1] == "Rob"
    assert cast.alice.post(url, sent, headers=headers).status_code < 400, "it is Rob already"


def test_a_seat_without_a_name_is_given_one_in_any_language(cast: Cast) -> None:
    services.rename_seat(cast.game.table, cast.game.alice, seat=1, name="Blue")
    page = cast.alice.get(cast.url("people/"), headers={"accept-language": "de"})
    form = next(f for f in forms_on(page.content.decode()) if ("name", "Blau") in f.fields)
    sent = dict(form.fields) | {"name": "Bob"}
    assert cast.alice.post(cast.url("people/name/"), sent).status_code == 302


def test_a_name_that_is_refused_stays_in_its_field(cast: Cast) -> None:
    name = "x" * 41
    answer = cast.alice.post(cast.url("people/name/"), {"seat": 1, "name": name})
    assert answer.status_code == 422
    assert f'value="{name}"' in answer.content.decode()


@pytest.mark.parametrize(
    ("what", "given"),
    [
        ("name", {"seat": 0, "name": " "}),
        ("remove", {"device": 0}),
        ("color", {"seat": 77, "color": "red"}),
    ],
)
def test_a_change_that_cannot_be_is_refused_in_words(
    cast: Cast, what: str, given: dict[str, object]
) -> None:
    before = selectors.view_of(cast.game.id).sequence
    assert cast.alice.post(cast.url(f"people/{what}/"), given).status_code == 422
    assert selectors.view_of(cast.game.id).sequence == before


def test_only_known_changes_exist_and_only_as_posts(cast: Cast) -> None:
    assert cast.alice.post(cast.url("people/nonsense/")).status_code == 404
    assert cast.alice.get(cast.url("people/name/")).status_code == 405


def test_a_device_names_itself_and_every_phone_sees_it(cast: Cast) -> None:
    assert cast.bob.post("/device/", {"nickname": "Bobs Telefon"}).status_code == 302
    assert "Bobs Telefon" in cast.page("people/")


def test_a_personal_link_is_asked_about_before_it_moves_a_device(cast: Cast) -> None:
    link = str(cast.bob.post("/device/link/").context["page"].link)
    path = "/me/" + link.rsplit("/me/", 1)[1]
    other = Client()
    assert other.get(path).status_code == 200
    assert cast.bob.get(cast.url("")).status_code == 200
    assert other.post(f"{path}back/").status_code == 302
    assert other.get(cast.url("")).status_code == 200
    assert cast.bob.get(cast.url("")).status_code == 404


def test_a_browser_without_a_device_has_no_device_page(client: Client) -> None:
    assert client.get("/device/").status_code == 404
    assert client.post("/me/nothing/back/").status_code == 404


# Help, installing, the host ---------------------------------------------------


def test_the_worker_keeps_the_shell_and_no_page(client: Client) -> None:
    answer = client.get("/service-worker.js")
    shell = json.loads(answer.content.decode().split("\n")[0].removeprefix("const SHELL = ")[:-1])
    assert all(name.startswith("/static/") for name in shell["files"])
    assert answer.headers["Cache-Control"] == "no-cache"


def test_the_manifest_has_the_sites_name(client: Client, settings: Settings) -> None:
    settings.SITE_NAME = "Friday’s Bag"
    assert client.get("/manifest.webmanifest").json()["name"] == "Friday’s Bag"


@pytest.mark.parametrize(
    "page", ["/help/", "/offline/", "/join/", "/tables/import/", "/tables/open/"]
)
def test_pages_of_no_table_make_no_device(client: Client, page: str) -> None:
    assert client.get(page).status_code == 200
    assert not Device.objects.exists()


def test_the_host_looks_at_tables_and_never_at_their_secrets(cast: Cast, client: Client) -> None:
    client.force_login(User.objects.create_superuser("host"))
    html = client.get(f"/admin/companion/table/{cast.game.id}/change/").content.decode()
    table = Table.objects.get(pk=cast.game.id)
    assert table.title in html
    assert table.seed not in html
    assert client.post(f"/admin/companion/table/{cast.game.id}/delete/").status_code == 403
    assert client_on(phone()).get("/admin/companion/table/").status_code == 302
