"""What a page costs: a number of queries that does not grow with the campaign, and little time."""

from time import process_time

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaign.models import Membership
from tests.campaign.browser import client_of
from tests.campaign.test_pages_read import large

pytestmark = pytest.mark.django_db

# Pages by name and keys; those that list photos list more of them in a larger campaign.
PAGES = (
    ("home",),
    ("ledger",),
    ("characters",),
    ("character", "ana"),
    ("cards",),
    ("card", "001"),
    ("contracts",),
    ("map",),
    ("pieces",),
    ("reports",),
    ("game", 1),
    ("photos",),
    ("members",),
    ("verbs",),
    ("write", "mark"),
    ("line",),
    ("steps", "setup"),
    ("steps", "cleanup"),
)
PAST = ("cards", "map", "characters", "contracts", "reports", "pieces")
# Of the processor's time; on a machine with other work to do it is a multiple of an idle one's.
MOST_SECONDS = 0.3


def _url(member: Membership, page: tuple[object, ...]) -> str:
    name, *keys = page
    return reverse(f"campaign:{name}", args=[member.campaign_id, *keys])


def _queries(client: Client, url: str) -> int:
    client.get(url)
    with CaptureQueriesContext(connection) as seen:
        assert client.get(url).status_code == 200, url
    return len(seen)


def _costs(member: Membership) -> dict[str, int]:
    client = client_of("alice")
    costs = {str(page): _queries(client, _url(member, page)) for page in PAGES}
    for name in PAST:
        costs[f"{name} as of"] = _queries(client, f"{_url(member, (name,))}?as-of=1")
    return costs


def test_no_page_asks_more_of_a_larger_campaign() -> None:
    small = _costs(large(card_count=10, game_count=2, marks=2))
    assert _costs(large(card_count=400, game_count=12, marks=300)) == small


def test_a_large_campaign_answers_fast() -> None:
    member = large(card_count=400, game_count=12, marks=300)
    client = client_of("alice")
    seconds = {page: _seconds(client, _url(member, page)) for page in PAGES}
    assert not {page: took for page, took in seconds.items() if took > MOST_SECONDS}


def _seconds(client: Client, url: str) -> float:
    """The processor's time for one answer, the best of three once everything is warm."""
    client.get(url)
    return min(_once(client, url) for _each in range(3))


def _once(client: Client, url: str) -> float:
    begin = process_time()
    assert client.get(url).status_code == 200
    return process_time() - begin
