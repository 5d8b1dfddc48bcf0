"""One of two processes that take the same game over at the same moment (test_taking_over_at_once)."""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from campaign.models import Membership
    from campaign.services.takeover import Shown

THREADS = 4
GAME = 1


def prepare() -> object:
    """A game whose table has two boxes, and a contract completed with its points: three entries to write."""
    from django.core.management import call_command

    from tests.campaign.desk import desk
    from tests.campaign.factories import DeviceFactory
    from tests.campaign.test_tables import opened, tap

    call_command("migrate", verbosity=0)
    made = desk({"alice": "owner", "bob": "player"})
    for line in (
        "recruit ana colour red player Alice",
        "recruit ben colour blue player Bob",
        "start 1 ana ben",
        "contract 031 group name Goat boxes 3",
        "contract 032 solo for ben boxes 1",
    ):
        made.type("alice", line)
    device = DeviceFactory.create()
    table = opened(made, device)
    for number, action in enumerate(
        (
            {"do": "contract_tick", "contract": "031", "seat": 0},
            {"do": "contract_tick", "contract": "032", "seat": 1},
            {"do": "contract_back", "contract": "032", "points": 10, "bonus": 5},
        )
    ):
        tap(table, device, number, action)
    return {name: str(member.pk) for name, member in made.people.items()}


def press(member: str) -> object:
    """How many entries each tap has written; all threads look first, and press once they are told to."""
    looked, told = Barrier(THREADS + 1), Barrier(THREADS + 1)

    def one(_thread: int) -> list[int]:
        from django.db import connection

        from campaign.models import Membership
        from campaign.selectors.tables import comparison_of
        from campaign.services.takeover import Shown

        person = Membership.objects.get(pk=member)
        found = comparison_of(person, GAME)
        looked.wait()
        told.wait()
        shown = Shown(ledger=found.ledger, table=found.sequence)
        written = [_taken(person, shown) for _twice in range(2)]
        connection.close()
        return written

    with ThreadPoolExecutor(THREADS) as pool:
        threads = [pool.submit(one, number) for number in range(THREADS)]
        looked.wait()
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.readline()
        told.wait()
        return [count for thread in threads for count in thread.result()]


def _taken(person: "Membership", shown: "Shown") -> int:
    """How many entries a tap writes: none if somebody else was faster."""
    from campaign.errors import CampaignError
    from campaign.services.takeover import take_over

    try:
        return len(take_over(person, GAME, shown))
    except CampaignError as stale:
        if stale.code != "ledger_changed":
            raise
        return 0


def look(member: str) -> object:
    """What the ledger has then, and what a further press would write."""
    from campaign.models import LedgerEntry, Membership
    from campaign.rules import ledger
    from campaign.selectors.ledger import entries_of, state_of
    from campaign.selectors.tables import comparison_of

    person = Membership.objects.get(pk=member)
    campaign, state = person.campaign, state_of(person.campaign)
    return {
        "verbs": list(LedgerEntry.objects.order_by("number").values_list("verb", flat=True)),
        "points": [state.contracts["032"].points, state.contracts["032"].bonus],
        "left": sorted(comparison_of(person, GAME).found.ready),
        "same": state == ledger.fold(campaign.rules, entries_of(campaign)),
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    work = {"prepare": prepare, "press": press, "look": look}[sys.argv[1]]
    sys.stdout.write(json.dumps(work(*sys.argv[2:])))  # type: ignore[operator]
