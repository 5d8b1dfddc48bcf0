"""`manage.py doctor`: every fault it knows is found, and each finding says what to do."""

import json
import os
import re
import shutil
import threading
from collections import namedtuple
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from django.utils.translation import get_language
from pytest_django import Settings

from backup.doctor import folder, setup, store
from backup.doctor.findings import Check, Finding, Level, found
from campaign.models import Card
from campaign.services import photos
from companion.models import Table
from tests.browser.server import ROOT, SiteServer
from tests.campaign.desk import desk
from tests.campaign.factories import picture
from tests.companion.game import Game
from web import doctor as web_doctor

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def var(tmp_path: Path, settings: Settings) -> Path:
    settings.VAR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    tmp_path.chmod(0o700)
    return tmp_path


def only(check: Check) -> Finding:
    """What the check finds besides what is fine."""
    (finding,) = [each for each in found(check) if each.level is not Level.FINE]
    assert finding.remedy
    return finding


def all_fine(check: Check) -> bool:
    return [each.level for each in found(check)] == [Level.FINE]


# Settings and folder ------------------------------------------------------------------


def test_a_misspelt_setting_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all_fine(setup.settings_)
    monkeypatch.setenv("DRAGONBAG_BIND", "127.0.0.1")
    monkeypatch.setenv("DRAGONBAG_HOST", "dragons.example.org")
    assert "DRAGONBAG_HOST is not a setting" in only(setup.settings_).seen


def test_every_setting_of_the_docs_is_known() -> None:
    told = set(re.findall(r"`(DRAGONBAG_\w+)`", (ROOT / "docs/hosting.md").read_text()))
    assert told - {"DRAGONBAG_VAR"} <= setup.known()


@pytest.mark.parametrize(
    ("name", "value", "seen"),
    [
        ("DEBUG", True, "DRAGONBAG_DEBUG is on"),
        ("PROXY", ["127.0.0.1"], "no name of its own"),
        ("MAIL", "a server", "dragonbag@localhost"),
    ],
)
def test_settings_that_do_not_go_together_are_told(
    settings: Settings, name: str, value: object, seen: str
) -> None:
    setattr(settings, name, value)
    assert seen in only(setup.settings_).seen


def test_whose_the_files_are(var: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (var / "media").mkdir(mode=0o700)
    assert all_fine(folder.rights)
    (var / "media").chmod(0o755)
    assert f"Others on this computer can read {var / 'media'}" in only(folder.rights).seen
    (var / "media").chmod(0o700)
    monkeypatch.setattr(folder, "_is_usable", lambda path: path.name != "media")
    assert f"{var / 'media'} cannot be written" in only(folder.rights).seen
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    assert "belong to another user" in only(folder.rights).seen


@pytest.mark.parametrize(
    ("free", "level"), [(10**10, Level.FINE), (5 * 10**8, Level.LOOK), (10**6, Level.WRONG)]
)
def test_how_much_room_is_left(
    var: Path, monkeypatch: pytest.MonkeyPatch, free: int, level: Level
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**12, 0, free))
    assert [each.level for each in folder.disk()] == [level]


@pytest.mark.django_db
def test_a_clock_that_went_back_is_seen() -> None:
    table = desk()
    table.type("alice", "recruit ana player Alice")
    assert all_fine(folder.clock)
    ahead = timezone.now() + timedelta(days=2)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE campaign_ledgerentry SET created_at = %s", [ahead])
    assert "something stored is from" in only(folder.clock).seen


# What is stored -----------------------------------------------------------------------


@pytest.mark.django_db
def test_a_database_of_a_newer_release_is_told() -> None:
    assert all_fine(store.database)
    MigrationRecorder(connection).record_applied("companion", "9999_later")
    assert "newer version (companion.9999_later)" in only(store.database).seen


@pytest.mark.django_db
def test_a_table_that_its_log_does_not_tell_is_found() -> None:
    good, bad = Game(), Game()
    for each in (good, bad):
        each.do("gold", seat=0, count=3)
        each.do("undo")
        each.do("gold", seat=0, count=4)
    assert all_fine(store.logs)
    text = Table.objects.get(pk=bad.id).snapshot
    bad.do("gold", seat=0, count=1)
    Table.objects.filter(pk=bad.id).update(snapshot=text, snapshot_sequence=bad.table.sequence)
    assert f"({bad.id}): its snapshot is not what its log tells." in only(store.logs).seen


@pytest.mark.django_db
def test_a_log_that_cannot_be_replayed_is_found() -> None:
    bad = Game()
    bad.do("gold", seat=0, count=3)
    with connection.cursor() as cursor:
        cursor.execute("""UPDATE companion_logrow SET payload = '{"do": "juggle"}'""")
    assert f"({bad.id}): its log cannot be replayed" in only(store.logs).seen


@pytest.mark.django_db
def test_a_campaign_that_its_ledger_does_not_tell_is_found() -> None:
    table = desk()
    table.type("alice", "fetch 017 blue Wren")
    assert all_fine(store.ledgers)
    Card.objects.update(name="Robin")
    finding = only(store.ledgers)
    assert str(table.campaign.pk) in finding.seen
    assert f"rebuild_campaign {table.campaign.pk}" in finding.remedy


@pytest.mark.django_db
def test_photos_without_their_file_are_counted(var: Path) -> None:
    table = desk()
    kept, lost, empty = (
        photos.add_photo(table.people["alice"], BytesIO(picture())) for _ in range(3)
    )
    assert all_fine(store.photos)
    Path(lost.file.path).unlink()
    Path(empty.thumbnail.path).write_bytes(b"")
    assert "2 of 3 photos have no file" in only(store.photos).seen
    assert Path(kept.file.path).exists()


def test_the_last_backup_is_remembered(var: Path, settings: Settings) -> None:
    settings.NIGHTLY = False
    assert "No backup was ever made here" in only(store.last_backup).seen
    file = var / "saturday.zip"
    file.touch()

    def made(days: int) -> None:
        at = timezone.now() - timedelta(days=days)
        note = json.dumps({"at": at.isoformat(), "file": str(file)})
        (var / "last-backup").write_text(note)

    made(days=20)
    assert all_fine(store.last_backup)
    settings.NIGHTLY = True
    assert str(file) in only(store.last_backup).seen
    made(days=1)
    assert all_fine(store.last_backup)
    made(days=40)
    assert str(file) in only(store.last_backup).seen
    file.unlink()
    assert "It is no longer there." in only(store.last_backup).seen


# The proxy ----------------------------------------------------------------------------

SITE = "https://dragons.example.org/"
GOOD = {"host": "dragons.example.org", "scheme": "https", "address": "203.0.113.9"}


@pytest.mark.parametrize(
    ("address", "changed", "remedy"),
    [
        (SITE, {"scheme": "http"}, "X-Forwarded-Proto"),
        ("https://dragons.example.org:8443/", {}, "$http_host"),
        (SITE, {"address": "127.0.0.1"}, "X-Forwarded-For"),
        ("http://dragons.example.org/", {"scheme": "http"}, "by https"),
    ],
)
def test_what_a_proxy_changes_is_told_with_the_setting(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    address: str,
    changed: dict[str, str],
    remedy: str,
) -> None:
    settings.PROXY, settings.HTTPS = ["127.0.0.1"], True
    monkeypatch.setattr(setup, "_is_here", lambda _: False)

    def seen(**as_seen: str) -> None:
        monkeypatch.setattr(setup, "_visit", lambda _: setup.Seen(**GOOD | as_seen))

    seen()
    assert all_fine(lambda: setup.proxy(SITE))
    seen(**changed)
    finding = only(lambda: setup.proxy(address))
    assert remedy in finding.remedy
    assert "The site saw: host dragons.example.org" in finding.seen


@contextmanager
def something_else() -> Iterator[str]:
    """A server that is not this site."""

    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"It works!")

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Other)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    thread.join()
    server.server_close()


def test_another_server_and_none_at_all_are_told_apart(var: Path) -> None:
    with something_else() as address:
        assert "it is not this site" in only(lambda: setup.proxy(address)).seen
    assert "cannot be reached from here" in only(lambda: setup.proxy(address)).seen
    assert "an address begins with" in only(lambda: setup.proxy("ftp://x/")).seen
    assert "not running" in only(setup.proxy).seen


def test_only_who_may_read_the_sites_own_files_is_answered(var: Path) -> None:
    file = var / "doctor-asks"
    with web_doctor.asking("the word"):
        assert not file.stat().st_mode & 0o077
        assert web_doctor.is_asking("the word")
        assert not web_doctor.is_asking("another")
        file.write_text("")  # as it is for a moment before the word is written
        assert not web_doctor.is_asking("")
    assert not web_doctor.is_asking("the word")


# The command --------------------------------------------------------------------------


def doctor(site: SiteServer, *more: str) -> tuple[int, str]:
    from subprocess import run
    from sys import executable

    done = run(
        [executable, "manage.py", "doctor", *more],
        cwd=ROOT, env=site.environment, check=False, capture_output=True,
        text=True,
    )  # fmt: skip
    assert "Traceback" not in done.stdout + done.stderr
    return done.returncode, done.stdout + done.stderr


def test_a_running_site_is_sound_and_a_damaged_one_is_told_so(tmp_path: Path, made: Path) -> None:
    site = SiteServer.started(tmp_path, made, LANG="en_GB.UTF-8", LC_ALL="")
    site.manage("backup", str(tmp_path / "saturday.zip"))
    code, told = doctor(site)
    assert (code, "0 wrong, 0 to look at.") == (0, told.strip().splitlines()[-1]), told
    assert f"A visit to {site.url}/ arrives as it was sent" in told
    assert not (tmp_path / "doctor-asks").exists()
    assert "1 zum Ansehen" not in told
    site.environment["LC_ALL"] = "de_DE.UTF-8"
    assert "0 falsch" in doctor(site)[1]
    site.environment["LC_ALL"] = ""
    site.stop()

    stored = tmp_path / "dragonbag.sqlite3"
    whole = stored.read_bytes()
    stored.write_bytes(whole[:5000] + b"\xff" * 40_000 + whole[45_000:])
    code, told = doctor(site)
    assert code == 1
    assert f"The database {stored} is damaged" in told
    assert "manage.py restore" in told

    stored.write_bytes(b"no database at all" * 500)
    code, told = doctor(site)
    assert code == 1
    assert f"The database {stored} is damaged" in told


def test_a_setting_that_cannot_be_is_a_sentence(tmp_path: Path) -> None:
    code, told = doctor(SiteServer(tmp_path, DRAGONBAG_TABLES="everybody"))
    assert (code, told.strip()) == (
        1, "DRAGONBAG_TABLES is 'everybody'. Set it to one of: anyone, accounts."
    )  # fmt: skip


def test_it_speaks_each_language_that_the_site_offers(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.LANGUAGES = [*settings.LANGUAGES, ("fr", "French")]
    spoken: list[str | None] = []

    def look() -> Iterator[Finding]:
        spoken.append(get_language())
        return iter(())

    monkeypatch.setattr("backup.management.commands.doctor.checks", lambda _site: (look,))
    call_command("doctor", "--language", "fr", stdout=StringIO())
    for computer in ("fr_CH.UTF-8", "de_AT", "pt_BR.UTF-8", "C", ""):
        monkeypatch.setenv("LC_ALL", computer)
        monkeypatch.setenv("LC_MESSAGES", "")
        monkeypatch.setenv("LANG", "")
        call_command("doctor", stdout=StringIO())
    assert spoken == ["fr", "fr", "de", "en", "en", "en"]


@pytest.mark.django_db
def test_what_is_wrong_ends_the_command_with_one(
    var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**12, 0, 10**6))
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", "--language", "en", stdout=out)
    assert ended.value.code == 1
    assert "WRONG   1 MB are free" in out.getvalue()
    assert "→ Make room" in out.getvalue()
