"""Backups that happen by themselves, and what the site says to the wrong user."""

import os
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zipfile import ZipFile

import pytest
from pytest_django import Settings

from backup import nightly, serving
from backup.errors import BackupError
from config import sweep

ROOT = Path(__file__).resolve().parents[2]
NOBODY = 65534
TONIGHT = datetime(2026, 11, 28, 21, 0, tzinfo=UTC)


@pytest.fixture
def var(settings: Settings, tmp_path: Path) -> Path:
    settings.VAR = tmp_path
    return tmp_path


@pytest.mark.django_db(transaction=True)
def test_the_days_backup_is_written_once_and_for_its_owner_alone(var: Path) -> None:
    written = nightly.write_if_due(TONIGHT)
    assert written == var / "backups" / "2026-11-28.zip"
    with ZipFile(written) as file:
        assert "backup.json" in file.namelist()
    assert written.stat().st_mode & 0o077 == 0
    assert nightly.write_if_due(TONIGHT + timedelta(hours=2)) is None


def test_before_four_an_evening_may_still_be_under_way(var: Path) -> None:
    assert nightly.write_if_due(TONIGHT.replace(hour=3)) is None
    assert not (var / "backups").exists()


def test_only_one_process_writes_it(var: Path) -> None:
    with serving.backing_up():
        assert nightly.write_if_due(TONIGHT) is None
    assert not (var / "backups").exists()


def test_seven_days_and_four_weeks_are_kept_and_nothing_else_is_touched(tmp_path: Path) -> None:
    today = date(2026, 11, 28)
    for back in range(60):
        (tmp_path / f"{today - timedelta(days=back)}.zip").touch()
    (tmp_path / "before-the-trip.zip").touch()
    for old in nightly.superseded(tmp_path):
        old.unlink()
    kept = sorted(path.stem for path in tmp_path.iterdir())
    days = [str(today - timedelta(days=back)) for back in range(7)]
    sundays = ["2026-11-15", "2026-11-08"]  # the newest of their weeks; two weeks have a day above
    assert kept == sorted([*days, *sundays, "before-the-trip"])


def test_a_backup_that_fails_is_said_and_ends_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        raise BackupError("pg_dump is missing.")

    monkeypatch.setattr(nightly, "write_if_due", fail)
    sweep.back_up()
    assert "The nightly backup could not be written; in an hour again: pg_dump is" in caplog.text


def manage(var: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments], cwd=ROOT, check=False, capture_output=True,
        text=True, env=os.environ | {"DRAGONBAG_VAR": str(var)},
    )  # fmt: skip


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be the wrong user here")
def test_root_is_sent_to_the_user_whose_site_it_is(tmp_path: Path) -> None:
    os.chown(tmp_path, NOBODY, NOBODY)
    done = manage(tmp_path, "backup")
    assert done.returncode != 0
    assert f"The folder {tmp_path} belongs to nobody." in done.stderr
    assert "sudo -u nobody" in done.stderr
    assert list(tmp_path.iterdir()) == []
