"""How long a campaign of 400 cards, 300 marks and 12 games holds the database's lock at most."""

import json
from pathlib import Path

from tests.bench.server import python

LONGEST = """
import json, os, tempfile
from io import BytesIO
from time import perf_counter
folder = tempfile.mkdtemp()
os.environ |= {"DRAGONBAG_VAR": folder, "DJANGO_SETTINGS_MODULE": "config.settings"}
os.environ |= {"DRAGONBAG_DEBUG": "on", "DRAGONBAG_DEMO": "off"}
import django
django.setup()
from django.core.management import call_command
from django.db import connection
from django.db.transaction import Atomic
call_command("migrate", verbosity=0)
held, begun = [], [0.0]
enter, leave = Atomic.__enter__, Atomic.__exit__
def entered(self):
    outermost = not connection.in_atomic_block
    enter(self)
    if outermost:
        begun[0] = perf_counter()
def left(self, *what):
    leave(self, *what)
    if not connection.in_atomic_block:
        held.append(perf_counter() - begun[0])
Atomic.__enter__, Atomic.__exit__ = entered, left
def longest(work):
    held.clear()
    work()
    return max(held, default=0.0) * 1000
from accounts.identity import Person
from campaign.models import Campaign, Card, Character
from campaign.services import exports, imports, ledger, trash, unpacking
from tests.campaign.test_pages_read import large
member = large(card_count=400, game_count=12, marks=300)
member.campaign.photos.all().delete()  # their names are made up
out = BytesIO()
exports.export_campaign(member.campaign, out)
out.seek(0)
archive = imports.read_archive(out)
copies = []
took = {"import": longest(lambda: copies.append(
    unpacking.import_campaign(Person(account=member.account), archive, member="alice")))}
copy = copies[0].campaign
Card.objects.filter(campaign=copy).update(points=7)
Character.objects.filter(campaign=copy).delete()
Campaign.objects.filter(pk=copy.pk).update(snapshot="")
took["rebuild"] = longest(lambda: ledger.rebuild(copy))
from campaign.rules.entries import Draft
owner = copies[0]
mark = Draft(verb="fetch", arguments={"card": "950", "kind": "blue"})
rows = []
took["entry"] = longest(lambda: rows.append(ledger.write_entry(owner, mark)))
took["strike"] = longest(lambda: ledger.strike(owner, rows[0].number))
trash.trash(copy)
took["remove"] = longest(lambda: trash.remove(Campaign.objects.get(pk=copy.pk)))
print(json.dumps(took))
"""


def longest(checkout: Path) -> dict[str, float]:
    """The longest time in milliseconds that each work kept others from writing."""
    took: dict[str, float] = json.loads(python(["-c", LONGEST], checkout).splitlines()[-1])
    return {f"lock.{work}": milliseconds for work, milliseconds in took.items()}
