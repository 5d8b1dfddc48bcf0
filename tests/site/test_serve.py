"""make run: the port it takes, the addresses it prints, the demo it loads once."""

import socket
import sqlite3
import threading
from argparse import Namespace
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import Settings

from backup import serving, upgrade
from backup.errors import ServingError
from campaign.models import Character
from config import serve
from tests.campaign.factories import LedgerEntryFactory
from web import hosts


@pytest.fixture
def taken() -> Iterator[int]:
    with closing(socket.create_server(("", 0))) as other:
        yield other.getsockname()[1]


def _close(listening: list[socket.socket]) -> int:
    port = int(listening[0].getsockname()[1])
    for each in listening:
        each.close()
    return port


def test_a_taken_port_that_was_asked_for_is_refused_in_a_sentence(taken: int) -> None:
    with pytest.raises(serve.PortTakenError, match=f"Port {taken} cannot be used"):
        serve.listen("", taken)


@pytest.mark.parametrize("port", [99_999, -1])
def test_a_port_that_does_not_exist_is_refused_in_a_sentence(port: int) -> None:
    with pytest.raises(serve.PortTakenError, match=f"There is no port {port}"):
        serve.listen("", port)


def test_the_next_free_port_is_taken_when_none_was_asked_for(
    taken: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "FIRST_PORT", taken)
    assert taken < _close(serve.listen("", None)) < taken + serve.PORTS_TRIED


def test_only_taken_ports_end_in_a_sentence(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "FIRST_PORT", taken)
    monkeypatch.setattr(serve, "PORTS_TRIED", 1)
    with pytest.raises(serve.PortTakenError, match="Choose a free one: make run PORT=9000"):
        serve.listen("", None)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (DatabaseError("file is not a database"), "used: file is not a database. Check whether"),
        (ImproperlyConfigured("DRAGONBAG_DEBUG is 'maybe'."), "DRAGONBAG_DEBUG is 'maybe'."),
    ],
)
def test_a_start_that_fails_ends_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, said: str
) -> None:
    opened: list[socket.socket] = []
    listen = serve.listen

    def listening(bind: str, port: int | None) -> list[socket.socket]:
        opened.extend(listen(bind, port))
        return opened

    def fails() -> None:
        raise fault

    monkeypatch.setattr(serve, "listen", listening)
    monkeypatch.setattr(serve, "make_ready", fails)
    monkeypatch.setenv("DRAGONBAG_BIND", "")  # which the start sets; put back afterwards
    with pytest.raises(SystemExit, match=said):
        serve.main(["--bind", "127.0.0.1", "--port", "0"])
    _close(opened)


def test_two_starts_at_once_make_the_stores_ready_one_after_the_other(
    settings: Settings, tmp_path: Path
) -> None:
    settings.VAR = tmp_path
    inside: list[str] = []
    waits, done = threading.Event(), threading.Event()

    def second() -> None:
        waits.set()
        with serving.starting():
            inside.append("second")
        done.set()

    with serving.starting():
        thread = threading.Thread(target=second)
        thread.start()
        assert waits.wait(60)
        with pytest.raises(ServingError), serving.nobody_serving():
            pass
        inside.append("first")
    assert done.wait(60)
    thread.join()
    assert inside == ["first", "second"]


def test_it_listens_on_every_interface_unless_told_otherwise() -> None:
    everywhere = serve.listen("", 0)
    assert everywhere[0].getsockname()[0] == "0.0.0.0"
    _close(everywhere)
    here = serve.listen("127.0.0.1", 0)
    assert [each.getsockname()[0] for each in here] == ["127.0.0.1"]
    _close(here)
    by_both_families = serve.listen("::", 0)
    assert by_both_families[0].getsockname()[0] == "0.0.0.0"
    _close(by_both_families)


@pytest.mark.parametrize(
    ("addresses", "chosen"),
    [
        (["127.0.0.1", "192.168.1.20"], "192.168.1.20"),
        (["203.0.113.9", "172.17.0.1"], "203.0.113.9"),
        (["169.254.1.1", "192.168.0.2"], "192.168.0.2"),
        (["127.0.0.1", "127.0.1.1"], None),
        ([], None),
    ],
    ids=["home", "rented server", "no link-local", "loopback", "none"],
)
def test_the_address_for_others_is_never_loopback(addresses: list[str], chosen: str | None) -> None:
    assert hosts.network_address(addresses) == chosen


def test_both_addresses_and_a_code_of_the_network_one_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosts, "own_addresses", lambda: ["192.168.1.20"])
    serve.announce(Namespace(port=8000, bind=""), 8000)
    told = capsys.readouterr().out
    assert "http://127.0.0.1:8000/" in told
    assert "http://192.168.1.20:8000/" in told
    assert serve.qr_code("http://192.168.1.20:8000/") in told
    assert serve.qr_code("http://127.0.0.1:8000/") not in told


def test_without_a_network_no_code_is_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosts, "own_addresses", list)
    serve.announce(Namespace(port=None, bind=""), 8000)
    told = capsys.readouterr().out
    assert "No other device can reach it" in told
    assert "█" not in told


@pytest.mark.parametrize(
    ("bind", "here", "others"),
    [
        ("127.0.0.1", "127.0.0.1", None),
        ("::1", "[::1]", None),
        ("localhost", "localhost", None),
        ("192.168.1.20", "192.168.1.20", "192.168.1.20"),
        ("fd00::12", "[fd00::12]", "[fd00::12]"),
        ("0.0.0.0", "127.0.0.1", "10.0.0.7"),
        ("::", "127.0.0.1", "10.0.0.7"),
    ],
)
def test_only_addresses_at_which_it_listens_are_told(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    bind: str,
    here: str,
    others: str | None,
) -> None:
    monkeypatch.setattr(hosts, "own_addresses", lambda: ["10.0.0.7"])
    serve.announce(Namespace(port=8000, bind=bind), 8000)
    told = capsys.readouterr().out
    assert f"On this computer: http://{here}:8000/" in told
    if others is None:
        assert f"No other device can reach it: it listens on {bind} alone." in told
        assert "10.0.0.7" not in told
        assert "█" not in told
    else:
        assert f"On your network:  http://{others}:8000/" in told
        assert serve.qr_code(f"http://{others}:8000/") in told


def test_another_port_than_the_usual_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    serve.announce(Namespace(port=None, bind=""), 8003)
    assert "Port 8000 is taken, so the site uses 8003." in capsys.readouterr().out


def test_behind_a_proxy_the_public_address_is_told(settings: Settings) -> None:
    settings.PROXY = ["127.0.0.1"]
    settings.NAMED_HOSTS = ["dragons.example"]
    assert serve.shared_address("127.0.0.1", 8000) == "https://dragons.example/"


def test_a_name_that_the_host_gave_is_told_where_others_reach_the_site(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosts, "own_addresses", lambda: ["172.17.0.2"])
    settings.NAMED_HOSTS = [".example", "dragons.lan"]
    assert serve.shared_address("", 8000) == "http://dragons.lan:8000/"
    assert serve.shared_address("127.0.0.1", 8000) is None


def test_the_demo_is_loaded_once(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.VAR = tmp_path
    called: list[str] = []
    monkeypatch.setattr(serve, "call_command", called.append)
    serve.load_demo_once()
    serve.load_demo_once()
    assert called == ["load_demo", "load_demo_campaign"]


@pytest.fixture
def later(transactional_db: None, settings: Settings, tmp_path: Path) -> Iterator[dict[str, str]]:
    """A version with one more migration than the store has; yields its environment."""
    settings.VAR = tmp_path
    call_command("load_demo_campaign")
    settings.MIGRATION_MODULES = {"campaign": "tests.stores.migrations"}
    yield names()
    MigrationRecorder(connection).record_unapplied("campaign", "9999_later")


def names() -> dict[str, str]:
    return dict(Character.objects.values_list("key", "name"))


def test_a_release_that_keeps_more_of_a_ledger_finds_it_there(
    later: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("migrate", verbosity=0)
    assert len(later) == 4
    assert names() == later
    assert capsys.readouterr().err == ""


def test_a_start_that_is_cut_off_before_the_ledgers_were_made_anew_is_made_good(
    later: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def power_cut(_tell: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as cut:
        cut.setattr(upgrade, "rebuild_ledgers", power_cut)
        with pytest.raises(KeyboardInterrupt):
            call_command("migrate", verbosity=0)
    assert names() == dict.fromkeys(later, "")
    call_command("migrate", verbosity=0)

    assert names() == later
    assert [each.name for each in tmp_path.iterdir()] == ["before-campaign.9999_later.zip"]


def test_a_ledger_that_cannot_be_read_keeps_no_other_from_it_and_stops_no_start(
    later: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    bad = LedgerEntryFactory.create(number=1, verb="hum").campaign
    call_command("migrate", verbosity=0)
    assert str(bad.pk) in capsys.readouterr().err
    assert names() == later


@pytest.mark.sqlite
def test_a_backup_comes_before_a_migration_and_one_line_says_so(
    later: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("migrate", verbosity=0)
    backup = tmp_path / "before-campaign.9999_later.zip"
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("The database is being updated, from campaign.9999_later")
    assert line.endswith(f"{backup}.")
    with ZipFile(backup) as file:
        database = Path(file.extract("database.sqlite3", tmp_path))
    with closing(sqlite3.connect(database)) as copy:
        assert dict(copy.execute("SELECT key, name FROM campaign_character")) == later
        known = copy.execute("SELECT 1 FROM django_migrations WHERE name = '9999_later'")
        assert not known.fetchall()

    call_command("migrate", verbosity=0)
    assert capsys.readouterr().out == ""


def test_a_failed_backup_stops_the_start_and_nothing_has_changed(
    later: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "before-campaign.9999_later.zip").mkdir()
    with pytest.raises(CommandError, match=r"the database was left as it is: .*directory"):
        call_command("migrate", verbosity=0)
    assert names() == later
    assert ("campaign", "9999_later") not in MigrationRecorder(connection).applied_migrations()


def test_a_look_at_what_would_be_migrated_makes_no_backup(
    later: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("migrate", plan=True)
    assert "campaign.9999_later" in capsys.readouterr().out
    assert names() == later
    assert not list(tmp_path.iterdir())
