"""What is old leaves by itself while the site runs."""

import asyncio
import os
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Attempt
from accounts.throttle.limits import CODES
from config import sweep

pytestmark = pytest.mark.django_db(transaction=True)


def test_old_uploads_attempts_and_sessions_leave(settings: Settings, tmp_path: Path) -> None:
    settings.FILE_UPLOAD_TEMP_DIR, settings.MEDIA_ROOT = str(tmp_path), str(tmp_path / "media")
    old, new = tmp_path / "old.upload", tmp_path / "new.upload"
    for file in (old, new):
        file.touch()
    os.utime(old, (0, 0))
    now = timezone.now()
    for number, days in enumerate((-1, 1)):
        Session.objects.create(pk=f"{number}", expire_date=now + timedelta(days=days))
    CODES.count("here", tried="ABCD")
    CODES.count("here", tried="EFGH")
    Attempt.objects.filter(pk=Attempt.objects.first().pk).update(  # type: ignore[union-attr]
        created_at=now - timedelta(days=2)
    )
    sweep.sweep()
    assert [file.name for file in tmp_path.glob("*.upload")] == ["new.upload"]
    assert list(Session.objects.values_list("pk", flat=True)) == ["1"]
    assert Attempt.objects.count() == 1


def test_it_goes_on_when_the_database_was_out_of_order(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        loop, thrice = asyncio.get_running_loop(), asyncio.Event()
        times = 0

        def fails() -> None:
            nonlocal times
            times += 1
            if times == 3:
                loop.call_soon_threadsafe(thrice.set)
            raise OperationalError("disk I/O error")

        monkeypatch.setattr(sweep, "prune", fails)
        async with sweep.sweeping(every=0.001):
            await asyncio.wait_for(thrice.wait(), 60)

    asyncio.run(run())
    assert "in an hour again: disk I/O error" in caplog.text
