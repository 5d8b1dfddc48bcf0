"""Faults that are the host's to mend: one sentence on the page, one line in the log, no path, no database."""

import errno
import logging
import os
import signal
import sqlite3
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from django.db import DatabaseError, IntegrityError, OperationalError
from django.test import Client

from accounts import device_cookie
from config import serve
from tests.browser.server import SiteServer
from tests.companion.cast import text

FULL = OSError(errno.ENOSPC, "No space left on device", "/srv/secret/place")
FAULTS = [
    OperationalError("database or disk is full"),
    OperationalError("attempt to write a readonly database"),
    DatabaseError("database disk image is malformed"),
    FULL,
]


def page(monkeypatch: pytest.MonkeyPatch, error: Exception) -> tuple[int, str]:
    def failing(*_: object) -> None:
        raise error

    monkeypatch.setattr(device_cookie, "device_of", failing)
    answer = Client(raise_request_exception=False).get("/")
    return answer.status_code, text(answer.content.decode())


@pytest.mark.parametrize("error", FAULTS, ids=str)
def test_a_page_says_one_sentence_without_the_database(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No mark for the database: a query would fail this test.
    status, said = page(monkeypatch, error)
    assert status == 503
    assert "The site cannot reach what it has stored" in said
    assert "secret" not in said


@pytest.mark.parametrize("error", [IntegrityError("twice"), ValueError("a fault"), KeyError("x")])
def test_our_own_mistakes_are_called_so(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    status, said = page(monkeypatch, error)
    assert status == 500
    assert "the site’s fault" in said


@pytest.mark.parametrize("error", FAULTS, ids=str)
def test_the_log_has_one_line_and_no_traceback(error: Exception) -> None:
    from web.faults import OneLine

    record = logging.LogRecord(
        "django.request", logging.ERROR, "", 1, "%s: %s", ("a", "/j/CODE"), None
    )
    record.exc_info = (type(error), error, None)
    assert OneLine().filter(record)
    kept = logging.Formatter().format(record)
    assert "Traceback" not in kept
    assert "CODE" not in kept
    assert str(error) in kept
    assert "Check disk, rights and file." in kept


def test_a_start_on_a_full_disk_ends_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> None:
        raise FULL

    monkeypatch.setattr(serve, "make_ready", full)
    monkeypatch.setattr(serve, "listen", lambda *_: [])
    before = os.umask(0o022)
    try:
        with pytest.raises(SystemExit, match=r"No space left on device\. Check whether the disk"):
            serve.main(["--port", "0"])
    finally:
        os.umask(before)


@pytest.mark.django_db
def test_the_folder_and_what_is_in_it_are_the_users_alone(tmp_path: Path) -> None:
    (tmp_path / "media").mkdir(mode=0o755)
    (tmp_path / "dragonbag.sqlite3").touch(0o644)
    tmp_path.chmod(0o755)
    serve.keep_to_oneself(tmp_path)
    modes = [path.stat().st_mode & 0o777 for path in (tmp_path, *sorted(tmp_path.iterdir()))]
    assert modes == [0o700, 0o600, 0o700]


# A started site -----------------------------------------------------------------


def ask(site: SiteServer, method: str, path: str, host: str = "evil.example") -> tuple[int, bytes]:
    connection = HTTPConnection("127.0.0.1", site.port, timeout=60)
    connection.request(method, path, headers={"Host": host})
    answer = connection.getresponse()
    told = answer.status, answer.read()
    connection.close()
    return told


def test_a_site_tells_its_health_by_any_name_and_leaves_one_complete_file(tmp_path: Path) -> None:
    site = SiteServer(tmp_path)
    site.start()
    for method in ("GET", "HEAD"):
        for path in ("/healthz", "/readyz"):
            assert ask(site, method, path) == (200, b"")
    assert ask(site, "HEAD", "/", "localhost") == (200, b"")
    assert ask(site, "GET", "/")[0] == 400
    site.manage("shell", "-c", "from accounts.services import make_account; make_account('alice')")
    assert site.stop() in (0, -signal.SIGTERM)
    stored = tmp_path / "dragonbag.sqlite3"
    assert stored.stat().st_mode & 0o777 == 0o600
    assert tmp_path.stat().st_mode & 0o777 == 0o700
    alone = tmp_path / "copy.sqlite3"
    alone.write_bytes(stored.read_bytes())
    with closing(sqlite3.connect(alone)) as copy:
        names = copy.execute("SELECT username FROM auth_user").fetchall()
    assert names == [("alice",)]
    assert "Traceback" not in (tmp_path / "server.log").read_text()
