"""Ending browsers: each by a new token that nobody gets, and by deleting its session.

Its streams end with it: at once in this process, within a heartbeat in others.
"""

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.sessions.models import Session
from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.devices.known import of_account
from accounts.models import Device
from web import codes

ended = Signal()
"""Sent with the `device` whose token or session was ended."""


@transaction.atomic
def end(device: Device, account: AbstractBaseUser) -> None:
    """The browser is logged out. One that is the account's loses its token and personal link too;
    one of somebody else, where the account was a guest, keeps them.
    """
    if device.logged_in_id == account.pk:
        Session.objects.filter(session_key=device.session_key).delete()
        device.logged_in, device.session_key = None, ""
    device.seen_from = device.browser = ""
    if device.account_id == account.pk:
        device.token_hash, device.link_hash = codes.fingerprint(codes.token()), None
        device.ended_at = timezone.now()
    device.save()
    ended.send(Device, device=device)


@transaction.atomic
def end_all(account: AbstractBaseUser, *, but: Device | None = None) -> int:
    """End every browser of an account except one; returns how many. Its own personal link ends too."""
    known = [device for device in of_account(account) if but is None or device.pk != but.pk]
    for device in known:
        end(device, account)
    _end_sessions(account, but=but.session_key if but else "")
    if but and but.account_id == account.pk:
        but.link_hash = None
        but.save(update_fields=["link_hash"])
    return len(known)


def _end_sessions(account: AbstractBaseUser, *, but: str) -> None:
    """Delete an account's sessions, those without a device too, which only reading all of them finds."""
    there = Session.objects.filter(expire_date__gt=timezone.now()).exclude(session_key=but)
    theirs = [
        each.pk
        for each in there.iterator()
        if each.get_decoded().get(SESSION_KEY) == str(account.pk)
    ]
    Session.objects.filter(pk__in=theirs).delete()


def resume(device: Device) -> str:
    """The token with which a browser goes on that was ended with all others a moment ago."""
    token = codes.token()
    device.token_hash, device.ended_at = codes.fingerprint(token), None
    device.save(update_fields=["token_hash", "ended_at"])
    return token


class EndsDevices:
    """Django tells the validators of passwords of every change, whoever makes it."""

    def validate(self, password: str, user: AbstractBaseUser | None = None) -> None:
        """Every password is fine here."""

    def password_changed(self, password: str, user: AbstractBaseUser | None = None) -> None:
        if user is not None and user.last_login:
            end_all(user)

    def get_help_text(self) -> str:
        return _("A new password logs you out in every other browser.")
