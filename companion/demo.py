"""The demo tables: three games of four friends, from just begun to finished."""

from pathlib import Path

from django.contrib.auth.models import Group
from django.db import transaction

from accounts.services import make_account
from companion import services
from companion.models import Table
from companion.rules.record import read_file
from companion.services.opening import Opener
from companion.table.summaries import DEMO_GROUP

FOLDER = Path(__file__).resolve().parent.parent / "fixtures" / "demo"
TABLES = {
    "base-just-begun": "A first evening",
    "catacombs-midway": "Down in the Catacombs",
    "legacy2-finished": "The long way home",
}


def loaded() -> bool:
    """Whether the demo's tables have been loaded."""
    return Table.objects.filter(opener_account__groups__name=DEMO_GROUP).exists()


@transaction.atomic
def load() -> tuple[str, str]:
    """Store the demo's tables; returns the login name and password of their opener."""
    account, password = make_account("demo")
    account.groups.add(Group.objects.get_or_create(name=DEMO_GROUP)[0])
    for name, title in TABLES.items():
        record = read_file(FOLDER / f"{name}.json")
        services.import_record(record, opener=Opener(account=account), title=title)
    return account.get_username(), password
