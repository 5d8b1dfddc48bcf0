"""What is stored: a sound database, logs that fold to their snapshots, photos, a backup."""

import sqlite3
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection, transaction
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from backup import site, upgrade
from backup.doctor.findings import Finding, fine, look, wrong
from backup.errors import StoreError
from campaign.models import Campaign, Photo
from campaign.services.ledger import differences
from companion.models import Table
from companion.rules import codec
from companion.table import states
from kernel.errors import Refusal

RESTORE = f"{settings.MANAGE} restore"
OLD, MISSED = timedelta(days=30), timedelta(days=3)
"""How old the last backup may be: made by hand, or every night while the site runs."""
UNREADABLE = (Refusal, ValueError, TypeError, LookupError, ArithmeticError, AttributeError)
"""What a damaged log may raise on its way through the rules."""


def database() -> Iterator[Finding]:
    """Sound, of this release, and open to writing."""
    where = str(connection.settings_dict["NAME"])
    broken = _broken()
    if broken:
        yield wrong(
            _("The database {where} is damaged: {broken}").format(where=where, broken=broken),
            _("Stop the site and restore the last backup: {command}").format(command=RESTORE),
        )
        return
    try:
        of_before = upgrade.is_of_before()
    except StoreError as error:
        yield wrong(str(error), _("Start the version that wrote it, or restore a backup."))
        return
    if of_before:
        yield look(
            _("The database is from an earlier version."),
            _("Start the site once: it makes a backup and brings the database up to date."),
        )
    with transaction.atomic(), connection.cursor() as cursor:
        # Nothing changes, but a read-only database says so here.
        cursor.execute("UPDATE accounts_device SET id = id WHERE id < 0")
    yield fine(_("The database {where} is sound and can be written.").format(where=where))


def _broken() -> str:
    """What the database says is wrong with it; empty if nothing is."""
    if connection.vendor != "sqlite":
        connection.ensure_connection()
        return ""
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check(1)")
            told = str(cursor.fetchone()[0])
            cursor.execute("PRAGMA foreign_key_check")
            lost = cursor.fetchone()
    except Exception as error:
        if isinstance(error.__cause__, sqlite3.DatabaseError) and _is_damage(error):
            return str(error)
        raise
    if told != "ok":
        return told
    return f"{lost[0]} {lost[1]} → {lost[2]}" if lost else ""


def _is_damage(error: Exception) -> bool:
    return any(sign in str(error) for sign in ("malformed", "not a database", "corrupt"))


def logs() -> Iterator[Finding]:
    """Every table's log, folded from its first row on."""
    count = 0
    for table in Table.objects.order_by("opened_at").iterator():
        count += 1
        if fault := _fault_of(table):
            yield wrong(
                _("The table “{title}” ({id}): {fault}").format(
                    title=table.title, id=table.pk, fault=fault
                ),
                _(
                    "Everybody else plays on. Keep a backup as it is now, restore an older one elsewhere, "
                    "save the table’s record there and import it here."
                ),
            )
    yield fine(_("{count} tables were folded again from their logs.").format(count=count))


def _fault_of(table: Table) -> str:
    try:
        told = codec.dump(states.refolded(table))
    except UNREADABLE as error:
        return _("its log cannot be replayed ({error}).").format(error=type(error).__name__)
    try:
        same = codec.dump(states.state_of(table)) == told
    except UNREADABLE as error:
        return _("its snapshot cannot be read ({error}).").format(error=type(error).__name__)
    return "" if same else _("its snapshot is not what its log tells.")


def ledgers() -> Iterator[Finding]:
    """Every campaign's ledger, folded again and compared with what its pages show."""
    count = 0
    for campaign in Campaign.objects.order_by("created").iterator():
        count += 1
        try:
            wrong_parts = ", ".join(differences(campaign))
        except UNREADABLE as error:
            wrong_parts = type(error).__name__
        if wrong_parts:
            yield wrong(
                _("The campaign {id} is not what its ledger tells: {parts}").format(
                    id=campaign.pk, parts=wrong_parts
                ),
                _("Rebuild its pages from the ledger: {command}").format(
                    command=f"{settings.MANAGE} rebuild_campaign {campaign.pk}"
                ),
            )
    yield fine(_("{count} campaigns were folded again from their ledgers.").format(count=count))


def photos() -> Iterator[Finding]:
    missing = [photo for photo in Photo.objects.order_by("pk").iterator() if not _is_there(photo)]
    count = Photo.objects.count()
    if missing:
        yield wrong(
            _("{missing} of {count} photos have no file, the first is {first}.").format(
                missing=len(missing), count=count, first=missing[0].file.name
            ),
            _("Copy {folder} from a backup, or restore it whole: {command}").format(
                folder=Path(settings.MEDIA_ROOT) / site.PHOTOS, command=RESTORE
            ),
        )
        return
    yield fine(_("All {count} photos are there.").format(count=count))


def _is_there(photo: Photo) -> bool:
    return all(
        file.storage.exists(str(file.name)) and file.size > 0
        for file in (photo.file, photo.thumbnail)
    )


def last_backup() -> Iterator[Finding]:
    command = f"{settings.MANAGE} backup"
    known = site.last_backup()
    if known is None:
        yield look(
            _("No backup was ever made here."),
            _("Make one, while the site runs: {command}").format(command=command),
        )
        return
    at, where = known
    seen = _("The last backup was made on {day}: {where}").format(
        day=formats.date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT"), where=where
    )
    remedy = _("Make a new one: {command}").format(command=command)
    if not Path(where).exists():
        yield look(f"{seen} {_('It is no longer there.')}", remedy)
    elif timezone.now() - at > (MISSED if settings.NIGHTLY else OLD):
        yield look(seen, remedy)
    else:
        yield fine(seen)
