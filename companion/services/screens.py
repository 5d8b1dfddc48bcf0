"""A television that waits, and the phone that says which table it shows."""

from datetime import timedelta

from django.utils import timezone

from companion import codes
from companion.models import Screen, Table
from web.codes import fingerprint, token

KEPT = timedelta(hours=24)


def set_up_screen() -> str:
    """A screen that waits, by the token of its page. Those of yesterday are forgotten."""
    Screen.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
    secret = token()
    Screen.objects.create(token_hash=fingerprint(secret), code=codes.screen_code())
    return secret


def show_on(screen: Screen, table: Table) -> None:
    """From now on the screen shows the table; one that shows a table already keeps to it."""
    Screen.objects.filter(pk=screen.pk, table=None).update(table=table)
