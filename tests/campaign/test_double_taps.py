"""Forms that a double tap sends twice, as where the page's script could not keep the second back."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from campaign.models import Campaign, Membership
from tests.campaign.browser import client_of
from tests.campaign.desk import desk

pytestmark = pytest.mark.django_db
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
FOUNDED = {"name": "Ours", "kind": "legacy2", "member": "Alice"}


def tap_twice(client: Client, page: str, to: str, **typed: str) -> tuple[HttpResponse, ...]:
    """Send a form of a page two times, as the page has it."""
    token = TOKEN.search(client.get(page).content.decode())
    assert token
    sent = {**typed, "csrfmiddlewaretoken": token[1]}
    first, second = client.post(to, sent), client.post(to, sent)
    assert isinstance(first, HttpResponse)
    assert isinstance(second, HttpResponse)
    return first, second


def test_a_campaign_is_founded_once() -> None:
    desk()
    new, before = reverse("campaign:new"), set(Campaign.objects.all())
    first, second = tap_twice(client_of("alice"), new, new, **FOUNDED)
    (made,) = set(Campaign.objects.all()) - before
    assert first.headers["Location"] == reverse("campaign:home", args=[made.pk])
    assert second.headers["Location"] == first.headers["Location"]


def test_another_name_or_a_page_opened_anew_founds_another() -> None:
    desk()
    client, new, before = client_of("alice"), reverse("campaign:new"), Campaign.objects.count()
    tap_twice(client, new, new, **FOUNDED)
    tap_twice(client, new, new, **FOUNDED)
    token = TOKEN.search(client.get(new).content.decode())
    assert token
    for name in ("One", "Two"):
        client.post(new, {**FOUNDED, "name": name, "csrfmiddlewaretoken": token[1]})
    assert Campaign.objects.count() == before + 4


def test_an_invitation_is_made_once() -> None:
    campaign = desk().campaign
    page, to = (reverse(f"campaign:{name}", args=[campaign.pk]) for name in ("members", "invite"))
    first, second = tap_twice(client_of("alice"), page, to, role="player", days="7")
    made = campaign.invites.get()
    assert first.headers["Location"] == reverse("campaign:invite-page", args=[campaign.pk, made.pk])
    assert second.headers["Location"] == first.headers["Location"]


def test_a_name_is_added_once_and_both_taps_lead_back() -> None:
    campaign = desk().campaign
    page, to = (
        reverse(f"campaign:{name}", args=[campaign.pk]) for name in ("members", "member-add")
    )
    for answer in tap_twice(client_of("alice"), page, to, name="Bob", role="player"):
        assert answer.status_code == 302
        assert answer.headers["Location"] == page
    assert Membership.objects.filter(campaign=campaign, name="Bob").count() == 1


def test_a_note_is_kept_once() -> None:
    table = desk()
    page = reverse("campaign:note-write", args=[table.campaign.pk])
    first, second = tap_twice(client_of("alice"), page, page, text="Keep this.")
    assert first.status_code == second.status_code == 302
    assert table.people["alice"].notes.count() == 1


def test_a_form_that_was_refused_is_answered_anew() -> None:
    desk()
    new = reverse("campaign:new")
    for answer in tap_twice(client_of("alice"), new, new, **{**FOUNDED, "name": ""}):
        assert answer.status_code == 422
