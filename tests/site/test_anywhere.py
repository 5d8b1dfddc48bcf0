"""The site on other systems and from a wheel: what they lack is not needed, and a command is enough."""

import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from tests.proof import Proof
from tests.stores import kept

ROOT = Path(__file__).resolve().parents[2]
LACKING = ("fcntl", "uvloop", "resource", "termios", "pwd", "grp")
START_WITHOUT = f"""
import os, sys
class Lacking:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {LACKING!r}:
            raise ModuleNotFoundError(name)
for name in {LACKING!r}:
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Lacking())
del os.getuid
from config import serve
serve.main(["--bind", "127.0.0.1", "--port", "0"])
"""
PATIENCE = 120.0
NOBODY = 65534


class Started:
    """A site that a command has started, once it says where it is."""

    def __init__(self, command: list[str], folder: Path, user: int | None = None, **own: str):
        # What the parent process has of its own is not for this site.
        kept = {name: value for name, value in os.environ.items() if "DRAGONBAG" not in name}
        kept.pop("DJANGO_SETTINGS_MODULE", None)
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env=kept | {"DRAGONBAG_DEMO": "off"} | own,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            user=user,
        )
        self.said: list[str] = []
        self.url = self._address()

    def _address(self) -> str:
        assert self.process.stdout
        for line in self.process.stdout:
            self.said.append(line)
            if found := re.search(r"http://127\.0\.0\.1:\d+/|on the ports", line):
                return found[0]
        raise AssertionError("".join(self.said))

    def stop(self, signals: int = 1) -> str:
        """What it said to the end."""
        for _ in range(signals):
            self.process.send_signal(signal.SIGINT)
        rest, _ = self.process.communicate(timeout=PATIENCE)
        return "".join(self.said) + rest


def browse(url: str) -> bytes:
    """Open a table in the way of a browser; returns its page."""
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    page = browser.open(f"{url}tables/open/?edition=base").read().decode()
    hidden = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page))
    people = {
        "seat-0-name": "Ana", "seat-0-color": "red", "seat-1-name": "Ben", "seat-1-color": "blue",
    }  # fmt: skip
    given = {"do": "open", "edition": "base", "seats": "2", "holds": "all", **hidden, **people}
    return browser.open(f"{url}tables/open/", urlencode(given).encode()).read()  # type: ignore[no-any-return]


def test_the_site_starts_without_what_other_systems_lack(tmp_path: Path) -> None:
    command = [sys.executable, "-c", START_WITHOUT]
    site = Started(command, ROOT, DRAGONBAG_VAR=str(tmp_path / "var"))
    page = browse(site.url)
    said = site.stop(signals=2)
    assert b"Ana" in page, said
    # It listens on this computer alone, so no other address is in the code for phones.
    assert set(re.findall(rb"http://([^/\s\"<]+)/j/", page)) == {site.url[7:-1].encode()}
    assert "Traceback" not in said, "a second Ctrl+C ends it without a word more"


def test_the_wheel_asks_for_what_the_site_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    def asked(name: str) -> list[str]:
        lines = (ROOT / "requirements" / f"{name}.in").read_text().splitlines()
        return [line.partition("#")[0].strip() for line in lines if line[:1] not in ("#", "")]

    assert project["dependencies"] == asked("run")
    assert project["optional-dependencies"] == {"postgres": asked("postgres")}


@pytest.fixture(scope="module")
def open_folder() -> Iterator[Path]:
    """A folder that other users of this computer can read."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def installed(open_folder: Path) -> Path:
    """The command of the wheel in an environment of its own; the packages it needs are lent to it."""
    build = ["wheel", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    done = subprocess.run(
        [*pip, *build, "--wheel-dir", str(open_folder), str(ROOT)],
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    place = open_folder / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True)
    (packages,) = place.glob("lib/python*/site-packages")
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    (wheel,) = open_folder.glob("*.whl")
    (python,) = place.glob("bin/python")
    put = ["install", "--quiet", "--no-index", "--no-deps", "--ignore-installed", str(wheel)]
    subprocess.run([str(python), "-m", "pip", *put], check=True, capture_output=True)
    return place / "bin" / "dragonbag"


def _another(python: Path) -> int | None:
    """Another user, if this test may become one who can run this Python."""
    if os.geteuid():
        return None
    try:
        tried = subprocess.run([str(python), "-c", "import django"], user=NOBODY, check=False)
    except PermissionError:
        return None
    return None if tried.returncode else NOBODY


@pytest.mark.prove
def test_a_wheel_runs_from_an_empty_folder_as_another_user(
    installed: Path, open_folder: Path
) -> None:
    names = {path.name for path in installed.parents[1].glob("lib/python*/site-packages/*")}
    assert {name for name in names if not name.endswith((".pth", ".dist-info"))} == {
        "dragonbag_site"
    }
    home = open_folder / "home"
    home.mkdir()
    user = _another(installed.with_name("python"))
    if user is not None:
        os.chown(home, user, user)
    command = [str(installed), "--bind", "127.0.0.1", "--port", "0"]
    site = Started(command, home, user, HOME=str(home), XDG_DATA_HOME=str(home / "data"))
    page = browse(site.url)
    said = site.stop()
    assert b"Ana" in page, said
    assert f"Its data is in:   {home}/data/dragonbag" in said
    assert "Traceback" not in said
    assert (home / "data" / "dragonbag" / "dragonbag.sqlite3").exists()


@pytest.mark.prove
def test_the_command_of_the_wheel_names_itself(installed: Path, tmp_path: Path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(installed), *arguments], check=False, capture_output=True, text=True, cwd=tmp_path,
            env=os.environ | {"DRAGONBAG_VAR": str(tmp_path / "var")},
        )  # fmt: skip

    assert "dragonbag restore FILE" in run("help").stdout
    assert "usage: dragonbag" in run("run", "--help").stdout
    assert "There is no command fly." in run("fly").stderr
    assert "There is no port 99999" in run("--port", "99999").stderr
    assert run("manage", "migrate", "-v0").returncode == 0
    assert "Make one, while the site runs: dragonbag manage backup" in run("doctor").stdout
    saved = run("backup", "all.zip")
    assert saved.stdout.strip() == "all.zip", saved.stderr
    assert "Restored" in run("restore", "all.zip").stdout


@pytest.mark.prove
def test_the_wheel_takes_over_the_store_of_every_version(
    installed: Path, tmp_path: Path, proof: Proof
) -> None:
    stores, told = kept(), ""
    for store in stores if proof.long else (stores[0], stores[-1]):
        for command in (("restore", str(store)), ("manage", "migrate", "-v0"), ("doctor",)):
            done = subprocess.run(
                [str(installed), *command], check=False, capture_output=True, text=True,
                cwd=tmp_path, env=os.environ | {"DRAGONBAG_VAR": str(tmp_path / store.stem)},
            )  # fmt: skip
            assert done.returncode == 0, (store.stem, done.stdout, done.stderr)
            told = done.stdout
        assert "1 campaigns were folded again from their ledgers." in told
