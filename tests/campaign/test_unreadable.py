"""A ledger that this release cannot fold is a sentence on its pages, and nothing else suffers."""

import logging

import pytest
from django.db import connection

from campaign.models import LedgerEntry
from tests.campaign.browser import Pages, text
from tests.campaign.desk import desk
from tests.campaign.factories import UserFactory

PAGES = (
    "home",
    "characters",
    "cards",
    "contracts",
    "map",
    "pieces",
    "reports",
    "ledger",
    "line",
    "photos",
)


@pytest.fixture
def broken(pages: Pages) -> Pages:
    """An entry has a verb that only another release knows."""
    row = LedgerEntry.objects.latest("number")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE campaign_ledgerentry SET verb = 'teleport' WHERE id = %s", [row.pk])
        cursor.execute("UPDATE campaign_campaign SET snapshot = '', snapshot_sequence = 0")
    return pages


@pytest.mark.parametrize("page", PAGES)
def test_a_page_that_needs_the_state_is_a_sentence(
    broken: Pages, page: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        reply = broken.get("alice", page)
    assert reply.status_code == 503
    assert "This version of the site cannot read what is stored here." in text(reply)
    assert str(broken.desk.campaign.pk) in caplog.text
    UserFactory.create(username="mallory")
    assert broken.get("mallory", page).status_code == 404


def test_what_does_not_need_it_works(broken: Pages) -> None:
    for page in ("members", "export", "settings"):
        assert broken.client("alice").get(broken.url(page)).status_code == 200, page
    assert broken.client("alice").get("/campaigns/").status_code == 200
    assert broken.client("alice").get("/plays/").status_code == 200


def test_other_campaigns_are_unharmed(broken: Pages) -> None:
    other = Pages(desk({"alice": "owner"}))
    other.desk.type("alice", "recruit ana")
    assert other.get("alice", "home").status_code == 200
    assert other.type("alice", "start 1 ana") in (302, 422)


def test_nothing_can_be_written_until_it_can_be_read(broken: Pages) -> None:
    before = broken.desk.campaign.sequence
    assert broken.post("alice", "line", line="note on").status_code == 503
    assert broken.desk.campaign.sequence == before
