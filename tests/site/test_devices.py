"""The page of an account's devices: where it is logged in, and ending that."""

from contextlib import suppress
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from accounts import services
from accounts.device_cookie import COOKIE
from accounts.devices import known
from accounts.devices.known import of_account
from accounts.models import Device
from tests.conftest import PASSWORD
from web.browsers import named

PAGE = "/accounts/devices/"
FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:126.0) Gecko/126.0 Firefox/126.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1"
)


def logged_in(name: str, agent: str = FIREFOX, address: str = "192.168.1.7") -> Client:
    browser = Client(HTTP_USER_AGENT=agent, REMOTE_ADDR=address)
    answer = browser.post("/accounts/login/", {"username": name, "password": PASSWORD})
    assert answer.status_code == 302
    return browser


def own(browser: Client) -> Device:
    device = Device.objects.filter(session_key=browser.session.session_key).first()
    assert device
    return device


def is_in(browser: Client) -> bool:
    return browser.get(PAGE).status_code == 200


def test_the_page_says_which_browser_was_seen_when_and_where_from(alice: User) -> None:
    here = logged_in("alice")
    logged_in("alice", SAFARI, "203.0.113.9")
    page = here.get(PAGE).content.decode()
    assert page.index("Firefox, Android") < page.index("Safari, iPhone")
    assert "from 192.168.1.7" in page
    assert "from 203.0.113.9" in page
    assert page.count("<time") == 2


def test_a_page_opened_later_is_seen_later(alice: User) -> None:
    here = logged_in("alice")
    long_ago = timezone.now() - timedelta(days=3)
    Device.objects.update(seen_at=long_ago)
    here.get("/", REMOTE_ADDR="198.51.100.4")
    assert own(here).seen_at > long_ago
    assert own(here).seen_from == "198.51.100.4"


@pytest.mark.sqlite
def test_a_page_that_reads_waits_for_no_writer_to_note_it(db: None) -> None:
    def patience() -> int:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA busy_timeout")
            return int(cursor.fetchone()[0])

    usual, meanwhile = patience(), 0
    with suppress(OperationalError), known.without_waiting():
        meanwhile = patience()
        raise OperationalError("database is locked")
    assert meanwhile < 100 < usual
    assert patience() == usual


def test_where_nobody_has_an_account_no_address_is_kept(db: None) -> None:
    device, token = services.make_device()
    Device.objects.update(seen_at=timezone.now() - timedelta(days=3))
    browser = Client()
    browser.cookies[COOKIE] = token
    browser.get("/device/")
    device.refresh_from_db()
    assert device.seen_from == device.browser == ""


def test_ending_one_logs_it_out_and_its_copied_cookie_opens_nothing(alice: User) -> None:
    here, lost = logged_in("alice"), logged_in("alice", SAFARI)
    copied = lost.cookies[COOKIE].value
    here.post(f"{PAGE}end/", {"device": own(lost).pk})
    assert is_in(here)
    assert not is_in(lost)
    thief = Client()
    thief.cookies[COOKIE] = copied
    assert thief.get("/device/").status_code == 404
    assert "Safari, iPhone" not in here.get(PAGE).content.decode()


def test_ending_all_others_leaves_this_one_alone(alice: User) -> None:
    here = logged_in("alice")
    others = [logged_in("alice", SAFARI), logged_in("alice", SAFARI)]
    unnoted = Client()
    unnoted.force_login(alice)  # a session of before browsers were noted
    secret = services.personal_link(own(here))
    here.post(f"{PAGE}end-others/")
    assert is_in(here)
    assert not any(map(is_in, [*others, unnoted]))
    assert Client().post(f"/me/{secret}/back/").status_code == 404


def test_a_copy_of_this_browser_is_logged_out_with_all_others(alice: User) -> None:
    here = logged_in("alice")
    thief = Client()
    for name, cookie in here.cookies.items():
        thief.cookies[name] = cookie.value
    assert is_in(thief)
    here.post(f"{PAGE}end-others/")
    assert is_in(here)
    assert not is_in(thief)
    assert thief.get("/device/").status_code == 404
    assert here.get("/device/").status_code == 200


def test_nobody_ends_somebody_elses_browser(alice: User, bob: User) -> None:
    bobs, alices = logged_in("bob"), logged_in("alice")
    for chosen in (own(alices).pk, "", "x", 10**9, -1):
        bobs.post(f"{PAGE}end/", {"device": chosen})
    bobs.post(f"{PAGE}end-others/")
    assert is_in(alices)
    assert "alice" not in bobs.get(PAGE).content.decode()


def test_a_guest_login_on_a_friends_tablet_ends_without_touching_the_tablet(alice: User) -> None:
    tablet, token = services.make_device()
    Device.objects.update(nickname="Bob’s tablet")
    friends = Client()
    friends.cookies[COOKIE] = token
    answer = friends.post("/accounts/login/", {"username": "alice", "password": PASSWORD})
    assert answer.status_code == 302
    Device.objects.filter(pk=tablet.pk).update(account=None)
    here = logged_in("alice")
    assert "Bob’s tablet" in here.get(PAGE).content.decode()
    kept = Device.objects.get(pk=tablet.pk).token_hash
    here.post(f"{PAGE}end/", {"device": tablet.pk})
    assert not is_in(friends)
    assert Device.objects.get(pk=tablet.pk).token_hash == kept


def test_a_copied_cookie_opens_nothing_after_logging_out(alice: User) -> None:
    here = logged_in("alice")
    copied = here.cookies[COOKIE].value
    here.post("/accounts/logout/")
    thief = Client()
    thief.cookies[COOKIE] = copied
    assert thief.get("/device/").status_code == 404


def test_a_new_password_ends_every_other_browser_and_every_copy(alice: User) -> None:
    here, other = logged_in("alice"), logged_in("alice", SAFARI)
    copies = [here.cookies[COOKIE].value, other.cookies[COOKIE].value]
    new = "another long password"
    answer = here.post(
        "/accounts/password/",
        {"old_password": PASSWORD, "new_password1": new, "new_password2": new},
    )
    assert answer.status_code == 302
    assert is_in(here)
    assert not is_in(other)
    assert here.get("/device/").status_code == 200
    for copy in copies:
        thief = Client()
        thief.cookies[COOKIE] = copy
        assert thief.get("/device/").status_code == 404
    assert own(here).account == alice


@pytest.mark.parametrize("how", ["link", "shell"])
def test_so_does_one_that_the_host_or_a_link_sets(alice: User, how: str) -> None:
    browser = logged_in("alice")
    copied = browser.cookies[COOKIE].value
    alice.refresh_from_db()
    if how == "link":
        page = Client()
        at = page.get(services.password_link(alice)).headers["Location"]
        page.post(at, {"new_password1": "quite another one", "new_password2": "quite another one"})
    else:
        alice.set_password("quite another one")
        alice.save()
    assert not Session.objects.filter(pk=browser.session.session_key).exists()
    thief = Client()
    thief.cookies[COOKIE] = copied
    assert thief.get("/device/").status_code == 404


def test_signing_up_and_better_hashes_end_nothing(alice: User) -> None:
    browser = logged_in("alice")
    alice.refresh_from_db()
    alice.email = "alice@example.org"
    alice.save()
    assert is_in(browser)


def test_devices_of_before_count_as_seen_when_they_were_made(alice: User) -> None:
    device, _ = services.make_device(alice)
    assert list(of_account(alice)) == [device]


@pytest.mark.parametrize(
    ("agent", "name"), [(FIREFOX, "Firefox, Android"), (SAFARI, "Safari, iPhone"), ("curl/8", "")]
)
def test_browsers_are_called_what_their_owners_call_them(agent: str, name: str) -> None:
    assert named(agent) == name
