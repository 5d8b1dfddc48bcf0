"""Logging in on a browser that is somebody already: it asks, and takes nobody's notes unasked."""

from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from accounts.device_cookie import COOKIE
from accounts.identity import Person
from accounts.models import Device
from accounts.selectors import device_by_token
from accounts.services import make_device, personal_link
from campaign.models import Membership, Role
from campaign.services import members, private
from companion import services
from tests.campaign.desk import Desk, desk
from tests.companion.cast import text
from tests.companion.game import Game
from tests.conftest import PASSWORD

ASKS = "/accounts/take-along/"

pytestmark = pytest.mark.django_db


@dataclass
class Tablet:
    """Bob's tablet without an account: a place at a table, and Bobby in a campaign."""

    desk: Desk
    device: Device
    token: str
    bobby: Membership
    browser: Client

    def log_in(self) -> str:
        """Carol logs in on it; where she is led."""
        sent = {"username": "carol", "password": PASSWORD, "next": "/campaigns/"}
        return self.browser.post("/accounts/login/", sent).headers["Location"]

    def home(self) -> int:
        url = reverse("campaign:home", args=[self.desk.campaign.pk])
        return self.browser.get(url).status_code


@pytest.fixture
def tablet(carol: User) -> Tablet:
    made = desk()
    device, token = make_device()
    invitation = members.invite(made.campaign, role=Role.PLAYER)
    bobby = members.accept(invitation, Person(device=device), "Bobby")
    services.join(Game().table, device)
    browser = Client()
    browser.cookies[COOKIE] = token
    return Tablet(made, device, token, bobby, browser)


def test_it_names_what_would_move_and_moves_nothing_yet(tablet: Tablet) -> None:
    assert tablet.log_in() == f"{ASKS}?next=%2Fcampaigns%2F"
    page = text(tablet.browser.get(ASKS).content.decode())
    assert "You are logged in as carol." in page
    assert "its seat at the table Friday" in page
    assert "Bobby in the campaign The long year" in page
    tablet.device.refresh_from_db()
    tablet.bobby.refresh_from_db()
    assert tablet.device.account is tablet.bobby.account is None


def test_whoever_leaves_it_there_finds_it_unchanged(tablet: Tablet) -> None:
    tablet.log_in()
    tablet.browser.get("/")
    tablet.browser.post("/accounts/logout/")
    assert tablet.browser.cookies[COOKIE].value == tablet.token
    assert tablet.home() == 200
    tablet.bobby.refresh_from_db()
    assert tablet.bobby.account is None


def test_a_membership_with_private_notes_needs_a_confirmation_of_its_own(
    tablet: Tablet, carol: User
) -> None:
    private.write_note(tablet.bobby, "I hid the map")
    tablet.log_in()
    refused = tablet.browser.post(ASKS)
    assert refused.status_code == 422
    assert "Private notes go only to the person who wrote them." in text(refused.content.decode())
    tablet.bobby.refresh_from_db()
    assert tablet.bobby.account is None
    assert tablet.browser.post(ASKS, {"notes": str(tablet.bobby.pk)}).status_code == 302
    tablet.bobby.refresh_from_db()
    assert tablet.bobby.account == carol


def test_taking_it_along_gives_a_new_token_and_ends_the_old_links(
    tablet: Tablet, carol: User
) -> None:
    link = personal_link(tablet.device)
    own = members.personal_link(tablet.bobby, asked_by=tablet.bobby)
    tablet.log_in()
    tablet.browser.post(ASKS)
    fresh = tablet.browser.cookies[COOKIE].value
    found = device_by_token(fresh)
    assert found == tablet.device
    assert found.account == carol
    copied = Client()
    copied.cookies[COOKIE] = tablet.token
    assert copied.get(reverse("campaign:home", args=[tablet.desk.campaign.pk])).status_code == 404
    assert Client().post(reverse("companion:bring-back", args=[link])).status_code == 404
    assert Client().get(reverse("campaign:personal", args=[own])).status_code == 404
    assert tablet.home() == 200


def test_acting_while_logged_in_claims_no_device_by_itself(tablet: Tablet) -> None:
    tablet.log_in()
    table = tablet.device.presences.get().table
    sent = tablet.browser.post(f"/j/{table.link_token}/sit/", {"seat": "1"})
    assert sent.status_code == 302
    tablet.device.refresh_from_db()
    assert tablet.device.account is None


def test_a_browser_that_is_nobody_yet_is_not_asked(carol: User) -> None:
    device, token = make_device()
    browser = Client()
    browser.cookies[COOKIE] = token
    sent = {"username": "carol", "password": PASSWORD}
    assert browser.post("/accounts/login/", sent).headers["Location"] == "/"
    device.refresh_from_db()
    assert device.account == carol


def test_strangers_are_not_asked_and_nobody_is_led_elsewhere(carol: User) -> None:
    assert "/accounts/login/" in Client().get(ASKS).headers["Location"]
    browser = Client()
    browser.force_login(carol)
    assert browser.get(f"{ASKS}?next=//evil.example/").headers["Location"] == "/"
