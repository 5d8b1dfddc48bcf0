"""The owner is reminded to take the campaign's file home, and gets it by one tap."""

from datetime import timedelta

import pytest
from django.utils import timezone

from campaign.models import Campaign
from tests.campaign.browser import Pages, text

ASKED = "Download it now"


def age(days: int) -> None:
    Campaign.objects.update(created=timezone.now() - timedelta(days=days))


@pytest.mark.parametrize(("days", "reminded"), [(29, False), (31, True)])
def test_after_thirty_days_the_owner_is_reminded(pages: Pages, days: int, reminded: bool) -> None:
    age(days)
    page = text(pages.get("alice", "home"))
    assert (ASKED in page) is reminded
    assert ("Nobody has taken this campaign home as a file yet." in page) is reminded
    assert ASKED not in text(pages.get("bob", "home")), "it is the owner's matter"


def test_a_download_of_the_owner_ends_it_for_thirty_days(pages: Pages) -> None:
    age(90)
    b"".join(pages.client("alice").get(pages.url("export")))
    assert ASKED not in text(pages.get("alice", "home"))
    Campaign.objects.update(taken_home=timezone.now() - timedelta(days=31))
    page = text(pages.get("alice", "home"))
    assert "You last took this campaign home as a file on" in page
    assert f'href="{pages.url("export")}"' in page
