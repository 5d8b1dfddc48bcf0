"""Two processes behind the real nginx, Caddy and HAProxy: one table's devices at one of them, and no tap lost or doubled."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import pytest

from accounts.device_cookie import COOKIE
from tests.companion.wire import Stream, post
from tests.proof import Proof
from tests.site.test_anywhere import ROOT, Started

pytestmark = pytest.mark.prove

OPENED = """
import json
from accounts import services as accounts
from companion import services
device, token = accounts.make_device()
people = [{"name": "Ana", "color": "red"}, {"name": "Ben", "color": "blue"}]
table = services.open_table(services.read_setup(edition="base", seats=people),
    opener=services.Opener(device=device), title="Friday", holds=(0, 1))
print(json.dumps([str(table.pk), token, table.tv_code]))
"""
STORED = """
import json
from companion.models import LogRow
rows = LogRow.objects.filter(table=%r).order_by("sequence")
print(json.dumps([list(each) for each in rows.values_list("sequence", "tap_id")]))
"""


class Nginx:
    """nginx with the configuration of docs/hosting, on loopback and without certificates."""

    name = "nginx"
    sends_again = True

    @staticmethod
    def is_here() -> bool:
        return shutil.which("nginx") is not None

    def __init__(self, folder: Path, port: int, first: int) -> None:
        self.folder = folder
        (folder / "bodies").mkdir()
        file = folder / "nginx.conf"
        file.write_text(self._configuration(port, first))
        self.command = ["nginx", "-p", str(folder), "-c", str(file)]

    def _configuration(self, port: int, first: int) -> str:
        text = (ROOT / "docs" / "hosting" / "nginx.conf").read_text()
        text = re.sub(r"\n\s+(listen|ssl_certificate\w*|server_name) [^;]+;", "", text)
        text = text.replace("server {\n", f"server {{\n    listen 127.0.0.1:{port};\n", 1)
        text = text.replace("127.0.0.1:8000", f"127.0.0.1:{first}")
        text = text.replace("127.0.0.1:8001", f"127.0.0.1:{first + 1}")
        places = "".join(
            f"{kind}_temp_path {self.folder}/bodies/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        log = "log_format to '$upstream_addr $uri';\naccess_log access.log to;\n"
        head = (
            f"daemon off; pid {self.folder}/pid; error_log {self.folder}/error.log; events {{}}\n"
        )
        return f"{head}http {{\n{log}{places}{text}\n}}\n"

    def passed(self) -> Iterator[tuple[str, str]]:
        """Each request: the address that it asked for, and a process that got it."""
        for line in (self.folder / "access.log").read_text().splitlines():
            upstream, _, uri = line.partition(" ")
            yield from ((uri, each) for each in upstream.split(", "))


class Caddy:
    """Caddy with the configuration of compose.yaml, on loopback and without certificates."""

    name = "caddy"
    sends_again = True
    OLDEST = (2, 8)
    """Older ones do not send the body of a tap to the second process."""

    @classmethod
    def is_here(cls) -> bool:
        if not shutil.which("caddy"):
            return False
        told = subprocess.run(["caddy", "version"], check=True, capture_output=True, text=True)
        found = re.match(r"v?(\d+)\.(\d+)", told.stdout)
        return found is not None and (int(found[1]), int(found[2])) >= cls.OLDEST

    def __init__(self, folder: Path, port: int, first: int) -> None:
        self.log = folder / "caddy.log"
        text = (ROOT / "docs" / "hosting" / "Caddyfile.workers").read_text()
        text = text.replace("{$HOST}", f"http://127.0.0.1:{port}")
        for number in (0, 1):
            text = text.replace(f"workers:{8000 + number}", f"127.0.0.1:{first + number}")
        file = folder / "Caddyfile"
        own = f"admin off\nauto_https off\ndebug\nlog {{\noutput file {self.log}\n}}\n"
        file.write_text(f"{{\n{own}}}\n{text}")
        self.command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]

    def passed(self) -> Iterator[tuple[str, str]]:
        for line in map(json.loads, self.log.read_text().splitlines()):
            if line.get("msg") == "upstream roundtrip" and "status" in line:
                yield line["request"]["uri"], line["upstream"]


class HAProxy:
    """HAProxy with the configuration of docs/hosting, on loopback and without certificates."""

    name = "haproxy"
    sends_again = False
    """Nearly always it does; if not, the phone gets an error and sends the tap again."""

    @staticmethod
    def is_here() -> bool:
        return shutil.which("haproxy") is not None

    def __init__(self, folder: Path, port: int, first: int) -> None:
        self.log = folder / "haproxy.log"
        text = (ROOT / "docs" / "hosting" / "haproxy.cfg").read_text()
        text = re.sub(r"bind :443 .+", f"bind 127.0.0.1:{port}", text)
        text = text.replace("X-Forwarded-Proto https", "X-Forwarded-Proto http")
        text = text.replace("127.0.0.1:8000", f"127.0.0.1:{first}")
        text = text.replace("127.0.0.1:8001", f"127.0.0.1:{first + 1}")
        lines = '    log global\n    log-format "%si:%sp %HU"\n'
        text = text.replace("    mode http\n", f"    mode http\n{lines}")
        file = folder / "haproxy.cfg"
        file.write_text(f"global\n    log stdout format raw daemon\n\n{text}")
        self.command = ["sh", "-c", f"exec haproxy -f {file} >{self.log}"]

    def passed(self) -> Iterator[tuple[str, str]]:
        for line in self.log.read_text().splitlines():
            upstream, _, uri = line.partition(" ")
            if uri:
                yield uri.strip('"'), upstream.strip('"')


class Site:
    """Two workers and a proxy with our own configuration, on ports of their own."""

    def __init__(self, folder: Path, kind: type[Nginx | Caddy | HAProxy]) -> None:
        self.var = folder / "var"
        self.first = free_ports(3)
        self.port = self.first + 2
        command = [sys.executable, "-m", "config.serve", "--bind", "127.0.0.1"]
        command += ["--port", str(self.first), "--workers", "2"]
        self.workers = Started(
            command, ROOT, None, DRAGONBAG_VAR=str(self.var), PYTHONPATH=str(ROOT)
        )
        for port in (self.first, self.first + 1):
            wait_for(port)
        self.proxy = kind(folder, self.port, self.first)
        self.proxying = subprocess.Popen(
            self.proxy.command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"HOME": str(folder)},
        )
        wait_for(self.port)

    def shell(self, code: str) -> Any:
        done = subprocess.run(
            [sys.executable, "manage.py", "shell", "-v0", "--no-imports", "-c", code],
            cwd=ROOT, check=True, capture_output=True, text=True,
            env=os.environ | {"DRAGONBAG_VAR": str(self.var)},
        )  # fmt: skip
        return json.loads(done.stdout.splitlines()[-1])

    def worker_of(self, port: int) -> int:
        """The process that listens on that port."""
        mine = subprocess.run(
            ["pgrep", "-P", str(self.workers.process.pid)],
            capture_output=True,
            text=True,
            check=True,
        )
        for process in map(int, mine.stdout.split()):
            try:
                words = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
            except OSError:  # it has just ended
                continue
            if str(port).encode() in words:
                return process
        raise AssertionError(f"nobody listens on {port}")

    def is_back(self, port: int, old: int) -> bool:
        """Whether another process than the old one serves there."""
        try:
            return self.worker_of(port) != old and is_ready(port)
        except AssertionError:
            return False

    def served(self) -> dict[str, set[str]]:
        """The processes that got requests of each table."""
        found: dict[str, set[str]] = {}
        for uri, process in self.proxy.passed():
            if table := re.match(r"/tables/([0-9a-f-]{36})/", uri):
                found.setdefault(table[1], set()).add(process)
        return found

    def served_at(self, table: str) -> set[str]:
        """The processes that got requests of a table, once the proxy has written one down."""
        for _ in range(600):
            if found := self.served().get(table):
                return found
            threading.Event().wait(0.1)
        raise AssertionError(f"the proxy's log names no request of {table}")

    def stop(self) -> None:
        self.proxying.send_signal(signal.SIGTERM)
        self.proxying.wait()
        self.workers.process.send_signal(signal.SIGTERM)
        self.workers.process.communicate()


def free_ports(count: int) -> int:
    """The first of so many ports in a row that nobody uses."""
    # Blocks of their own, so that processes with neighbouring ids try no port together, and below
    # those that the system gives to others meanwhile.
    start = 20_000 + os.getpid() * count % 12_000
    for first in range(start, 32_700, count):
        try:
            for port in range(first, first + count):
                socket.create_server(("127.0.0.1", port)).close()
        except OSError:
            continue
        return first
    raise AssertionError("no port is free")


def wait_for(port: int) -> None:
    """Until something there answers that it serves."""
    for _ in range(600):
        if is_ready(port):
            return
        threading.Event().wait(0.1)
    raise AssertionError(f"nothing serves on port {port}")


def is_ready(port: int) -> bool:
    try:
        return page(port, "/readyz") == 200
    except (OSError, HTTPException):
        return False


def page(port: int, path: str, token: str = "") -> int:
    """The status of a page, asked for by the device of that token."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as asking:
        asking.request("GET", path, headers={"Cookie": f"{COOKIE}={token}"} if token else {})
        return asking.getresponse().status


@pytest.fixture(params=[Nginx, Caddy, HAProxy], ids=lambda kind: str(kind.name))
def site(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Site]:
    kind = request.param
    if not kind.is_here() or os.environ.get(kind.name.upper()) == "0":
        pytest.skip(f"no {kind.name} that is new enough: its configuration was not tried")
    running = Site(tmp_path, kind)
    yield running
    running.stop()


def clank(number: int) -> dict[str, object]:
    return {
        "id": f"tap-{number}",
        "expects": None,
        "action": {"do": "clank", "seat": 0, "count": 1},
    }


def is_tapped(site: Site, path: str, number: int, token: str) -> bool:
    """Whether a tap got through, at once or, where the proxy leaves that to the phone, again."""
    for _ in range(1 if site.proxy.sends_again else 2):
        with suppress(ValueError):  # an error page of the proxy
            if post(site.port, path, clank(number), token)[0] == 200:
                return True
    return False


def test_a_table_stays_at_one_process_its_television_too(site: Site) -> None:
    tables = [site.shell(OPENED) for _ in range(3)]
    for table, token, tv in tables:
        path = f"/tables/{table}"
        with (
            Stream(site.port, f"{path}/stream/?language=en", token) as phone,
            Stream(site.port, f"{path}/tv/{tv}/stream/?language=en") as television,
        ):
            assert (phone.status, television.status) == (200, 200)
            phone.board(), television.board()
            for number in range(3):
                assert post(site.port, f"{path}/tap/", clank(number), token)[0] == 200
            assert "3" in phone.board()[1]
            # At the other process a tap is as right, and everybody sees it.
            both = {f"127.0.0.1:{port}" for port in (site.first, site.first + 1)}
            wrong = both - site.served_at(table)
            (other,) = {int(each.rpartition(":")[2]) for each in wrong}
            status, done = post(other, f"{path}/tap/", clank(9), token)
            assert status == 200
            while phone.board()[0] < int(str(done["sequence"])):
                pass
    assert all(len(processes) == 1 for processes in site.served().values()), site.served()


def test_a_process_that_is_killed_loses_and_doubles_no_tap(site: Site, proof: Proof) -> None:
    table, token, _tv = site.shell(OPENED)
    path = f"/tables/{table}/tap/"
    assert post(site.port, path, clank(0), token)[0] == 200
    (mine,) = site.served_at(table)
    taps = proof.count(short=60, long=400)
    failed: list[int] = []
    for number in range(1, taps):
        if number in (taps // 3, 2 * taps // 3):
            os.kill(site.worker_of(int(mine.rpartition(":")[2])), signal.SIGKILL)
        if not is_tapped(site, path, number, token):
            failed.append(number)
        if number == taps // 2:
            wait_for(int(mine.rpartition(":")[2]))
    assert failed == []
    assert_stored(site, table, taps)


def test_one_after_the_other_can_be_restarted_and_nobody_notices(site: Site) -> None:
    table, token, _tv = site.shell(OPENED)
    path, taps, refused = f"/tables/{table}/", 0, []
    for port in (site.first, site.first + 1):
        old = site.worker_of(port)
        with Stream(site.port, f"{path}stream/?language=en", token) as phone:
            phone.board()
            os.kill(old, signal.SIGTERM)  # as docs/hosting.md says: kill with its id
            while not site.is_back(port, old):
                if not is_tapped(site, f"{path}tap/", taps, token):
                    refused.append(f"tap {taps} while {port} was away")
                taps += 1
                if page(site.port, path, token) != 200:
                    refused.append(f"the page while {port} was away")
        with Stream(site.port, f"{path}stream/?language=en", token) as phone:
            assert phone.board()[0] == site.shell(STORED % table)[-1][0]
    assert refused == []
    assert_stored(site, table, taps)


def assert_stored(site: Site, table: str, taps: int) -> None:
    """Every tap is in the log once, and the log has no gap."""
    rows = site.shell(STORED % table)
    sequences = [row[0] for row in rows]
    assert sequences == list(range(1, len(sequences) + 1))
    stored = [row[1] for row in rows if row[1]]
    assert sorted(stored) == sorted(f"tap-{number}" for number in range(taps))
