"""The demo tables: three games of four friends' evenings, from a beginning to a result."""

from pathlib import Path

from django.contrib.auth.models import Group, User
from django.db import transaction
from django.utils.crypto import get_random_string

from companion import services
from companion.listing import DEMO_GROUP
from companion.models import Table
from companion.rules.record import read_file
from companion.services.opening import Opener

FOLDER = Path(__file__).resolve().parent.parent / "fixtures" / "demo"
TABLES = {
    "base-just-begun": "A first evening",
    "catacombs-midway": "Down in the Catacombs",
    "legacy2-finished": "The long way home",
}
HOST = "demo"
PASSWORD_LENGTH = 12


def loaded() -> bool:
    """Whether the demo's tables are here already."""
    return Table.objects.filter(opener_account__groups__name=DEMO_GROUP).exists()


@transaction.atomic
def load() -> tuple[str, str]:
    """Store the demo's tables; gives their opener's new login name and password."""
    host, password = _host()
    for name, title in TABLES.items():
        record = read_file(FOLDER / f"{name}.json")
        services.import_record(record, opener=Opener(account=host), title=title)
    return host.get_username(), password


def _host() -> tuple[User, str]:
    password = get_random_string(PASSWORD_LENGTH)
    taken = set(User.objects.filter(username__startswith=HOST).values_list("username", flat=True))
    names = [HOST, *(f"{HOST}{at}" for at in range(2, len(taken) + 3))]
    free = next(name for name in names if name not in taken)
    host = User.objects.create_user(free, password=password)
    host.groups.add(Group.objects.get_or_create(name=DEMO_GROUP)[0])
    return host, password
