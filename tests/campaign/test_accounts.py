"""Accounts: signing up, passwords, the host's links, and what a device takes along."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import Permission, User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.device_cookie import COOKIE
from accounts.forms import SignUpForm
from accounts.identity import Person
from accounts.services import make_device
from campaign.models import Role
from campaign.selectors import members as selectors
from campaign.services import members
from companion.services import Opener, open_table
from tests.campaign.desk import desk
from tests.companion.browser import client_on
from tests.companion.game import SALT, Game, setup
from tests.conftest import PASSWORD
from tests.mailbox import letters

NEW = {"username": "erin", "password1": PASSWORD, "password2": PASSWORD, "email": ""}


def who(client: Client) -> str:
    return str(client.session.get("_auth_user_id", ""))


def test_erin_signs_up_and_is_logged_in(client: Client, db: None) -> None:
    answer = client.post("/accounts/sign-up/?next=/campaigns/", NEW)
    assert answer.status_code == 302
    assert who(client) == str(User.objects.get(username="erin").pk)


def test_signing_up_says_nothing_of_other_browsers(client: Client, db: None) -> None:
    """A new password ends them; a first one has none to end."""
    page = client.get("/accounts/sign-up/").content.decode()
    assert "characters" in page
    assert "other browser" not in page


def test_a_name_that_is_taken_or_a_weak_password_is_told(client: Client, alice: User) -> None:
    answer = client.post("/accounts/sign-up/", {**NEW, "username": "alice"})
    assert answer.status_code == 422
    assert "already exists" in answer.content.decode()
    weak = {"password1": "1234", "password2": "1234"}
    assert client.post("/accounts/sign-up/", {**NEW, **weak}).status_code == 422
    assert User.objects.count() == 1


def test_a_double_tap_on_signing_up_is_told_that_the_name_is_taken(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first tap's account appears when the second one's form was just found to be in order."""
    in_order = SignUpForm.is_valid

    def overtaken(form: SignUpForm) -> bool:
        valid = in_order(form)
        User.objects.create_user("erin", password=PASSWORD)
        return valid

    monkeypatch.setattr(SignUpForm, "is_valid", overtaken)
    answer = client.post("/accounts/sign-up/", NEW)
    assert answer.status_code == 422
    assert "already exists" in answer.content.decode()
    assert not who(client)
    assert User.objects.count() == 1


def test_the_campaigns_lead_whoever_has_no_account_to_one(
    client: Client, db: None, settings: Settings
) -> None:
    way = "/accounts/sign-up/?next=/campaigns/new/"
    assert way in client.get("/campaigns/").content.decode()
    settings.SIGN_UP = "closed"
    assert way not in client.get("/campaigns/").content.decode()


def test_a_closed_site_makes_no_accounts(client: Client, db: None, settings: Settings) -> None:
    settings.SIGN_UP = "closed"
    answer = client.post("/accounts/sign-up/", NEW)
    assert answer.status_code == 403
    assert "Ask the site’s host" in answer.content.decode()
    assert not User.objects.exists()
    assert "sign-up" not in client.get("/accounts/login/").content.decode()


@pytest.mark.parametrize("door", ["sign-up", "login"])
def test_what_the_device_held_comes_along(client: Client, alice: User, door: str) -> None:
    table = desk()
    device, token = make_device()
    invitation = members.invite(table.campaign, role=Role.PLAYER)
    dora = members.accept(invitation, Person(device=device), "Dora")
    client.cookies[COOKIE] = token
    User.objects.create_user("frank", password=PASSWORD)
    login = {"username": "frank", "password": PASSWORD}
    client.post(f"/accounts/{door}/", NEW if door == "sign-up" else login)
    account = User.objects.get(pk=who(client))
    assert selectors.membership_of(Person(account=account), table.campaign.pk) is None, (
        "it asks first"
    )
    client.post("/accounts/take-along/")
    assert selectors.membership_of(Person(account=account), table.campaign.pk) == dora
    device.refresh_from_db()
    assert device.account == account
    client.post("/accounts/logout/")
    assert selectors.membership_of(Person(device=device), table.campaign.pk) is None


def test_alice_changes_her_password(alice_client: Client, alice: User) -> None:
    other = "another long password"
    form = {"old_password": PASSWORD, "new_password1": other, "new_password2": other}
    assert alice_client.post("/accounts/password/", form).status_code == 302
    alice.refresh_from_db()
    assert alice.check_password(other)


@pytest.mark.parametrize("after", ["1e999", "a b", "//evil.example", "campaign:campaigns", "/\\x"])
def test_whoever_logs_in_lands_on_this_site(client: Client, alice: User, after: str) -> None:
    sent = {"username": "alice", "password": PASSWORD, "next": after}
    assert client.post("/accounts/login/", sent).headers["Location"] == "/"


def test_nobody_who_comes_to_this_computer_next_has_the_table_of_who_logged_out(
    client: Client, alice: User, bob: User
) -> None:
    device, token = make_device()
    opener = Opener(device=device)
    table = open_table(setup(), opener=opener, title="Friday", salt=SALT, holds=[0])
    page = reverse("companion:table", args=[table.pk])
    client.cookies[COOKIE] = token
    seen: list[int] = []

    def log_in(name: str) -> None:
        client.post("/accounts/login/", {"username": name, "password": PASSWORD})
        client.post("/accounts/take-along/")
        seen.append(client.get(page).status_code)

    log_in("alice")
    client.post("/accounts/logout/")
    seen.append(client.get(page).status_code)
    log_in("alice")
    client.cookies[COOKIE] = token
    log_in("bob")
    client.post("/accounts/logout/")
    log_in("bob")
    assert seen == [200, 404, 200, 404, 404], "she finds it again; nobody else does"


def test_a_device_of_no_account_keeps_its_seat_whoever_logs_out(db: None) -> None:
    game = Game()
    browser = client_on(game.bob)
    browser.post("/accounts/logout/")
    assert browser.get(reverse("companion:table", args=[game.id])).status_code == 200


def test_where_mail_is_set_up_a_link_is_sent(
    client: Client, alice: User, settings: Settings
) -> None:
    settings.MAIL = object()
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    User.objects.filter(pk=alice.pk).update(email="alice@example.org")
    client.post("/accounts/forgotten/", {"email": "alice@example.org"})
    (letter,) = letters()
    found_link = re.search(r"http://[^/\s]+(/\S+)", str(letter.body))
    assert found_link
    choose(client, found_link[1], alice)


def test_without_mail_the_host_is_asked(client: Client, db: None) -> None:
    answer = client.get("/accounts/forgotten/")
    assert "Ask its host for a one-time link" in answer.content.decode()


def choose(client: Client, link: str, user: User) -> None:
    form = client.get(link, follow=True).request["PATH_INFO"]
    other = "another long password"
    client.post(form, {"new_password1": other, "new_password2": other})
    user.refresh_from_db()
    assert user.check_password(other)


def test_the_hosts_link_works_once(
    client: Client, alice: User, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("password_link", "alice", site="https://games.example/")
    link = capsys.readouterr().out.strip()
    assert link.startswith("https://games.example/accounts/new-password/")
    path = link.removeprefix("https://games.example")
    choose(client, path, alice)
    again = Client().get(path, follow=True)
    assert "already been used" in again.content.decode()
    with pytest.raises(CommandError, match="no account"):
        call_command("password_link", "mallory")


def test_the_admin_shows_links_to_the_host(
    alice: User, bob: User, client_of: Callable[[User], Client]
) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    alice.refresh_from_db()
    chosen = {"action": "show_password_links", "_selected_action": [str(bob.pk)]}
    answer = client_of(alice).post("/admin/auth/user/", chosen, follow=True)
    shown = answer.content.decode()
    link = re.search(r"http://testserver(/accounts/new-password/[\w-]+/[\w-]+/)", shown)
    assert link
    choose(Client(), link[1], bob)


def test_the_admin_makes_no_name_that_looks_like_another(
    alice: User, bob: User, client_of: Callable[[User], Client]
) -> None:
    """The same rule as for signing up, for new accounts and for other names."""
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    alice.refresh_from_db()
    host = client_of(alice)
    User.objects.filter(pk=bob.pk).update(username="Teßa")
    new = {"usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    for name in ("tessa", "TESSA", "\uff34essa"):
        answer = host.post("/admin/auth/user/add/", {**new, "username": name})
        assert "already exists" in answer.content.decode()
    assert host.post("/admin/auth/user/add/", {**new, "username": "erin"}).status_code == 302

    erin = User.objects.get(username="erin")
    joined = {"date_joined_0": "2026-11-01", "date_joined_1": "12:00:00", "is_active": "on"}
    change = f"/admin/auth/user/{erin.pk}/change/"
    answer = host.post(change, {**joined, "username": "tessa"})
    assert "already exists" in answer.content.decode()
    assert host.post(change, {**joined, "username": "Erin"}).status_code == 302
    erin.refresh_from_db()
    assert erin.username == "Erin"


def test_who_may_only_look_at_accounts_gets_no_links_to_them(
    bob: User, carol: User, client_of: Callable[[User], Client]
) -> None:
    User.objects.filter(pk=carol.pk).update(is_staff=True)
    carol.user_permissions.add(Permission.objects.get(codename="view_user"))
    chosen = {"action": "show_password_links", "_selected_action": [str(bob.pk)]}
    answer = client_of(carol).post("/admin/auth/user/", chosen, follow=True)
    assert answer.status_code == 200
    assert "new-password" not in answer.content.decode()


@pytest.mark.parametrize(
    "page", ["login", "sign-up", "forgotten", "forgotten/sent", "new-password/done"]
)
def test_pages_of_accounts_answer(client: Client, db: None, page: str) -> None:
    assert client.get(f"/accounts/{page}/").status_code == 200


@pytest.mark.parametrize("page", ["password", "password/changed"])
def test_pages_of_ones_own_account_answer(alice_client: Client, client: Client, page: str) -> None:
    assert alice_client.get(f"/accounts/{page}/").status_code == 200
    assert client.get(f"/accounts/{page}/").status_code == 302
