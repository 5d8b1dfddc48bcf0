"""What a page costs: a number of queries that does not grow with the campaign, and little time."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaign.models import Membership
from tests.campaign.browser import client_of
from tests.campaign.test_pages_read import large
from tests.yardstick import seconds

pytestmark = [pytest.mark.django_db, pytest.mark.prove_on_postgres]

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
# Processor time; on a busy machine it is a multiple of that on an idle one.
MOST_SECONDS = 0.3
# What only the writing side, the admin and searches across campaigns ask.
PROJECTED = ("character", "milestone", "card", "cardmark", "contract", "sticker")


def _url(member: Membership, page: tuple[object, ...]) -> str:
    name, *keys = page
    return reverse(f"campaign:{name}", args=[member.campaign_id, *keys])


def _queries(client: Client, url: str) -> int:
    client.get(url)
    with CaptureQueriesContext(connection) as seen:
        assert client.get(url).status_code == 200, url
    return len(seen)


def _state_queries(client: Client, url: str) -> list[str]:
    """The queries of an answer that read the snapshot or a projected table."""
    with CaptureQueriesContext(connection) as seen:
        assert client.get(url).status_code == 200, url
    asked = ('"snapshot"', *(f'FROM "campaign_{name}"' for name in PROJECTED))
    return [q["sql"] for q in seen.captured_queries if any(words in q["sql"] for words in asked)]


def _costs(member: Membership) -> dict[str, int]:
    client = client_of("alice")
    costs = {str(page): _queries(client, _url(member, page)) for page in PAGES}
    for name in PAST:
        costs[f"{name} as of"] = _queries(client, f"{_url(member, (name,))}?as-of=1")
    return costs


def test_no_page_asks_more_of_a_larger_campaign() -> None:
    small = _costs(large(card_count=10, game_count=2, marks=2))
    assert _costs(large(card_count=400, game_count=12, marks=300)) == small


def test_the_state_of_a_page_is_one_query() -> None:
    member = large(card_count=10, game_count=2, marks=2)
    client = client_of("alice")
    asked = {page: _state_queries(client, _url(member, page)) for page in PAGES}
    assert not {page: queries for page, queries in asked.items() if len(queries) > 1}


@pytest.mark.prove
def test_a_large_campaign_answers_fast() -> None:
    member = large(card_count=400, game_count=12, marks=300)
    client = client_of("alice")
    took = {page: _seconds(client, _url(member, page)) for page in PAGES}
    assert not {page: time for page, time in took.items() if time > MOST_SECONDS}


def _seconds(client: Client, url: str) -> float:
    """The time for one answer, with warm caches."""

    def ask() -> None:
        assert client.get(url).status_code == 200

    ask()
    return seconds(ask)
