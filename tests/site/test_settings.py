"""The settings: what a host can choose, and the defaults."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from config import environment

ROOT = Path(__file__).resolve().parents[2]
NAME = "DRAGONBAG_TRIAL"


def _fresh(var: Path, expression: str, **chosen: str) -> str:
    """The value of an expression of the settings in a new process with only these choices."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("DRAGONBAG_")}
    code = f"from config import settings as site; print({expression})"
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        cwd=ROOT,
        env=plain | {"DRAGONBAG_VAR": str(var)} | chosen,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def test_a_new_site_is_not_in_debug_and_open_to_anyone(tmp_path: Path) -> None:
    told = _fresh(tmp_path, "site.DEBUG, site.TABLES_OPENED_BY, site.SIGN_UP, site.HTTPS")
    assert told == "False anyone open False"


def test_the_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    first = _fresh(tmp_path, "site.SECRET_KEY")
    assert len(first) >= 50
    assert _fresh(tmp_path, "site.SECRET_KEY") == first
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600


def test_a_key_that_a_power_cut_left_empty_is_made_anew(tmp_path: Path) -> None:
    file = tmp_path / "secret-key"
    file.touch()
    made = environment.secret("DRAGONBAG_NO_KEY", file)
    assert len(made) >= 50
    assert environment.secret("DRAGONBAG_NO_KEY", file) == made


def test_a_folder_that_cannot_be_written_to_is_refused_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(NAME, str(tmp_path / "file"))
    with pytest.raises(ImproperlyConfigured, match=f"cannot be written to.*{NAME}"):
        environment.folder(NAME, tmp_path)


def test_two_sites_have_two_keys(tmp_path: Path) -> None:
    keys = {_fresh(tmp_path / name, "site.SECRET_KEY") for name in ("one", "two")}
    assert len(keys) == 2


def test_cookies_go_over_https_alone_behind_a_proxy(tmp_path: Path) -> None:
    told = _fresh(
        tmp_path, "site.SESSION_COOKIE_SECURE, site.CSRF_COOKIE_SECURE", DRAGONBAG_PROXY="127.0.0.1"
    )
    assert told == "True True"


@pytest.mark.parametrize(
    ("value", "meaning"), [("on", True), ("1", True), ("No", False), ("", True)]
)
def test_a_flag_is_on_or_off(monkeypatch: pytest.MonkeyPatch, value: str, meaning: bool) -> None:
    monkeypatch.setenv(NAME, value)
    assert environment.flag(NAME, default=True) is meaning


def test_a_flag_that_is_neither_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "perhaps")
    with pytest.raises(ImproperlyConfigured, match=f"{NAME} is 'perhaps'. Set it to on or off."):
        environment.flag(NAME, default=False)


def test_a_choice_outside_the_list_is_refused_with_the_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(NAME, "members")
    with pytest.raises(ImproperlyConfigured, match="one of: anyone, accounts"):
        environment.choice(NAME, ("anyone", "accounts"))


def test_names_are_parted_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, " a.example , b.example,")
    assert environment.names(NAME) == ["a.example", "b.example"]


def test_a_database_address_is_taken_apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(NAME, "postgres://ana:p%40ss@db.example:5433/dragons")
    parts = environment.database(NAME, tmp_path)
    assert (parts["USER"], parts["PASSWORD"], parts["NAME"]) == ("ana", "p@ss", "dragons")
    assert (parts["HOST"], parts["PORT"]) == ("db.example", "5433")


def test_another_kind_of_database_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(NAME, "mysql://root@localhost/x")
    with pytest.raises(ImproperlyConfigured, match="postgres://"):
        environment.database(NAME, tmp_path)


def test_a_mail_password_never_goes_in_the_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, "smtp://ana:secret@mail.example")
    server = environment.mail(NAME)
    assert server is not None
    assert (server.host, server.port, server.starttls) == ("mail.example", 587, True)


def test_without_a_mail_server_there_is_none() -> None:
    assert environment.mail(NAME) is None


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../../etc/passwd", "/etc/passwd"])
def test_a_zone_that_is_none_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, zone: str) -> None:
    monkeypatch.setenv(NAME, zone)
    with pytest.raises(ImproperlyConfigured, match=f"{NAME} is .*no time zone"):
        environment.time_zone(NAME)


def test_the_zone_is_the_one_of_this_computer(tmp_path: Path) -> None:
    clock = tmp_path / "localtime"
    clock.symlink_to("/usr/share/zoneinfo/Europe/Berlin")
    assert environment.time_zone(NAME, clock) == "Europe/Berlin"
    assert environment.time_zone(NAME, tmp_path / "none") == "UTC"


@pytest.mark.django_db
@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("pragma", "value"), [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)]
)
def test_sqlite_writes_durably(pragma: str, value: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {pragma}")
        assert cursor.fetchone()[0] == value
