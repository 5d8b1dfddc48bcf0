"""What a host hopes never to need: a power cut, a full disk, one that is read-only, a restore.

Each drill is played against a started site while people tap; what was acknowledged is never lost.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest

from tests.browser.server import ROOT, SiteServer
from tests.companion.wire import post
from tests.proof import Proof
from tests.small_disk import SmallDisk, is_possible, small_disk
from tests.visitor import Browser

pytestmark = pytest.mark.prove

SENTENCE = "The site cannot reach what it has stored"
ALLOWED = is_possible()
MEGABYTES = 400  # more than the doctor calls scarce


class Evening:
    """One table of a site, and what its taps were told."""

    def __init__(self, site: SiteServer) -> None:
        self.site = site
        made = subprocess.run(
            [*site.within, sys.executable, "-m", "tests.bench.tables", "1"],
            cwd=ROOT, env=site.environment, check=True, stdout=subprocess.PIPE,
        )  # fmt: skip
        ((self.table, self.tokens),) = json.loads(made.stdout)
        self.acknowledged: list[str] = []

    def tap(self) -> int:
        """One gold for the first seat; remembers it if it was acknowledged."""
        name = f"tap-{len(self.acknowledged)}"
        tap = {"id": name, "action": {"do": "gold", "seat": 0, "count": 1}}
        status, _ = post(self.site.port, f"/tables/{self.table}/tap/", tap, self.tokens[0])
        if status == HTTPStatus.OK:
            self.acknowledged.append(name)
        return status

    def taps(self, count: int) -> None:
        for _ in range(count):
            assert self.tap() == HTTPStatus.OK

    def page(self, path: str = "") -> tuple[int, str]:
        browser = Browser(self.site.port, {"dragonbag-device": self.tokens[0]})
        status = browser.ask(path or f"/tables/{self.table}/")
        return status, browser.page.decode()

    def stored(self) -> list[str]:
        """The ids of the taps in the log, in order."""
        script = (
            "import json; from companion.models import LogRow; print(json.dumps(list("
            f"LogRow.objects.filter(table='{self.table}', kind='action')"
            ".order_by('sequence').values_list('tap_id', flat=True))))"
        )
        told = self.site.manage("shell", "--no-imports", "-c", script)
        stored: list[str] = json.loads(told.splitlines()[-1])
        return stored


def is_sound(site: SiteServer) -> bool:
    """Whether the doctor finds nothing wrong; it fails if there is anything."""
    return "0 wrong" in site.manage("doctor", "--language", "en")


def log_of(site: SiteServer) -> str:
    return (site.var / "server.log").read_text()


# A power cut --------------------------------------------------------------------------


def test_whatever_was_acknowledged_outlives_a_kill(tmp_path: Path, proof: Proof) -> None:
    site = SiteServer(tmp_path)
    site.start()
    evening = Evening(site)
    for _ in proof.rounds(short=2, long=20):
        evening.taps(proof.chance.randrange(1, 60))
        site.kill()
        site.start()
    assert evening.stored() == evening.acknowledged
    assert evening.page()[0] == HTTPStatus.OK
    assert is_sound(site)
    assert site.stop() is not None
    assert "Traceback" not in log_of(site), log_of(site)


# A small disk -------------------------------------------------------------------------


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    if not ALLOWED:
        pytest.skip("This machine lets nobody mount a disk of their own.")
    with small_disk(tmp_path / "disk", MEGABYTES) as disk:
        yield disk


@pytest.fixture
def site(disk: SmallDisk, tmp_path: Path) -> Iterator[SiteServer]:
    site = SiteServer(tmp_path, DRAGONBAG_VAR=str(disk.place))
    site.within = disk.within
    site.start()
    yield site
    if site.process:
        site.stop()


def fails_to_start(site: SiteServer) -> str:
    """What a start says that ends at once."""
    done = subprocess.run(
        [*site.within, sys.executable, "-m", "config.serve", "--bind", "127.0.0.1", "--port", "0"],
        cwd=ROOT, env=site.environment, check=False, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout
    assert "Traceback" not in done.stderr
    return done.stderr


def doctors_word(site: SiteServer) -> str:
    """What the doctor finds where something is wrong."""
    done = subprocess.run(
        [*site.within, sys.executable, "manage.py", "doctor", "--language", "en"],
        cwd=ROOT, env=site.environment, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def test_a_full_disk_loses_nothing_and_says_so(disk: SmallDisk, site: SiteServer) -> None:
    evening = Evening(site)
    evening.taps(20)
    assert evening.page()[0] == HTTPStatus.OK
    disk.fill()
    while evening.tap() == HTTPStatus.OK:  # the write-ahead file has a little room left
        pass
    assert evening.tap() == HTTPStatus.SERVICE_UNAVAILABLE

    newcomer = Browser(site.port)
    status = newcomer.ask("/tables/import/", {"text": "{}"})
    assert status != HTTPStatus.INTERNAL_SERVER_ERROR
    status = newcomer.ask("/accounts/sign-up/", {
        "username": "zoe", "password1": "quite a long word", "password2": "quite a long word"
    })  # fmt: skip
    assert status == HTTPStatus.SERVICE_UNAVAILABLE
    assert SENTENCE in newcomer.page.decode()
    assert str(disk.place) not in newcomer.page.decode()
    assert str(disk.place) in log_of(site)
    assert "0 MB are free" in doctors_word(site)
    site.stop()
    assert str(disk.place) in fails_to_start(site)

    disk.make_room()
    site.start()
    evening.taps(5)
    assert evening.stored() == evening.acknowledged
    assert is_sound(site)
    assert "Traceback" not in log_of(site), log_of(site)


def test_a_read_only_disk_loses_nothing_and_says_so(disk: SmallDisk, site: SiteServer) -> None:
    evening = Evening(site)
    evening.taps(20)
    site.stop()
    disk.mount_again("ro")
    assert str(disk.place) in fails_to_start(site)
    disk.mount_again("rw")
    site.start()
    evening.taps(5)
    assert evening.stored() == evening.acknowledged
    assert is_sound(site)


# A restore ----------------------------------------------------------------------------


def test_a_backup_made_while_people_tap_comes_back_whole(tmp_path: Path) -> None:
    var = tmp_path / "var"
    var.mkdir()
    site = SiteServer(var)
    site.start()
    evening = Evening(site)
    evening.taps(40)
    saved = tmp_path / "saturday.zip"
    site.manage("backup", str(saved))
    then = list(evening.acknowledged)
    evening.taps(10)

    refused = subprocess.run(
        [sys.executable, "manage.py", "restore", str(saved)],
        cwd=ROOT, env=site.environment, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert refused.returncode == 1
    assert "The site is running. Stop it first." in refused.stderr
    site.stop()
    (var / "dragonbag.sqlite3").write_bytes(b"a damaged file")
    site.manage("restore", str(saved))
    site.start()
    evening.acknowledged = then
    assert evening.stored() == then
    evening.taps(5)
    assert is_sound(site)
    site.stop()
