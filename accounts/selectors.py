"""Finds devices, and who is asking."""

from collections.abc import Iterable

from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from accounts.identity import Credentials, Visitor
from accounts.models import Device
from web import codes


def device_by_token(token: str) -> Device | None:
    return Device.objects.filter(token_hash=codes.fingerprint(token)).first() if token else None


def devices_by_token(tokens: Iterable[str]) -> dict[str, int]:
    """The ids of devices by token, one query in plain SQL because every tap needs it."""
    hashes = {codes.fingerprint(token): token for token in tokens if token}
    marks = ", ".join(["%s"] * len(hashes)) or "NULL"
    sql = f"SELECT token_hash, id FROM accounts_device WHERE token_hash IN ({marks})"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(sql, list(hashes))
        return {hashes[hashed]: device for hashed, device in cursor.fetchall()}


def visitor_of(device: int | None, account: int | None) -> Visitor:
    """Who is asking; an account may act through any of its devices."""
    own = set() if device is None else {device}
    if account is not None:
        own |= set(Device.objects.filter(account=account).values_list("pk", flat=True))
    return Visitor(device=device, account=account, devices=frozenset(own))


def outdated(held: Iterable[Credentials]) -> set[Credentials]:
    """Those whose token or session has ended since. Two queries."""
    asked = set(held)
    tokens = {each.token_hash for each in asked} - {""}
    sessions = {each.session_key for each in asked} - {""}
    known = Device.objects.filter(token_hash__in=tokens).values_list("token_hash", flat=True)
    open_ = Session.objects.filter(session_key__in=sessions, expire_date__gt=timezone.now())
    valid = {"", *known, *open_.values_list("session_key", flat=True)}
    return {each for each in asked if not {each.token_hash, each.session_key} <= valid}
