"""How many tables, screens and accounts are made: neighbours use up nothing of who is known."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from accounts.device_cookie import COOKIE
from accounts.models import Device
from accounts.services import make_device
from accounts.throttle.openings import SCREENS, SIGN_UPS, TABLES, Opening
from campaign.views import login
from companion.models import Screen, Table
from companion.views import opening, people, records, screens
from tests.companion.test_around import new_table
from tests.conftest import PASSWORD

HERE, ELSEWHERE = "203.0.113.9", "203.0.113.10"

pytestmark = pytest.mark.django_db


def few(bound: Opening) -> Opening:
    """Three by address, two by account and browser, three by all browsers or accounts there."""
    return Opening(
        strangers=replace(bound.strangers, most=3),
        account=replace(bound.account, most=2),
        device=replace(bound.device, most=2),
        devices=replace(bound.devices, most=3),
        accounts=bound.accounts and replace(bound.accounts, most=3),
    )


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    for view in (opening, people, records):
        monkeypatch.setattr(view, "TABLES", few(TABLES))
    monkeypatch.setattr(screens, "SCREENS", few(SCREENS))
    monkeypatch.setattr(login, "SIGN_UPS", few(SIGN_UPS))


def at(address: str = HERE) -> Client:
    return Client(REMOTE_ADDR=address)


def table(browser: Client) -> int:
    return browser.post("/tables/open/", new_table()).status_code


def screen(browser: Client) -> int:
    return browser.post("/screen/").status_code


def account(browser: Client) -> int:
    name = f"new{User.objects.count()}"
    sent = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    return browser.post("/accounts/sign-up/", sent).status_code


Make = Callable[[Client], int]
every_kind = pytest.mark.parametrize("make", [table, screen, account])


def of_yesterday(device: Device) -> Device:
    Device.objects.filter(pk=device.pk).update(created_at=timezone.now() - timedelta(days=1))
    return device


def known_browser(address: str = HERE) -> Client:
    """A browser that was at a table here yesterday, and has no account."""
    device, token = make_device()
    of_yesterday(device)
    browser = at(address)
    browser.cookies[COOKIE] = token
    return browser


def logged_in(user: User, address: str = HERE, *, old: bool = True) -> Client:
    if old:
        user.date_joined = timezone.now() - timedelta(days=1)
        user.save()
    browser = at(address)
    browser.force_login(user)
    return browser


def use_up(make: Make) -> None:
    assert [make(at()) for _ in range(5)] == [302, 302, 302, 429, 429]


@every_kind
def test_strangers_count_by_address_and_throwing_cookies_away_is_no_way_round(make: Make) -> None:
    use_up(make)
    assert make(at(ELSEWHERE)) == 302


def test_who_is_refused_leaves_nothing_behind() -> None:
    use_up(table)
    before = Device.objects.count()
    assert table(at()) == 429
    assert (Device.objects.count(), Table.objects.count()) == (before, 3)
    use_up(screen)
    assert Screen.objects.count() == 3


@pytest.mark.parametrize("make", [table, screen])
def test_an_account_has_a_count_of_its_own(make: Make, alice: User, bob: User) -> None:
    use_up(make)
    assert [make(logged_in(alice)) for _ in range(3)] == [302, 302, 429]
    assert make(logged_in(alice, ELSEWHERE)) == 429, "wherever it is"
    assert make(logged_in(bob)) == 302


def test_accounts_kept_ready_make_only_so_many_more_at_an_address(db: None) -> None:
    use_up(account)
    kept = [User.objects.create_user(f"kept{n}", password=PASSWORD) for n in range(3)]
    assert [account(logged_in(kept[0])) for _ in range(3)] == [302, 302, 429]
    assert [account(logged_in(kept[1])) for _ in range(2)] == [302, 429]
    assert account(logged_in(kept[1], ELSEWHERE)) == 302, "what was refused is not counted"


@every_kind
def test_a_browser_that_is_known_here_has_a_small_count_of_its_own(make: Make) -> None:
    use_up(make)
    browser = known_browser()
    assert make(browser) == 302
    if make is not account:  # a new account takes the browser along, and is new itself
        assert [make(browser) for _ in range(2)] == [302, 429]


def test_beyond_its_own_count_a_known_browser_is_a_stranger() -> None:
    browser = known_browser()
    assert [table(browser) for _ in range(6)] == [302] * 5 + [429]
    assert table(at()) == 429


def test_an_account_or_a_browser_made_just_now_is_a_stranger(alice: User) -> None:
    use_up(table)
    assert table(logged_in(alice, old=False)) == 429
    fresh = at()
    fresh.cookies[COOKIE] = make_device()[1]
    assert table(fresh) == 429


def test_many_browsers_kept_ready_are_bounded_together_but_no_account_is(alice: User) -> None:
    use_up(table)
    kept = [known_browser() for _ in range(5)]
    assert [table(each) for each in kept] == [302, 302, 302, 429, 429]
    assert table(known_browser(ELSEWHERE)) == 302
    assert table(logged_in(alice)) == 302


def test_a_rematch_of_a_rematch_of_a_rematch_is_no_way_round() -> None:
    browser = at()
    assert table(browser) == 302
    for _ in range(2):
        newest = Table.objects.get(rematch=None)
        assert browser.post(f"/tables/{newest.pk}/rematch/", {"first": 0}).status_code == 302
        again = browser.post(f"/tables/{newest.pk}/rematch/", {"first": 0})
        assert again.status_code == 302, "asked again, it is the same table and no other one"
    newest = Table.objects.get(rematch=None)
    assert browser.post(f"/tables/{newest.pk}/rematch/", {"first": 0}).status_code == 429
    assert Table.objects.count() == 3
