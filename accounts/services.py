"""Devices: made at the first tap, claimed by an account, brought back by a personal link."""

from itertools import chain, count

from django.contrib.auth.models import AbstractBaseUser, User
from django.contrib.auth.tokens import default_token_generator
from django.db import transaction
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from accounts.errors import LinkError
from accounts.models import Device
from accounts.names import is_taken
from web import codes

PASSWORD_LENGTH = 12


def make_device(account: AbstractBaseUser | None = None) -> tuple[Device, str]:
    """A new device and its token, which is returned only here; only its hash is stored."""
    token = codes.token()
    owner = account.pk if account else None
    return Device.objects.create(token_hash=codes.fingerprint(token), account_id=owner), token


def claim_device(device: Device, *, account: AbstractBaseUser) -> str | None:
    """Give a device that is nobody's to an account; it keeps its seats.

    Returns its new token: what led to it before, a copied cookie or a personal link, leads nowhere
    from now on. Returns None for a device that is somebody's already.
    """
    token = codes.token()
    free = Device.objects.filter(pk=device.pk, account=None)
    if not free.update(account=account.pk, token_hash=codes.fingerprint(token), link_hash=None):
        return None
    device.refresh_from_db()
    return token


def personal_link(device: Device) -> str:
    """The secret of a link that turns any browser into this device; it replaces an earlier one."""
    secret = codes.token()
    device.link_hash = codes.fingerprint(secret)
    device.save(update_fields=["link_hash"])
    return secret


@transaction.atomic
def recover(secret: str) -> tuple[Device, str]:
    """The device of a personal link and its new token; the browser that had it before loses it.

    Raises LinkError.
    """
    hashed = codes.fingerprint(secret)
    device = Device.objects.select_for_update().filter(link_hash=hashed).first()
    if device is None:
        raise LinkError("no_link")
    token = codes.token()
    device.token_hash = codes.fingerprint(token)
    device.save(update_fields=["token_hash"])
    return device, token


def make_account(name: str) -> tuple[User, str]:
    """A new account and its random password; if the login name is taken, it gets a number."""
    numbered = chain([name], (f"{name}{number}" for number in count(2)))
    free = next(each for each in numbered if not is_taken(each))
    password = get_random_string(PASSWORD_LENGTH)
    return User.objects.create_user(free, password=password), password


def password_link(user: User) -> str:
    """The path of a page for choosing a new password, valid once and for a few days."""
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    token = default_token_generator.make_token(user)
    return reverse("password_reset_confirm", args=(uid, token))
