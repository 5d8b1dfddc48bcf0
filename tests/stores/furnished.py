"""A site with a little of everything, small enough to commit."""

from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db.migrations.loader import MigrationLoader

from campaign.models import Membership, Role
from campaign.services import members, private
from tests.campaign.factories import picture
from tests.companion.game import Game, setup
from tests.stores import STORES, name_of


def keep() -> None:
    """Write the store of today's migrations; an existing one is not changed."""
    file = STORES / name_of(MigrationLoader(None).disk_migrations)
    if file.exists():
        return
    call_command("migrate", verbosity=0)
    furnish()
    call_command("backup", str(file))
    file.chmod(0o644)


def furnish() -> None:
    """The demo, a table played by two devices, an invitation and a note; no usable passwords."""
    call_command("load_demo")
    call_command("load_demo_campaign")
    alice = Membership.objects.get(key="alice")
    private.write_note(alice, "I hid the map.")
    members.invite(alice.campaign, role=Role.PLAYER)
    game = Game(setup(seats=3), account=alice.account)
    game.do("clank", seat=0, count=3)
    game.turn(attack=True)
    game.do("gold", seat=1, count=7)
    game.do("undo")
    User.objects.update(password="!")
    for photo in Path(settings.MEDIA_ROOT).rglob("*.jpg"):
        photo.write_bytes(picture())
