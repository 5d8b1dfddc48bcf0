"""A backup every night, written by the site itself: seven days and four weeks are kept."""

import re
import sqlite3
from datetime import date, datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from backup import site
from backup.serving import backing_up

FOLDER = "backups"
FROM = 4
"""The hour from which on the day's backup is due: by then no evening is under way."""
DAYS = 7
WEEKS = 4
NAME = re.compile(r"(\d{4}-\d{2}-\d{2})\.zip")


def write_if_due(now: datetime | None = None) -> Path | None:
    """Write today's backup if it is due and no other process is at it; returns its file.

    Raises BackupError or OSError if it cannot be written.
    """
    now = timezone.localtime() if now is None else now
    to = folder() / f"{now:%Y-%m-%d}.zip"
    if now.hour < FROM or to.exists():
        return None
    try:
        with backing_up():
            to.parent.mkdir(mode=0o700, exist_ok=True)
            site.write(to)
            site.remember(to)
            for old in superseded(to.parent):
                old.unlink()
    except sqlite3.OperationalError:
        return None  # another process of this site is writing it
    return to


def folder() -> Path:
    return Path(settings.VAR) / FOLDER


def superseded(place: Path) -> list[Path]:
    """The backups that are neither of the newest days nor the newest of one of the last weeks."""
    dated = {
        date.fromisoformat(found[1]): path
        for path in place.iterdir()
        if (found := NAME.fullmatch(path.name))
    }
    days = sorted(dated, reverse=True)
    weeks: dict[tuple[int, int], date] = {}
    for day in days:
        weeks.setdefault(day.isocalendar()[:2], day)
    kept = {*days[:DAYS], *list(weeks.values())[:WEEKS]}
    return [dated[day] for day in days if day not in kept]
