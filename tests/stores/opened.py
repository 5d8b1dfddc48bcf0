"""A store of an earlier version, upgraded: do its pages work, is its content the same?"""

import sys
from collections.abc import Iterator
from pathlib import Path

from django.contrib.auth.models import AbstractBaseUser
from django.core.management import call_command
from django.test import Client

from campaign.models import Campaign, Membership
from campaign.rules.ledger import fold
from campaign.selectors import ledger
from companion.models import Table
from companion.table import selectors, states

OF_TABLES = ("", "log/", "odds/", "people/", "invite/", "scores/", "result/", "fairness/")
OF_CAMPAIGNS = ("", "ledger/", "characters/", "cards/", "contracts/", "map/", "pieces/")
MORE_OF_CAMPAIGNS = ("reports/", "photos/", "members/", "write/", "games/1/")


def check(store: str) -> None:
    """End the process with what is wrong with the store, if anything is."""
    if wrong := list(faults(Path(store))):
        sys.exit("\n".join(wrong))


def faults(store: Path) -> Iterator[str]:
    """What is wrong with the store once today's migrations have run."""
    call_command("restore", str(store))
    call_command("migrate", verbosity=0)
    tables, campaigns = Table.objects.all(), Campaign.objects.all()
    for table in tables:
        yield from table_faults(table)
    for campaign in campaigns:
        yield from campaign_faults(campaign)
    if not (tables and campaigns):
        yield "No table or no campaign is in it"


def table_faults(table: Table) -> Iterator[str]:
    view = selectors.view_of(table.pk)
    if view.state != states.states_of(view)[-1]:
        yield f"{table.title} is not what its log says"
    pages = [f"/tables/{table.pk}/{page}" for page in OF_TABLES]
    yield from missing(table.opener_account, [*pages, f"/tv/{table.tv_code}/"])


def campaign_faults(campaign: Campaign) -> Iterator[str]:
    if ledger.state_of(campaign) != fold(campaign.rules, ledger.entries_of(campaign)):
        yield f"{campaign.name} is not what its ledger says"
    pages = [f"/campaigns/{campaign.pk}/{page}" for page in (*OF_CAMPAIGNS, *MORE_OF_CAMPAIGNS)]
    for member in Membership.objects.filter(campaign=campaign).exclude(account=None):
        yield from missing(member.account, pages)


def missing(account: AbstractBaseUser | None, pages: list[str]) -> Iterator[str]:
    client = Client(HTTP_HOST="localhost")
    if account:
        client.force_login(account)  # type: ignore[arg-type]
    for page in pages:
        if (status := client.get(page, follow=True).status_code) != 200:
            yield f"{page} answers {status}"
