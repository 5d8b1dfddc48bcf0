"""The folder with everything stored: whose it is, how full, and whether the clock fits it."""

import os
import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db.models import Max
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from backup.doctor.findings import Finding, fine, look, wrong
from campaign.models import LedgerEntry
from companion.models import LogRow

MEGABYTE = 1_000_000
LITTLE, SCARCE = 1_000 * MEGABYTE, 200 * MEGABYTE
OTHERS = 0o077


def rights() -> Iterator[Finding]:
    """Everything can be written by whoever runs this, and be read by nobody else."""
    var = Path(settings.VAR)
    paths = [var, *var.rglob("*")]
    user = os.getuid()
    foreign = [path for path in paths if path.lstat().st_uid != user]
    locked = [path for path in paths if path not in foreign and not _is_usable(path)]
    seen_by_others = [path for path in (var, *var.iterdir()) if path.stat().st_mode & OTHERS]
    if foreign:
        yield wrong(
            _("{count} files in {folder} belong to another user, the first is {first}.").format(
                count=len(foreign), folder=var, first=foreign[0]
            ),
            _("Give the folder to the user who runs the site: chown -R {user} {folder}").format(
                user=user, folder=var
            ),
        )
    if locked:
        yield wrong(
            _("{first} cannot be written.").format(first=locked[0]),
            _(
                "Allow it: chmod -R u+rwX {folder}. If that is refused, the disk is read-only: look at "
                "the computer’s own messages."
            ).format(folder=var),
        )
    if seen_by_others:
        yield look(
            _("Others on this computer can read {first}.").format(first=seen_by_others[0]),
            _("The next start closes it, or: chmod -R go-rwx {folder}").format(folder=var),
        )
    if not (foreign or locked or seen_by_others):
        yield fine(_("{folder} can be written and is read by nobody else.").format(folder=var))


def _is_usable(path: Path) -> bool:
    if path.is_symlink():
        return True
    return os.access(path, os.R_OK | os.W_OK | (os.X_OK if path.is_dir() else 0))


def disk() -> Iterator[Finding]:
    var = Path(settings.VAR)
    free = shutil.disk_usage(var).free
    seen = _("{free} MB are free on the disk of {folder}.").format(
        free=formats.number_format(free // MEGABYTE, use_l10n=True), folder=var
    )
    remedy = _(
        "Make room: old backups, or {folder}/before-* and {folder}/unreleased-*. Then restart the site."
    ).format(folder=var)
    counted = os.statvfs(var)
    if free < SCARCE:
        yield wrong(seen, remedy)
    elif free < LITTLE:
        yield look(seen, remedy)
    else:
        yield fine(seen)
    if counted.f_files and not counted.f_favail:
        yield wrong(_("The disk has no room for another file, however small."), remedy)


def clock() -> Iterator[Finding]:
    """Lines of a log are shown with their time: a clock that runs back puts them in disorder."""
    now = timezone.now()
    newest = max(filter(None, (_newest_row(), _newest_entry())), default=now)
    shown = formats.date_format(timezone.localtime(now), "SHORT_DATETIME_FORMAT")
    if newest > now:
        yield wrong(
            _("It is {now} here, but something stored is from {newest}.").format(
                now=shown,
                newest=formats.date_format(timezone.localtime(newest), "SHORT_DATETIME_FORMAT"),
            ),
            _("Set the computer’s clock, best by network time: timedatectl set-ntp true"),
        )
        return
    yield fine(_("It is {now} in {zone}.").format(now=shown, zone=settings.TIME_ZONE))


def _newest_row() -> datetime | None:
    found: datetime | None = LogRow.objects.aggregate(Max("created_at"))["created_at__max"]
    return found


def _newest_entry() -> datetime | None:
    found: datetime | None = LedgerEntry.objects.aggregate(Max("created_at"))["created_at__max"]
    return found
